import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import { requiredArguments } from '../../../graphql/fields.ts';
import type { Model } from '../model/model.ts';
import { isOwn, type ModelField } from '../model/model-field.ts';
import { flatName, idName, singulars } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { fieldMeant, fieldNamed, hasField } from './named-field.ts';
import { comparesNull, equalOrAmong, type Operator, operatorOf } from './operators.ts';

/** Whether an object is in the answer. */
type Predicate = (object: EmulatedObject) => boolean;

/** A filter as it is read: a predicate, and the names that are not understood. */
export interface Filter {
  readonly test: Predicate;
  readonly unknown: readonly string[];
  /** Whether it leaves out anything at all, for what is understood of it. */
  readonly selects: boolean;
  /** Whether it looks at the object alone, and not at others that belong to it. */
  readonly isOwn: boolean;
}

/** A filter that is understood. */
function understood(test: Predicate, isOwn = true): Filter {
  return { test, unknown: [], selects: true, isOwn };
}

/** A filter that leaves in everything, since these names are not understood. */
function notUnderstood(...unknown: readonly string[]): Filter {
  return { test: () => true, unknown, selects: false, isOwn: true };
}

/** All of these filters as one. */
function every(filters: readonly Filter[]): Filter {
  const tests = filters.filter(({ selects }) => selects).map(({ test }) => test);
  return {
    test: (object) => tests.every((test) => test(object)),
    unknown: filters.flatMap(({ unknown }) => unknown),
    selects: tests.length > 0,
    isOwn: filters.every(({ isOwn }) => isOwn),
  };
}

/** The filter in an entry of an input: what is not understood has the name of the entry before it. */
function inside(key: string, filter: Filter): Filter {
  return { ...filter, unknown: filter.unknown.map((name) => `${key}.${name}`) };
}

/** Inputs whose entries all hold, one of several that holds, and one that does not. */
const [allOf, anyOf, noneOf] = [
  /^(?:and|some|by)$|(?:filters?|where|filterby|criteria|conditions?|input|request|options|opts|params)$/,
  /^or$/,
  /^not$/,
];
const searches = /^(?:search|query|q|text|term|keywords?|searchterm|searchquery|searchtext|freetext|fulltext)$/;

type Input = Readonly<Record<string, unknown>>;

/**
 * The filter that an input of fields and operators asks for. What is not understood has no effect, and is listed. A variable that
 * was not given leaves the choice open.
 */
export function filterOf(world: WorldParts, type: GraphQLCompositeType, input: Input): Filter {
  const entries = Object.entries(input).filter(([, value]) => value != null);
  return every(entries.map(([key, value]) => entryOf(world, type, key, value)));
}

function entryOf(world: WorldParts, type: GraphQLCompositeType, key: string, value: unknown): Filter {
  const { model } = world;
  const word = flatName(key);
  if (!hasField(model, type, key)) {
    const inputs = [value].flat();
    const join = [allOf, anyOf, noneOf].find((names) => names.test(word));
    if (join && inputs.every(isRecord)) return inside(key, joined(world, type, join, inputs));
    if (searches.test(word) && typeof value === 'string') return search(world, key, value);
  }
  const members = model.membersOf(type).map((member) => [member, condition(world, member, key, value)] as const);
  const known = new Map(members.filter(([, { selects }]) => selects));
  const filters = known.size > 0 ? [...known.values()] : members.map(([, filter]) => filter);
  const unknown = [...new Set(filters.flatMap((filter) => filter.unknown))];
  return {
    ...every([...known.values()]),
    ...{ unknown, test: (object) => known.get(object.type)?.test(object) ?? false },
  };
}

/** Several filters as one. If one that may pass or must not is not understood, nothing is known. */
function joined(world: WorldParts, type: GraphQLCompositeType, join: RegExp, inputs: readonly Input[]): Filter {
  const filters = inputs.map((each) => filterOf(world, type, each));
  const all = every(filters);
  if (join === allOf) return all;
  if (filters.some(({ selects, unknown }) => !selects || unknown.length > 0)) return notUnderstood(...all.unknown);
  return understood((object) => filters.some(({ test }) => test(object)) === (join === anyOf), all.isOwn);
}

