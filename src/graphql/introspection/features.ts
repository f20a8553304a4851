import { type Ask, tryAsk } from './ask.ts';
import { list, member } from './json.ts';
import type { InputPlace } from './unseen.ts';

/** The facts that a server can give about its schema beyond the oldest specification. */
export interface Features {
  readonly schemaDescription: boolean;
  readonly specifiedByUrl: boolean;
  readonly oneOf: boolean;
  readonly repeatable: boolean;
  /** Whether inputs say that they are deprecated. */
  readonly inputDeprecation: boolean;
  /** Where deprecated inputs can be listed. */
  readonly listsDeprecated: ReadonlySet<InputPlace>;
}

/** Every feature: what to ask for if a server does not say what it supports. */
export const everyFeature: Features = {
  schemaDescription: true,
  specifiedByUrl: true,
  oneOf: true,
  repeatable: true,
  inputDeprecation: true,
  listsDeprecated: new Set(['field arguments', 'directive arguments', 'input fields']),
};

/** The features of the oldest specification. */
export const noFeature: Features = {
  schemaDescription: false,
  specifiedByUrl: false,
  oneOf: false,
  repeatable: false,
  inputDeprecation: false,
  listsDeprecated: new Set(),
};

const featuresDocument = `query SchemaFeatures {
  schema: __type(name: "__Schema") { ...Members }
  type: __type(name: "__Type") { ...Members }
  field: __type(name: "__Field") { ...Members }
  directive: __type(name: "__Directive") { ...Members }
  input: __type(name: "__InputValue") { ...Members }
}
fragment Members on __Type { fields { name args { name } } }`;

/** The features of the server; undefined if the server does not answer the question. */
export async function askFeatures(ask: Ask): Promise<Features | undefined> {
  const { data } = await tryAsk(ask, featuresDocument);
  if (list(member(member(data, 'type'), 'fields')).length === 0) return undefined;
  const knows = (type: string, field: string, argument?: string): boolean =>
    list(member(member(data, type), 'fields')).some(
      (entry) =>
        member(entry, 'name') === field &&
        (argument === undefined || list(member(entry, 'args')).some((arg) => member(arg, 'name') === argument)),
    );
  const inputDeprecation = knows('input', 'isDeprecated');
  const lists: Readonly<Record<InputPlace, boolean>> = {
    'field arguments': knows('field', 'args', 'includeDeprecated'),
    'directive arguments': knows('directive', 'args', 'includeDeprecated'),
    'input fields': knows('type', 'inputFields', 'includeDeprecated'),
  };
  return {
    schemaDescription: knows('schema', 'description'),
    specifiedByUrl: knows('type', 'specifiedByURL'),
    oneOf: knows('type', 'isOneOf'),
    repeatable: knows('directive', 'isRepeatable'),
    inputDeprecation,
    listsDeprecated: new Set([...everyFeature.listsDeprecated].filter((place) => inputDeprecation && lists[place])),
  };
}

/** The features without those that the messages of a refusal name; undefined if they name none. */
export function withoutRefused(features: Features, messages: readonly string[]): Features | undefined {
  const named = (...words: readonly RegExp[]): boolean =>
    messages.some((message) => words.every((word) => word.test(message)));
  const lists: Readonly<Record<InputPlace, RegExp>> = {
    'field arguments': /__Field\b/,
    'directive arguments': /__Directive\b/,
    'input fields': /inputFields|__Type\b/,
  };
  const left: Features = {
    schemaDescription: features.schemaDescription && !named(/\bdescription\b/, /__Schema\b/),
    specifiedByUrl: features.specifiedByUrl && !named(/\bspecifiedByURL\b/),
    oneOf: features.oneOf && !named(/\bisOneOf\b/),
    repeatable: features.repeatable && !named(/\bisRepeatable\b/),
    inputDeprecation: features.inputDeprecation && !named(/\b(?:isDeprecated|deprecationReason)\b/, /__InputValue\b/),
    listsDeprecated: new Set(
      [...features.listsDeprecated].filter((place) => !named(/\bincludeDeprecated\b/, lists[place])),
    ),
  };
  const count = (it: Features): number => Object.values(it).filter((value) => value === true).length;
  return count(left) < count(features) || left.listsDeprecated.size < features.listsDeprecated.size ? left : undefined;
}
