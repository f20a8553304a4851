import { type GraphQLObjectType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import { isFailure, isFailureField } from '../model/failures.ts';
import type { Model } from '../model/model.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';
import { isPagingArgument } from '../reads/page-arguments.ts';

/** The kinds of a field of the root of mutations, or of a namespace below it. */
export type FieldPlace = 'mutation' | 'namespace' | 'read';

const choosing = /^(?:filter|where|orderby|order|sort|sortby|search|query)$/;

/**
 * Decides by where a field stands what it is: mutations stand under the root of mutations, at any depth of namespaces, such as
 * `team { devices { … } }`. Where queries give the type too, a field is read only if it takes nothing, or is proven to be read.
 */
export function createPlaces(model: Model): (type: GraphQLObjectType, field: Field) => FieldPlace {
  const readable = reachable(model.schema.getQueryType());
  const places = new Map<Field, FieldPlace>();

  function placeOf(type: GraphQLObjectType, field: Field): FieldPlace {
    const inQuery = model.schema.getQueryType()?.getFields()[field.name];
    const named = getNamedType(field.type);
    if (isObjectType(named) && isNamespace(field, named, 0)) return 'namespace';
    if (type === model.schema.getMutationType())
      return inQuery && String(inQuery.type) === String(field.type) ? 'read' : 'mutation';
    if (readable.has(type.name)) return field.args.length === 0 || isRead(field) ? 'read' : 'mutation';
    return field.args.length === 0 && model.field(type, field.name)?.kind === 'identity' ? 'read' : 'mutation';
  }

  /** Whether a field is called as what it gives (`devices`, `deviceByName`, `deviceCount`), or its arguments only choose. */
  function isRead({ name, type, args }: Field): boolean {
    const named = getNamedType(type);
    if (named.name === 'Int' && wordsOf(name).some((word) => /^(?:counts?|totals?)$/.test(word))) return true;
    const selects = args.every((each) => isPagingArgument(each.name, undefined) || choosing.test(flatName(each.name)));
    if (selects || !isCompositeType(named)) return selects;
    const [noun = ''] = name.split(/By(?=[A-Z])/);
    const what = model.page(named)?.item ?? named;
    const called = model.namedExactly(wordsOf(noun));
    return called ? model.isSameFamily(called, what) : sameNoun(flatName(noun), flatName(what.name));
  }

  /** Whether a field only leads to mutations: it asks for nothing but whose they are, and its type has fields that act. */
  function isNamespace(field: Field, type: GraphQLObjectType, depth: number): boolean {
    if (depth > 4 || isFailure(type) || model.page(type)) return false;
    if (readable.has(type.name)) return model.isSingle(type) && field.args.length === 0;
    if (!field.args.every(({ name }) => idName(name) !== undefined)) return false;
    const fields = fieldsOf(type);
    if (fields.some((each) => isFailureField(each) || flatName(each.name) === 'clientmutationid')) return false;
    return fields.some((inner) => {
      const named = getNamedType(inner.type);
      if (isObjectType(named) && named !== type && isNamespace(inner, named, depth + 1)) return true;
      return inner.args.some(({ name }) => !isPagingArgument(name, undefined) && !choosing.test(flatName(name)));
    });
  }

  return (type, field) => {
    const known = places.get(field) ?? placeOf(type, field);
    places.set(field, known);
    return known;
  };
}

/** The names of the types that a type leads to. */
function reachable(root: GraphQLObjectType | null | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const next: GraphQLObjectType[] = root ? [root] : [];
  for (let type = next.pop(); type; type = next.pop()) {
    for (const { type: of } of fieldsOf(type)) {
      const named = getNamedType(of);
      if (!isCompositeType(named) || found.has(named.name)) continue;
      found.add(named.name);
      if (isObjectType(named)) next.push(named);
    }
  }
  return found;
}
