import { plural } from '../../base/plural.ts';
import type { Finding } from '../model/finding.ts';
import { type SemverLevel, semverLevels, semverOf } from '../model/semver.ts';
import type { LoggedStep, SchemaLog } from '../model/step.ts';
import { operationsOf } from './group.ts';
import { code, escapeText } from './markdown.ts';
import { plainText } from './phrases.ts';
import { hint } from './report.ts';

const title = '# What changed in the schema';

/** The history of a snapshot, as a changelog in Markdown that is readable in a terminal, too. */
export function renderLog({ steps }: Pick<SchemaLog, 'steps'>): string {
  return `${[title, ...(steps.length === 0 ? ['No step.'] : steps.map(section))].join('\n\n')}\n`;
}

/** The history for programs. `version` changes when a reader of the old format would misread the new one. */
export function renderLogJson({ snapshot, steps, notes }: SchemaLog): string {
  const shown = steps.map(({ level, day, from, to, commit, yours, rest }) => {
    const findings = yours.findings.map((finding) => ({ level: semverOf(finding), ...finding }));
    return {
      level,
      day,
      from,
      to,
      commit: commit ?? null,
      yours: { level: yours.level ?? null, operations: yours.operations, findings },
      rest: { ...rest, level: rest.level ?? null },
    };
  });
  return `${JSON.stringify({ version: 1, snapshot, steps: shown, notes }, null, 2)}\n`;
}

/**
 * A changelog with one more step on top. The newest step is replaced if it began at the same snapshot: that one was put
 * back, so its step was never taken. The same step again changes nothing.
 */
export function withStep(changelog: string, step: LoggedStep): string {
  const text = changelog.replace(/\r\n/g, '\n').trim();
  const [head = '', ...sections] = `\n${text || title}`.split(/\n(?=## )/);
  const [, from, to] = /^`(\w+)` → `(\w+)`/m.exec(sections[0] ?? '') ?? [];
  if (from === step.from && to === step.to) return changelog;
  const older = sections.slice(from === step.from ? 1 : 0).join('\n');
  return `${[head, section(step), older]
    .map((part) => part.trim())
    .join('\n\n')
    .trim()}\n`;
}

function section({ level, day, from, to, commit, yours, rest }: LoggedStep): string {
  const by = commit === undefined ? '' : `, commit ${code(commit.id.slice(0, 10))}: ${escapeText(commit.subject)}`;
  const head = `## ${day}: ${level}\n\n${code(from)} → ${code(to)}${by}`;
  const own = yours.findings.map((finding) => ({ level: semverOf(finding), text: findingText(finding) }));
  const others: Line[] = rest.changes.map((it) => ({ level: it.level, text: marked(it.message, it.coordinate) }));
  if (rest.descriptions.length > 0) others.push({ level: 'patch', text: descriptionsText(rest.descriptions) });
  return [
    head,
    ...(yours.operations > 0 ? group('Your operations', own) : []),
    ...group(yours.operations > 0 ? 'The rest of the schema' : 'The schema', others),
  ].join('\n\n');
}

interface Line {
  readonly level: SemverLevel;
  readonly text: string;
}

function group(name: string, lines: readonly Line[]): readonly string[] {
  if (lines.length === 0) return [`### ${name}: unchanged`];
  const sorted = semverLevels.flatMap((level) => lines.filter((line) => line.level === level));
  return [
    `### ${name}: ${sorted[0]?.level}`,
    [...new Set(sorted.map(({ level, text }) => `- ${level}: ${text}`))].join('\n'),
  ];
}

function findingText(finding: Finding): string {
  const { message, coordinate } = finding;
  return `${marked(message, coordinate)}${hint(finding, code)} (${operationsOf(finding).map(escapeText).join(', ')})`;
}

const mostNames = 5;

function descriptionsText(coordinates: readonly string[]): string {
  const names = coordinates.slice(0, mostNames).map(code).join(', ');
  const more = coordinates.length - mostNames;
  return `${plural(coordinates.length, 'description')} changed: ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** A sentence about an element, with its coordinates, types and values as code. */
function marked(sentence: string, element: string): string {
  const words = plainText(sentence).trim().split(' ');
  const isValue = (index: number): boolean =>
    (words[index - 1] === 'from' && words[index + 1] === 'to') ||
    (words[index - 1] === 'to' && words[index - 3] === 'from');
  return words
    .map((word, index) => {
      const [, core = '', end = ''] = /^(.*?)([.,:;?]*)$/.exec(word) ?? [];
      const isElement = core === element || (/^[@[]*\w[\w.:()[\]!]*$/.test(core) && /[@._()[\]!]/.test(core));
      return isElement || (core !== '' && isValue(index)) ? `${code(core)}${end}` : escapeText(word);
    })
    .join(' ');
}