/** Every word of a query, in any case, is in some text. A query in a language, such as `size:>5`, is not understood. */
function search({ model, reader }: WorldParts, key: string, query: string): Filter {
  const words = query.match(/"[^"]*"|[^\s"]+/g) ?? [];
  if (words.some((word) => /^-?[a-z]\w*:(?!\/)/i.test(word) || /^(?:OR|AND|NOT)$/.test(word)))
    return notUnderstood(key);
  const asked = words.map((word) => word.replace(/^"|"$/g, '').toLowerCase());
  return understood((object) => {
    const texts = [...model.fieldsOfType(object.type).values()]
      .filter(({ leaf, target }) => leaf && !target && /^(?:ID|String)$/.test(leaf.name))
      .flatMap((field) => [reader.leaf(object, field)].flat())
      .map((text) => (typeof text === 'string' ? text.toLowerCase() : ''));
    return asked.every((text) => texts.some((each) => each.includes(text)));
  });
}

/** One entry for objects of one type: a field, perhaps with an operator behind or before it, or a state. */
function condition(world: WorldParts, type: GraphQLObjectType, key: string, value: unknown): Filter {
  const { model, reader, storyOf } = world;
  const field = fieldMeant(model, type, key);
  if (field) return isOfNobody(world, type, field, value) ? notUnderstood(key) : holds(world, field, key, value);
  const words = wordsOf(key);
  const held = typeof value === 'boolean' ? heldField(model, type, key) : undefined;
  if (held) return understood((object) => heldValues(world, object, held).length > 0 === value, isOwn(held));
  for (let at = 1; at < words.length; at += 1) {
    const [head, tail] = [words.slice(0, at).join('_'), words.slice(at).join('_')];
    const [behind, before] = [operatorOf(tail), operatorOf(head)];
    const reference = fieldMeant(model, type, `${head}_id`);
    const inner = reference?.kind === 'reference' ? holds(world, reference, key, { [tail]: value }) : undefined;
    if (inner?.selects) return inner;
    const own = behind && (fieldMeant(model, type, head) ?? fieldNamed(model, type, `${head}_at`));
    if (own && behind) return compared(world, own, key, behind, value);
    const other = before && fieldMeant(model, type, tail);
    if (other && before) return compared(world, other, key, before, value);
  }
  // `member(email:)` where the user of a member has an `email`, and nothing else.
  const has = (target: GraphQLCompositeType) =>
    model.membersOf(target).some((member) => fieldNamed(model, member, key)?.kind === 'value');
  const [holding, ...more] = model
    .objectFieldsOf(type)
    .filter(
      ({ kind, target, leaf, definition: of }) =>
        kind === 'reference' && !leaf && !requiredArguments(of)[0] && has(target),
    );
  if (holding && more.length === 0) return holds(world, holding, key, { [key]: value });
  const family = model.familyOf(type);
  const shown = family && storyOf(family.name)?.find(words.join('').replace(/^is/, ''));
  if (!shown || typeof value !== 'boolean') return notUnderstood(key);
  return understood(
    ({ stored }) => stored !== undefined && reader.holds(stored, shown.state) === (shown.holds === value),
  );
}

/** Whether no object has the id of something that the schema has no type of: where that is, nothing says. */
function isOfNobody(
  { population, reader }: WorldParts,
  type: GraphQLObjectType,
  field: ModelField,
  value: unknown,
): boolean {
  if (field.kind !== 'value' || idName(field.definition.name) === undefined) return false;
  const asked = [isRecord(value) ? Object.values(value) : value].flat(2);
  return !population.all(type).some((stored) => asked.includes(reader.leaf(population.view(stored, type), field)));
}

