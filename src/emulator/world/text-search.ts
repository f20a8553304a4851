import type { GraphQLCompositeType } from 'graphql';
import { hasField } from './key-filter.ts';
import type { Model } from './model.ts';
import { idName } from './names.ts';
import type { FilterOf, Predicate } from './predicate.ts';
import type { Reader } from './reader.ts';
import type { Thing } from './thing.ts';

/** The names of arguments with text to search for. */
export const searchNames: RegExp =
  /^(?:search|query|q|text|term|keywords?|phrase|searchterm|searchquery|searchtext|freetext|fulltext)$/;

/** Searches for text in any text of an object, or for `field:value` pairs; parts are joined by "and", or by `OR`. */
export function createTextSearch(
  model: Model,
  reader: Reader,
  filterOf: FilterOf,
): (type: GraphQLCompositeType, query: string) => Predicate {
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
    if (!hasField(model, type, key) && idName(key) === undefined) return undefined;
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

  return textSearch;
}
