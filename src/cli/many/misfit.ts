import { type GraphQLSchema, getVariableValues } from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Item } from './read-items.ts';

/** Says why a line does not fit an operation; undefined where it does. The reason holds no variables. */
export function misfit(
  { variables }: Item,
  { name, node: { variableDefinitions = [] } }: ExecutableOperation,
  schema: GraphQLSchema | undefined,
): string | undefined {
  if (variables === null) return 'it cannot be read as variables.';
  if (schema === undefined) return undefined;
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  if (Object.keys(variables).some((it) => !names.includes(it)))
    return `${name} has no such variable: it has ${names.map((it) => `$${it}`).join(', ') || 'none'}.`;
  const { errors: [error] = [] } = getVariableValues(schema, variableDefinitions, variables);
  // The message of the error holds the value.
  const [, wrong] = /^Variable "(\$\w+)"/.exec(error?.message ?? '') ?? [];
  return error && `${wrong ?? 'a variable'} does not fit its type.`;
}
