import { type GraphQLObjectType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, isListField } from '../../../graphql/fields.ts';
import { leadsToMutations } from '../../../graphql/mutations.ts';
import type { Model } from '../model/model.ts';
import { flatName, sameNoun } from '../model/names.ts';
import { isPagingArgument } from '../reads/list-arguments.ts';

const choosing = /^(?:filter|where|orderby|order|sort|sortby|search|query)$/;
const isChoosing = (name: string): boolean => isPagingArgument(name) || choosing.test(flatName(name));

/**
 * A field below the root of mutations is a mutation, leads to mutations (`team { devices { … } }`), or is read. In a type that queries
 * also give, only its name or its arguments prove that it is read.
 */
export function fieldPlaceOf(model: Model, type: GraphQLObjectType, field: Field): 'mutation' | 'lead' | 'read' {
  const { schema, readable } = model;
  const named = getNamedType(field.type);
  if (isObjectType(named) && isNamespace(model, type, field, named)) return 'lead';
  const inQuery = schema.getQueryType()?.getFields()[field.name];
  const isRead =
    type === schema.getMutationType()
      ? String(inQuery?.type) === String(field.type)
      : readable.has(type)
        ? isCalledAsRead(model, field)
        : field.args.length === 0 && model.fields(type).get(field.name)?.kind === 'id';
  return isRead ? 'read' : 'mutation';
}

/** Whether a field has the name of its type (`devices`, `deviceByName`, `deviceCount`), or only selecting arguments. */
function isCalledAsRead(model: Model, { name, type, args }: Field): boolean {
  const named = getNamedType(type);
  if (args.every((each) => isChoosing(each.name))) return true;
  if (!isCompositeType(named))
    return named.name === 'Int' && wordsOf(name).some((word) => /^(?:count|total)s?$/.test(word));
  const [noun = ''] = name.split(/By(?=[A-Z])/);
  const what = model.page(named)?.item ?? named;
  const called = model.namedExactly(wordsOf(noun));
  return called ? model.isSame(called, what) : sameNoun(flatName(noun), flatName(what.name));
}

/** Whether a field only leads to mutations. Queries may reach the type as well, if it is the team. */
function isNamespace(model: Model, owner: GraphQLObjectType, field: Field, type: GraphQLObjectType): boolean {
  const { schema, readable } = model;
  if (!readable.has(type)) return !isListField(field) && leadsToMutations(schema, owner, field);
  return model.isSingle(type) && field.args.length === 0 && type !== schema.getQueryType();
}
