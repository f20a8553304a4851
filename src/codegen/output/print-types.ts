import type { GraphQLSchema } from 'graphql';
import type { Definitions } from './definitions.ts';
import { typeNames } from './output-names.ts';
import type { OutputOptions } from './output-options.ts';
import { declareType, printVariables } from './print-inputs.ts';
import { printResult } from './print-result.ts';
import type { UsedSchema } from './used-schema.ts';

/** The declarations of types in the output. */
export interface TypeTexts {
  /** The selections of operations and fragments, and the variables of operations. */
  readonly operations: readonly string[];
  /** The enums and input objects of the schema that operations use. */
  readonly schema: readonly string[];
}

/**
 * Writes the types of results and variables, and the types of the schema that they need.
 *
 * @throws {OperationsError} if the types of a result would be too long to write.
 */
export function printTypes(
  schema: GraphQLSchema,
  { operations, fragments }: Pick<Definitions, 'operations' | 'fragments'>,
  { inputs, outputs }: UsedSchema,
  options: OutputOptions,
): TypeTexts {
  const context = { schema, fragments };
  const declare = (name: string, type: string): string =>
    `export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};`;
  // Operations come first: a mistake in one is said of it rather than of a fragment in it.
  const ofOperations = operations.flatMap((operation) => {
    const { result, variables } = typeNames(operation);
    return [
      declare(variables, printVariables(schema, operation, options)),
      declare(result, printResult(context, operation, options)),
    ];
  });
  const ofFragments = [...fragments.values()].map((fragment) =>
    declare(`${fragment.name.value}Fragment`, printResult(context, fragment, options)),
  );
  const used = [...new Set([...inputs, ...outputs])].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    operations: [...ofFragments, ...ofOperations],
    schema: used.flatMap((type) => declareType(type, options) ?? []),
  };
}
