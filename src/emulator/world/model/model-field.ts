import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNullableType,
  isListType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Field } from '../../../graphql/fields.ts';
import { countWords } from './names.ts';
import type { PageShape } from './page-shape.ts';

/** The parts that every field has. */
interface AnyField {
  /** The name under which its value is kept; `deviceId` and `device` have the same. */
  readonly key: string;
  /** The field of the schema. */
  readonly definition: Field;
  /** The value of another object that this one shows: `name` of what its `account` refers to, or of any account, for `accountName`. */
  readonly other?: undefined | { readonly through: string | undefined; readonly field: string };
  /** The page around the list. */
  readonly page?: { readonly type: GraphQLObjectType; readonly shape: PageShape };
}

/** A field with a value of its own. */
export interface ValueField extends AnyField {
  readonly kind: 'identity' | 'value';
  /** The scalar or enum, without lists and `!`. */
  readonly leaf: GraphQLLeafType;
  readonly target?: undefined;
}

/** A field with objects that have a place of their own (`reference`), or are a part of this one. */
export interface ObjectField extends AnyField {
  readonly kind: 'reference' | 'references' | 'part' | 'parts';
  /** The type of the objects; for a page, of its items. */
  readonly target: GraphQLCompositeType;
  /** The type of their ids, where the field has those instead of the objects. */
  readonly leaf?: GraphQLLeafType;
}

/** The value of a field of an object. */
export type ModelField = ValueField | ObjectField;

/** The objects that several types show: `Device` and `DeviceWithDetail` are one family, with one set of ids. */
export interface Family {
  /** The name of the type that has the shortest name. */
  readonly name: string;
  /** The types, the one with the shortest name first. */
  readonly types: readonly [GraphQLObjectType, ...GraphQLObjectType[]];
  /** The field with the id; undefined if the objects have none. */
  readonly identity: Field | undefined;
  /** Whether there is one object of it, and all others belong to it: a root, or the team. */
  readonly isSingle: boolean;
}

/** Whether a field holds a list of values, such as tags. */
export function isValueList({ kind, definition }: ModelField): boolean {
  return kind === 'value' && isListType(getNullableType(definition.type));
}

/** Whether the value of a field follows from its object alone: counts and lists look at other objects. */
export function isOwn({ kind, leaf, definition, other }: ModelField): boolean {
  const isCount = leaf?.name === 'Int' && wordsOf(definition.name).some((word) => countWords.test(word));
  return kind !== 'references' && !isCount && other === undefined;
}
