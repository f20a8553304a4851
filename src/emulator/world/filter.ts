import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { FieldSlot, Model } from './model.ts';
import { bare, idName, singulars, wordsOf } from './names.ts';
import { asText, equalOrAmong, type Operator, operatorOf, withoutCase } from './operators.ts';
import type { Population } from './population.ts';
import type { Reader } from './reader.ts';
import type { Thing } from './thing.ts';

/** Whether an object is in the answer. */
export type Predicate = (thing: Thing) => boolean;

/** What a filter makes of its input: a predicate, and the names that it does not understand. */
export interface Filter {
  readonly test: Predicate;
  readonly unknown: readonly string[];
  /** Whether it leaves out anything at all, for what is understood of it. */
  readonly selects: boolean;
}

const all = /^(?:and|allof|all|every)$/;
const some = /^(?:or|oneof|anyof|any|some)$/;
const none = /^(?:not|none|noneof|nor)$/;
const containers = /^(?:filters?|where|filterby|conditions?|criteria|selector|input|by|options?)$/;
/** The names of arguments with text to search for. */
const searches: RegExp =
  /^(?:search|query|q|text|term|keywords?|phrase|searchterm|searchquery|searchtext|freetext|fulltext)$/;
const naturalKeys = [
  'login',
  'slug',
  'key',
  'username',
  'handle',
  'name',
  'title',
  'number',
  'email',
  'identifier',
  'code',
];

/** Reads the filters of a schema. */
export interface Filters {
  /** The filter that an input asks for: all of its entries together. */
  filterOf(type: GraphQLCompositeType, input: Readonly<Record<string, unknown>>): Filter;
}

