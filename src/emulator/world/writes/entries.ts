import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';
import { flatName, idName } from '../model/names.ts';
import { fieldMeant, fieldNamed } from '../reads/named-field.ts';
import type { InputTree } from './inputs.ts';
import { onlyWithin } from './naming.ts';
import type { Plan } from './plan.ts';

/** One input of a change, as the subject has it. */
export interface InputEntry {
  readonly key: string;
  /** The value; of what names objects, their ids. */
  readonly value: unknown;
  readonly path: string;
  /** The words of what it is the id of, such as `device`; none for `id` alone, undefined for what is no id. */
  readonly idOf: readonly string[] | undefined;
}

/** The inputs of a mutation, by what they are for. */
export interface Entries {
  /** The inputs of each change: of one, or of one for each item of a list of input objects. */
  readonly changes: readonly (readonly InputEntry[])[];
  /** Those that hold for each change. */
  readonly common: readonly InputEntry[];
  /** Every input by its name without case: payloads repeat it. */
  readonly echoes: ReadonlyMap<string, unknown>;
}

const ignored = /^(?:clientmutationid|force|idempotencykey)$/;
const containers =
  /^(?:input|data|objects?|patch|changes|values?|attributes|params|payload|fields|properties|items?|pkcolumns)$/;

/** Reads what the inputs of a mutation are for, once it is clear what it is about. */
export function entriesOf(model: Model, inputs: readonly InputTree[], { does, subject, isOne, key }: Plan): Entries {
  const families = subject ? model.familiesOf(subject) : [];
  const echoes = new Map<string, unknown>();
  let many: (readonly InputEntry[])[] | undefined;

  function echo(name: string, value: unknown): void {
    if (!echoes.has(flatName(name))) echoes.set(flatName(name), value);
  }

  /** Whether an input object stands around inputs: it is called like the subject, or no field of that is called so and it is the only one. */
  function isAround({ name, inner, isAlone }: InputTree): boolean {
    const noun = inner && model.namedExactly(wordsOf(name));
    if (noun && subject && model.isSameFamily(noun, subject)) return true;
    if (!inner || families.some((family) => fieldMeant(model, family, name))) return false;
    return isAlone === true || name === '_set' || containers.test(flatName(name));
  }

  /** An input, by the id of what it names by a text, unless that is a field of the subject. */
  function entryOf({ name, path, value, naming }: InputTree): InputEntry {
    if (path === key?.path) return { key: 'id', path, value: key.id, idOf: [] };
    const isField = families.some((family) => /^(?:value|part)/.test(fieldNamed(model, family, name)?.kind ?? ''));
    // `customer: { id }` of an order is the id of its customer, whatever the type of that is called.
    const within = families.some((family) => fieldNamed(model, family, name)?.target)
      ? [value].flat().map(onlyWithin)
      : [];
    const ids = within.flatMap((only) => (only && idName(only[0])?.words.length === 0 ? [only[1]] : []));
    if (!naming && ids.length > 0 && ids.length === within.length)
      return { key: `${name}_id`, path, value: Array.isArray(value) ? ids : ids[0], idOf: wordsOf(name) };
    if (!naming || (naming.isText && isField)) return { key: name, path, value, idOf: undefined };
    return { key: naming.key, path, value: naming.ids, idOf: naming.words };
  }

  /** An input; or, where each of what is made refers to one of the ids, as many changes. */
  function each(entry: InputEntry): readonly InputEntry[] {
    const isOfOne = families.some((family) => fieldMeant(model, family, entry.key)?.kind === 'reference');
    if (does !== 'create' || isOne || many || !isOfOne || !Array.isArray(entry.value)) return [entry];
    many = entry.value.map((value) => [{ ...entry, value }]);
    return [];
  }

  const read = (all: readonly InputTree[]): readonly InputEntry[] =>
    all.flatMap((input): readonly InputEntry[] => {
      const { name, value, naming, inner = [] } = input;
      if (value === undefined) return [];
      echo(name, value);
      if (naming) echo(`${naming.words.join('')}id`, naming.ids);
      if (ignored.test(flatName(name))) return [];
      if (!isAround(input)) return each(entryOf(input));
      if (!Array.isArray(value)) return read(inner[0] ?? []);
      // `createOrder(items: […]): Order` makes one order.
      if (isOne) return each(entryOf(input));
      many = [...(many ?? []), ...inner.map(read)];
      return [];
    });

  const common = read(inputs);
  return { changes: many ?? [[]], common, echoes };
}
