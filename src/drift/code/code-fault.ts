/** A report of TypeScript at one place. */
export interface CodeFault {
  /** The absolute path of the file, with forward slashes. */
  readonly path: string;
  /** The line in the file, from 1. */
  readonly line: number;
  /** The column in the line, from 1. */
  readonly column: number;
  /** The number of the error. */
  readonly code: number;
  /** The mistake, in one line or several. */
  readonly message: string;
}

/**
 * The faults that were not there before: each as often as it was added. They are compared by place, code and the names that they
 * are about, since a text may quote a generated type. In a generated file, positions shift, so the place is the file.
 */
export function newFaults<Found extends CodeFault>(
  before: readonly CodeFault[],
  after: readonly Found[],
  isGenerated: (path: string) => boolean,
): readonly Found[] {
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
