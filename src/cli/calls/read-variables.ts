import type { GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { didYouMean } from '../../base/words.ts';
import { usageError } from '../exit.ts';
import { jsonIn, readText } from '../files.ts';
import type { CliIo } from '../io.ts';

/** Reads `--variables`: JSON, `@file`, or `-` for standard input. No message contains variables, which may be secret. */
export async function readVariables(source: string, io: CliIo): Promise<Readonly<Record<string, unknown>>> {
  const place = source === '-' ? source : /^@(.*)/s.exec(source)?.[1];
  const value = jsonIn(place === undefined ? source : await readText(place, io));
  if (isRecord(value)) return value;
  throw usageError(
    '`--variables` must be a JSON object: pass, for example, \'{"first": 10}\', or the file that holds it: @variables.json',
  );
}

export function splitVars(texts: readonly string[]): readonly (readonly [name: string, text: string])[] {
  return texts.map((text) => {
    const [, name, value = ''] = /^\$?([_A-Za-z]\w*)=([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) throw usageError('`--var` must be name=value: pass, for example, --var first=10');
    return [name, value] as const;
  });
}

/** Reads each `--var` by the type that the operation declares. */
export async function typedVars(
  vars: readonly (readonly [name: string, text: string])[],
  operation: OperationDefinitionNode,
  schema: () => Promise<GraphQLSchema>,
): Promise<Readonly<Record<string, unknown>>> {
  const { inputValue } = await import('../../operations/input-value.ts');
  const names = vars.map(([name]) => name);
  const types = await variableTypes(names, operation, schema);
  const read = (name: string, text: string): unknown => {
    const type = types.get(name);
    return type && inputValue(type, text, `The variable $${name} (${type})`);
  };
  return Object.fromEntries(vars.map(([name, text]) => [name, read(name, text)]));
}

export async function variableTypes(
  names: readonly string[],
  { variableDefinitions = [] }: OperationDefinitionNode,
  schema: () => Promise<GraphQLSchema>,
): Promise<ReadonlyMap<string, GraphQLInputType>> {
  const { print, typeFromAST, isInputType } = await import('graphql');
  const { smallestSchema } = await import('../../graphql/validation.ts');
  const types = new Map<string, GraphQLInputType>();
  for (const name of names) {
    const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
    if (definition === undefined) {
      const all = variableDefinitions.map(({ variable }) => variable.name.value);
      const advice = didYouMean(name, all, `It has ${all.join(', ') || 'none'}.`, '');
      throw usageError(`The operation has no variable $${name}. ${advice}`);
    }
    const written = print(definition.type);
    const isBuiltIn = smallestSchema.getType(written.replace(/[[\]!]/g, '')) !== undefined;
    const known = isBuiltIn ? smallestSchema : await schema();
    // The overloads of typeFromAST differ only in the kind of the node.
    const type = typeFromAST(known, definition.type as Parameters<typeof typeFromAST>[1]);
    if (!isInputType(type)) throw usageError(`The schema has no type ${written}, which the variable $${name} has.`);
    types.set(name, type);
  }
  return types;
}

/** Refuses an operation without a required variable. */
export async function requireVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { Kind, print } = await import('graphql');
  for (const { variable, type, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    if (type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined || Object.hasOwn(variables, name)) continue;
    throw usageError(
      `The operation needs the variable $${name} (${print(type)}), so nothing was sent: pass \`--var ${name}=…\` or \`--variables\`.`,
    );
  }
}
