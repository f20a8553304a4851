import { type GraphQLObjectType, getNamedType } from 'graphql';
import { fieldsOf } from '../../../graphql/fields.ts';
import { identityOf } from './identity.ts';
import { byName, flatName, idName } from './names.ts';

type Types = [GraphQLObjectType, ...GraphQLObjectType[]];

/** The affixes with which a type shows the same objects as the type that is called without: `DeviceSummary`, `DeviceWithGroup`. */
const affix =
  /(?:With[A-Z]\w*|Details?|Summary|SearchResult|ListItem|Minimal|Basic|Short|Lite|Light|Full|Extended|Overview|Preview|Info)$/;

/**
 * Groups the types that show the same objects: a list or a search often gives less of a device (`Device`) than the read of one
 * device does (`DeviceWithDetail`). Their names differ in an affix alone, or their ids are called alike, and they have the same id and half of their fields; the one
 * with the shorter name has not the other.
 */
export function groupFamilies(types: readonly GraphQLObjectType[]): readonly Readonly<Types>[] {
  const groups: Types[] = [];
  for (const type of [...types].sort((one, other) => one.name.length - other.name.length || byName(one, other))) {
    const own = groups.find(([first]) => areAlike(first, type));
    if (own) own.push(type);
    else groups.push([type]);
  }
  return groups;
}

/** The part of a name before an affix, or the name that the id is called after: `runId` of a `RecentRun` is that of a `Run`. */
function stemOf(type: GraphQLObjectType): string {
  return idName(identityOf(type)?.name ?? '')?.words.join('') || flatName(type.name.replace(affix, ''));
}

function areAlike(one: GraphQLObjectType, other: GraphQLObjectType): boolean {
  const [stem, otherStem] = [one, other].map(stemOf);
  const isInside = fieldsOf(one).some(({ type }) => getNamedType(type) === other);
  if (stem !== otherStem || isInside || identityOf(one)?.name !== identityOf(other)?.name) return false;
  const [left, right] = [one.getFields(), other.getFields()];
  const shared = Object.values(left).filter(({ name, type }) => getNamedType(right[name]?.type) === getNamedType(type));
  // The id is shared by all.
  return (shared.length - 1) * 2 >= Math.min(Object.keys(left).length, Object.keys(right).length) - 1;
}
