import { plainText } from './escape.ts';
import { type DriftReport, headline, label, type RankedFinding, rankedFindings } from './report.ts';

/** GitHub Actions' workflow commands: one annotation at each place in the operations. */
export function renderGithub(report: DriftReport): string {
  if (report.outcome === 'could-not-tell')
    return command('error', { title: 'Drift check: could not check' }, headline(report));
  const warnings = report.verdict.warnings.map(({ message, place: { file, line, column }, operation }) =>
    command('warning', { file, line: String(line), col: String(column), title: operation }, message),
  );
  const findings = rankedFindings(report.verdict)
    .filter(({ status }) => status !== 'accepted')
    .flatMap((ranked) =>
      ranked.finding.places.map(({ file, line, column, operations }) => {
        const { finding } = ranked;
        const hint = finding.suggestion === undefined ? '' : ` Did you mean ${finding.suggestion}?`;
        const place = {
          file,
          line: String(line),
          col: String(column),
          title: `${label(finding)}: ${finding.coordinate}`,
        };
        return command(annotationOf(ranked), place, `${finding.message}${hint} (${operations.join(', ')})`);
      }),
    );
  return [...findings, ...warnings].join('');
}

function annotationOf({ status, finding }: RankedFinding): string {
  if (status === 'failing') return 'error';
  return finding.direction === 'safe' && finding.kind === 'types' ? 'notice' : 'warning';
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${level} ${list.join(',')}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return plainText(text).replace(/%/g, '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
