import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { defaultOf } from '../../../graphql/default-of.ts';
import type { Model } from '../model/model.ts';
import { type Family, isValueList } from '../model/model-field.ts';
import { flatName, idName, singulars } from '../model/names.ts';
import type { Arguments, Call } from '../reads/call.ts';
import { fieldMeant, fieldNamed } from '../reads/named-field.ts';
import type { Population } from '../store/population.ts';
import type { Intent } from './intent.ts';

const filters = /^(?:where|filters?|selector)$/;
const ignored = /^(?:clientmutationid|force|dryrun|validateonly|idempotencykey)$/;
const containers =
  /^(?:inputs?|data|objects?|patch|changes|values|attributes|params|payload|fields|properties|items?)$/;

type Input = GraphQLArgument | GraphQLInputField;

/** An entry of the arguments: those of the field and the fields of inputs alike. */
export interface ArgumentEntry {
  readonly key: string;
  readonly value: unknown;
  readonly path: string;
}

/** One change that the arguments ask for; a list of inputs asks for several. */
export interface AskedChange {
  /** The ids of the subject; empty if no argument names one. */
  readonly ids: readonly ArgumentEntry[];
  /** The values to write. */
  readonly writes: readonly ArgumentEntry[];
  readonly isOneOfMany: boolean;
}

/** The arguments of a mutation, by what they are for. */
export interface MutationArguments {
  readonly changes: readonly AskedChange[];
  /** Every argument and field of an input, by name without case: payloads repeat it. */
  readonly echoes: ReadonlyMap<string, unknown>;
}

/** Reads what the arguments of a mutation are for, by their names. */
export function readMutationArguments(
  { model, population }: { readonly model: Model; readonly population: Population },
  { definition, args, note }: Call,
  { subject, action }: Intent,
  families: readonly Family[],
): MutationArguments {
  const echoes = new Map<string, unknown>();
  // A filter chooses what is changed, and is not read: who guessed would change too much.
  let isChosen = false;
  let many: ArgumentEntry[][] | undefined;

  /** Whether an input is one around values, not a value: `input`, `data`, or `device: DeviceInput`, but not an operator such as `_inc`. */
  function isContainer({ name }: Input, beside: readonly Input[]): boolean {
    const isTop = beside === definition.args;
    const isField = families.some((family) => fieldMeant(model, family, name));
    if (containers.test(flatName(name))) return isTop || !isField;
    const isAlone = beside.filter(({ type }) => fieldsOfInput(type)).length === 1;
    return isTop && isAlone && !isField && !name.startsWith('_');
  }

  function readAll(
    inputs: readonly Input[],
    values: Arguments,
    before: string,
    into: ArgumentEntry[],
  ): ArgumentEntry[] {
    for (const input of inputs) {
      const { name: key, type } = input;
      const value = values[key];
      // `note: String = null` was not asked for: the schema alone sets it.
      if (value === undefined || (value === null && defaultOf(input) === null)) continue;
      const [word, path, inner] = [flatName(key), before + key, fieldsOfInput(type)];
      if (!echoes.has(word)) echoes.set(word, value);
      if (ignored.test(word)) continue;
      if (isRecord(value) && filters.test(word)) {
        isChosen = true;
        note(path);
      } else if (!inner || !isContainer(input, inputs)) into.push({ key, value, path });
      else if (isRecord(value)) readAll(inner, value, `${path}.`, into);
      else {
        const items = [value].flat().filter(isRecord);
        many = [...(many ?? []), ...items.map((item) => readAll(inner, item, `${path}.`, []))];
      }
    }
    return into;
  }

  function isOwnId({ key, value }: ArgumentEntry): boolean {
    if (action === 'create' || value === null || isRecord(value)) return false;
    const named = idName(key)?.words;
    const type = named && model.namedExactly(named);
    return (
      named?.length === 0 ||
      (type && subject && model.isSameFamily(type, subject)) ||
      families.some(({ identity }) => identity && flatName(identity.name) === flatName(key))
    );
  }

  /** The ids of the subject. If no name says which are, the first that finds one is; or the only one, which nothing has. */
  function idsIn(writes: readonly ArgumentEntry[]): readonly ArgumentEntry[] {
    const own = writes.filter(isOwnId);
    if (own.length > 0 || action === 'create' || subject === undefined) return own;
    const ids = writes.filter(({ key }) => idName(key));
    const found = ids.find(({ value }) => population.find(subject, [value].flat()[0]));
    return found ? [found] : action !== 'upsert' && writes.length === 1 ? ids : [];
  }

  const whole = readAll(definition.args, args, '', []);
  // An argument beside a list of inputs holds for each of them.
  const changes = (many ?? [whole]).map((one): AskedChange => {
    const [inner, all] = [idsIn(one), one === whole ? one : [...whole, ...one]];
    const ids = inner.length > 0 ? inner : idsIn(all);
    const writes = all.filter((entry) => !ids.includes(entry));
    return { ids, writes, isOneOfMany: many !== undefined };
  });
  if (isChosen) return { changes: [], echoes };
  return { changes: action === 'create' ? changes.flatMap(each) : changes, echoes };

  /** `invite(emails: […])` makes one object for each e-mail address. */
  function each(change: AskedChange): readonly AskedChange[] {
    const several = change.writes.find(({ key, value }) => Array.isArray(value) && isOne(key));
    if (several === undefined || !Array.isArray(several.value)) return [change];
    const [one = several.key] = singulars(several.key).slice(-1);
    const others = change.writes.filter((entry) => entry !== several);
    return several.value.map((value: unknown) => ({ ...change, writes: [...others, { ...several, key: one, value }] }));
  }

  /** Whether the objects have one value where a list of them is given: `email` for `emails`. */
  function isOne(key: string): boolean {
    const [family] = families;
    const [one = key] = singulars(key).slice(-1);
    if (!family || one === key || fieldNamed(model, family, key)) return false;
    const field = fieldNamed(model, family, one);
    return field?.kind === 'value' && !isValueList(field);
  }
}

function fieldsOfInput(type: GraphQLInputType): readonly Input[] | undefined {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : undefined;
}
