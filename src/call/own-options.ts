import { ConfigurationError } from '../errors.ts';

/** The names of all options of one kind. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * The options' own properties, by the names that there are: a polluted prototype supplies nothing, and a mistyped name is
 * reported rather than ignored.
 *
 * @throws {ConfigurationError} where the options are not an object, or have a name that there is none of.
 */
export function ownOptions<Options extends object>(given: Options, names: OptionNames<Options>): Partial<Options> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ConfigurationError('The options must be an object, or left out.');
  }
  const own: Partial<Options> = Object.create(null);
  for (const name of Object.keys(given)) {
    const known = name as keyof Options;
    if (names[known] !== true) throw unknownOption(name, Object.keys(names));
    if (given[known] !== undefined) own[known] = given[known];
  }
  return own;
}

function unknownOption(name: string, names: readonly string[]): ConfigurationError {
  const near =
    names.find((known) => isNear(known, name)) ??
    (name.length > 2 ? names.find((known) => plain(known).includes(plain(name))) : undefined);
  const hint =
    near === undefined ? `There are: ${names.map((it) => `\`${it}\``).join(', ')}.` : `Did you mean \`${near}\`?`;
  return new ConfigurationError(`There is no option \`${/^[\w-]{1,40}$/.test(name) ? name : '…'}\`. ${hint}`);
}

function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** Whether two names that are not the same differ by one letter that is missing, added or another, or by two that changed places. */
function isNear(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [inA, inB] = [a.slice(start, endA), b.slice(start, endB)];
  return (inA.length <= 1 && inB.length <= 1) || (inA.length === 2 && inA === [...inB].reverse().join(''));
}
