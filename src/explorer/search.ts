import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isSpecifiedScalarType,
} from 'graphql';
import MiniSearch from 'minisearch';
import { fieldsOf, isDeprecated } from '../graphql/fields.ts';

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
  const entries = everything(schema);
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
    const parts = word.split(/_+|(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter(Boolean);
    return parts.length > 1 ? [...parts, parts.join('')] : parts;
  });
}

function everything(schema: GraphQLSchema): readonly Entry[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .flatMap(entriesOf);
}

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function entriesOf(type: GraphQLNamedType): readonly Entry[] {
  const entry = (kind: Entry['kind'], of: Described, place: string, typeText: string): Entry => {
    return {
      kind,
      place,
      name: of.name,
      type: typeText,
      description: of.description ?? '',
      deprecated: isDeprecated(of),
    };
  };
  const own = entry('type', type, type.name, '');
  if (isEnumType(type)) {
    return [own, ...type.getValues().map((value) => entry('enum value', value, `${type.name}.${value.name}`, ''))];
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return [
      own,
      ...fields.map((field) => entry('input field', field, `${type.name}.${field.name}`, String(field.type))),
    ];
  }
  const fields = fieldsOf(type).flatMap((field) => {
    const place = `${type.name}.${field.name}`;
    const args = field.args.map((arg) => entry('argument', arg, place, String(arg.type)));
    return [entry('field', field, place, String(field.type)), ...args];
  });
  return [own, ...fields];
}
