import { type GraphQLObjectType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import { isFailure, isFailureField } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { flatName, sameNoun } from '../model/names.ts';
import { isPagingArgument } from '../reads/list-arguments.ts';
import { idWords } from './naming.ts';

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
  if (isObjectType(named) && isNamespace(model, field, named)) return 'namespace';
  const inQuery = schema.getQueryType()?.getFields()[field.name];
  const isRead =
    type === schema.getMutationType()
      ? String(inQuery?.type) === String(field.type)
      : readable.has(type.name)
        ? isCalledAsRead(model, field)
        : field.args.length === 0 && model.field(type, field.name)?.kind === 'identity';
  return isRead ? 'read' : 'mutation';
}

/** Whether a field is called as what it gives (`devices`, `deviceByName`, `deviceCount`), or its arguments only choose. */
function isCalledAsRead(model: Model, { name, type, args }: Field): boolean {
  const named = getNamedType(type);
  if (args.every((each) => isChoosing(each.name))) return true;
  if (!isCompositeType(named))
    return named.name === 'Int' && wordsOf(name).some((word) => /^(?:count|total)s?$/.test(word));
  const [noun = ''] = name.split(/By(?=[A-Z])/);
  const what = model.page(named)?.item ?? named;
  const called = model.namedExactly(wordsOf(noun));
  return called ? model.isSameFamily(called, what) : sameNoun(flatName(noun), flatName(what.name));
}

/** Whether a field only leads to mutations: it asks for nothing but whose they are, and its type has fields that act. */
function isNamespace(model: Model, field: Field, type: GraphQLObjectType, depth = 0): boolean {
  if (depth > 4 || isFailure(type) || model.page(type)) return false;
  if (model.readable.has(type.name))
    return model.isSingle(type) && field.args.length === 0 && type !== model.schema.getQueryType();
  const fields = fieldsOf(type);
  const isPayload = fields.some((each) => isFailureField(each) || flatName(each.name) === 'clientmutationid');
  if (isPayload || !field.args.every(idWords)) return false;
  return fields.some((inner) => {
    const named = getNamedType(inner.type);
    // A type that queries show, such as the team beside the answer for an id, leads to no mutations.
    const isShown = field.args.length > 0 && model.readable.has(named.name);
    if (isObjectType(named) && named !== type && !isShown && isNamespace(model, inner, named, depth + 1)) return true;
    return inner.args.some(({ name }) => !isChoosing(name));
  });
}