/** The name under which words say in what state the items of a list are: `active`, or a value of an enum; undefined if they don't. */
export function stateNamed(
  world: WorldParts,
  type: GraphQLCompositeType,
  words: readonly string[],
): string | undefined {
  const [last = '', head] = [words.at(-1), words.slice(0, -1)];
  const names = singulars(last).map((form) => [...head, form].join('_'));
  return names.find((name) => filterOf(world, type, { [name]: true }).unknown.length === 0);
}

/** The condition of an input on a field: a value, one of several, operators, or a filter on the objects that it refers to. */
function holds(world: WorldParts, field: ModelField, key: string, value: unknown): Filter {
  const { leaf, target } = field;
  const asked = [value].flat();
  // `published: PUBLISHED` of `isPublished`.
  if (leaf?.name === 'Boolean' && typeof value === 'string')
    return understood(
      (object) => world.reader.leaf(object, field) === (flatName(value) === flatName(key).replace(/^is/, '')),
    );
  if (isRecord(value)) return inside(key, operators(world, field, value));
  // A text that names no object may be its name, or anything.
  const isId = (each: unknown): boolean => target !== undefined && world.population.find(target, each) !== undefined;
  const isComparable = target
    ? idName(key) !== undefined || asked.every(isId)
    : asked.every((each) => (leaf?.name === 'Boolean' ? isAllowed(leaf, each) : typeof each !== 'boolean'));
  return asked.some(isRecord) || !isComparable ? notUnderstood(key) : compared(world, field, key, equalOrAmong, value);
}

/** Operators on a value, or on the ids of what the field refers to; and a filter on that, which one of several passes. */
function operators(world: WorldParts, field: ModelField, input: Input): Filter {
  const { target } = field;
  const onItem: Record<string, unknown> = {};
  const filters = Object.entries(input).map(([name, operand]): Filter => {
    const operator = target && hasField(world.model, target, name) ? undefined : operatorOf(name);
    if (target && !operator) onItem[name] = operand;
    const isOpen = operand === undefined || (operand === null && operator && !comparesNull(name));
    if (isOpen || (target && !operator)) return every([]);
    if (!operator || [operand].flat().some(isRecord)) return notUnderstood(name);
    return compared(world, field, name, operator, operand);
  });
  const filter = target ? filterOf(world, target, onItem) : every([]);
  const test: Predicate = (object) => itemsOf(world, object, field).some(filter.test);
  return every([...filters, { ...filter, test, isOwn: !filter.selects }]);
}

/** Compares the value of a field, or the ids of what it refers to. */
function compared(world: WorldParts, field: ModelField, key: string, operator: Operator, operand: unknown): Filter {
  if (field.kind === 'part' || field.kind === 'parts') return notUnderstood(key);
  return understood((object) => {
    if (field.leaf) return operator(world.reader.leaf(object, field), operand);
    const ids = heldValues(world, object, field);
    return operator(field.kind === 'references' ? ids : (ids[0] ?? null), operand);
  }, isOwn(field));
}

/** The field of which a name says whether an object has a value: `group` of `hasGroup`. */
export function heldField(model: Model, type: GraphQLObjectType, name: string): ModelField | undefined {
  const [first = '', ...rest] = wordsOf(name);
  return /^(?:has|with)$/.test(first) ? fieldMeant(model, type, rest.join('_')) : undefined;
}

/** The value of a field if it has one, or the ids of the objects that it holds. */
export function heldValues(world: WorldParts, object: EmulatedObject, field: ModelField): readonly unknown[] {
  if (field.leaf) return [world.reader.leaf(object, field)].filter((value) => value !== null);
  return itemsOf(world, object, field).map(({ stored }) => stored?.id ?? null);
}

/** The objects that a field holds, one or several. */
function itemsOf({ reader }: WorldParts, object: EmulatedObject, field: ModelField): readonly EmulatedObject[] {
  if (!field.target) return [];
  if (field.kind.endsWith('s')) return reader.many(object, field) ?? [];
  return [reader.one(object, field)].filter((one) => one !== null);
}
