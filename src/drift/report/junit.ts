import { plural } from '../../base/plural.ts';
import { codeLine } from './code-lines.ts';
import { escapeXml } from './escape.ts';
import { groupedFindings, type RankedFinding } from './group.ts';
import { listed, listedPlaces, shortened } from './phrases.ts';
import { type DriftReport, headline, hint, type JudgedReport, label, remarks } from './report.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly failures: readonly RankedFinding[];
}

/** One test case lists so many findings, and of each so many places: the report grows with the operations alone. */
const most = { findings: 10, places: 3, operations: 6 };

/** A JUnit report: each operation is a test case that fails with the findings that count. The others are in its output. */
export function renderJunit(report: DriftReport): string {
  const body = report.outcome === 'could-not-tell' ? undecided(report) : judged(report);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body}</testsuites>\n`;
}

function undecided(report: DriftReport): string {
  const message = escapeXml(headline(report));
  const testcase = `    <testcase name="live schema" classname="${escapeXml(report.live)}" time="0"><error message="${message}" type="could-not-tell">${message}</error></testcase>\n`;
  return suite(report, { tests: 1, failures: 0, errors: 1 }, testcase, '');
}

function judged(report: JudgedReport): string {
  const ranked = groupedFindings(report);
  const failing = byOperation(ranked.filter(({ status }) => status === 'failing'));
  const cases = [
    ...ranked.filter(({ finding }) => finding.kind === 'mistake').map(caseOf),
    ...report.verdict.operations.map(
      ({ name, place: { file } }): Case => ({ name, file, failures: failing.get(name) ?? [] }),
    ),
  ];
  const code = unexplainedCases(report);
  const failures = cases.filter((it) => it.failures.length > 0).length + code.length;
  const counts = { tests: cases.length + code.length, failures, errors: 0 };
  const notes = ranked
    .filter(({ status }) => status !== 'failing')
    .map((it) => `${listed([...operationsOf(it)], most.operations)}: ${describe(it)}`);
  return suite(
    report,
    counts,
    [...cases.map(renderCase), ...code].join(''),
    [headline(report), ...remarks(report), ...notes].join('\n'),
  );
}

/** The test case of a mistake, whose operations were not compared. */
function caseOf(mistake: RankedFinding): Case {
  const { coordinate, places } = mistake.finding;
  return { name: coordinate, file: places[0]?.file ?? '', failures: [mistake] };
}

/** The lines of the code that no finding explains fail, too. */
function unexplainedCases({ verdict: { code }, failOn }: JudgedReport): readonly string[] {
  if (code === undefined || code.unexplained.length === 0 || failOn === 'broken') return [];
  const count = plural(code.unexplained.length, 'place');
  const text = escapeXml(listed(code.unexplained.map(codeLine), most.findings));
  return [
    `    <testcase name="your code" classname="${escapeXml(code.tsconfig)}" time="0"><failure message="${count} in your code would no longer compile." type="code">${text}</failure></testcase>\n`,
  ];
}

function byOperation(ranked: readonly RankedFinding[]): ReadonlyMap<string, readonly RankedFinding[]> {
  const found = new Map<string, RankedFinding[]>();
  for (const it of ranked)
    for (const operation of operationsOf(it)) {
      const own = found.get(operation);
      if (own === undefined) found.set(operation, [it]);
      else own.push(it);
    }
  return found;
}

function operationsOf({ finding }: RankedFinding): ReadonlySet<string> {
  return new Set(finding.places.flatMap(({ operations }) => operations));
}

function suite(
  { at, live }: DriftReport,
  counts: { readonly tests: number; readonly failures: number; readonly errors: number },
  cases: string,
  out: string,
): string {
  const timestamp = at.toISOString().slice(0, 19);
  const numbers = Object.entries(counts).map(([key, value]) => `${key}="${value}"`);
  const properties = `    <properties><property name="live" value="${escapeXml(live)}"/></properties>\n`;
  const head = `  <testsuite id="0" package="control-api-sdk" name="drift" hostname="localhost" timestamp="${timestamp}" time="0" ${numbers.join(' ')}>\n`;
  return `${head}${properties}${cases}    <system-out>${escapeXml(out)}</system-out>\n    <system-err></system-err>\n  </testsuite>\n`;
}

function renderCase({ name, file, failures }: Case): string {
  const open = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(file)}" time="0"`;
  const [first] = failures;
  if (first === undefined) return `${open}/>\n`;
  const more = failures.length - 1;
  const message = `${shortened(first.finding.message)}${more === 0 ? '' : ` And ${plural(more, 'more finding')}.`}`;
  const left = failures.length - most.findings;
  const lines = failures
    .slice(0, most.findings)
    .map((it) => describe(it, it.finding.kind === 'mistake' ? undefined : name));
  const text = [...lines, ...(left > 0 ? [`And ${plural(left, 'more finding')}.`] : [])].join('\n');
  return `${open}><failure message="${escapeXml(message)}" type="${first.finding.kind}">${escapeXml(text)}</failure></testcase>\n`;
}

/** A finding with the places of one operation, or with all. */
function describe({ finding, status, reason }: RankedFinding, operation?: string): string {
  const places = finding.places.filter(({ operations }) => operation === undefined || operations.includes(operation));
  const accepted = status === 'accepted' ? ` Accepted: ${reason}` : '';
  const what = `${label(finding)}: ${shortened(finding.message)}${hint(finding)}`;
  return `${what} At ${listedPlaces(places, most.places)}.${codeText(finding)}${accepted}`;
}

function codeText({ codePlaces = [] }: RankedFinding['finding']): string {
  return codePlaces.length === 0 ? '' : ` Your code: ${listed(codePlaces.map(codeLine), most.places)}.`;
}
