import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DefinitionNode, type GraphQLSchema, Kind } from 'graphql';
import { fragmentsByName } from '../graphql/fragments.ts';
import { placeText } from '../graphql/place.ts';
import { findWarnings } from '../graphql/selections/operation-warnings.ts';
import { unmappedScalars } from './output/scalar-types.ts';
import { readUsedSchema } from './output/used-schema.ts';
import { optionsOf } from './preset.ts';

/** Remarks on operations, and on scalars without a TypeScript type. */
export function warningsOf(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  { generates }: CodegenConfig,
): readonly string[] {
  const fragments = fragmentsByName(definitions);
  const operations = definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? [{ name: node.name?.value ?? node.operation, node, fragments }] : [],
  );
  const outputs = Object.values(generates).flatMap((output) => optionsOf(output) ?? []);
  const used = readUsedSchema(schema, { kind: Kind.DOCUMENT, definitions });
  const scalars = [...new Set(outputs.flatMap((options) => unmappedScalars(used, options.scalars)))];
  const typed = Object.assign({}, ...outputs.map((options) => options.scalars));
  return [
    ...findWarnings(schema, operations, typed).map(
      ({ place, operation, message }) => `${placeText(place)} ${operation}: ${message}`,
    ),
    ...(scalars.length === 0 ? [] : [scalarWarning(scalars)]),
  ];
}

function scalarWarning(names: readonly string[]): string {
  const line = `scalars: { ${names.map((name) => `${name}: 'unknown'`).join(', ')} }`;
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no TypeScript type and ${names.length === 1 ? 'is' : 'are'} \`unknown\`. Add to the options in your config, with the types that you know: ${line}`;
}
