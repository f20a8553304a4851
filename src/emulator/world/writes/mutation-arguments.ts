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
import type { Arguments, Call } from '../reads/call.ts';
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

/** One change that the arguments ask for; a list of inputs asks for several. */
export interface AskedChange {
  /** The ids of the subject; empty if no argument names one. */
  readonly ids: readonly ArgumentEntry[];
  /** The filter that the subjects pass; undefined if no argument is one. */
  readonly where: Arguments | undefined;
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

/** A change that is being read. */
interface Reading {
  readonly ids: ArgumentEntry[];
  readonly writes: ArgumentEntry[];
  where: Arguments | undefined;
}

class ArgumentReader {
  readonly echoes = new Map<string, unknown>();
  readonly #model: Model;
  readonly #args: readonly Input[];
  readonly #intent: Intent;
  readonly #families: readonly Family[];
  /** The changes in a list of inputs; undefined if there is none. */
  #many: Reading[] | undefined;

  constructor(model: Model, args: readonly Input[], intent: Intent, families: readonly Family[]) {
    this.#model = model;
    this.#args = args;
    this.#intent = intent;
    this.#families = families;
  }

  /** The changes; what stands beside a list of inputs holds for each of them. */
  read(args: Arguments): readonly AskedChange[] {
    const whole = this.#readAll(this.#args, args, '');
    return (this.#many ?? [whole]).map(({ ids, where, writes }) => ({
      ids: ids.length > 0 ? ids : whole.ids,
      where: where ?? whole.where,
      writes: this.#many ? [...whole.writes, ...writes] : writes,
      isOneOfMany: this.#many !== undefined,
    }));
  }

  #readAll(
    inputs: readonly Input[],
    values: Arguments,
    before: string,
    into: Reading = { ids: [], writes: [], where: undefined },
  ): Reading {
    for (const input of inputs) {
      const value = askedFor(input, values[input.name]);
      if (value !== undefined) this.#read(input, value, before + input.name, into);
    }
    return into;
  }

  #read(input: Input, value: unknown, path: string, into: Reading): void {
    const { name: key } = input;
    const word = flatName(key);
    const inner = fieldsOfInput(input.type);
    if (!this.echoes.has(word)) this.echoes.set(word, value);
    if (ignored.test(word)) return;
    if (this.#isOwnId(key) && !isRecord(value) && value !== null) into.ids.push({ key, value, path });
    else if (isRecord(value) && filters.test(word)) this.#readFilter(value, path, into);
    else if (inner === undefined || !this.#isContainer(input)) into.writes.push({ key, value, path });
    else if (isRecord(value)) this.#readAll(inner, value, `${path}.`, into);
    else if (Array.isArray(value))
      this.#many = [
        ...(this.#many ?? []),
        ...value.filter(isRecord).map((each) => this.#readAll(inner, each, `${path}.`)),
      ];
  }

  #readFilter(value: Arguments, path: string, into: Reading): void {
    // An empty filter lets everything pass.
    if (Object.keys(value).length === 0) into.where = {};
    for (const [name, inner] of Object.entries(value)) {
      if (this.#isOwnId(name) && !isRecord(inner)) into.ids.push({ key: name, value: inner, path: `${path}.${name}` });
      else into.where = { ...into.where, [name]: inner };
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
  { definition, args }: Call,
  intent: Intent,
  families: readonly Family[],
): MutationArguments {
  const reader = new ArgumentReader(model, definition.args, intent, families);
  const { subject, action } = intent;
  const changes = reader.read(args).map((change): AskedChange => {
    const { ids, writes } = change;
    if (ids.length > 0 || action === 'create' || subject === undefined) return change;
    // If no name says which id is the subject's, the first that finds one is; or the only one, which nothing has.
    const found =
      writes.find(({ key, value }) => idName(key) && population.find(subject, [value].flat()[0])) ??
      writes.find(({ key }) => writes.length === 1 && action !== 'upsert' && idName(key));
    return found ? { ...change, ids: [found], writes: writes.filter((entry) => entry !== found) } : change;
  });
  return { changes, echoes: reader.echoes };
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
