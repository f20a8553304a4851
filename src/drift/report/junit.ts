import { plural } from '../../base/words.ts';
import { codeLine } from './code-lines.ts';
import { byOperation, groupedFindings, operationsOf, type RankedFinding } from './group.ts';
import { firstOf, listed, listedPlaces, mostLines, shortened } from './phrases.ts';
import { type DriftReport, headline, hint, type JudgedReport, label, remarks } from './report.ts';

/** A test case lists so many places of a finding: the report grows with the operations alone. */
const most = { places: 3, operations: 6 };

interface Case {
  readonly name: string;
  readonly file: string;
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string } | undefined;
}

/** A JUnit report: each operation is a test case that fails with the findings that count. The others are in its output. */
export function renderJunit(report: DriftReport): string {
  if (report.outcome !== 'could-not-tell') return suite(report, casesOf(report), 'failure', outputOf(report));
  const message = headline(report);
  const failure = { message, type: 'could-not-tell', text: message };
  return suite(report, [{ name: 'live schema', file: report.live, failure }], 'error', '');
}

function casesOf(report: JudgedReport): readonly Case[] {
  const ranked = groupedFindings(report);
  const failing = byOperation(ranked.filter(({ status }) => status === 'failing'));
  return [
    // The operations of a mistake were not compared.
    ...ranked.flatMap((it): Case | [] => {
      const { kind, coordinate, places } = it.finding;
      return kind === 'mistake' ? { name: coordinate, file: places[0]?.file ?? '', failure: failureOf([it]) } : [];
    }),
    ...report.verdict.operations.map(
      ({ name, place: { file } }): Case => ({ name, file, failure: failureOf(failing.get(name) ?? [], name) }),
    ),
    ...unexplainedCases(report),
  ];
}

/** The lines of the code that no finding explains fail, too. */
function unexplainedCases({ verdict: { code }, failOn }: JudgedReport): readonly Case[] {
  if (code === undefined || code.unexplained.length === 0 || failOn === 'broken') return [];
  const message = `${plural(code.unexplained.length, 'place')} in your code would no longer compile.`;
  const text = listed(code.unexplained.map(codeLine), mostLines);
  return [{ name: 'your code', file: code.command, failure: { message, type: 'code', text } }];
}

function failureOf(failing: readonly RankedFinding[], operation?: string): Case['failure'] {
  const [first, ...others] = failing;
  if (first === undefined) return undefined;
  const more = (count: number): string => `And ${plural(count, 'more finding')}.`;
  return {
    message: `${shortened(first.finding.message)}${others.length > 0 ? ` ${more(others.length)}` : ''}`,
    type: first.finding.kind,
    text: firstOf(failing, (it) => describe(it, operation), more).join('\n'),
  };
}

function suite({ at, live }: DriftReport, cases: readonly Case[], failed: 'failure' | 'error', output: string): string {
  const count = cases.filter(({ failure }) => failure !== undefined).length;
  const [failures, errors] = failed === 'failure' ? [count, 0] : [0, count];
  const rows = cases.map(({ name, file, failure }) => {
    const head = `<testcase name="${escapeXml(name)}" classname="${escapeXml(file)}" time="0"`;
    return `    ${head}${failure === undefined ? '/>' : `>${failureElement(failed, failure)}</testcase>`}\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite id="0" package="control-api-sdk" name="drift" hostname="localhost" timestamp="${at.toISOString().slice(0, 19)}" time="0" tests="${cases.length}" failures="${failures}" errors="${errors}">
    <properties><property name="live" value="${escapeXml(live)}"/></properties>
${rows.join('')}    <system-out>${escapeXml(output)}</system-out>
    <system-err></system-err>
  </testsuite>
</testsuites>
`;
}

function failureElement(element: 'failure' | 'error', { message, type, text }: NonNullable<Case['failure']>): string {
  return `<${element} message="${escapeXml(message)}" type="${escapeXml(type)}">${escapeXml(text)}</${element}>`;
}

function outputOf(report: JudgedReport): string {
  const notes = groupedFindings(report)
    .filter(({ status }) => status !== 'failing')
    .map((it) => `${listed(operationsOf(it.finding), most.operations)}: ${describe(it)}`);
  const others = report.all ? report.verdict.otherChanges.map(({ message }) => `- ${message}`) : [];
  return [headline(report), ...notes, ...remarks(report), ...others].join('\n');
}

/** A finding with the places of one operation, or with all. */
function describe({ finding, status, reason }: RankedFinding, operation?: string): string {
  const { codePlaces = [] } = finding;
  const places = finding.places.filter(({ operations }) => operation === undefined || operations.includes(operation));
  const accepted = status === 'accepted' ? ` Accepted: ${reason}` : '';
  const what = `${label(finding)}: ${shortened(finding.message)}${hint(finding)}`;
  const code = codePlaces.length === 0 ? '' : ` Your code: ${listed(codePlaces.map(codeLine), most.places)}.`;
  return `${what} At ${listedPlaces(places, most.places)}.${code}${accepted}`;
}

/** Characters that XML forbids become U+FFFD; direction marks are removed. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/\p{Cf}/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
