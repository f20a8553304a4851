import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { createKeyFilter, hasField } from './key-filter.ts';
import type { Model } from './model.ts';
import { bare } from './names.ts';
import type { Population } from './population.ts';
import { type Filter, type FilterOf, joins, type Note, type Predicate } from './predicate.ts';
import type { Reader } from './reader.ts';
import { createSlotFilters } from './slot-filter.ts';
import { createTextSearch, searchNames } from './text-search.ts';

const containers = /^(?:filters?|where|filterby|conditions?|criteria|selector|input|by|options?)$/;

/** Reads filters by the common spellings of GraphQL filter inputs. */
export function createFilters(model: Model, population: Population, reader: Reader): FilterOf {
  const condition = createKeyFilter(model, reader, createSlotFilters(model, population, reader, filterOf));
  const textSearch = createTextSearch(model, reader, filterOf);

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
    const isField = hasField(model, type, key);
    if (
      isNested &&
      !isField &&
      (joins.all.test(word) || joins.some.test(word) || joins.none.test(word) || containers.test(word))
    ) {
      const filters = inner.map((each) => filterOf(type, each));
      const unknown = filters.flatMap((each) => each.unknown.map((name) => `${key}.${name}`));
      // What is not understood must not leave out everything, nor everything else.
      const tests = filters.filter(({ selects }) => selects).map(({ test }) => test);
      const selects = tests.length > 0;
      if (joins.some.test(word)) return { unknown, selects, test: (thing) => tests.some((test) => test(thing)) };
      if (joins.none.test(word)) return { unknown, selects, test: (thing) => !tests.some((test) => test(thing)) };
      return { unknown, selects, test: (thing) => tests.every((test) => test(thing)) };
    }
    if (!isField && searchNames.test(word) && typeof value === 'string')
      return { test: textSearch(type, value), unknown: [], selects: true };
    const tests = new Map<GraphQLObjectType, Predicate>();
    const unknown = new Set<string>();
    const note: Note = (name) => void unknown.add(name);
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

  return filterOf;
}
