import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { isOwn, type ModelField } from '../model/model-field.ts';
import { flatName, idName, singulars } from '../model/names.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Arguments } from './call.ts';
import { fieldMeant, fieldNamed, hasField } from './named-field.ts';
import { asText, comparesNull, equalOrAmong, exists, type Operator, operatorOf } from './operators.ts';

/** Whether an object is in the answer. */
type Predicate = (object: EmulatedObject) => boolean;

/** Inputs whose entries all hold, one of several that holds, and one that does not. */
const [allOf, anyOf, noneOf] = [
  /^(?:and|some)$|(?:filters?|where|filterby|criteria|conditions?|input|request|options|opts|params)$/,
  /^or$/,
  /^not$/,
];
const searches = /^(?:search|query|q|text|term|keywords?|searchterm|searchquery|searchtext)$/;

/**
 * The filter that an input of fields and operators asks for. What is not understood has no effect, and is listed. A variable that
 * was not given leaves the choice open.
 */
export class Filter {
  /** The paths of what is not understood, such as `name.regex`. */
  readonly unknown: string[] = [];
  /** Whether it looks at the object alone, and not at others that belong to it. */
  isOwn = true;
  readonly #world: WorldParts;
  readonly #tests: readonly Predicate[];

  constructor(world: WorldParts, type: GraphQLCompositeType, input: Arguments) {
    this.#world = world;
    this.#tests = this.#all(type, input, '');
  }

  /** Whether it leaves out anything at all, for what is understood of it. */
  get selects(): boolean {
    return this.#tests.length > 0;
  }

  readonly test: Predicate = (object) => this.#tests.every((test) => test(object));

  #all(type: GraphQLCompositeType, input: Arguments, path: string): readonly Predicate[] {
    const entries = Object.entries(input).filter(([, value]) => value != null);
    return entries.flatMap(([key, value]) => this.#entry(type, key, value, path + key));
  }

