import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { fieldsOf } from '../../graphql/fields.ts';
import { withElements } from '../../graphql/with-elements.ts';

/**
 * The snapshot in which nothing but some elements is as in the live schema, and what cannot stay without them: a field of an
 * interface changes with those of its types, an object type has the fields of its interfaces, and so on.
 */
export function changedAlone(
  snapshot: GraphQLSchema,
  live: GraphQLSchema,
  coordinates: readonly string[],
): GraphQLSchema {
  const chosen = new Set(coordinates);
  for (const schema of [snapshot, live])
    for (const coordinate of coordinates) {
      const [, name = '', member] = /^(\w+)\.(.+)$/.exec(coordinate) ?? [];
      const type = schema.getType(name);
      if (member !== undefined && isInterfaceType(type))
        for (const possible of schema.getPossibleTypes(type)) chosen.add(`${possible.name}.${member}`);
    }
  for (;;) {
    const { size } = chosen;
    const changed = withElements(snapshot, live, (coordinate) => chosen.has(coordinate));
    for (const type of Object.values(changed.getTypeMap()))
      for (const it of neededBy(type, live.getType(type.name))) chosen.add(it);
    if (chosen.size === size) return changed;
  }
}

/** The changes that give a type what its interfaces want, or take away what they want; and a choice of fields requires none. */
function neededBy(type: GraphQLNamedType, live: GraphQLNamedType | undefined): readonly string[] {
  if (isInputObjectType(type) && type.isOneOf) {
    const required = Object.values(type.getFields()).filter((it) => isNonNullType(it.type));
    return required.flatMap(({ name }) => [type.name, `${type.name}.${name}`]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const names = new Set(fieldsOf(type).map(({ name }) => name));
  return type.getInterfaces().flatMap((wanted) =>
    fieldsOf(wanted)
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => {
        if (fieldsOf(live).some((it) => it.name === name)) return `${type.name}.${name}`;
        const isStill =
          (isObjectType(live) || isInterfaceType(live)) && live.getInterfaces().some((it) => it.name === wanted.name);
        return isStill ? `${wanted.name}.${name}` : type.name;
      }),
  );
}
