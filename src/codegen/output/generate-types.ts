import { type GraphQLSchema, isEnumType, isIntrospectionType } from 'graphql';
import { codegenPackages, loadPeer } from '../../graphql/load-peer.ts';
import type { Definitions } from './definitions.ts';
import { mergeVariants } from './merge-variants.ts';
import { declareEnum, openEnums } from './open-enums.ts';
import type { OutputOptions } from './output-options.ts';
import { settleConditions, settleNames } from './settle-conditions.ts';
import type { UsedSchema } from './used-schema.ts';

/** The type part of the output: the imports it needs, then the declarations. */
export interface TypesText {
  readonly imports: string;
  readonly declarations: string;
}

/**
 * Uses the standard generator for the types of results and variables, and for the schema types that they need.
 *
 * @throws {ConfigurationError} if the generator is not installed.
 */
export async function generateTypes(
  schema: GraphQLSchema,
  { document, fragments }: Definitions,
  used: UsedSchema,
  options: OutputOptions,
): Promise<TypesText> {
  const { plugin } = await loadPeer(
    'Generating',
    codegenPackages,
    () => import('@graphql-codegen/typescript-operations'),
  );
  const open = options.openEnums ? openEnums(schema) : { schema, scalars: {} };
  const config = {
    // Names stay as they are written: `listDevices` in a file is `listDevices` in the output.
    namingConvention: 'keep',
    printFieldsOnNewLines: true,
    useTypeImports: true,
    arrayInputCoercion: false,
    defaultScalarType: 'unknown',
    // The default of the generator accepts numbers as IDs; the ids of the service are documented as opaque.
    scalars: { ID: { input: 'string', output: 'string' }, ...open.scalars, ...options.scalars },
  };
  const settled = settleConditions({ schema, fragments }, document);
  const output = await plugin(open.schema, [{ document: settled }], config, { outputFile: options.output });
  const prepended = typeof output === 'string' ? [] : (output.prepend ?? []).filter(Boolean);
  const content = mergeVariants(settleNames(unwrapVariables(typeof output === 'string' ? output : output.content)));
  const isImport = (text: string): boolean => text.startsWith('import ');
  const helpers = prepended.filter((text) => !isImport(text) && content.includes(`${helperName(text)}<`));
  return {
    imports: prepended.filter(isImport).sort().join('\n'),
    declarations: [...helpers, ...enumsOfResults(used, options), content].join('\n\n'),
  };
}

/** Removes the identity type `Exact` from variables, so that error messages of the compiler use their own name. */
function unwrapVariables(content: string): string {
  return content.replace(/= Exact<(\{(?: .*? |\n[^}]*\n)\})>;/g, '= $1;');
}

/** The name of a helper type: the generator declares helpers even if they are not needed. */
function helperName(text: string): string {
  return /\btype (\w+)</.exec(text)?.[1] ?? '';
}

function enumsOfResults({ inputs, outputs }: UsedSchema, options: OutputOptions): readonly string[] {
  if (!options.openEnums) return [];
  return outputs.flatMap((type) =>
    isEnumType(type) && !isIntrospectionType(type) && !inputs.includes(type) ? [declareEnum(type)] : [],
  );
}
