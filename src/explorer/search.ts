import type { GraphQLSchema } from 'graphql';
import MiniSearch from 'minisearch';
import { wordsOf } from '../base/words-of.ts';
import { elementParts, elementsIn, type SchemaElement } from '../graphql/elements.ts';
import { isDeprecated } from '../graphql/fields.ts';

/** A named element of a schema. */
export interface Entry {
  readonly kind: 'type' | 'field' | 'argument' | 'enum value' | 'input field';
  /** Its place, in the form that `schema show` accepts: `Device`, `Device.name`. */
  readonly place: string;
  readonly name: string;
  /** The type of a field, or of an argument, whose place is that of its field; '' for others. */
  readonly type: string;
  readonly description: string;
  readonly deprecated: boolean;
}

const weight = { type: 1.3, field: 1.2, argument: 0.8, 'enum value': 0.9, 'input field': 0.8 } as const;

/**
 * Finds the elements of a schema whose names or descriptions match the words, best match first. A word matches whole words
 * and prefixes, in singular or plural. If no element matches all words, typing errors are tolerated; if there is still no
 * match, elements that match some of the words are found.
 */
export function searchSchema(schema: GraphQLSchema, words: string): readonly Entry[] {
  const entries = elementsIn(schema).flatMap((element) => entriesOf(element));
  const index = new MiniSearch<Entry & { id: number; around: string }>({
    fields: ['name', 'around', 'description'],
    tokenize: tokens,
    processTerm: singular,
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id, around: `${entry.place} ${entry.type}` })));

  const roots = [schema.getQueryType(), schema.getMutationType()].map((type) => type?.name);
  const wanted = singular(tokens(words).join(''));
  const importance = (id: number): number => {
    const entry = entries[id];
    if (!entry) return 1;
    const chief = entry.kind === 'type' || (entry.kind === 'field' && roots.includes(entry.place.split('.')[0]));
    const exact = singular(entry.name) === wanted;
    return weight[entry.kind] * (chief ? 1.2 : 1) * (exact ? (chief ? 6 : 3) : 1) * (entry.deprecated ? 0.4 : 1);
  };
  const options = {
    boost: { name: 6, around: 1.5, description: 0.7 },
    weights: { prefix: 0.5, fuzzy: 0.25 },
    prefix: (term: string) => term.length > 2,
    boostDocument: importance,
  };
  const fuzzy = (term: string) => (term.length > 3 ? 0.3 : false);
  const tries = [{ combineWith: 'AND' }, { combineWith: 'AND', fuzzy }, { combineWith: 'OR', fuzzy }] as const;
  for (const extra of tries) {
    const found = index.search(words, { ...options, ...extra });
    if (found.length > 0) return found.flatMap(({ id }) => entries[id] ?? []);
  }
  return [];
}

function singular(term: string): string {
  const lower = term.toLowerCase();
  return lower.length > 3 && /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

/** The words of a text; for a name such as `renameDevice` or `RENAME_DEVICE`, its parts and, if there are several, the whole. */
function tokens(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = wordsOf(word);
    return parts.length > 1 ? [...parts, parts.join('')] : [...parts];
  });
}

/** An element, and all that is part of it. An argument is found at its field. */
function entriesOf(element: SchemaElement, owner = element): readonly Entry[] {
  const { kind, it } = element;
  if (kind === 'directive') return [];
  const own: Entry = {
    kind,
    place: kind === 'argument' ? owner.coordinate : element.coordinate,
    name: it.name,
    type: 'type' in it ? String(it.type) : '',
    description: it.description ?? '',
    deprecated: 'deprecationReason' in it && isDeprecated(it),
  };
  return [own, ...elementParts(element).flatMap((part) => entriesOf(part, element))];
}
