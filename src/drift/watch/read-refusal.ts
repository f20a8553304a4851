import { specifiedScalarTypes } from 'graphql';
import { refusesForSchema } from '../../base/refuses-for-schema.ts';
import type { GraphQLFormattedError, ObservedChange, ObservedChangeCode } from '../../index.ts';
import { changeOf, type FoundChange, type Groups, join } from './change-of.ts';
import { type ErrorPlace, placeOfError } from './error-place.ts';
import { type Shape, UNKNOWN } from './read-shape.ts';
import { WORDINGS } from './refusal-words.ts';

/** The change that an error of a refusal names. */
export interface NamedChange extends ObservedChange {
  /** The types of the schema that it is about. */
  readonly types: readonly string[];
  /** The words of the error, with names that the server proposes. */
  readonly hint: string;
}

const SENTENCES: Readonly<Record<ObservedChangeCode, string>> = {
  'field-removed': 'does not exist',
  'argument-removed': 'does not exist',
  'argument-required': 'is required, and the operation does not give it',
  'input-field-removed': 'does not exist',
  'input-field-required': 'is required, and the operation does not give it',
  'enum-value-removed': 'does not exist',
  'enum-value-added': 'is new',
  'type-removed': 'does not exist',
  'type-changed': 'has another type',
  'possible-type-removed': 'has other parts',
  'nullability-changed': 'may be null',
  'root-removed': 'is a kind of operation that the schema no longer has',
  'invalid-document': 'is where the service found the operation invalid',
};

/**
 * The changes that the errors of a refusal name, without the live schema; undefined where none of them refuses the document. Only names go on:
 * the server's words may repeat values. What the caller gave in variables is no change, except where the types of the operation
 * prove that it was valid.
 */
export function readRefusal(
  errors: readonly GraphQLFormattedError[],
  shape: Shape,
): readonly NamedChange[] | undefined {
  const found = new Map<string, NamedChange>();
  let isRefusal = false;
  for (const error of errors) {
    if (isOfExecution(error, shape)) continue;
    const change = changeIn(error, shape);
    if (change === null) continue;
    isRefusal = true;
    if (!change || found.has(`${change.coordinate} ${change.change}`)) continue;
    const message = change.message ?? `${change.coordinate} ${SENTENCES[change.change]}.`;
    found.set(`${change.coordinate} ${change.change}`, { ...change, message, hint: error.message });
  }
  if (!isRefusal) return undefined;
  const all = [...found.values()];
  // A field whose owner is no type of the text stands in another field that changed its type.
  const own = all.filter((it) => it.change !== 'field-removed' || isSelectedFrom(it.types, shape));
  return own.length > 0 ? own : all;
}

/** Whether the text selects from one of these types, as far as its types are known. */
function isSelectedFrom(types: readonly string[], { fields, root }: Shape): boolean {
  if (types.some((name) => specifiedScalarTypes.some((scalar) => scalar.name === name))) return false;
  return root === UNKNOWN || [...fields.values()].some(({ owner }) => types.includes(owner.name));
}

/** A path that begins with a key of the answer is one into data: the document was not refused. */
function isOfExecution({ path }: GraphQLFormattedError, { fields, root }: Shape): boolean {
  const [first] = path ?? [];
  return [...fields.values()].some(({ node, owner }) => owner === root && (node.alias ?? node.name).value === first);
}

/** The change that an error names; undefined where that is unknown, null where it is about what the caller gave. */
function changeIn(error: GraphQLFormattedError, shape: Shape): FoundChange | undefined | null {
  const words = plainWords(error.message);
  const place = placeOfError(error, shape);
  const path = [...(error.path ?? []), error.extensions?.['path']].join('.');
  const isOfVariable = OF_VARIABLE.test(words) || error.path?.[0] === 'variable';
  for (const { change, words: pattern, anywhere } of WORDINGS) {
    const match = anywhere ? [...words.matchAll(pattern)].at(-1) : pattern.exec(words);
    if (!match) continue;
    return (
      changeOf(change, { ...namesIn(error), ...match.groups }, { shape, place, words, path, isOfVariable }) ?? null
    );
  }
  return isOfVariable ? null : unnamed(words, error, place);
}

/** How an error begins that is about the value of a variable. */
const OF_VARIABLE = /^(?:the |field '\w+' of )?variables?\b/i;

/** The words without what graphql-java writes before them, and without the middle of a long value. */
function plainWords(message: string): string {
  const words = message.trim().replace(/^Validation error(?: of type \w+| ?\(\w+(?:@\[[^\]]*\])?\))? ?: ?/i, '');
  return words.length <= 4_000 ? words : `${words.slice(0, 2_000)}${words.slice(-2_000)}`;
}

/** The names that Hot Chocolate and gqlgen write beside their words. */
function namesIn({ extensions, path }: GraphQLFormattedError): Groups {
  const name = (key: string): string | undefined => {
    const text = extensions?.[key];
    return typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : undefined;
  };
  const last = path?.[0] === 'variable' && path.length > 2 ? path.at(-1) : undefined;
  return {
    argument: name('argument'),
    field: typeof last === 'string' ? last : name('field'),
    type: name('declaringType') ?? name('selectionSetType'),
    member: name('typeCondition'),
  };
}

/** A refusal in unknown words counts where it is about the schema, and stands at a field of the operation. */
function unnamed(words: string, { extensions }: GraphQLFormattedError, { field }: ErrorPlace): FoundChange | undefined {
  if (!field || !refusesForSchema(words, extensions?.['code'])) return undefined;
  const { name } = field.owner;
  return { change: 'invalid-document', coordinate: join(name, field.node.name.value), types: [name] };
}