/** Reads filters by the common spellings of GraphQL filter inputs. */
export function createFilters(model: Model, population: Population, reader: Reader): Filters {
  function filterOf(type: GraphQLCompositeType, input: Readonly<Record<string, unknown>>): Filter {
    const tests: Predicate[] = [];
    const unknown: string[] = [];
    for (const [key, value] of Object.entries(input)) {
      if (value === undefined) continue;
      const found = entry(type, key, value);
      unknown.push(...found.unknown);
      if (found.selects) tests.push(found.test);
    }
    return { test: (thing) => tests.every((test) => test(thing)), unknown, selects: tests.length > 0 };
  }

  function entry(type: GraphQLCompositeType, key: string, value: unknown): Filter {
    // A variable that was not given leaves the choice open; what is to be null is asked for with an operator.
    if (value === null) return { test: () => true, unknown: [], selects: false };
    const word = bare(key.replace(/^[_$]+/, ''));
    const inner = (Array.isArray(value) ? value : [value]).filter(isRecord);
    const isNested = inner.length > 0 && (Array.isArray(value) ? inner.length === value.length : true);
    const hasField = fieldNamed(type, key);
    if (isNested && !hasField && (all.test(word) || some.test(word) || none.test(word) || containers.test(word))) {
      const filters = inner.map((each) => filterOf(type, each));
      const unknown = filters.flatMap((each) => each.unknown.map((name) => `${key}.${name}`));
      // What is not understood must not leave out everything, nor everything else.
      const tests = filters.filter(({ selects }) => selects).map(({ test }) => test);
      const selects = tests.length > 0;
      if (some.test(word)) return { unknown, selects, test: (thing) => tests.some((test) => test(thing)) };
      if (none.test(word)) return { unknown, selects, test: (thing) => !tests.some((test) => test(thing)) };
      return { unknown, selects, test: (thing) => tests.every((test) => test(thing)) };
    }
    if (!hasField && searches.test(word) && typeof value === 'string')
      return { test: textSearch(type, value), unknown: [], selects: true };
    const tests = new Map<GraphQLObjectType, Predicate>();
    const unknown = new Set<string>();
    const note = (name: string): void => void unknown.add(name);
    for (const member of model.membersOf(type)) {
      const test = condition(member, key, value, note);
      if (test) tests.set(member, test);
    }
    if (tests.size === 0)
      return {
        test: () => true,
        selects: false,
        unknown: unknown.size > 0 ? [...unknown].map((name) => `${key}.${name}`) : [key],
      };
    return {
      selects: true,
      test: (thing) => tests.get(thing.type)?.(thing) ?? false,
      unknown: [...unknown].map((name) => `${key}.${name}`),
    };
  }

  function fieldNamed(type: GraphQLCompositeType, key: string): boolean {
    return model.membersOf(type).some((member) => slotNamed(member, bare(key)) !== undefined);
  }

  function slotNamed(type: GraphQLObjectType, word: string): FieldSlot | undefined {
    for (const [name, slot] of model.slotsOfType(type)) if (bare(name) === word) return slot;
    for (const slot of model.slotsOfType(type).values()) if (bare(slot.key) === word) return slot;
    return undefined;
  }

  /** The predicate of one key for objects of one type. */
  function condition(
    type: GraphQLObjectType,
    key: string,
    value: unknown,
    note: (name: string) => void,
  ): Predicate | undefined {
    const word = bare(key.replace(/^[_$]+/, ''));
    const slot = slotNamed(type, word);
    if (slot) return onSlot(slot, value, note);
    // `published: PUBLISHED` where the type has `isPublished`.
    const flag = typeof value === 'string' ? slotNamed(type, `is${word}`) : undefined;
    if (flag?.leaf?.name === 'Boolean') return (thing) => reader.leaf(thing, flag) === (bare(String(value)) === word);
    const id = idName(key);
    if (id) {
      const own = id.words.length === 0 || isNamed(type, id.words);
      const identity = own ? [...model.slotsOfType(type).values()].find(({ kind }) => kind === 'identity') : undefined;
      const named = identity ?? referenceNamed(type, id.words);
      if (named) return onSlot(named, value, note);
    }
    const words = wordsOf(key);
    // `nameContains`, `createdAt_gte`, `temperatureMin`: a field, then an operator.
    for (let end = words.length - 1; end > 0; end -= 1) {
      const field =
        slotNamed(type, words.slice(0, end).join('')) ?? slotNamed(type, `${words.slice(0, end).join('')}at`);
      const operator = operatorOf(words.slice(end).join(''));
      if (field && operator) return compared(field, operator, value);
    }
    // `minTemperature`, `isOnline`, `notStatus`, `hasGroup`: the other way round.
    for (let start = 1; start < words.length; start += 1) {
      const rest = words.slice(start).join('');
      const field = slotNamed(type, rest) ?? slotNamed(type, `is${rest}`);
      const first = words.slice(0, start).join('');
      if (!field) continue;
      if (/^(?:has|with)$/.test(first) && typeof value === 'boolean')
        return (thing) => isPresent(thing, field) === value;
      if (/^(?:is|by|only|exact)$/.test(first)) return onSlot(field, value, note);
      const operator = operatorOf(/^(?:exclude|without|except)$/.test(first) ? 'not in' : first);
      if (operator) return compared(field, operator, value);
    }
    // `isOnline: true` where `status` has the value ONLINE.
    if (words[0] === 'is' && typeof value === 'boolean') {
      const state = enumHolding(type, words.slice(1).join(''));
      if (state) return (thing) => (bare(asText(reader.leaf(thing, state))) === words.slice(1).join('')) === value;
    }
    for (const form of singulars(word)) {
      const field = slotNamed(type, form) ?? slotNamed(type, `${form}s`);
      if (field) return onSlot(field, value, note);
    }
    return undefined;
  }

  function isNamed(type: GraphQLObjectType, words: readonly string[]): boolean {
    const family = model.familyOf(type);
    const own = wordsOf(family?.name ?? type.name);
    const tail = own.slice(-words.length).join('');
    return singulars(words.join('')).includes(tail);
  }

  function enumHolding(type: GraphQLObjectType, word: string): FieldSlot | undefined {
    return [...model.slotsOfType(type).values()].find(
      ({ leaf }) => leaf && 'getValues' in leaf && leaf.getValues().some(({ name }) => bare(name) === word),
    );
  }

  /** The reference that `groupId` names: by its own name, or that of its type. */
  function referenceNamed(type: GraphQLObjectType, words: readonly string[]): FieldSlot | undefined {
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

  function compared(slot: FieldSlot, operator: Operator, operand: unknown): Predicate | undefined {
    if (slot.kind === 'part' || slot.kind === 'parts') return undefined;
    return (thing) => operator(comparable(thing, slot), operand);
  }

  /** What an operator sees of a slot: a leaf, or the ids of objects. */
  function comparable(thing: Thing, slot: FieldSlot): unknown {
    if (slot.leaf) return reader.leaf(thing, slot);
    const id = (of: Thing | null): unknown => (of?.family ? population.idOf(of.family, of.index) : null);
    if (slot.kind === 'reference') return id(reader.one(thing, slot));
    return itemsOf(thing, slot).map(id);
  }

  function isPresent(thing: Thing, slot: FieldSlot): boolean {
    if (slot.leaf) return reader.leaf(thing, slot) !== null;
    return slot.kind === 'reference' || slot.kind === 'part'
      ? reader.one(thing, slot) !== null
      : reader.many(thing, slot).length > 0;
  }

  function itemsOf(thing: Thing, slot: FieldSlot): readonly Thing[] {
    const list = reader.many(thing, slot);
    return Array.from({ length: Math.min(list.length, 10_000) }, (_, position) => list.at(position));
  }

  function onSlot(slot: FieldSlot, value: unknown, note: (name: string) => void): Predicate | undefined {
    if (slot.leaf && !(slot.byId && isRecord(value) && slot.target)) {
      if (!isRecord(value) || /json|object|map/i.test(slot.leaf.name))
        return (thing) => equalOrAmong(reader.leaf(thing, slot), value);
      return comparator(slot, value, note);
    }
    if (slot.target === undefined) return undefined;
    if (isRecord(value)) return nested(slot, slot.target, value, note);
    if (slot.kind === 'reference') {
      if (value === null) return (thing) => reader.one(thing, slot) === null;
      return (thing) => {
        const found = reader.one(thing, slot);
        return found !== null && (Array.isArray(value) ? value : [value]).some((each) => isCalled(found, each));
      };
    }
    if (slot.kind !== 'references' || value === null) return undefined;
    const asked = Array.isArray(value) ? value : [value];
    return (thing) => itemsOf(thing, slot).some((item) => asked.some((each) => isCalled(item, each)));
  }

  /** Whether a value names an object: its id, or a name that people use for it. */
  function isCalled(thing: Thing, value: unknown): boolean {
    if (thing.family && String(population.idOf(thing.family, thing.index)) === asText(value)) return true;
    return naturalKeys.some((key) => {
      const slot = model.slot(thing.type, key);
      return slot?.kind === 'value' && asText(reader.leaf(thing, slot)) === asText(value);
    });
  }

  function comparator(
    slot: FieldSlot,
    input: Readonly<Record<string, unknown>>,
    note: (name: string) => void,
  ): Predicate | undefined {
    const tests: Predicate[] = [];
    const loose = /insensitive/i.test(asText(input['mode'] ?? ''));
    let understood = Object.keys(input).length === 0;
    for (const [key, value] of Object.entries(input)) {
      if (value === undefined || bare(key) === 'mode') continue;
      const word = bare(key.replace(/^[_$]+/, ''));
      if (none.test(word) && isRecord(value)) {
        const inner = comparator(slot, value, note);
        if (inner) tests.push((thing) => !inner(thing));
      } else if ((all.test(word) || some.test(word)) && Array.isArray(value) && value.every(isRecord)) {
        const inner = value.map((each) => comparator(slot, each, note)).filter((each) => each !== undefined);
        tests.push(
          some.test(word)
            ? (thing) => inner.some((test) => test(thing))
            : (thing) => inner.every((test) => test(thing)),
        );
      } else {
        const operator = operatorOf(key);
        if (operator === undefined) {
          note(key);
          continue;
        }
        // Null is compared only where a value can be it.
        if (value !== null || /^(?:eq|equals|is|ne|neq|not|isnot)$/.test(word)) {
          const used = loose ? withoutCase(operator) : operator;
          tests.push((thing) => used(comparable(thing, slot), value));
        }
      }
      understood = true;
    }
    return understood ? (thing) => tests.every((test) => test(thing)) : undefined;
  }

  /** A filter on the objects that a slot refers to. */
  function nested(
    slot: FieldSlot,
    target: GraphQLCompositeType,
    value: Readonly<Record<string, unknown>>,
    note: (name: string) => void,
  ): Predicate | undefined {
    const isList = slot.kind === 'references' || slot.kind === 'parts';
    const tests: Predicate[] = [];
    const direct: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const word = bare(key.replace(/^[_$]+/, ''));
      if (isRecord(inner) && isList && /^(?:some|any|every|all|none)$/.test(word)) {
        const filter = filterOf(target, inner);
        for (const name of filter.unknown) note(`${key}.${name}`);
        if (/^(?:some|any)$/.test(word)) tests.push((thing) => itemsOf(thing, slot).some(filter.test));
        else if (word === 'none') tests.push((thing) => !itemsOf(thing, slot).some(filter.test));
        else tests.push((thing) => itemsOf(thing, slot).every(filter.test));
      } else if (isRecord(inner) && !isList && /^is(?:not)?$/.test(word)) {
        const filter = filterOf(target, inner);
        for (const name of filter.unknown) note(`${key}.${name}`);
        tests.push((thing) => holds(thing, slot, filter.test) === (word === 'is'));
      } else direct[key] = inner;
    }
    if (Object.keys(direct).length > 0) {
      const filter = filterOf(target, direct);
      const bad = new Set(filter.unknown.map((name) => name.split('.')[0]));
      const good = Object.keys(direct).some((key) => !bad.has(key));
      // Its keys are not fields of the object but operators on its id.
      const onId = good ? undefined : comparator(slot, direct, () => {});
      if (onId) tests.push(onId);
      else if (!good) return undefined;
      else {
        for (const name of filter.unknown) note(name);
        tests.push(
          isList ? (thing) => itemsOf(thing, slot).some(filter.test) : (thing) => holds(thing, slot, filter.test),
        );
      }
    }
    return (thing) => tests.every((test) => test(thing));
  }

  function holds(thing: Thing, slot: FieldSlot, test: Predicate): boolean {
    const found = reader.one(thing, slot);
    return found !== null && test(found);
  }

  /** Text in any text of an object, or `field:value` pairs; parts are joined by "and", or by `OR`. */
  function textSearch(type: GraphQLCompositeType, query: string): Predicate {
    const clauses = query.split(/\s+OR\s+/).map((clause) => clause.match(/-?(?:[\w.]+:)?(?:"[^"]*"|[^\s"]+)/g) ?? []);
    const tests = clauses.map((tokens) =>
      tokens
        .filter((token) => token !== 'AND')
        .map((token): Predicate => {
          const [, minus, key, quoted = ''] = /^(-?)(?:([\w.]+):)?(.*)$/s.exec(token) ?? [];
          const value = quoted.replace(/^"|"$/g, '').toLowerCase();
          const test = key === undefined ? undefined : pair(type, key, value);
          const text = key === undefined ? value : `${key}:${value}`.toLowerCase();
          const found = test ?? ((thing: Thing) => textsOf(thing).some((each) => each.includes(text)));
          return minus ? (thing) => !found(thing) : found;
        }),
    );
    return (thing) => tests.some((clause) => clause.every((test) => test(thing)));
  }

  function pair(type: GraphQLCompositeType, key: string, value: string): Predicate | undefined {
    if (!fieldNamed(type, key) && idName(key) === undefined) return undefined;
    const [, sign = '', operand = ''] = /^([<>]=?)?(.*)$/s.exec(value) ?? [];
    const operator = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' }[sign];
    const input = operator
      ? { [operator]: operand }
      : /\*/.test(operand)
        ? { glob_insensitive: operand }
        : { eq_insensitive: operand };
    const filter = filterOf(type, { [key]: input });
    return filter.unknown.length === 0 ? filter.test : undefined;
  }

  function textsOf(thing: Thing): readonly string[] {
    const found: string[] = [];
    for (const slot of model.slotsOfType(thing.type).values()) {
      if (!slot.leaf || slot.byId || !/^(?:ID|String)$/.test(slot.leaf.name)) continue;
      const value = reader.leaf(thing, slot);
      for (const each of Array.isArray(value) ? value : [value])
        if (typeof each === 'string') found.push(each.toLowerCase());
    }
    return found;
  }

  return { filterOf };
}
