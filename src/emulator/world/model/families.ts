import { type GraphQLObjectType, getNamedType } from 'graphql';
import { type Field, isListField } from '../../../graphql/fields.ts';

const affix =
  /^(?:(?:Full|Basic|Detailed|Minimal)(?=[A-Z]))?(.+?)(?:With[A-Z]\w*|Details?|Detailed|Full|Summary|Basic|Overview|Preview|Minimal|ListItem|SearchResult|SearchHit)?$/;

/**
 * Groups the types that show the same objects: a list or a search often gives less of a device (`Device`) than the read of one
 * device does (`DeviceWithDetail`). Two types belong together if their names differ in such an affix alone, and if they share
 * half of their fields.
 */
export function groupFamilies(
  types: readonly GraphQLObjectType[],
): readonly (readonly [GraphQLObjectType, ...GraphQLObjectType[]])[] {
  const groups = new Map<string, [GraphQLObjectType, ...GraphQLObjectType[]][]>();
  const sorted = [...types].sort(
    (one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
  );
  for (const type of sorted) {
    const stem = affix.exec(type.name)?.[1] ?? type.name;
    const known = groups.get(stem) ?? [];
    groups.set(stem, known);
    const own = known.find(([first]) => areAlike(first, type));
    if (own) own.push(type);
    else known.push([type]);
  }
  return [...groups.values()].flat();
}

/** Whether two types share half of the fields of the smaller one beside the id, and none has the other. */
function areAlike(one: GraphQLObjectType, other: GraphQLObjectType): boolean {
  const [left, right] = [one.getFields(), other.getFields()];
  const holds = (fields: readonly Field[], type: GraphQLObjectType): boolean =>
    fields.some((field) => getNamedType(field.type) === type && !isListField(field));
  if (holds(Object.values(left), other) || holds(Object.values(right), one)) return false;
  const names = Object.keys(left).filter((name) => !/^_?id$/.test(name));
  const shared = names.filter(
    (name) => right[name] && getNamedType(right[name].type) === getNamedType(left[name]?.type),
  );
  return shared.length * 2 >= Math.min(names.length, Object.keys(right).length - 1);
}
