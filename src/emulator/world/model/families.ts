import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { connectionShape } from '../../../graphql/connection.ts';
import { type Field, fieldsOf, isListField } from '../../../graphql/fields.ts';
import { sameNoun, wordsOf } from './names.ts';

const affix =
  /^(?:(?:Full|Basic|Detailed|Extended|Minimal|Simple)(?=[A-Z]))?(.+?)(?:With[A-Z]\w*|Details?|Detailed|Full|Extended|Expanded|Summary|Lite|Basic|Overview|Short|Preview|Minimal|Compact|ListItem|SearchResult|SearchHit)?$/;

/**
 * Groups the types that show the same objects: a list often gives less of a device (`Device`) than the read of one device
 * does (`DeviceWithDetail`). Two types belong together if one has the other's name with such an affix, or if a root has a
 * list of one and reads one of the other by the same noun; and if they share half of their fields.
 */
export function groupFamilies(
  types: readonly GraphQLObjectType[],
  query: GraphQLObjectType | null | undefined,
): readonly [GraphQLObjectType, ...GraphQLObjectType[]][] {
  const groups = new Map<GraphQLObjectType, Set<GraphQLObjectType>>(types.map((type) => [type, new Set([type])]));
  const join = (one: GraphQLObjectType, other: GraphQLObjectType): void => {
    const [left, right] = [groups.get(one), groups.get(other)];
    if (!left || !right || left === right || !alike(one, other)) return;
    for (const type of right) groups.set(type, left.add(type));
  };
  const byStem = new Map<string, GraphQLObjectType>();
  for (const type of [...types].sort((one, other) => one.name.length - other.name.length)) {
    const stem = affix.exec(type.name)?.[1] ?? type.name;
    const first = byStem.get(stem);
    if (first) join(first, type);
    else byStem.set(stem, type);
  }
  joinByRoots(query, join);
  return [...new Set(groups.values())].flatMap((group) => {
    const [first, ...others] = [...group].sort(
      (one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
    );
    return first ? [[first, ...others]] : [];
  });
}

function joinByRoots(
  query: GraphQLObjectType | null | undefined,
  join: (one: GraphQLObjectType, other: GraphQLObjectType) => void,
): void {
  const lists: (readonly [noun: string, item: GraphQLObjectType])[] = [];
  const singles: (readonly [noun: string, type: GraphQLObjectType])[] = [];
  for (const field of fieldsOf(query ?? undefined)) {
    const noun = wordsOf(field.name)
      .filter((word) => !/^(?:all|list|get|find|fetch|one|many|by|id)$/.test(word))
      .join('');
    const named = getNamedType(field.type);
    const item = isListField(field) ? named : getNamedType(connectionShape(field.type)?.node);
    if (isObjectType(item)) lists.push([noun, item]);
    else if (isObjectType(named) && readsOne(field)) singles.push([noun, named]);
  }
  for (const [noun, type] of singles) {
    for (const [plural, item] of lists) if (type !== item && sameNoun(plural, noun)) join(item, type);
  }
}

function readsOne(field: Field): boolean {
  return field.args.some(({ name }) => /id$/i.test(name));
}

/** Whether two types share half of the fields of the smaller one beside the id, and none has the other. */
function alike(one: GraphQLObjectType, other: GraphQLObjectType): boolean {
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
