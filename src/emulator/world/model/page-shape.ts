import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { connectionShape } from '../../../graphql/connection.ts';
import { type Field, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { isFailure } from './failures.ts';
import { identityOf } from './identity.ts';

/** A type that contains a list of objects, and says where in the list it is. */
export interface PageShape {
  /** The type of an item; the edge, where it holds a value instead of an object. */
  readonly item: GraphQLCompositeType;
  /** The fields with the items of this page. */
  readonly lists: readonly string[];
  /** The type of an edge; undefined if there are no edges. */
  readonly edge: GraphQLObjectType | undefined;
  /** The type of the page information; undefined if there is none. */
  readonly pageInfo: GraphQLObjectType | undefined;
}

const listNames = /^(?:nodes|items|results?|data|rows|records|list|entries|contents?|values|objects|elements|all)$/i;
const infoNames = /^(?:pageInfo|pagination|paging|meta)$/;

/** Reads a type as a page: a connection of Relay, or a type with `items`, or with one list of objects and its length. */
export function pageShape(type: GraphQLObjectType): PageShape | undefined {
  const fields = fieldsOf(type);
  const { node, edge, pageInfo } = connectionShape(type) ?? {};
  if (identityOf(type) && !pageInfo) return undefined;
  const info = getNamedType(fields.find(isInfo)?.type);
  // A list that takes arguments is one to choose from, not a page of another.
  const lists = fields.filter((field) => field.name !== 'edges' && field.args.length === 0 && itemOf(field));
  const isLong = isObjectType(info) || fields.some(isTotal);
  const list = lists.find(({ name }) => listNames.test(name)) ?? (isLong && lists.length === 1 ? lists[0] : undefined);
  const item = isCompositeType(node) ? node : (edge ?? (list && itemOf(list)));
  return (
    item && {
      item,
      lists: lists.filter((field) => itemOf(field) === item).map(({ name }) => name),
      edge: isObjectType(edge) ? edge : undefined,
      pageInfo: isObjectType(info) ? info : undefined,
    }
  );
}

/** Whether a field has what is said of a page, by its name or by what that has: the total, or the number of the page. */
function isInfo(field: Field): boolean {
  const type = getNamedType(field.type);
  const isAbout = isObjectType(type) && !identityOf(type) && !isListField(field) && fieldsOf(type).some(isTotal);
  return infoNames.test(field.name) || isAbout;
}

function isTotal({ name, type }: Field): boolean {
  return getNamedType(type).name === 'Int' && wordsOf(name).some((word) => /^(?:count|total)$/.test(word));
}

function itemOf(field: Field): GraphQLCompositeType | undefined {
  const item = getNamedType(field.type);
  return isListField(field) && isCompositeType(item) && !isFailure(item) ? item : undefined;
}
