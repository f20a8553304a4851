import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Draw } from '../../helpers/random-query.ts';

/** A random operation with nested fragments on interfaces, unions and objects, with conditions and shared response keys. */
export function randomFragments(schema: GraphQLSchema, draw: Draw): string {
  let budget = 50;
  const fragments: string[] = [];
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLCompositeType => isCompositeType(type) && !type.name.startsWith('__'),
  );
  const objectsOf = (type: GraphQLCompositeType): readonly GraphQLObjectType[] =>
    isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
  const overlapping = (type: GraphQLCompositeType): readonly GraphQLCompositeType[] => {
    const objects = new Set(objectsOf(type));
    return types.filter((other) => objectsOf(other).some((object) => objects.has(object)));
  };
  const condition = (): string => (draw(8) === 0 ? ' @include(if: $yes)' : '');

  const selection = (on: GraphQLCompositeType, depth: number): string => {
    const picked: string[] = [];
    if (draw(2) === 0) picked.push('__typename');
    if ('getFields' in on) {
      const fields = Object.values(on.getFields());
      for (let count = 0; count < 3; count += 1) {
        const field = fields[draw(fields.length)];
        if (!field || budget <= 0 || field.args.some(isRequiredArgument)) continue;
        const named = getNamedType(field.type);
        if (isCompositeType(named) && depth === 0) continue;
        budget -= 1;
        const inner = isCompositeType(named) ? ` ${selection(named, depth - 1)}` : '';
        // A response key of this field alone, or one that merges with the same field elsewhere.
        picked.push(`${field.args.length > 0 ? `a${budget}: ` : ''}${field.name}${condition()}${inner}`);
      }
    }
    const others = depth > 0 ? overlapping(on) : [];
    for (let count = draw(3); count > 0 && others.length > 0; count -= 1) {
      const other = others[draw(others.length)] ?? on;
      const inner = selection(other, depth - 1);
      if (draw(3) > 0) picked.push(`... on ${other.name}${condition()} ${inner}`);
      else {
        fragments.push(`fragment F${fragments.length} on ${other.name} ${inner}`);
        picked.push(`...F${fragments.length - 1}${condition()}`);
      }
    }
    if (picked.length === 0) picked.push('__typename');
    return `{ ${picked.join(' ')} }`;
  };

  const root = schema.getQueryType();
  if (!root) throw new Error('The schema has no query root.');
  const text = selection(root, 6);
  const body = [text, ...fragments].join('\n');
  return `query Random${body.includes('$yes') ? '($yes: Boolean!)' : ''} ${body}`;
}

/** A place in an answer, with a value that its type excludes. */
export interface Excluded {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
  readonly values: readonly unknown[];
}

type Place = Omit<Excluded, 'values'>;

/** A valid random answer, and the places with values that could be excluded. */
export function randomAnswer(schema: GraphQLSchema, document: DocumentNode, draw: Draw) {
  const places: Excluded[] = [];
  const yes = draw(2) === 0;
  const fragments = new Map(
    document.definitions
      .filter((it): it is FragmentDefinitionNode => it.kind === Kind.FRAGMENT_DEFINITION)
      .map((it) => [it.name.value, it]),
  );

  /** The type that the selection is on: an interface may promise less than the object. */
  const said = new Map<FieldNode, GraphQLOutputType>();
  const collect = (
    set: SelectionSetNode,
    type: GraphQLObjectType,
    found: Map<string, FieldNode[]>,
    on: GraphQLNamedType | undefined,
  ): void => {
    for (const node of set.selections) {
      if (!yes && node.directives?.length) continue;
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        found.set(key, [...(found.get(key) ?? []), node]);
        const field = on && 'getFields' in on ? on.getFields()[node.name.value] : undefined;
        if (field && 'args' in field) said.set(node, field.type);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      const inner = fragment?.typeCondition ? schema.getType(fragment.typeCondition.name.value) : on;
      const isOn = inner === type || (isAbstractType(inner) && schema.isSubType(inner, type));
      if (fragment && isOn) collect(fragment.selectionSet, type, found, inner);
    }
  };

  const objectOf = (
    type: GraphQLObjectType,
    sets: readonly (readonly [SelectionSetNode, GraphQLNamedType])[],
  ): Record<string, unknown> => {
    const found = new Map<string, FieldNode[]>();
    for (const [set, on] of sets) collect(set, type, found, on);
    const made: Record<string, unknown> = {};
    for (const [key, nodes] of found) {
      const name = nodes[0]?.name.value ?? '';
      if (name === '__typename') {
        made[key] = type.name;
        continue;
      }
      const field = type.getFields()[name];
      if (!field) throw new Error(`${type.name} has no field ${name}.`);
      const inner = nodes.flatMap((node) =>
        node.selectionSet ? [[node.selectionSet, getNamedType(said.get(node) ?? field.type)] as const] : [],
      );
      made[key] = anyOf(field.type, said.get(nodes[0] as FieldNode) ?? field.type, inner, { holder: made, key });
    }
    return made;
  };

  const anyOf = (
    type: GraphQLOutputType,
    as: GraphQLOutputType,
    sets: Parameters<typeof objectOf>[1],
    place: Place,
  ): unknown => {
    if (isNonNullType(as)) places.push({ ...place, values: [null] });
    const bare = isNonNullType(as) ? as.ofType : as;
    if (isNonNullType(type)) return solid(type.ofType, bare, sets, place);
    return draw(6) === 0 ? null : solid(type, bare, sets, place);
  };

  const solid = (
    type: GraphQLOutputType,
    as: GraphQLOutputType,
    sets: Parameters<typeof objectOf>[1],
    place: Place,
  ): unknown => {
    if (isListType(type)) {
      const item = isListType(as) ? as.ofType : as;
      places.push({ ...place, values: [{}, 'text', 7, true] });
      const list: unknown[] = [];
      for (let at = draw(4); at > 0; at -= 1)
        list.push(anyOf(type.ofType, item, sets, { holder: list, key: list.length }));
      return list;
    }
    if (isEnumType(type)) {
      places.push({ ...place, values: [{}, [], 7, 'NEVER_BEFORE'] });
      return type.getValues()[draw(type.getValues().length)]?.name;
    }
    if (isScalarType(type)) return scalar(type.name, place);
    if (!isCompositeType(type)) throw new Error('A result is no input.');
    places.push({ ...place, values: [[], 'text', 7, true] });
    const objects = isObjectType(type) ? [type] : schema.getPossibleTypes(type);
    const object = objects[draw(objects.length)];
    return object ? objectOf(object, sets) : null;
  };

  const scalar = (name: string, place: Place): unknown => {
    const text = [{}, [], 7, true];
    const [value, values] = (
      {
        Int: [draw(100), [{}, [], 'text', true, 1.5]],
        Float: [draw(100) / 7, [{}, [], 'text', true]],
        Boolean: [draw(2) === 0, [{}, [], 'text', 7]],
        ID: [`id${draw(9)}`, text],
        String: [`text${draw(9)}`, text],
      } as const
    )[name as 'Int'] ?? [draw(2) === 0 ? 'any' : { any: [1] }, []];
    if (values.length > 0) places.push({ ...place, values });
    return value;
  };

  const operation = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
  const root = schema.getQueryType();
  if (!operation || !root) throw new Error('There is no query.');
  return { data: objectOf(root, [[operation.selectionSet, root]]), places };
}
