import type { GraphQLCompositeType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Reader } from '../store/reader.ts';
import { hasField } from './key-filter.ts';
import type { Predicate } from './predicate.ts';

/** The names of arguments with text to search for. */
export const searchNames: RegExp =
  /^(?:search|query|q|text|term|keywords?|phrase|searchterm|searchquery|searchtext|freetext|fulltext)$/;

/** Whether all words of a query, in any case, are in texts of an object. Undefined for a query in a language: `size:>5`. */
export function containsText(
  model: Model,
  reader: Reader,
  type: GraphQLCompositeType,
  query: string,
): Predicate | undefined {
  const words = query.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const isLanguage = words.some((word) => {
    const name = /^-?([a-z][\w.]*):/i.exec(word)?.[1];
    return /^(?:OR|AND|NOT)$/.test(word) || (name !== undefined && hasField(model, type, name));
  });
  if (isLanguage) return undefined;
  const texts = words.map((word) => word.replace(/^"|"$/g, '').toLowerCase());
  return (object) => {
    const own = textsOf(model, reader, object);
    return texts.every((text) => own.some((each) => each.includes(text)));
  };
}

function textsOf(model: Model, reader: Reader, object: EmulatedObject): readonly string[] {
  const found: string[] = [];
  for (const field of model.fieldsOfType(object.type).values()) {
    if (!field.leaf || field.byId || !/^(?:ID|String)$/.test(field.leaf.name)) continue;
    for (const each of [reader.leaf(object, field)].flat())
      if (typeof each === 'string') found.push(each.toLowerCase());
  }
  return found;
}
