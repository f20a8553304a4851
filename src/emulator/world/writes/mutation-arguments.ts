import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';
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

/** Reads what the arguments of a mutation are for. */
export function readMutationArguments(
  { model, population }: { readonly model: Model; readonly population: Population },
  { definition, args, note }: Call,
  { subject, kind }: Intent,
): MutationArguments {
  const families = subject ? model.familiesOf(subject) : [];
  const echoes = new Map<string, unknown>();
  // A filter chooses what is changed, and is not read: who guessed would change too much.
  let isChosen = false;
  let many: ArgumentEntry[][] | undefined;

  /** Whether an input is one around values: `input`, `data`, or `device: DeviceInput`, but not an operator such as `_inc`. */
  function isContainer({ name }: Input, beside: readonly Input[]): boolean {
    const isTop = beside === definition.args;
    const isField = families.some((family) => fieldMeant(model, family, name));
    if (containers.test(flatName(name))) return isTop || !isField;
    return isTop && beside.filter(fieldsIn).length === 1 && !isField && !name.startsWith('_');
  }

  function readAll(inputs: readonly Input[], values: Arguments, before = '', into: ArgumentEntry[] = []) {
    for (const input of inputs) {
      const { name: key } = input;
      const value = values[key];
      // `note: String = null` was not asked for: the schema alone sets it.
      if (value === undefined || (value === null && defaultOf(input) === null)) continue;
      const [word, path, inner] = [flatName(key), before + key, fieldsIn(input)];
      if (!echoes.has(word)) echoes.set(word, value);
      if (ignored.test(word)) continue;
      if (isRecord(value) && filters.test(word)) {
        isChosen = true;
        note(path);
      } else if (!inner || !isContainer(input, inputs)) into.push({ key, value, path });
      else if (isRecord(value)) readAll(inner, value, `${path}.`, into);
      else
        many = [
          ...(many ?? []),
          ...[value]
            .flat()
            .filter(isRecord)
            .map((item) => readAll(inner, item, `${path}.`)),
        ];
    }
    return into;
  }

  /** The ids of the subject. If no name says which are, the first that finds one is; or the only one, which nothing has. */
  function idsIn(writes: readonly ArgumentEntry[]): readonly ArgumentEntry[] {
    if (kind === 'create' || subject === undefined) return [];
    const own = writes.filter(({ key, value }) => {
      const words = idName(key)?.words;
      const type = words && model.namedExactly(words);
      const isNamed = words?.length === 0 || (type && model.isSameFamily(type, subject));
      const isIdentity = families.some(({ identity }) => identity && flatName(identity.name) === flatName(key));
      return value !== null && !isRecord(value) && (isNamed || isIdentity);
    });
    if (own.length > 0) return own;
    const ids = writes.filter(({ key }) => idName(key));
    const found = ids.find(({ value }) => population.find(subject, [value].flat()[0]));
    const [only] = kind !== 'upsert' && writes.length === 1 ? ids : [];
    // The id of something else names no subject.
    const isOther = only && model.named(idName(only.key)?.words ?? []);
    return found ? [found] : only && !isOther ? [only] : [];
  }

  const whole = readAll(definition.args, args);
  if (isChosen) return { changes: [], echoes };
  // An argument beside a list of inputs holds for each of them.
  const changes = (many ?? [whole]).flatMap((one): readonly AskedChange[] => {
    const [inner, all] = [idsIn(one), one === whole ? one : [...whole, ...one]];
    const ids = inner.length > 0 ? inner : idsIn(all);
    const change = { ids, writes: all.filter((entry) => !ids.includes(entry)), isOneOfMany: many !== undefined };
    return kind === 'create' ? eachOf(model, families[0], change) : [change];
  });
  return { changes, echoes };
}

/** `invite(emails: […])` makes one object for each e-mail address. */
function eachOf(model: Model, family: Family | undefined, change: AskedChange): readonly AskedChange[] {
  for (const several of change.writes) {
    const [key = several.key] = singulars(several.key).slice(-1);
    if (!family || !Array.isArray(several.value) || key === several.key || fieldNamed(model, family, several.key))
      continue;
    const field = fieldNamed(model, family, key);
    if (field?.kind !== 'value' || isValueList(field)) continue;
    const others = change.writes.filter((entry) => entry !== several);
    return several.value.map((value: unknown) => ({ ...change, writes: [...others, { ...several, key, value }] }));
  }
  return [change];
}

function fieldsIn({ type }: Input): readonly Input[] | undefined {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : undefined;
}