  #entry(type: GraphQLCompositeType, key: string, value: unknown, path: string): readonly Predicate[] {
    const { model } = this.#world;
    const isField = hasField(model, type, key);
    const inputs = [value].flat();
    const join = isField ? undefined : [allOf, anyOf, noneOf].find((names) => names.test(flatName(key)));
    if (join && inputs.every(isRecord)) return this.#joined(type, join, inputs, `${path}.`);
    const isSearch = !isField && typeof value === 'string' && searches.test(flatName(key));
    const known = new Map<GraphQLObjectType, readonly Predicate[]>();
    for (const member of model.membersOf(type)) {
      const tests = isSearch ? this.#search(value) : this.#condition(member, key, value, path);
      if (tests) known.set(member, tests);
    }
    if (known.size === 0) this.unknown.push(path);
    // Objects of a type that has no such field are left out.
    const test: Predicate = (object) => known.get(object.type)?.every((each) => each(object)) ?? false;
    return [...known.values()].some(({ length }) => length > 0) ? [test] : [];
  }

  /** Several inputs as one. If one that may pass or must not is not understood, nothing is known. */
  #joined(type: GraphQLCompositeType, join: RegExp, inputs: readonly Arguments[], path: string): readonly Predicate[] {
    const before = this.unknown.length;
    const all = inputs.map((each) => this.#all(type, each, path));
    if (join === allOf) return all.flat();
    if (this.unknown.length > before || all.some(({ length }) => length === 0)) return [];
    return [(object) => all.some((tests) => tests.every((test) => test(object))) === (join === anyOf)];
  }

  /** Every word of a query, in any case, is in some text. A query in a language, such as `size:>5`, is not understood. */
  #search(query: string): readonly Predicate[] | undefined {
    const { model, reader } = this.#world;
    const words = query.match(/"[^"]*"|[^\s"]+/g) ?? [];
    if (words.some((word) => /^-?[a-z]\w*:(?!\/)/i.test(word) || /^(?:OR|AND|NOT)$/.test(word))) return undefined;
    const textOf = (object: EmulatedObject): string => {
      const fields = [...model.fieldsOfType(object.type).values()];
      const texts = fields.filter(({ leaf, target }) => leaf && !target && /^(?:ID|String)$/.test(leaf.name));
      return texts
        .map((field) => asText(reader.leaf(object, field) ?? ''))
        .join('\n')
        .toLowerCase();
    };
    return words.map((word) => (object) => textOf(object).includes(word.replace(/^"|"$/g, '').toLowerCase()));
  }

  /** One entry for objects of one type: a field, perhaps with an operator behind or before it, or a state. */
  #condition(type: GraphQLObjectType, key: string, value: unknown, path: string): readonly Predicate[] | undefined {
    const { model, reader, storyOf } = this.#world;
    const field = fieldMeant(model, type, key);
    if (field) return this.#holds(field, key, value, path);
    const words = wordsOf(key);
    for (let at = 1; at < words.length; at += 1) {
      const [head, tail] = [words.slice(0, at).join('_'), words.slice(at).join('_')];
      const isHeld = typeof value === 'boolean' && /^(?:has|with)$/.test(head);
      const [before, behind] = [isHeld ? exists : operatorOf(head), operatorOf(tail)];
      const [other, own] = [fieldMeant(model, type, tail), fieldMeant(model, type, head)];
      const reference = fieldMeant(model, type, `${head}_id`);
      const moment = behind && (own ?? fieldNamed(model, type, `${head}_at`));
      // `zoneName` is the `name` of the `zone`.
      if (reference?.target && (behind ?? hasField(model, reference.target, tail)))
        return this.#operators(reference, { [tail]: value }, path);
      if (moment && behind) return this.#compared(moment, behind, value);
      if (other && before) return this.#compared(other, before, value);
    }
    // All belong to what is there once.
    const whole = model.named(idName(key)?.words ?? []);
    if (whole && model.familiesOf(whole).some(({ isSingle }) => isSingle))
      return [() => [value].flat().every((id) => this.#world.find(whole, id) !== undefined)];
    const family = model.familyOf(type);
    const shown = family && storyOf(family.name)?.find(words.join('').replace(/^is/, ''));
    if (!shown || typeof value !== 'boolean') return undefined;
    return [({ stored }) => stored !== undefined && reader.holds(stored, shown.state) === (shown.holds === value)];
  }

  /** The condition of an input on a field: a value, one of several, operators, or a filter on the objects that it refers to. */
  #holds(field: ModelField, key: string, value: unknown, path: string): readonly Predicate[] | undefined {
    const { leaf, target } = field;
    if (isRecord(value)) return this.#operators(field, value, `${path}.`);
    const isFlag = leaf?.name === 'Boolean';
    // `published: PUBLISHED` of `isPublished`.
    const asked = isFlag && typeof value === 'string' ? flatName(value) === flatName(key).replace(/^is/, '') : value;
    // A text that names no object may be its name, or anything.
    const isComparable = (each: unknown): boolean => {
      if (target) return idName(key) !== undefined || this.#world.find(target, each) !== undefined;
      return (typeof each === 'boolean') === isFlag;
    };
    return [asked].flat().every(isComparable) ? this.#compared(field, equalOrAmong, asked) : undefined;
  }

  /** Operators on a value, or on the ids of what the field refers to; and a filter on that, which one of several passes. */
  #operators(field: ModelField, input: Arguments, path: string): readonly Predicate[] {
    const { target } = field;
    const entries = Object.entries(input).filter(([name, operand]) => operand != null || comparesNull(name));
    const isOnItem = ([name]: readonly [string, unknown]): boolean =>
      target !== undefined && (hasField(this.#world.model, target, name) || !operatorOf(name));
    const own = entries.flatMap((entry): readonly Predicate[] => {
      const operator = isOnItem(entry) ? undefined : operatorOf(entry[0]);
      const tests = operator && this.#compared(field, operator, entry[1]);
      if (!tests && !isOnItem(entry)) this.unknown.push(path + entry[0]);
      return tests ?? [];
    });
    const onItem = target ? this.#all(target, Object.fromEntries(entries.filter(isOnItem)), path) : [];
    if (onItem.length === 0) return own;
    this.isOwn = false;
    return [...own, (object) => itemsOf(this.#world, object, field).some((item) => onItem.every((test) => test(item)))];
  }

  /** Compares the value of a field, or the ids of what it refers to. */
  #compared(field: ModelField, operator: Operator, operand: unknown): readonly Predicate[] | undefined {
    if (field.kind === 'part' || field.kind === 'parts' || [operand].flat().some(isRecord)) return undefined;
    this.isOwn &&= isOwn(field);
    return [(object) => operator(comparedValue(this.#world, object, field), operand)];
  }
}

/** The name under which words say in what state the items of a list are: `active`, or a value of an enum; undefined if they don't. */
export function stateNamed(
  world: WorldParts,
  type: GraphQLCompositeType,
  words: readonly string[],
): string | undefined {
  const [last = '', head] = [words.at(-1), words.slice(0, -1)];
  const names = singulars(last).map((form) => [...head, form].join('_'));
  return names.find((name) => new Filter(world, type, { [name]: true }).unknown.length === 0);
}

/** The value of a field, or the id, or the ids, of the objects that it holds. */
export function comparedValue(world: WorldParts, object: EmulatedObject, field: ModelField): unknown {
  if (field.leaf) return world.reader.leaf(object, field);
  const ids = itemsOf(world, object, field).map(({ stored }) => stored?.id ?? null);
  return field.kind.endsWith('s') ? ids : (ids[0] ?? null);
}

/** The objects that a field holds, one or several. */
function itemsOf({ reader }: WorldParts, object: EmulatedObject, field: ModelField): readonly EmulatedObject[] {
  if (!field.target) return [];
  if (field.kind.endsWith('s')) return reader.many(object, field) ?? [];
  return [reader.one(object, field)].filter((one) => one !== null);
}
