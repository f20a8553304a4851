import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { defaultOf } from '../../graphql/default-of.ts';
import type { Call } from './call.ts';
import { slotOfInput } from './input-names.ts';
import type { Intent } from './intent.ts';
import type { Family, Model } from './model.ts';
import { bare, idName, singulars, wordsOf } from './names.ts';
import type { Population } from './population.ts';

const filters = /^(?:where|filter|filters|selector|pkcolumns|key|condition)$/;
const ignored = /^(?:clientmutationid|onconflict|force|dryrun|validateonly|idempotencykey)$/;

/** An entry of the arguments: top-level ones and the fields of inputs alike. */
export interface ArgumentEntry {
  readonly key: string;
  readonly value: unknown;
  readonly path: string;
}

/** The arguments of a mutation, by what they are for. */
export interface MutationArguments {
  /** The ids of the subject; undefined if no argument names one. */
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

/** Reads what the arguments of a mutation are for, by their names. */
export type ArgumentReader = (call: Call, intent: Intent, families: readonly Family[]) => MutationArguments;

/** Reads the arguments of the mutations of a schema. */
export function createArgumentReader(model: Model, population: Population): ArgumentReader {
  function readArguments(call: Call, intent: Intent, families: readonly Family[]): MutationArguments {
    const ids: ArgumentEntry[] = [];
    const entries: ArgumentEntry[] = [];
    const many: ArgumentEntry[][] = [];
    const echoes = new Map<string, unknown>();
    let where: Readonly<Record<string, unknown>> | undefined;
    const creates = intent.action === 'create';

    const isOwnId = (key: string): boolean => {
      const id = idName(key);
      if (id === undefined) return false;
      if (id.words.length === 0) return !creates;
      if (creates) return false;
      const words = id.words.join('');
      const tails = families.flatMap((family) =>
        family.types.map(({ name }) => wordsOf(name).slice(-id.words.length).join('')),
      );
      if (tails.some((tail) => singulars(words).includes(tail))) return true;
      const named = model.named(id.words);
      return named !== undefined && named === intent.subject;
    };

    const slotOf = (key: string): boolean => families.some((family) => slotOfInput(model, family, key) !== undefined);

    const visit = (key: string, value: unknown, path: string, into: ArgumentEntry[], top: boolean): void => {
      const word = bare(key.replace(/^[_$]+/, ''));
      if (value === undefined) return;
      if (!echoes.has(word)) echoes.set(word, value);
      if (ignored.test(word)) return;
      if (isOwnId(key) && !isRecord(value) && value !== null && into === entries) {
        ids.push({ key, value, path });
        return;
      }
      if (isRecord(value) && filters.test(word)) {
        for (const [name, inner] of Object.entries(value)) {
          if (isOwnId(name) && !isRecord(inner)) ids.push({ key: name, value: inner, path: `${path}.${name}` });
          else where = { ...where, [name]: inner };
        }
        return;
      }
      const isInput = top && isInputObjectType(getNamedType(call.field.args.find(({ name }) => name === key)?.type));
      if (isRecord(value) && (!slotOf(key) || (isInput && isContainer(word, families)))) {
        if (top && isCustomScalar(call, key)) into.push({ key, value, path });
        else for (const [name, inner] of Object.entries(value)) visit(name, inner, `${path}.${name}`, into, false);
        return;
      }
      if (
        Array.isArray(value) &&
        value.length > 0 &&
        value.every(isRecord) &&
        (!slotOf(key) || (isInput && isContainer(word, families)))
      ) {
        for (const each of value) {
          const inner: ArgumentEntry[] = [];
          for (const [name, one] of Object.entries(each)) visit(name, one, `${path}.${name}`, inner, false);
          many.push(inner);
        }
        return;
      }
      into.push({ key, value, path });
    };
    for (const [key, value] of Object.entries(givenArguments(call))) visit(key, value, key, entries, true);
    return { where, many, echoes, ...withFallback(ids, entries, intent, creates) };
  }

  /** If no name says which id is the subject's, the first that finds one is. */
  function withFallback(
    ids: readonly ArgumentEntry[],
    entries: readonly ArgumentEntry[],
    { subject, action }: Intent,
    creates: boolean,
  ) {
    if (ids.length > 0 || creates || subject === undefined) return { ids, writes: entries };
    const found = entries.find(
      ({ key, value }) => idName(key) && population.find(subject, Array.isArray(value) ? value[0] : value),
    );
    if (found) return { ids: [found], writes: entries.filter((entry) => entry !== found) };
    const only = entries.filter(({ key, value }) => idName(key) && typeof value === 'string');
    // One id, and nothing has it: the object is unknown.
    if (only.length === 1 && action !== 'upsert' && entries.length === 1) return { ids: only, writes: [] };
    return { ids, writes: entries };
  }

  return readArguments;
}

/** The arguments without the nulls that only the schema sets: `note: String = null` was not asked for. */
function givenArguments({ field, args }: Call): Readonly<Record<string, unknown>> {
  return given(
    args,
    field.args.map((argument) => [argument.name, argument] as const),
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

/** Whether a name is that of an input around the values: `input`, `data`, or the name of the object. */
function isContainer(word: string, families: readonly Family[]): boolean {
  return (
    /^(?:input|inputs|data|object|objects|set|patch|changes|values|attributes|params|payload)$/.test(word) ||
    families.some((family) => singulars(word).includes(bare(family.name)))
  );
}

/** Whether an argument is of a scalar, such as JSON, so that an object is its value and not an input. */
function isCustomScalar(call: Call, key: string): boolean {
  const argument = call.field.args.find(({ name }) => name === key);
  return argument !== undefined && !isInputObjectType(getNamedType(argument.type));
}
