import { type GraphQLObjectType, getNamedType } from 'graphql';
import { fieldsOf } from '../../../graphql/fields.ts';
import { identityOf } from './identity.ts';
import { byName, flatName, idName } from './names.ts';

type Types = [GraphQLObjectType, ...GraphQLObjectType[]];

/**
 * Groups the types that show the same objects: a list or a search often gives less of a device (`Device`) than the read of one
 * device does (`DeviceWithDetail`). Their names differ in an affix alone, or their ids are called alike, and they share half of
 * their fields; or one name begins with the other, and they share most of many fields. None has the other.
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

/** The part of a name before an affix, or the name that the id is called after. */
function stemOf(type: GraphQLObjectType): string {
  const id = idName(identityOf(type)?.name ?? '')?.words.join('');
  return (
    id ||
    flatName(
      type.name.replace(
        /(?:With[A-Z]\w*|Details?|Summary|SearchResult|ListItem|Minimal|Basic|Short|Lite|Light|Full|Extended|Overview|Preview|Info)$/,
        '',
      ),
    )
  );
}

function areAlike(one: GraphQLObjectType, other: GraphQLObjectType): boolean {
  const isSameStem = stemOf(one) === stemOf(other);
  const has = (type: GraphQLObjectType, inner: GraphQLObjectType): boolean =>
    fieldsOf(type).some((field) => getNamedType(field.type) === inner);
  if ((!isSameStem && !other.name.startsWith(one.name)) || has(one, other) || has(other, one)) return false;
  const [left, right] = [one.getFields(), other.getFields()];
  // The id is shared by all.
  const shared =
    Object.keys(left).filter((name) => right[name] && getNamedType(right[name].type) === getNamedType(left[name]?.type))
      .length - 1;
  const least = Math.min(Object.keys(left).length, Object.keys(right).length) - 1;
  return isSameStem ? shared * 2 >= least : shared >= 10 && shared * 4 >= least * 3;
}
