import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
} from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { connectionShape } from '../../../graphql/connection.ts';
import { type Field, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { isFailure } from './failures.ts';
import { flatName } from './names.ts';

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
const pageNames = /(?:Connection|Page|Paged|List|Listing|Results?|Collection|Response|Payload|Set)$/;

/** Reads a type as a page: a connection of Relay, or a type with one list of objects; undefined if it is neither. */
export function pageShape(type: GraphQLObjectType): PageShape | undefined {
  const { node, edge } = connectionShape(type) ?? {};
  const info = fieldsOf(type).find(({ name }) => /^(?:pageInfo|pagination|paging|meta)$/.test(name));
  const about = info && getNamedType(info.type);
  const pageInfo = isObjectType(about) ? about : undefined;
  const around = isCompositeType(node) ? node : edge;
  // A list that takes arguments is one to choose from, not a page of another.
  const lists = fieldsOf(type).filter((field) => field.args.length === 0 && itemOf(field) !== undefined);
  if (around) {
    const own = lists.filter((field) => field.name !== 'edges' && itemOf(field) === around);
    return { item: around, lists: own.map(({ name }) => name), edge: isObjectType(edge) ? edge : undefined, pageInfo };
  }
  const named = lists.filter(({ name }) => listNames.test(flatName(name)));
  const isPage = pageNames.test(type.name) || pageInfo !== undefined || fieldsOf(type).some(isTotal);
  const [list, ...others] = named.length > 0 ? named : isPage ? lists : [];
  const item = list && itemOf(list);
  return item && others.length === 0 ? { item, lists: [list.name], edge: undefined, pageInfo } : undefined;
}

function isTotal({ name, type }: Field): boolean {
  return getNamedType(type).name === 'Int' && wordsOf(name).some((word) => /^(?:count|total)$/.test(word));
}

function itemOf(field: Field): GraphQLCompositeType | undefined {
  const item = getNamedType(field.type);
  return isListField(field) && isCompositeType(item) && !isFailure(item) ? item : undefined;
}
