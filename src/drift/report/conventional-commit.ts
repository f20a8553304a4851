import { plural } from '../../base/plural.ts';
import { type Finding, isChange } from '../model/finding.ts';
import { highestLevel, type SemverLevel, semverOf } from '../model/semver.ts';
import { operationsOf } from './group.ts';
import { firstOf, plainText } from './phrases.ts';
import type { DriftReport } from './report.ts';

const types: Readonly<Record<SemverLevel, string>> = { major: 'feat!', minor: 'feat', patch: 'fix' };

/** The usual limit of the lines of a commit message. */
const width = 72;
/** So many lines are read. The other reports have all of them. */
const most = 20;

/**
 * The message of the commit that moves the snapshot, after the Conventional Commits specification. Its type is what the
 * change means for the operations; `chore` if it affects none. Without a verdict there is no commit, so no message.
 */
export function renderConventionalCommit(report: DriftReport): string {
  if (report.outcome === 'could-not-tell') return '';
  const { verdict, step } = report;
  const findings = step?.yours.findings ?? verdict.findings.filter(isChange);
  const level = highestLevel(findings.map(semverOf));
  const title = `${level === undefined ? 'chore' : types[level]}: follow the control API: ${subject(findings)}`;
  const breaking = findings.filter((finding) => semverOf(finding) === 'major');
  const quiet = findings.filter(({ kind, direction }) => kind === 'types' && direction === 'safe');
  const others = findings.filter((finding) => semverOf(finding) !== 'major' && !quiet.includes(finding));
  const rest = (step?.rest.changes ?? verdict.otherChanges).length;
  const paragraphs = [
    title,
    lines('- ', others),
    quiet.length === 0 ? '' : `${plural(quiet.length, 'safe change')} of generated types.`,
    rest === 0
      ? ''
      : `${plural(rest, 'other change')} of the schema ${rest === 1 ? 'affects' : 'affect'} no operation.`,
    lines('BREAKING CHANGE: ', breaking),
  ];
  return `${paragraphs.filter((it) => it !== '').join('\n\n')}\n`;
}

function subject(findings: readonly Finding[]): string {
  const [first] = findings;
  if (first === undefined) return 'no operation is affected';
  const only = plainText(`${first.coordinate} ${first.change.replace(/-/g, ' ')}`);
  // A title ends without a full stop, within 72 columns.
  if (findings.length === 1 && only.length <= width - 'feat!: follow the control API: '.length) return only;
  const affected = operationsOf(...findings).length;
  return `${plural(findings.length, 'change')} ${findings.length === 1 ? 'affects' : 'affect'} ${plural(affected, 'operation')}`;
}

function lines(head: string, findings: readonly Finding[]): string {
  const more = (count: number): string => `${head}${plural(count, 'more change')}, which the other reports list.`;
  return firstOf(findings, (finding) => wrapped(head + sentence(finding)), more, most).join('\n');
}

function sentence(finding: Finding): string {
  return unlinked(plainText(`${finding.message} (${operationsOf(finding).join(', ')})`));
}

/** A text of the service names no issue and no person of the repository. */
function unlinked(text: string): string {
  return text.replace(/([#@])(?=\w)/g, '$1\u{200B}');
}

/** Further lines are indented, so that none of them begins like a footer. */
function wrapped(text: string): string {
  const broken: string[] = [];
  for (const word of text.split(' ')) {
    const line = broken.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) broken[broken.length - 1] = `${line} ${word}`;
    else broken.push(broken.length === 0 ? word : `  ${word}`);
  }
  return broken.join('\n');
}
