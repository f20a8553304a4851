import type { GraphQLSchema } from 'graphql';
import { elementParts, elementsIn, type SchemaElement } from '../graphql/elements.ts';
import { isDeprecated } from '../graphql/fields.ts';

const kinds = ['type', 'field', 'argument', 'enum value', 'input field'] as const;

/** A named element of a schema. */
export interface Entry {
  readonly kind: (typeof kinds)[number];
  /** Its place, in the form that `schema show` accepts: `Device`, `Device.name`. */
  readonly place: string;
  readonly name: string;
  /** The type of a field, or of an argument, whose place is that of its field; '' for others. */
  readonly type: string;
  readonly description: string;
  readonly deprecated: boolean;
}

/**
 * Finds the elements of a schema whose names or descriptions contain all of the words, in any case: first those whose names
 * do, types and fields before their parts, and short names before long ones; deprecated elements last.
 */
export function searchSchema(schema: GraphQLSchema, words: string): readonly Entry[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const contains = (...texts: readonly string[]) =>
    wanted.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
  const entries = elementsIn(schema).flatMap((element) => entriesOf(element));
  const rank = ({ name, kind, deprecated }: Entry): number =>
    (deprecated ? 10_000 : 0) +
    (contains(name) ? name.length : 1_000) +
    (kind === 'type' || kind === 'field' ? 0 : 100) +
    kinds.indexOf(kind) / 10;
  return wanted.length === 0
    ? []
    : entries.filter(({ name, description }) => contains(name, description)).sort((a, b) => rank(a) - rank(b));
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
