import {
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNullableType,
  isListType,
} from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import type { Field } from '../../../graphql/fields.ts';
import { countWords } from './names.ts';
import type { PageShape } from './page-shape.ts';

/** The value of a field of an object. */
export interface ModelField {
  /** The name under which its value is kept; `deviceId` and `device` have the same. */
  readonly key: string;
  /** A value of its own, objects with a place of their own (`reference`), or objects that are a part of this one. */
  readonly kind: 'identity' | 'value' | 'reference' | 'references' | 'part' | 'parts';
  /** The field of the schema. */
  readonly definition: Field;
  /** The scalar or enum, without lists and `!`. */
  readonly leaf?: GraphQLLeafType;
  /** The type of the objects; for a page, of its items. */
  readonly target?: GraphQLCompositeType;
  /** Whether the field holds the id of an object instead of the object. */
  readonly byId?: boolean;
  /** The value of another object that this one shows: `name` of what its `account` refers to, or of any account, for `accountName`. */
  readonly other?: undefined | { readonly through: string | undefined; readonly field: string };
  /** The page around the list. */
  readonly page?: { readonly type: GraphQLObjectType; readonly shape: PageShape };
}

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
