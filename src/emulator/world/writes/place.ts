import { type GraphQLObjectType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, isListField } from '../../../graphql/fields.ts';
import { leadsToMutations } from '../../../graphql/mutations.ts';
import type { Model } from '../model/model.ts';
import { flatName, sameNoun } from '../model/names.ts';
import { isPagingArgument } from '../reads/list-arguments.ts';

/** The kinds of a field of the root of mutations, or of a namespace below it. */
export type FieldPlace = 'mutation' | 'namespace' | 'read';

const choosing = /^(?:filter|where|orderby|order|sort|sortby|search|query)$/;
const isChoosing = (name: string): boolean => isPagingArgument(name) || choosing.test(flatName(name));

/**
 * Decides by where a field stands what it is: mutations stand under the root of mutations, at any depth of namespaces, such as
 * `team { devices { … } }`. Where queries give the type too, a field is read only if it takes nothing, or is proven to be read.
 */
export function fieldPlaceOf(model: Model, type: GraphQLObjectType, field: Field): FieldPlace {
  const { schema, readable } = model;
  const named = getNamedType(field.type);
  if (isObjectType(named) && isNamespace(model, type, field, named)) return 'namespace';
  const inQuery = schema.getQueryType()?.getFields()[field.name];
  const isRead =
    type === schema.getMutationType()
      ? String(inQuery?.type) === String(field.type)
      : readable.has(type)
        ? isCalledAsRead(model, field)
        : field.args.length === 0 && model.fields(type).get(field.name)?.kind === 'id';
  return isRead ? 'read' : 'mutation';
}

/** Whether a field is named after its type (`devices`, `deviceByName`, `deviceCount`), or its arguments only select. */
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

/** Whether a field only leads to mutations. Queries may reach the type as well, where it is that of the team. */
function isNamespace(model: Model, owner: GraphQLObjectType, field: Field, type: GraphQLObjectType): boolean {
  const { schema, readable } = model;
  if (!readable.has(type)) return !isListField(field) && leadsToMutations(schema, owner, field);
  return model.isSingle(type) && field.args.length === 0 && type !== schema.getQueryType();
}
