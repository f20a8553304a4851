import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import type { FieldSlot, Model } from './model.ts';
import { bare, idName, singulars, wordsOf } from './names.ts';
import { asText, operatorOf } from './operators.ts';
import type { Note, Predicate } from './predicate.ts';
import type { Reader } from './reader.ts';
import type { SlotFilters } from './slot-filter.ts';

/** The predicate of one key for objects of one type; undefined if the key means nothing there. */
export type KeyFilter = (type: GraphQLObjectType, key: string, value: unknown, note: Note) => Predicate | undefined;

/** Reads the keys of filters: the name of a field, and perhaps an operator before or after it. */
export function createKeyFilter(model: Model, reader: Reader, slots: SlotFilters): KeyFilter {
  function condition(type: GraphQLObjectType, key: string, value: unknown, note: Note): Predicate | undefined {
    const word = bare(key.replace(/^[_$]+/, ''));
    const slot = slotOfWord(model, type, word);
    if (slot) return slots.onSlot(slot, value, note);
    // `published: PUBLISHED` where the type has `isPublished`.
    const flag = typeof value === 'string' ? slotOfWord(model, type, `is${word}`) : undefined;
    if (flag?.leaf?.name === 'Boolean') return (thing) => reader.leaf(thing, flag) === (bare(String(value)) === word);
    const id = idName(key);
    if (id) {
      const own = id.words.length === 0 || isNamed(model, type, id.words);
      const identity = own ? [...model.slotsOfType(type).values()].find(({ kind }) => kind === 'identity') : undefined;
      const named = identity ?? referenceOfKey(model, type, id.words);
      if (named) return slots.onSlot(named, value, note);
    }
    const words = wordsOf(key);
    // `nameContains`, `createdAt_gte`, `temperatureMin`: a field, then an operator.
    for (let end = words.length - 1; end > 0; end -= 1) {
      const field =
        slotOfWord(model, type, words.slice(0, end).join('')) ??
        slotOfWord(model, type, `${words.slice(0, end).join('')}at`);
      const operator = operatorOf(words.slice(end).join(''));
      if (field && operator) return slots.compared(field, operator, value);
    }
    // `minTemperature`, `isOnline`, `notStatus`, `hasGroup`: the other way round.
    for (let start = 1; start < words.length; start += 1) {
      const rest = words.slice(start).join('');
      const field = slotOfWord(model, type, rest) ?? slotOfWord(model, type, `is${rest}`);
      const first = words.slice(0, start).join('');
      if (!field) continue;
      if (/^(?:has|with)$/.test(first) && typeof value === 'boolean')
        return (thing) => slots.isPresent(thing, field) === value;
      if (/^(?:is|by|only|exact)$/.test(first)) return slots.onSlot(field, value, note);
      const operator = operatorOf(/^(?:exclude|without|except)$/.test(first) ? 'not in' : first);
      if (operator) return slots.compared(field, operator, value);
    }
    // `isOnline: true` where `status` has the value ONLINE.
    if (words[0] === 'is' && typeof value === 'boolean') {
      const state = enumHolding(model, type, words.slice(1).join(''));
      if (state) return (thing) => (bare(asText(reader.leaf(thing, state))) === words.slice(1).join('')) === value;
    }
    for (const form of singulars(word)) {
      const field = slotOfWord(model, type, form) ?? slotOfWord(model, type, `${form}s`);
      if (field) return slots.onSlot(field, value, note);
    }
    return undefined;
  }

  return condition;
}

/** Whether an object of a type can have a field with this name. */
export function hasField(model: Model, type: GraphQLCompositeType, name: string): boolean {
  return model.membersOf(type).some((member) => slotOfWord(model, member, bare(name)) !== undefined);
}

/** The slot that a word names: by the name of its field, or its key. */
function slotOfWord(model: Model, type: GraphQLObjectType, word: string): FieldSlot | undefined {
  for (const [name, slot] of model.slotsOfType(type)) if (bare(name) === word) return slot;
  for (const slot of model.slotsOfType(type).values()) if (bare(slot.key) === word) return slot;
  return undefined;
}

/** Whether words are the name of a type, or its end. */
function isNamed(model: Model, type: GraphQLObjectType, words: readonly string[]): boolean {
  const family = model.familyOf(type);
  const own = wordsOf(family?.name ?? type.name);
  const tail = own.slice(-words.length).join('');
  return singulars(words.join('')).includes(tail);
}

/** The slot of an enum that has a value of this name. */
function enumHolding(model: Model, type: GraphQLObjectType, word: string): FieldSlot | undefined {
  return [...model.slotsOfType(type).values()].find(
    ({ leaf }) => leaf && 'getValues' in leaf && leaf.getValues().some(({ name }) => bare(name) === word),
  );
}

/** The reference that `groupId` names: by its own name, or that of its type. */
function referenceOfKey(model: Model, type: GraphQLObjectType, words: readonly string[]): FieldSlot | undefined {
  const slots = [...model.slotsOfType(type).values()].filter(
    ({ kind }) => kind === 'reference' || kind === 'references',
  );
  const word = words.join('');
  const own = slots.find(({ key }) => singulars(bare(key)).includes(word));
  if (own) return own;
  const target = model.named(words);
  const families = target ? model.familiesOf(target) : [];
  const byType = slots.filter(
    (slot) => slot.target && model.familiesOf(slot.target).some((family) => families.includes(family)),
  );
  return byType.find(({ kind }) => kind === 'reference') ?? byType[0];
}
