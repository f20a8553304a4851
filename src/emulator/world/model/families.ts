import { type GraphQLObjectType, getNamedType } from 'graphql';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import { identityOf } from './identity.ts';
import { flatName, idName } from './names.ts';

const affix = /(?:With[A-Z]\w*|Details?|Summary|SearchResult)$/;

/** The name that types of the same objects share: what their id is called after, or what is before an affix. */
function stemOf({ name }: GraphQLObjectType, identity: Field | undefined): string {
  const words = identity && idName(identity.name)?.words.join('');
  return words || flatName(name.replace(affix, ''));
}

/**
 * Groups the types that show the same objects: a list or a search often gives less of a device (`Device`) than the read of one
 * device does (`DeviceWithDetail`). Their names differ in such an affix alone, or their ids have one name (`deviceId`), they share
 * half of their fields, and none has the other.
 */
export function groupFamilies(
  types: readonly GraphQLObjectType[],
): readonly (readonly [GraphQLObjectType, ...GraphQLObjectType[]])[] {
  const groups = new Map<string, [GraphQLObjectType, ...GraphQLObjectType[]][]>();
  const byLength = (one: GraphQLObjectType, other: GraphQLObjectType): number =>
    one.name.length - other.name.length || (one.name < other.name ? -1 : 1);
  for (const type of [...types].sort(byLength)) {
    const stem = stemOf(type, identityOf(type));
    const known = groups.get(stem) ?? [];
    groups.set(stem, known);
    const own = known.find(([first]) => areAlike(first, type));
    if (own) own.push(type);
    else known.push([type]);
  }
  return [...groups.values()].flat();
}

function areAlike(one: GraphQLObjectType, other: GraphQLObjectType): boolean {
  const has = (type: GraphQLObjectType, inner: GraphQLObjectType): boolean =>
    fieldsOf(type).some((field) => getNamedType(field.type) === inner);
  if (has(one, other) || has(other, one)) return false;
  const [left, right] = [one.getFields(), other.getFields()];
  const shared = Object.keys(left).filter(
    (name) => right[name] && getNamedType(right[name].type) === getNamedType(left[name]?.type),
  );
  // The id is shared by all.
  return (shared.length - 1) * 2 >= Math.min(Object.keys(left).length, Object.keys(right).length) - 1;
}
