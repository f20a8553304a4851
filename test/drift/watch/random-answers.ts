import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  responsePathAsArray,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect } from 'vitest';
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

/** A place in an answer, with values that its type excludes. */
interface Excluded {
  readonly path: readonly (string | number)[];
  readonly values: readonly unknown[];
}

/** A random answer as graphql-js gives it, and the places with values that could be excluded. */
export function randomAnswer(schema: GraphQLSchema, document: DocumentNode, draw: Draw) {
  const places: Excluded[] = [];
  /** The type that the selection is on: an interface may promise less than the object. */
  const declared = new Map<FieldNode, GraphQLOutputType>();
  const info = new TypeInfo(schema);
  const enter = (node: FieldNode): void => void declared.set(node, info.getType() ?? expect.unreachable());
  visit(document, visitWithTypeInfo(info, { Field: { enter } }));

  const exclude = (path: Excluded['path'], values: Excluded['values']): void => {
    if (values.length > 0) places.push({ path, values });
  };

  const valueFor = (type: GraphQLOutputType, as: GraphQLOutputType, path: Excluded['path']): unknown => {
    const values = isNonNullType(as) ? [null] : [];
    const bare = isNonNullType(type) ? type.ofType : type;
    const bareAs = isNonNullType(as) ? as.ofType : as;
    if (bare === type && draw(6) === 0) return null;
    if (isListType(bare) && isListType(bareAs)) {
      exclude(path, [...values, {}, 'text', 7, true]);
      return Array.from({ length: draw(4) }, (_, at) => valueFor(bare.ofType, bareAs.ofType, [...path, at]));
    }
    const [value, excluded] = solid(bare);
    exclude(path, [...values, ...excluded]);
    return value;
  };

  /** A value of a named type, and values that the type excludes. */
  const solid = (type: GraphQLOutputType): readonly [value: unknown, excluded: readonly unknown[]] => {
    if (isEnumType(type)) return [type.getValues()[draw(type.getValues().length)]?.value, [{}, [], 7, 'NEVER_BEFORE']];
    if (!isLeafType(type)) return [{}, [[], 'text', 7, true]];
    switch (type.name) {
      case 'Int':
        return [draw(100), [{}, [], 'text', true, 1.5]];
      case 'Float':
        return [draw(100) / 7, [{}, [], 'text', true]];
      case 'Boolean':
        return [draw(2) === 0, [{}, [], 'text', 7]];
      case 'ID':
      case 'String':
        return [`text${draw(9)}`, [{}, [], 7, true]];
      default:
        return [draw(2) === 0 ? 'any' : { any: [1] }, []];
    }
  };

  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (
    _object,
    _args,
    _context,
    { returnType, fieldNodes, path },
  ) =>
    valueFor(returnType, declared.get(fieldNodes[0] ?? expect.unreachable()) ?? returnType, responsePathAsArray(path));
  const typeResolver: GraphQLTypeResolver<unknown, unknown> = (_object, _context, _info, type) => {
    const objects = schema.getPossibleTypes(type);
    return objects[draw(objects.length)]?.name;
  };
  const variableValues = { yes: draw(2) === 0 };
  const { data, errors } = executeSync({ schema, document, variableValues, fieldResolver, typeResolver });
  expect(errors).toBeUndefined();
  return { data: JSON.parse(JSON.stringify(data)), places };
}
