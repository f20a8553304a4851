import type { SourcePlace } from '../../graphql/place.ts';
import type { Finding } from '../model/finding.ts';
import { codeLine, firstLine } from './code-lines.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { inOperations, operationNames } from './phrases.ts';
import { type DriftReport, headline, hint, label } from './report.ts';

/** A SARIF 2.1.0 log, for code scanning: one result at each place in the operations. */
export function renderSarif(report: DriftReport): string {
  const ranked = report.outcome === 'could-not-tell' ? [] : groupedFindings(report);
  const run = {
    tool: {
      driver: {
        name: 'control-api-sdk',
        semanticVersion: report.version,
        rules: [...new Map(ranked.map(({ finding }) => [ruleId(finding), rule(finding)])).values()],
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [invocation(report)],
    results: ranked.flatMap(results),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function invocation(report: DriftReport): object {
  const at = { endTimeUtc: report.at.toISOString() };
  if (report.outcome !== 'could-not-tell') return { ...at, executionSuccessful: true };
  const notification = { level: 'error', message: { text: headline(report) } };
  return { ...at, executionSuccessful: false, toolExecutionNotifications: [notification] };
}

function ruleId({ kind, change }: Finding): string {
  return kind === change ? kind : `${kind}/${change}`;
}

function rule(finding: Finding): object {
  const words = finding.change.replace(/-/g, ' ');
  return {
    id: ruleId(finding),
    shortDescription: { text: finding.kind === words ? label(finding) : `${label(finding)}: ${words}` },
  };
}

/** A result at each place in the operations, and at each line of the code that no longer compiles. */
function results({ finding, status, reason }: RankedFinding): readonly object[] {
  const id = ruleId(finding);
  const result = (place: SourcePlace, text: string, print: string): object => ({
    ruleId: id,
    level: status === 'failing' ? 'error' : finding.direction === 'safe' ? 'note' : 'warning',
    message: { text },
    locations: [locationOf(place, finding)],
    partialFingerprints: { 'finding/v1': `${id} ${finding.coordinate} ${print}` },
    ...(status === 'accepted' ? { suppressions: [{ kind: 'external', justification: reason }] } : {}),
  });
  return [
    ...finding.places.map((place) =>
      result(
        place,
        `${finding.message}${hint(finding)}${inOperations(place)}`,
        `${place.file} ${operationNames(place)}`,
      ),
    ),
    ...(finding.codePlaces ?? []).map((place) =>
      result(place, `${finding.message} ${firstLine(place.message)} (TS${place.code})`, codeLine(place)),
    ),
  ];
}

function locationOf({ file, line, column }: SourcePlace, { coordinate }: Finding): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file) },
      region: { startLine: line, startColumn: column },
    },
    logicalLocations: [{ fullyQualifiedName: coordinate, kind: 'member' }],
  };
}
