import type { Features } from './features.ts';
import type { InputPlace } from './unseen.ts';

/** How much a query asks for. */
export interface Extent {
  readonly features: Features;
  /** Whether descriptions are read as well. */
  readonly descriptions: boolean;
  /** How many levels of fields there may be below a type, for servers that limit the depth of a query. */
  readonly levels: number;
}

/** The levels of the usual introspection query: enough for nine lists and nulls around a type. */
export const allLevels = 12;

/** The parts of a type that a query can ask for. */
export const typeParts = ['fields', 'inputFields', 'interfaces', 'enumValues', 'possibleTypes'] as const;

/** One of {@link typeParts}. */
export type TypePart = (typeof typeParts)[number];

/** The query for the whole schema. */
export function schemaDocument(extent: Extent): string {
  const { features, descriptions } = extent;
  return `query IntrospectionQuery {
  __schema {
    ${descriptions && features.schemaDescription ? 'description' : ''}
    queryType { name } mutationType { name } subscriptionType { name }
    types { ${headOf(extent)} ${typeParts.map((part) => partOf(part, extent)).join(' ')} }
    directives { ${directiveOf(extent)} }
  }
}`;
}

/** The facts of a type, besides its parts, that a query asks for. */
export function headOf({ features, descriptions }: Extent): string {
  return [
    'kind name',
    descriptions ? 'description' : '',
    features.specifiedByUrl ? 'specifiedByURL' : '',
    features.oneOf ? 'isOneOf' : '',
  ].join(' ');
}

/** The facts of one part of a type that a query asks for. */
export function partOf(part: TypePart, extent: Extent): string {
  const { levels, descriptions } = extent;
  const about = descriptions ? 'description' : '';
  switch (part) {
    case 'fields': {
      const inputs = levels < 3 ? '' : `args${including('field arguments', extent)} { ${inputOf(extent, levels - 2)} }`;
      return `fields(includeDeprecated: true) { name ${about} ${inputs} type { ${referenceOf(levels - 2)} } isDeprecated deprecationReason }`;
    }
    case 'inputFields':
      return `inputFields${including('input fields', extent)} { ${inputOf(extent, levels - 1)} }`;
    case 'enumValues':
      return `enumValues(includeDeprecated: true) { name ${about} isDeprecated deprecationReason }`;
    default:
      return `${part} { kind name }`;
  }
}

/** The facts of a directive that a query asks for. */
export function directiveOf(extent: Extent): string {
  const { levels, descriptions, features } = extent;
  return [
    'name locations',
    descriptions ? 'description' : '',
    features.repeatable ? 'isRepeatable' : '',
    levels < 2 ? '' : `args${including('directive arguments', extent)} { ${inputOf(extent, levels - 1)} }`,
  ].join(' ');
}

function including(place: InputPlace, { features }: Extent): string {
  return features.listsDeprecated.has(place) ? '(includeDeprecated: true)' : '';
}

function inputOf({ features, descriptions }: Extent, levels: number): string {
  return [
    'name defaultValue',
    descriptions ? 'description' : '',
    `type { ${referenceOf(levels - 1)} }`,
    features.inputDeprecation ? 'isDeprecated deprecationReason' : '',
  ].join(' ');
}

function referenceOf(wrappers: number): string {
  return wrappers <= 0 ? 'kind name' : `kind name ofType { ${referenceOf(wrappers - 1)} }`;
}
