import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import { readSelection } from '../../graphql/selections/read-selection.ts';
import type { SelectedOperation } from './definitions.ts';
import { typeNames } from './output-names.ts';
import type { OutputOptions } from './output-options.ts';
import { printVariables } from './print-inputs.ts';
import { printResult } from './print-result.ts';

/** Writes the types of results and variables: those of fragments, then those of operations. */
export function printTypes(
  context: SelectionContext,
  operations: readonly SelectedOperation[],
  options: OutputOptions,
): readonly string[] {
  const declare = (name: string, type: string): string =>
    `export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};`;
  // Operations come first: a mistake in one is said of it rather than of a fragment in it.
  const ofOperations = operations.flatMap(({ operation, selection }) => {
    const { result, variables } = typeNames(operation);
    return [
      declare(variables, printVariables(context.schema, operation, options)),
      declare(result, printResult(operation, selection, options)),
    ];
  });
  const ofFragments = [...context.fragments.values()].map((fragment) =>
    declare(`${fragment.name.value}Fragment`, printResult(fragment, readSelection(context, fragment), options)),
  );
  return [...ofFragments, ...ofOperations];
}
