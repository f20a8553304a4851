import { resolve } from 'node:path';

/** A report of TypeScript at one place. */
export interface CodeFault {
  /** The absolute path of the file, with forward slashes. */
  readonly path: string;
  /** From 1, as the column. */
  readonly line: number;
  readonly column: number;
  readonly code: number;
  /** One line or several. */
  readonly message: string;
}

/** The texts of files, by absolute path. */
export type Texts = ReadonlyMap<string, string>;

/** The generated files: their new texts, and their texts as they are. */
export interface GeneratedTexts {
  readonly texts: Texts;
  readonly now: Texts;
}

/** The result of compiling a project with other generated files. */
export interface Compiled {
  /** The faults that were not there before. */
  readonly faults: readonly CodeFault[];
  /** Which faults there are with still other texts, at least on the lines of these faults. */
  readonly faultsWith: (texts: Texts) => Promise<readonly CodeFault[]>;
  /** The projects that this one refers to: each is a `tsconfig.json` or its folder. */
  readonly references: readonly string[];
  /** The files that were compiled with what is generated. */
  readonly files: readonly string[];
}

/**
 * Leaves out the faults that are there as it is.
 *
 * @param after - The faults with the new texts.
 * @param faultsOf - The faults with other texts, at least in the files of some faults.
 */
export async function compareFaults(
  after: readonly CodeFault[],
  { texts, now }: GeneratedTexts,
  faultsOf: (texts: Texts, among: readonly CodeFault[]) => Promise<readonly CodeFault[]>,
): Promise<Pick<Compiled, 'faults' | 'faultsWith'>> {
  const before = after.length === 0 ? [] : await faultsOf(now, after);
  const newOf = (found: readonly CodeFault[]) => newFaults(before, found, (path) => texts.has(resolve(path)));
  const faults = newOf(after);
  return {
    faults,
    faultsWith: async (others) => (faults.length === 0 ? [] : newOf(await faultsOf(others, faults))),
  };
}

/**
 * The faults that were not there before: each as often as it was added. They are compared by place, code and the names that they
 * are about, since a text may quote a generated type. In a generated file, positions shift, so the place is the file.
 */
export function newFaults(
  before: readonly CodeFault[],
  after: readonly CodeFault[],
  isGenerated: (path: string) => boolean,
): readonly CodeFault[] {
  const keyOf = ({ path, line, column, code }: CodeFault): string =>
    JSON.stringify(isGenerated(path) ? [path, code] : [path, line, column, code]);
  const left = new Map<string, CodeFault[]>();
  for (const fault of before) left.set(keyOf(fault), [...(left.get(keyOf(fault)) ?? []), fault]);
  return after.filter((fault) => {
    const old = left.get(keyOf(fault)) ?? [];
    const index = old.findIndex(({ message }) => isAbout(fault.message, message) && isAbout(message, fault.message));
    if (index >= 0) old.splice(index, 1);
    return index < 0;
  });
}

/** Whether a message quotes each name that another one is about. */
function isAbout(message: string, another: string): boolean {
  const [, quoted] = namesIn(message);
  return [...namesIn(another)[0]].every((name) => quoted.has(name));
}

/** The names that a message is about, then all words that it quotes. */
type Names = readonly [precise: ReadonlySet<string>, quoted: ReadonlySet<string>];

/** Quoted in messages, and no names of elements. */
const words = new Set(['any', 'boolean', 'never', 'null', 'number', 'string', 'undefined', 'unknown']);

/** The names in a message: `serial` of 'device.serial', then all words that it quotes or lists at the end. */
function namesIn(message: string): Names {
  const precise = [...message.matchAll(/'(?:[\w$?]+\.)*"?([\w$]+)"?'/g)].map(([, name = '']) => name);
  const quoted = [...message.matchAll(/'[^']*'|(?<=': ).*$/gm)].flatMap(([text]) => text.match(/[\w$]+/g) ?? []);
  const known = (names: readonly string[]) => new Set(names.filter((name) => !words.has(name)));
  return [known(precise), known(quoted)];
}
