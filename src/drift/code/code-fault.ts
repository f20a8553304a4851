import { stripVTControlCharacters } from 'node:util';
import type { CodePlace } from '../model/code-check.ts';
import { type Finding, isChange } from '../model/finding.ts';

/** The texts of files, by absolute path. */
export type Texts = ReadonlyMap<string, string>;

/** `src/a.ts(3,5): error TS1: text`, `src/a.ts:3:5 - error TS1: text`, or `src/a.svelte:3:5`, a new line and `Error: text (ts)`. */
const fault =
  /^\s*(.+?)(?:\((\d+),(\d+)\)|:(\d+):(\d+))(?::| -)?(?:\s+error\b|\r?\nError:)\s*(?:TS(\d+)|ts\((\d+)\))?:?\s*(.+(?:\r?\n(?=[ \t]+[^\s~]).*)*)/gim;

/**
 * The faults that the output of a checker names: of `tsc`, `tsgo`, `vue-tsc`, `svelte-check` and `astro check`, also among the
 * words of a program that runs them.
 *
 * @param pathsOf - The absolute paths that a path may stand for, as it is written, after these words of other programs.
 */
export function readFaults(
  said: string,
  pathsOf: (path: string, words: string) => readonly string[],
): readonly CodePlace[] {
  let end = 0;
  let words = '';
  const text = stripVTControlCharacters(said);
  return [...text.matchAll(fault)].map((found) => {
    const [whole, path = '', row, column, row2, column2, code, code2, message = ''] = found;
    const between = text.slice(end, found.index);
    // A headline of npm begins the output of another package.
    words = /^> /m.test(between) ? between : words + between;
    end = found.index + whole.length;
    const [file = path, ...others] = pathsOf(path, words);
    const reason = message.replace(/\r/g, '').replace(/(?: \(ts\))?\s*$/, '');
    return {
      file: others.length === 0 ? file : path,
      line: Number(row ?? row2),
      column: Number(column ?? column2),
      ...((code ?? code2) === undefined ? {} : { code: Number(code ?? code2) }),
      message: others.length === 0 ? reason : `One of ${[file, ...others].join(', ')}: ${reason}`,
    };
  });
}

/**
 * The faults that were not there before: each as often as it was added. They are compared by place, code and the names that they
 * are about, since a text may quote a generated type. In a generated file, positions shift, so the place is the file.
 */
export function newFaults(
  before: readonly CodePlace[],
  after: readonly CodePlace[],
  isGenerated: (path: string) => boolean,
): readonly CodePlace[] {
  const keyOf = ({ file, line, column, code }: CodePlace): string =>
    JSON.stringify(isGenerated(file) ? [file, code] : [file, line, column, code]);
  const left = new Map<string, CodePlace[]>();
  for (const it of before) left.set(keyOf(it), [...(left.get(keyOf(it)) ?? []), it]);
  return after.filter((it) => {
    const old = left.get(keyOf(it)) ?? [];
    const index = old.findIndex(({ message }) => isAbout(it.message, message) && isAbout(message, it.message));
    if (index >= 0) old.splice(index, 1);
    return index < 0;
  });
}

function isAbout(message: string, another: string): boolean {
  const [, quoted] = namesIn(message);
  return [...namesIn(another)[0]].every((name) => quoted.has(name));
}

/**
 * The findings that a line of code stands beside: those whose field or type the checker's message names, else the line. A safe
 * change is among them only where there is no other.
 *
 * @param line - The text of the line.
 */
export function findingsBeside(findings: readonly Finding[], { message }: CodePlace, line: string): readonly Finding[] {
  // Only these findings change the generated code.
  const typed = findings.filter((it) => isChange(it) && (it.kind === 'broken' || it.kind === 'types'));
  const [quoted] = namesIn(message);
  const listed = message.match(/(?<=': )[\w$, ]+$/gm)?.flatMap((names) => names.split(', ')) ?? [];
  const texts = [new Set([...quoted, ...listed]), new Set(line.match(/[\w$]+/g))];
  for (const names of texts) {
    const named = typed.filter(({ coordinate }) => names.has(elementOf(coordinate)));
    const others = named.filter(({ direction }) => direction !== 'safe');
    if (named.length > 0) return others.length > 0 ? others : named;
  }
  return [];
}

/** `name` of `Device.name`, `first` of `Query.devices(first:)`, `Device` of itself. */
function elementOf(coordinate: string): string {
  return /(\w+)\W*$/.exec(coordinate)?.[1] ?? coordinate;
}

/** Quoted in messages, and no names of elements. */
const words = new Set(['any', 'boolean', 'never', 'null', 'number', 'string', 'undefined', 'unknown']);

/** The names in a message: `serial` of 'device.serial', then all words that it quotes or lists at the end. */
function namesIn(message: string): readonly [precise: ReadonlySet<string>, quoted: ReadonlySet<string>] {
  const precise = [...message.matchAll(/'(?:[\w$?]+\.)*"?([\w$]+)"?'/g)].map(([, name = '']) => name);
  const quoted = [...message.matchAll(/'[^']*'|(?<=': ).*$/gm)].flatMap(([text]) => text.match(/[\w$]+/g) ?? []);
  const known = (names: readonly string[]) => new Set(names.filter((name) => !words.has(name)));
  return [known(precise), known(quoted)];
}
