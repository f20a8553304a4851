import {
  type ASTNode,
  type GraphQLSchema,
  isInputObjectType,
  specifiedDirectives,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { inputTypesIn } from '../../graphql/input-types.ts';
import { allDirectives } from '../../graphql/introspection/unseen.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Usage } from './usage.ts';

/** Every server has these. */
const specified = new Set(specifiedDirectives.map(({ name }) => `@${name}`));

/** Every node of an operation that uses an unknown element, in its selection or in what its variables may contain, and which. */
export function unknownUses(
  { node }: ExecutableOperation,
  usage: Usage,
  schema: GraphQLSchema,
  unknown: ReadonlyMap<string, string>,
): readonly (readonly [part: string, at: ASTNode])[] {
  const uses = [...usage.uses].map(([at, { coordinate }]) => [coordinate, at] as const);
  const inputs = (node.variableDefinitions ?? []).flatMap((at) =>
    inputsOf(schema, at).map((coordinate) => [coordinate, at] as const),
  );
  return [...uses, ...inputs].flatMap(([coordinate, at]) => {
    const part = unknownPart(coordinate, unknown);
    return part === undefined ? [] : [[part, at] as const];
  });
}

/** The unknown element that an element is, or is a part of. */
export function unknownPart(coordinate: string, unknown: ReadonlyMap<string, string>): string | undefined {
  const field = coordinate.replace(/\(.*/, '');
  const directives = coordinate.startsWith('@') && !specified.has(field) ? [allDirectives] : [];
  return [coordinate, field, field.replace(/\..*/, ''), ...directives].find((it) => unknown.has(it));
}

/** Every input object that the value of a variable may contain, and the fields of each, as coordinates. */
function inputsOf(schema: GraphQLSchema, { type }: VariableDefinitionNode): readonly string[] {
  return [...inputTypesIn([typeFromAST(schema, type)])]
    .filter(isInputObjectType)
    .flatMap((input) => [input.name, ...Object.keys(input.getFields()).map((field) => `${input.name}.${field}`)]);
}
