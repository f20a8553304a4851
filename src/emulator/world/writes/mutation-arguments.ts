import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { defaultOf } from '../../../graphql/default-of.ts';
import type { Model } from '../model/model.ts';
import type { Family } from '../model/model-field.ts';
import { flatName, idName, singulars, wordsOf } from '../model/names.ts';
import type { Call } from '../reads/call.ts';
import type { Population } from '../store/population.ts';
import { fieldOfInput } from './input-fields.ts';
import type { Intent } from './intent.ts';

const filters = /^(?:where|filter|filters|selector|pkcolumns|key|condition)$/;
const ignored = /^(?:clientmutationid|force|dryrun|validateonly|idempotencykey)$/;
const containers =
  /^(?:input|inputs|data|objects?|set|patch|changes|values|attributes|params|payload|fields|properties|create|update|items?)$/;

/** An entry of the arguments: those of the field and the fields of inputs alike. */
export interface ArgumentEntry {
  readonly key: string;
  readonly value: unknown;
  readonly path: string;
}

/** The arguments of a mutation, by what they are for. */
export interface MutationArguments {
  /** The ids of the subject; empty if no argument names one. */
  readonly ids: readonly ArgumentEntry[];
  /** The filter that the subjects pass; undefined if no argument is one. */
  readonly where: Readonly<Record<string, unknown>> | undefined;
  /** What is written. */
  readonly writes: readonly ArgumentEntry[];
  /** The inputs of several objects. */
  readonly many: readonly (readonly ArgumentEntry[])[];
  /** Everything that was given, by name without case: payloads repeat it. */
  readonly echoes: ReadonlyMap<string, unknown>;
}

/** Reads what the arguments of one mutation are for. */
class ArgumentReader {
  readonly ids: ArgumentEntry[] = [];
  readonly writes: ArgumentEntry[] = [];
  readonly many: ArgumentEntry[][] = [];
  readonly echoes = new Map<string, unknown>();
  where: Readonly<Record<string, unknown>> | undefined;
  readonly #model: Model;
  readonly #call: Call;
  readonly #intent: Intent;
  readonly #families: readonly Family[];

  constructor(model: Model, call: Call, intent: Intent, families: readonly Family[]) {
    this.#model = model;
    this.#call = call;
    this.#intent = intent;
    this.#families = families;
    for (const [key, value] of Object.entries(givenArguments(call))) this.#visit(key, value, key, this.writes, true);
  }

  #visit(key: string, value: unknown, path: string, into: ArgumentEntry[], isTop: boolean): void {
    const word = flatName(key);
    if (!this.echoes.has(word)) this.echoes.set(word, value);
    if (value === undefined || ignored.test(word)) return;
    if (this.#isOwnId(key) && !isRecord(value) && value !== null && into === this.writes) {
      this.ids.push({ key, value, path });
    } else if (isRecord(value) && filters.test(word)) this.#readFilter(value, path);
    else if (isRecord(value) && this.#isInput(key, isTop)) {
      for (const [name, inner] of Object.entries(value)) this.#visit(name, inner, `${path}.${name}`, into, false);
    } else if (Array.isArray(value) && value.length > 0 && value.every(isRecord) && this.#isInput(key, isTop)) {
      for (const each of value) {
        const entries: ArgumentEntry[] = [];
        for (const [name, one] of Object.entries(each)) this.#visit(name, one, `${path}.${name}`, entries, false);
        this.many.push(entries);
      }
    } else into.push({ key, value, path });
  }

  #readFilter(value: Readonly<Record<string, unknown>>, path: string): void {
    for (const [name, inner] of Object.entries(value)) {
      if (this.#isOwnId(name) && !isRecord(inner)) this.ids.push({ key: name, value: inner, path: `${path}.${name}` });
      else this.where = { ...this.where, [name]: inner };
    }
  }

  /** Whether an object is an input around values, not a value: `input`, `data`, or the name of the object. */
  #isInput(key: string, isTop: boolean): boolean {
    const argument = this.#call.definition.args.find(({ name }) => name === key);
    if (isTop && argument && !isInputObjectType(getNamedType(argument.type))) return false;
    const word = flatName(key);
    const isNamed = this.#families.some((family) => singulars(word).includes(flatName(family.name)));
    if (containers.test(word) || isNamed) return isTop || !this.#isField(key);
    // `device: DeviceInput`, but neither `_inc` nor `onConflict`, which say how to write.
    const isAlone = this.#call.definition.args.filter(({ type }) => isInputObjectType(getNamedType(type))).length === 1;
    return isTop && isAlone && !key.startsWith('_') && !this.#isField(key);
  }

  #isField(key: string): boolean {
    return this.#families.some((family) => fieldOfInput(this.#model, family, key) !== undefined);
  }

  #isOwnId(key: string): boolean {
    if (this.#intent.action === 'create') return false;
    const isIdentity = this.#families.some(
      ({ identity }) => identity !== undefined && flatName(identity.name) === flatName(key),
    );
    const id = idName(key);
    if (id === undefined || id.words.length === 0) return isIdentity || id !== undefined;
    const words = id.words.join('');
    const isTail = this.#families.some((family) =>
      family.types.some(({ name }) => singulars(words).includes(wordsOf(name).slice(-id.words.length).join(''))),
    );
    const named = this.#model.named(id.words);
    return isIdentity || isTail || (named !== undefined && named === this.#intent.subject);
  }
}

/** Reads what the arguments of a mutation are for, by their names. */
export function readMutationArguments(
  { model, population }: { readonly model: Model; readonly population: Population },
  call: Call,
  intent: Intent,
  families: readonly Family[],
): MutationArguments {
  const { ids, writes, where, many, echoes } = new ArgumentReader(model, call, intent, families);
  const read = { ids, writes, where, many, echoes };
  const { subject, action } = intent;
  if (ids.length > 0 || action === 'create' || subject === undefined) return read;
  // If no name says which id is the subject's, the first that finds one is.
  const found = writes.find(
    ({ key, value }) => idName(key) && population.find(subject, Array.isArray(value) ? value[0] : value),
  );
  if (found) return { ...read, ids: [found], writes: writes.filter((entry) => entry !== found) };
  // One id, and nothing has it: the object is unknown.
  const [only, ...others] = writes;
  const isUnknown = only && others.length === 0 && idName(only.key) && typeof only.value === 'string';
  return isUnknown && action !== 'upsert' ? { ...read, ids: [only], writes: [] } : read;
}

/** The arguments without the nulls that only the schema sets: `note: String = null` was not asked for. */
function givenArguments({ definition, args }: Call): Readonly<Record<string, unknown>> {
  return given(
    args,
    definition.args.map((argument) => [argument.name, argument] as const),
  );
}

function given(
  value: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [string, GraphQLArgument | GraphQLInputField])[],
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, input] of fields) {
    const inner = value[name];
    if (inner === undefined || (inner === null && defaultOf(input) === null)) continue;
    const named = getNamedType(input.type);
    const own = isInputObjectType(named) ? Object.entries(named.getFields()) : undefined;
    if (own && isRecord(inner)) kept[name] = given(inner, own);
    else if (own && Array.isArray(inner)) kept[name] = inner.map((each) => (isRecord(each) ? given(each, own) : each));
    else kept[name] = inner;
  }
  return kept;
}
