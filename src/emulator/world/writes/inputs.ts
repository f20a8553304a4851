import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import { defaultOf } from '../../../graphql/default-of.ts';
import type { Model } from '../model/model.ts';
import { flatName } from '../model/names.ts';
import type { Arguments, Call } from '../reads/call.ts';
import { fieldMeant, fieldNamed } from '../reads/named-field.ts';
import { idWords } from './named-by.ts';
import type { Plan } from './plan.ts';

type Input = GraphQLArgument | GraphQLInputField;

/** One input: an argument, or a field of an input object around values. */
export interface InputEntry {
  readonly key: string;
  readonly value: unknown;
  readonly path: string;
  /** The words of what it is the id of, such as `device`; none for `id` alone, undefined for what is no id. */
  readonly idOf: readonly string[] | undefined;
}

/** The arguments of a mutation, by what they are for. */
export interface Inputs {
  /** The inputs of each change: of one, or of one for each item of a list of input objects. */
  readonly changes: readonly (readonly InputEntry[])[];
  /** Those that hold for each change. */
  readonly common: readonly InputEntry[];
  /** Every argument and field of an input, by name without case: payloads repeat it. */
  readonly echoes: ReadonlyMap<string, unknown>;
}

const filters = /^(?:where|filters?|selector)$/;
const ignored = /^(?:clientmutationid|force|idempotencykey)$/;
const containers = /^(?:input|data|object|patch|changes|value|attribute|param|payload|field|properties|item)s?$/;

/** Reads what the arguments of a mutation are for. */
export function readInputs(
  model: Model,
  { definition, args, note }: Call,
  { does, subject, isOne, texts }: Plan,
): Inputs {
  const families = subject ? model.familiesOf(subject) : [];
  const echoes = new Map<string, unknown>();
  // A filter chooses what is changed, and is not read: who guessed would change too much.
  let isChosen = false;
  let many: (readonly InputEntry[])[] | undefined;

  /** The fields of an input object around values: `input`, `data`, or `device: DeviceInput`, but no operator such as `_inc`. */
  function around(input: Input, beside: readonly Input[]): readonly Input[] | undefined {
    const inner = fieldsIn(input);
    const { name } = input;
    if (!inner || families.some((family) => fieldMeant(model, family, name))) return undefined;
    const named = model.namedExactly(wordsOf(name));
    const isOwn = containers.test(flatName(name)) || (named && subject && model.isSameFamily(named, subject));
    const isOnly = beside === definition.args && beside.filter(fieldsIn).length === 1 && !name.startsWith('_');
    return isOwn || isOnly ? inner : undefined;
  }

  /** An input, by the id of what it names by a text, unless that is a field of the subject. */
  function entryOf(input: Input, path: string, value: unknown): InputEntry {
    const { name: key } = input;
    const named = texts.get(key);
    const isField = families.some((family) => /^(?:value|part)/.test(fieldNamed(model, family, key)?.kind ?? ''));
    if (!named || (isField && named.words.length > 0)) return { key, value, path, idOf: idWords(input) };
    const { words, id } = named;
    echoes.set(flatName(`${words.join('')}id`), id);
    return { key: [...words, 'id'].join('_'), value: id, path, idOf: words };
  }

  /** An input; or, where each of what is made refers to one of the ids, as many changes. */
  function each(entry: InputEntry): readonly InputEntry[] {
    const isOfOne = families.some((family) => fieldMeant(model, family, entry.key)?.kind === 'reference');
    if (does !== 'create' || isOne || many || !isOfOne || !Array.isArray(entry.value)) return [entry];
    many = entry.value.map((value) => [{ ...entry, value }]);
    return [];
  }

  /** Whether `where` is no filter: it must have a value, or has ids alone. */
  const namesOne = (fields: readonly Input[], value: Arguments): boolean => {
    const given = fields.filter(({ name }) => value[name] !== undefined && value[name] !== null);
    const isNamed = given.length > 0 && given.every((field) => idWords(field) ?? texts.has(field.name));
    return isNamed || fields.some(({ type }) => isNonNullType(type));
  };

  function readAll(inputs: readonly Input[], values: Arguments, before = ''): readonly InputEntry[] {
    return inputs.flatMap((input): readonly InputEntry[] => {
      const { name: key } = input;
      const value = values[key];
      const [word, path, inner] = [flatName(key), before + key, around(input, inputs)];
      // `note: String = null` was not asked for: the schema alone sets it.
      if (value === undefined || (value === null && defaultOf(input) === null)) return [];
      if (!echoes.has(word)) echoes.set(word, value);
      if (ignored.test(word)) return [];
      if (isRecord(value) && filters.test(word)) {
        const fields = fieldsIn(input) ?? [];
        if (namesOne(fields, value)) return readAll(fields, value, `${path}.`);
        isChosen = true;
        note(path);
        return [];
      }
      if (texts.get(key)?.words.length) return [entryOf(input, path, value)];
      if (inner && isRecord(value)) return readAll(inner, value, `${path}.`);
      // `createOrder(items: […]): Order` makes one order.
      if (!inner || !Array.isArray(value) || isOne) return each(entryOf(input, path, value));
      many = [...(many ?? []), ...value.filter(isRecord).map((item) => readAll(inner, item, `${path}.`))];
      return [];
    });
  }

  const common = readAll(definition.args, args);
  return { changes: isChosen ? [] : (many ?? [[]]), common, echoes };
}

function fieldsIn({ type }: Input): readonly Input[] | undefined {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : undefined;
}
