import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { type Field, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { isFailure, isFailureField } from './failures.ts';
import { identityOf } from './identity.ts';
import type { Family, ModelField } from './model-field.ts';
import { flatName, idName, sameNoun } from './names.ts';
import type { PageShape } from './page-shape.ts';

/** The types of a schema, as far as a field needs them. */
interface Types {
  familiesOf(type: GraphQLCompositeType): readonly Family[];
  page(type: GraphQLCompositeType): PageShape | undefined;
  itemOf(field: Field): GraphQLCompositeType | undefined;
  named(words: readonly string[]): GraphQLCompositeType | undefined;
}

/** Reads what a field of a type holds: its id, a value, other objects or their ids, or parts of its object. */
export function readField(types: Types, type: GraphQLObjectType, definition: Field): ModelField {
  const to = getNamedType(definition.type);
  if (isLeafType(to)) return readLeaf(types, type, definition, to);
  const page = types.page(to);
  const target = page?.item ?? to;
  const many = isListField(definition) || page !== undefined;
  const placed = types.familiesOf(target).length > 0 && !isFailureField(definition);
  const kind = placed ? (many ? 'references' : 'reference') : many ? 'parts' : 'part';
  const around = page && isObjectType(to) ? { page: { type: to, shape: page } } : {};
  return { key: definition.name, kind, definition, target, ...around };
}

function readLeaf(types: Types, type: GraphQLObjectType, definition: Field, leaf: GraphQLLeafType): ModelField {
  const { name } = definition;
  if (definition === identityOf(type)) return { key: 'id', kind: 'identity', definition, leaf };
  const value: ModelField = { key: name, kind: 'value', definition, leaf };
  const id = /^(?:ID|String|Int|\w*UUID\w*|\w*Id)$/i.test(leaf.name) ? idName(name) : undefined;
  if (id === undefined || id.words.length === 0 || isFailure(type)) return value;
  const many = isListField(definition);
  const noun = id.words.join('');
  // The objects beside their ids have them too, whatever their type is called.
  const itemOf = (field: Field): GraphQLCompositeType | undefined => {
    const named = getNamedType(field.type);
    const item = types.itemOf(field);
    return many ? item : item === undefined && isCompositeType(named) ? named : undefined;
  };
  const beside = fieldsOf(type).find((field) => {
    const word = flatName(field.name);
    return (many ? sameNoun(word, noun) : word === noun) && itemOf(field);
  });
  const target = (beside && itemOf(beside)) ?? types.named(id.words);
  if (target === undefined || types.familiesOf(target).length === 0) return value;
  const [first = '', ...rest] = id.words;
  const camel = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const key = beside?.name ?? (many ? `${camel}s` : camel);
  return { key, kind: many ? 'references' : 'reference', definition, leaf, target, byId: true };
}
