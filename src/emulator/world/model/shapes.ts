import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { connectionShape } from '../../../graphql/connection.ts';
import { type Field, fieldOf, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { flatName } from './names.ts';

interface FieldFacts {
  /** The name under which the value is kept: `deviceId` and `device` have the same key. */
  readonly key: string;
  readonly owner: GraphQLObjectType;
  readonly definition: Field;
  readonly isNullable: boolean;
  readonly isList: boolean;
  readonly page?: { readonly type: GraphQLObjectType; readonly shape: PageShape };
}

interface ValueField extends FieldFacts {
  readonly kind: 'id' | 'value';
  readonly leaf: GraphQLLeafType;
  readonly target?: undefined;
}

/** A field with objects that have no place of their own, such as `settings`. */
interface PartField extends FieldFacts {
  readonly kind: 'part' | 'parts';
  readonly target: GraphQLCompositeType;
  readonly leaf?: undefined;
}

/** A field with objects that have a place of their own, or with their ids. */
export interface LinkField extends FieldFacts {
  readonly kind: 'one' | 'many';
  readonly target: GraphQLCompositeType;
  /** The type of the ids, if the field holds ids instead of objects. */
  readonly leaf?: GraphQLLeafType;
}

export type ObjectField = PartField | LinkField;

export type ModelField = ValueField | ObjectField;

export function isLink(field: ModelField | undefined): field is LinkField {
  return field?.kind === 'one' || field?.kind === 'many';
}

/** The field with the id of an object: `id`, or the only `ID!` that is not the id of another object. */
export function identityOf(type: GraphQLObjectType): Field | undefined {
  const leaves = fieldsOf(type).filter((field) => isLeafType(getNullableType(field.type)) && field.args.length === 0);
  const own = ['id', 'uuid', `${flatName(type.name)}id`];
  const named = own.flatMap((name) => leaves.filter((field) => flatName(field.name) === name));
  const [only, ...others] = leaves.filter(({ name, type: of }) => String(of) === 'ID!' && !/Ids?$/.test(name));
  return (
    named.find((field) => /ID|UUID|Int|String/i.test(getNamedType(field.type).name)) ??
    (others.length === 0 ? only : undefined)
  );
}

/** A failure is a type with a `message` and a name such as `DeviceNotFound`. */
export function isFailure(type: GraphQLNamedType): boolean {
  if (isUnionType(type)) return type.getTypes().every(isFailure);
  return fieldOf(type, 'message') !== undefined && /(?:Errors?|Failure|Problem|NotFound)$/.test(type.name);
}

/** Whether a field of a payload lists failures, such as `errors` and `userErrors`. */
export function listsFailures(field: Field): boolean {
  return isListField(field) && (/errors$/i.test(field.name) || isFailure(getNamedType(field.type)));
}

export interface PageShape {
  readonly item: GraphQLCompositeType;
  /** The fields with the items, such as `nodes`. */
  readonly lists: readonly string[];
  readonly edge: GraphQLObjectType | undefined;
}

const listNames = /^(?:nodes|items|results?|data|rows|records|list|entries)$/;

/** Reads a type as a page: it has no id, and `nodes`, `edges { node }`, or `items` and the like. */
export function pageShape(type: GraphQLObjectType): PageShape | undefined {
  if (identityOf(type)) return undefined;
  const { node, edge } = connectionShape(type) ?? {};
  const lists = fieldsOf(type).filter((field) => listNames.test(field.name) && itemOf(field));
  const item = isCompositeType(node) ? node : lists[0] && itemOf(lists[0]);
  if (!item) return undefined;
  const own = lists.filter((field) => itemOf(field) === item).map(({ name }) => name);
  return { item, lists: own, edge: isObjectType(edge) ? edge : undefined };
}

function itemOf(field: Field): GraphQLCompositeType | undefined {
  const item = getNamedType(field.type);
  return isListField(field) && isCompositeType(item) ? item : undefined;
}
