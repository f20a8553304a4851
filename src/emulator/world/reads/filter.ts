import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import { flatName } from '../model/names.ts';
import type { Reader } from '../store/reader.ts';
import { createFieldFilters } from './field-filter.ts';
import { createKeyFilter, hasField } from './key-filter.ts';
import { type Filter, type FilterOf, joins, type Note, type Predicate } from './predicate.ts';
import { containsText, searchNames } from './text-search.ts';

const containers = /^(?:filters?|where|filterby|conditions?|criteria|selector|input|by|options?)$/;

/** Reads filters by the usual spellings of filter inputs. */
export function createFilters(model: Model, reader: Reader): FilterOf {
  const condition = createKeyFilter(model, reader, createFieldFilters(model, reader, filterOf));

  function filterOf(type: GraphQLCompositeType, input: Readonly<Record<string, unknown>>): Filter {
    const filters = Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => filterOfEntry(type, key, value));
    // A variable that was not given leaves the choice open; what is to be null is asked for with an operator.
    const tests = filters.filter(({ selects }) => selects).map(({ test }) => test);
    return {
      test: (object) => tests.every((test) => test(object)),
      unknown: filters.flatMap(({ unknown }) => unknown),
      selects: tests.length > 0,
    };
  }

  function filterOfEntry(type: GraphQLCompositeType, key: string, value: unknown): Filter {
    const word = flatName(key);
    if (!hasField(model, type, key)) {
      const inner = (Array.isArray(value) ? value : [value]).filter(isRecord);
      const isInput = inner.length > 0 && (!Array.isArray(value) || inner.length === value.length);
      if (isInput && [joins.all, joins.some, joins.none, containers].some((pattern) => pattern.test(word)))
        return joined(type, key, inner);
      if (searchNames.test(word) && typeof value === 'string') {
        const search = containsText(model, reader, type, value);
        return search
          ? { test: search, unknown: [], selects: true }
          : { test: () => true, unknown: [key], selects: false };
      }
    }
    return conditionOf(type, key, value);
  }

  /** Several filters as one. What is not understood must not leave out everything, nor everything else. */
  function joined(type: GraphQLCompositeType, key: string, inputs: readonly Record<string, unknown>[]): Filter {
    const filters = inputs.map((each) => filterOf(type, each));
    const unknown = filters.flatMap((each) => each.unknown.map((name) => `${key}.${name}`));
    const tests = filters.filter(({ selects }) => selects).map(({ test }) => test);
    const word = flatName(key);
    const test: Predicate = joins.some.test(word)
      ? (object) => tests.some((each) => each(object))
      : joins.none.test(word)
        ? (object) => !tests.some((each) => each(object))
        : (object) => tests.every((each) => each(object));
    // One of several may pass: if one of them is not understood, nothing is known.
    const isKnown = !joins.some.test(word) || tests.length === filters.length;
    return { unknown, selects: tests.length > 0 && isKnown, test };
  }

  function conditionOf(type: GraphQLCompositeType, key: string, value: unknown): Filter {
    const tests = new Map<GraphQLObjectType, Predicate>();
    const notes = new Set<string>();
    const note: Note = (name) => void notes.add(name);
    for (const member of model.membersOf(type)) {
      const test = condition(member, key, value, note);
      if (test) tests.set(member, test);
    }
    const unknown = [...notes].map((name) => `${key}.${name}`);
    if (tests.size === 0) return { test: () => true, selects: false, unknown: unknown.length > 0 ? unknown : [key] };
    return { selects: true, unknown, test: (object) => tests.get(object.type)?.(object) ?? false };
  }

  return filterOf;
}
