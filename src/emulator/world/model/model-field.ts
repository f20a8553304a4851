import type { GraphQLCompositeType, GraphQLLeafType, GraphQLObjectType } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import type { PageShape } from './page-shape.ts';

interface ValueField {
  readonly kind: 'id' | 'value';
  readonly leaf: GraphQLLeafType;
  readonly target?: undefined;
}

/** A field with objects that have a place of their own (`one`, `many`), or are a part of this one. */
interface ObjectField {
  readonly kind: 'one' | 'many' | 'part' | 'parts';
  readonly target: GraphQLCompositeType;
  /** The type of their ids, where the field has those instead of the objects. */
  readonly leaf?: GraphQLLeafType;
}

/** A field of an object: what it holds, and under which name that is kept. `deviceId` and `device` have the same key. */
export type ModelField = (ValueField | ObjectField) & {
  readonly key: string;
  readonly owner: GraphQLObjectType;
  readonly definition: Field;
  readonly isNullable: boolean;
  readonly isList: boolean;
  readonly page?: { readonly type: GraphQLObjectType; readonly shape: PageShape };
};

export type LinkField = Extract<ModelField, ObjectField>;

/** Whether a field leads to objects that have a place of their own. */
export function isLink(field: ModelField | undefined): field is LinkField {
  return field?.kind === 'one' || field?.kind === 'many';
}
