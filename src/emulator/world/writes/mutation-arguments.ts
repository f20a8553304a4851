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
import type { Family } from '../model/model-field.ts';
import { flatName, idName, singulars, wordsOf } from '../model/names.ts';
import type { Call } from '../reads/call.ts';
import { fieldMeant } from '../reads/named-field.ts';
import type { Population } from '../store/population.ts';
import type { Intent } from './intent.ts';

const filters = /^(?:where|filter|filters|selector|pkcolumns|key|condition)$/;
const ignored = /^(?:clientmutationid|force|dryrun|validateonly|idempotencykey)$/;
const containers =
  /^(?:input|inputs|data|objects?|set|patch|changes|values|attributes|params|payload|fields|properties|create|update|items?)$/;

type Input = GraphQLArgument | GraphQLInputField;

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
  /** The values to write. */
  readonly writes: readonly ArgumentEntry[];
  /** The inputs of several objects. */
  readonly many: readonly (readonly ArgumentEntry[])[];
  /** Every argument and field of an input, by name without case: payloads repeat it. */
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
  readonly #args: readonly Input[];
  readonly #intent: Intent;
  readonly #families: readonly Family[];

  constructor(model: Model, { definition, args }: Call, intent: Intent, families: readonly Family[]) {
    this.#model = model;
    this.#args = definition.args;
    this.#intent = intent;
    this.#families = families;
    this.#readAll(definition.args, args, '', this.writes);
  }

  #readAll(inputs: readonly Input[], values: Readonly<Record<string, unknown>>, before: string, into: ArgumentEntry[]) {
    for (const input of inputs) {
      const value = askedFor(input, values[input.name]);
      if (value !== undefined) this.#read(input, value, before + input.name, into);
    }
  }

  #read(input: Input, value: unknown, path: string, into: ArgumentEntry[]): void {
    const { name: key } = input;
    const word = flatName(key);
    const inner = fieldsOfInput(input.type);
    if (!this.echoes.has(word)) this.echoes.set(word, value);
    if (ignored.test(word)) return;
    if (into === this.writes && this.#isOwnId(key) && !isRecord(value) && value !== null)
      this.ids.push({ key, value, path });
    else if (isRecord(value) && filters.test(word)) this.#readFilter(value, path);
    else if (inner === undefined || !this.#isContainer(input)) into.push({ key, value, path });
    else if (isRecord(value)) this.#readAll(inner, value, `${path}.`, into);
    else if (Array.isArray(value))
      for (const each of value) {
        const entries: ArgumentEntry[] = [];
        this.#readAll(inner, each, `${path}.`, entries);
        this.many.push(entries);
      }
  }

  #readFilter(value: Readonly<Record<string, unknown>>, path: string): void {
    // An empty filter lets everything pass.
    if (Object.keys(value).length === 0) this.where = {};
    for (const [name, inner] of Object.entries(value)) {
      if (this.#isOwnId(name) && !isRecord(inner)) this.ids.push({ key: name, value: inner, path: `${path}.${name}` });
      else this.where = { ...this.where, [name]: inner };
    }
  }

  /** Whether an input is one around values, not a value: `input`, `data`, or the name of the object. */
  #isContainer(input: Input): boolean {
    const isTop = this.#args.includes(input);
    const word = flatName(input.name);
    const isField = this.#families.some((family) => fieldMeant(this.#model, family, input.name) !== undefined);
    if (containers.test(word) || this.#families.some(({ name }) => singulars(word).includes(flatName(name))))
      return isTop || !isField;
    // `device: DeviceInput`, but neither `_inc` nor `onConflict`, which say how to write.
    const isAlone = this.#args.filter(({ type }) => fieldsOfInput(type)).length === 1;
    return isTop && isAlone && !input.name.startsWith('_') && !isField;
  }

  #isOwnId(key: string): boolean {
    const { action, subject } = this.#intent;
    if (action === 'create') return false;
    const isIdentity = this.#families.some(
      ({ identity }) => identity !== undefined && flatName(identity.name) === flatName(key),
    );
    const id = idName(key);
    if (isIdentity || id === undefined || id.words.length === 0) return isIdentity || id !== undefined;
    const isTail = this.#families.some((family) =>
      family.types.some(({ name }) =>
        singulars(id.words.join('')).includes(wordsOf(name).slice(-id.words.length).join('')),
      ),
    );
    return isTail || (subject !== undefined && this.#model.named(id.words) === subject);
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
  // If no name says which id is the subject's, the first that finds one is; or the only one, which nothing has.
  const found =
    writes.find(({ key, value }) => idName(key) && population.find(subject, [value].flat()[0])) ??
    writes.find(({ key }) => writes.length === 1 && action !== 'upsert' && idName(key));
  return found ? { ...read, ids: [found], writes: writes.filter((entry) => entry !== found) } : read;
}

function fieldsOfInput(type: GraphQLInputType): readonly Input[] | undefined {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : undefined;
}

/** A value without the nulls that only the schema sets: `note: String = null` was not asked for. */
function askedFor(input: Input, value: unknown): unknown {
  if (value === null && defaultOf(input) === null) return undefined;
  const inner = fieldsOfInput(input.type);
  const plain = (each: unknown): unknown => {
    if (inner === undefined || !isRecord(each)) return each;
    const kept = inner.map((field) => [field.name, askedFor(field, each[field.name])] as const);
    return Object.fromEntries(kept.filter(([, one]) => one !== undefined));
  };
  return Array.isArray(value) ? value.map(plain) : plain(value);
}
