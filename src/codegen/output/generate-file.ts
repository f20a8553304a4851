import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import { readSelection } from '../../graphql/selections/read-selection.ts';
import { namesIn, readDefinitions, type SelectedOperation, typeNames } from './definitions.ts';
import type { OutputForm, OutputOptions } from './output.ts';
import { printConstant, printOriginSchema } from './print-constant.ts';
import { declareType, printResult, printVariables } from './print-types.ts';
import { scalarTypes } from './scalar-types.ts';
import { memberHelper } from './selected-connections.ts';
import { readUsedSchema } from './used-schema.ts';

/** @throws {OperationsError} if operations do not match the schema, or names collide. */
export function generateFile(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  given: OutputOptions,
  form: OutputForm = 'typescript',
): string {
  const definitions = readDefinitions(schema, documents);
  const used = readUsedSchema(schema, definitions.document);
  const imported = definitions.operations.length === 0 ? '' : documentImport(given, form);
  const names = namesIn(definitions, used.declared, imported);
  const { scalars, imports: ofScalars } = scalarTypes(used, given.scalars, names);
  const options: OutputOptions = { ...given, scalars };
  const imports = [imported, ofScalars].filter(Boolean).join('\n');
  const context = { schema, fragments: definitions.fragments };
  const operations = definitions.operations.map((operation) => {
    return { operation, selection: readSelection(context, operation) };
  });
  const constants = operations.map((operation) => printConstant(context, operation, options, form));
  const head = header(used.hash);
  const hasOrigins = options.origins && options.documents !== 'ast' && form !== 'declarations' && constants.length > 0;
  const origin = hasOrigins ? printOriginSchema(context, definitions.operations) : '';
  if (form === 'module' || form === 'commonjs') return joined([head, imported, origin, ...constants]);
  return joined([
    head,
    imports,
    imported !== '' && options.documents === 'ast' ? treeType : '',
    constants.some((text) => text.includes('Member<')) ? memberHelper : '',
    ...printTypes(context, operations, options),
    origin,
    ...constants,
    ...used.declared.map((type) => declareType(type, options)),
  ]);
}

function joined(parts: readonly string[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Whether two output files have the same hash, or one of them has none. */
export function isMadeAlike(text: string, other: string): boolean {
  const [one, another] = [text, other].map((it) => /\/\/ Made from .*, sha256:(\w+)/.exec(it)?.[1]);
  return one === undefined || another === undefined || one === another;
}

function header(hash: string): string {
  return `/* eslint-disable */
// Made by control-api-sdk/codegen with GraphQL Code Generator. Do not edit: run \`control-api generate\` again.
// Made from the part of the schema that these operations use, sha256:${hash}`;
}

function documentImport({ documents, importFrom = 'control-api-sdk' }: OutputOptions, form: OutputForm): string {
  const isTyped = form === 'typescript' || form === 'declarations';
  if (documents === 'ast') return isTyped ? `import type { DocumentNode } from 'graphql';` : '';
  if (form === 'commonjs') return `'use strict';\n\nconst { TypedOperation } = require('${importFrom}');`;
  return `import ${form === 'declarations' ? 'type ' : ''}{ TypedOperation } from '${importFrom}';`;
}

// Structural, so that the output needs no package besides `graphql`.
const treeType = `/** A syntax tree that carries its types by the convention that GraphQL clients share. */
export type TypedDocumentNode<Result, Variables> = DocumentNode & { readonly __apiType?: (variables: Variables) => Result };`;

/** The types of results and variables: first those of fragments, then those of operations. */
export function printTypes(
  context: SelectionContext,
  operations: readonly SelectedOperation[],
  options: OutputOptions,
): readonly string[] {
  const declare = (name: string, type: string): string =>
    `export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};`;
  // Operations are printed first, so that a mistake is reported of an operation rather than of its fragment.
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
