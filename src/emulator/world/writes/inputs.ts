import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import type { Model } from '../model/model.ts';
import { flatName, idName } from '../model/names.ts';
import type { StoredObject } from '../objects/emulated-object.ts';
import type { Arguments, UnknownId } from '../reads/call.ts';
import { asText } from '../reads/operators.ts';

/** An input of a mutation, out of the input objects around it. */
export interface DeclaredInput {
  readonly name: string;
  readonly path: string;
  /** The words before `id` in the name: `device` for `deviceId`, none for `id`. Undefined if the input is not an id. */
  readonly idOf: readonly string[] | undefined;
  /** The type that these words name. */
  readonly target: GraphQLCompositeType | undefined;
  readonly type: string;
}

export interface Input extends DeclaredInput {
  readonly value: unknown;
}

type Declaration = GraphQLArgument | GraphQLInputField;

const containers = /^(?:input|inputs|data|patch|changes|values|attributes|params|payload|items|objects)$/;
const ignored = /^(?:clientmutationid|idempotencykey)$/;

export function isOfCall({ name }: { readonly name: string }): boolean {
  return ignored.test(flatName(name));
}

/** The fields of an input object that only groups inputs: it is called `input` or the like, or after a type. */
function fieldsAround(model: Model, { name, type }: Declaration): readonly Declaration[] | undefined {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return undefined;
  const isAround = containers.test(flatName(name)) || model.namedExactly(wordsOf(name));
  return isAround ? Object.values(named.getFields()) : undefined;
}

function declaredInput(model: Model, { name, type }: Declaration, path: string): DeclaredInput {
  const idOf = idName(name)?.words;
  return { name, path, idOf, target: idOf && model.namedExactly(idOf), type: getNamedType(type).name };
}

export function declaredInputs(
  model: Model,
  declared: readonly Declaration[],
  before = '',
  depth = 0,
): readonly DeclaredInput[] {
  return declared.flatMap((each) => {
    if (isOfCall(each)) return [];
    const path = before + each.name;
    const inner = depth < 3 ? fieldsAround(model, each) : undefined;
    if (inner) return declaredInputs(model, inner, `${path}.`, depth + 1);
    return [declaredInput(model, each, path)];
  });
}

/** The given inputs, in one set for each object to write: a list of input objects yields several. */
export function readInputs(
  model: Model,
  declared: readonly Declaration[],
  values: Arguments,
  before = '',
): readonly (readonly Input[])[] {
  let all: readonly (readonly Input[])[] = [[]];
  for (const each of declared) {
    const [value, path] = [values[each.name], before + each.name];
    if (value === undefined) continue;
    const inner = fieldsAround(model, each);
    const items = [value].flat().filter(isRecord);
    // An empty list of objects writes none; an inner part that is left out still leaves one object to write.
    const isLeftOut = items.length === 0 && (value === null || before !== '');
    const given = inner ? items.flatMap((item) => readInputs(model, inner, item, `${path}.`)) : undefined;
    const own = isLeftOut && given ? [[]] : (given ?? [[{ ...declaredInput(model, each, path), value }]]);
    all = all.flatMap((inputs) => own.map((more) => [...inputs, ...more]));
  }
  return all;
}

/** The objects with the ids of an input. @throws {UnknownObject} if an id has none. */
export function objectsNamed(input: Input, find: (id: unknown) => StoredObject | undefined): readonly StoredObject[] {
  return [input.value].flat().map((id) => {
    const found = find(id);
    if (!found) throw new UnknownObject({ ...input, value: id });
    return found;
  });
}

/** Thrown for an id that no object has, or that is already taken. */
export class UnknownObject extends Error implements UnknownId {
  readonly argument: string;
  readonly id: unknown;

  constructor({ name, value }: Input, isTaken = false) {
    const what = `the ${name} "${asText(value)}"`;
    super(isTaken ? `The emulator has an object with ${what} already.` : `The emulator has no object with ${what}.`);
    this.argument = name;
    this.id = value;
  }
}
