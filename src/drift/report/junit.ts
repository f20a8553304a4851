import { escapeXml } from './escape.ts';
import {
  type DriftReport,
  headline,
  type JudgedReport,
  label,
  type RankedFinding,
  rankedFindings,
  remarks,
} from './report.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly failures: readonly RankedFinding[];
  readonly notes: readonly RankedFinding[];
}

/** A JUnit report: each operation is a test case that fails with the findings that count. */
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
  const ranked = rankedFindings(report.verdict);
  const cases = report.verdict.operations.map(({ name, place: { file } }): Case => {
    const own = ranked.filter(({ finding }) => finding.places.some(({ operations }) => operations.includes(name)));
    return {
      name,
      file,
      failures: own.filter(({ status }) => status === 'failing'),
      notes: own.filter(({ status }) => status !== 'failing'),
    };
  });
  const failures = cases.filter((it) => it.failures.length > 0).length;
  const counts = { tests: cases.length, failures, errors: 0 };
  const notes = cases.flatMap(({ name, notes }) => notes.map((ranked) => `${name}: ${describe(ranked)}`));
  return suite(
    report,
    counts,
    cases.map(renderCase).join(''),
    [headline(report), ...remarks(report), ...notes].join('\n'),
  );
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
  const message = failures.map(({ finding }) => finding.message).join(' ');
  const text = failures.map(describe).join('\n');
  return `${open}><failure message="${escapeXml(message)}" type="${first.finding.kind}">${escapeXml(text)}</failure></testcase>\n`;
}

function describe({ finding, status, reason }: RankedFinding): string {
  const places = finding.places.map(({ file, line, column }) => `${file}:${line}:${column}`).join(', ');
  const hint = finding.suggestion === undefined ? '' : ` Did you mean ${finding.suggestion}?`;
  const accepted = status === 'accepted' ? ` Accepted: ${reason}` : '';
  return `${label(finding)}: ${finding.message}${hint} At ${places}.${accepted}`;
}
