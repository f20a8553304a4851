import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { defaultOf } from '../../../graphql/default-of.ts';
import { flatName } from '../model/names.ts';
import type { Arguments } from '../reads/call.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Naming, namingOf } from './naming.ts';

/** An argument, or a field of an input object. */
type Input = GraphQLArgument | GraphQLInputField;

/** An input with its value, and those within it. */
export interface InputTree {
  readonly name: string;
  /** Undefined if it is not given. */
  readonly value: unknown;
  readonly path: string;
  /** The objects that it names. */
  readonly naming: Naming | undefined;
  /** Whether an operation must give it. */
  readonly isRequired: boolean;
  /** Whether it chooses by conditions what is changed: it is not read, since who guessed would change too much. */
  readonly isFilter: boolean;
  /** The inputs of an input object, or of each of several. */
  readonly inner?: readonly (readonly InputTree[])[];
  /** Whether it is the only input object beside others, and so may stand around the inputs: `input`, `data`. */
  readonly isAlone?: boolean;
}

const filters = /^(?:where|filters?|selector)$/;

/** Reads the inputs of a mutation, also those that are not given: what it is about follows from its declaration. */
export function readInputs(
  world: WorldParts,
  declared: readonly Input[],
  values: Arguments,
  before = '',
  depth = 0,
): readonly InputTree[] {
  const isFilter = ({ name }: Input): boolean => filters.test(flatName(name));
  const objects = declared.filter((input) => fieldsIn(input) && !isFilter(input));
  return declared.flatMap((input): readonly InputTree[] => {
    const { name } = input;
    const [path, fields] = [before + name, fieldsIn(input)];
    // `note: String = null` was not asked for: the schema alone sets it.
    const value = values[name] === null && defaultOf(input) === null ? undefined : values[name];
    const naming = namingOf(world, input, value);
    const own = { name, value, path, naming, isRequired: isNonNullType(input.type), isFilter: false };
    const records = value === undefined ? [{}] : [value].flat().filter(isRecord);
    const isOpen =
      value === undefined ? depth < 2 && !world.model.named(wordsOf(name)) : Array.isArray(value) || records.length > 0;
    if (!fields || naming || !isOpen) return [own];
    const inner = records.map((each) => readInputs(world, fields, each, `${path}.`, depth + 1));
    if (!isFilter(input)) return [{ ...own, inner, isAlone: objects.length === 1 && !name.startsWith('_') }];
    // `where: { id }` names one object.
    const given = inner.flat().filter((each) => each.value !== undefined);
    const isNaming = given.length > 0 && given.every((each) => each.naming);
    return isNaming || fields.some(({ type }) => isNonNullType(type)) ? inner.flat() : [{ ...own, isFilter: true }];
  });
}

/** The inputs without those around them; of several input objects, those of the first one. */
export function leavesOf(inputs: readonly InputTree[]): readonly InputTree[] {
  return inputs.flatMap((input) => (input.inner ? leavesOf(input.inner[0] ?? []) : [input]));
}

function fieldsIn({ type }: Input): readonly Input[] | undefined {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : undefined;
}
