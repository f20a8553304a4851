import { type GraphQLNamedType, type GraphQLObjectType, getNamedType, isCompositeType } from 'graphql';
import { fieldsOf } from '../../../graphql/fields.ts';
import { isFailure } from '../model/failures.ts';
import type { Model } from '../model/model.ts';

/** The types of objects that an answer shows: itself, or in its payload, also within an edge or a page. */
export function shownTypes(model: Model, type: GraphQLNamedType, depth = 0): ReadonlySet<GraphQLObjectType> {
  if (!isCompositeType(type) || isFailure(type) || type === model.schema.getQueryType()) return new Set();
  const own = model.storedOf(type);
  if (own.length > 0 || depth > 2) return new Set(own);
  const inner = model.membersOf(type).flatMap(fieldsOf);
  return new Set(inner.flatMap((field) => [...shownTypes(model, getNamedType(field.type), depth + 1)]));
}
