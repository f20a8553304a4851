import {
  type DefinitionNode,
  type GraphQLSchema,
  isEnumType,
  isExecutableDefinitionNode,
  isIntrospectionType,
  Kind,
} from 'graphql';
import { codegenPackages, loadPeer } from '../../graphql/files/load-peer.ts';
import { refuse } from '../../graphql/operations-error.ts';
import { placeText } from '../../graphql/place.ts';
import { countVariants } from './count-variants.ts';
import type { Definitions } from './definitions.ts';
import { type LikeMembers, nameLikeMembers, uniteLikeMembers } from './like-members.ts';
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
 * @throws {OperationsError} if the types of a result would be too long to write.
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
  const written = limitVariants(schema, { document, fragments });
  const open = options.openEnums ? openEnums(written.schema) : { schema: written.schema, scalars: {} };
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
  const settled = settleConditions({ schema: written.schema, fragments }, document);
  const output = await plugin(open.schema, [{ document: settled }], config, { outputFile: options.output });
  const prepended = typeof output === 'string' ? [] : (output.prepend ?? []).filter(Boolean);
  const text = settleNames(unwrapVariables(typeof output === 'string' ? output : output.content));
  const content = mergeVariants(nameLikeMembers(text, written));
  const isImport = (text: string): boolean => text.startsWith('import ');
  const helpers = prepended.filter((text) => !isImport(text) && content.includes(`${helperName(text)}<`));
  return {
    imports: prepended.filter(isImport).sort().join('\n'),
    declarations: [...helpers, ...enumsOfResults(used, options), content].join('\n\n'),
  };
}

/** From this many object types on, members that are alike are written once. */
const many = 1000;
/** The generator needs seconds and a gigabyte for this many, and a compiler more. */
const tooMany = 50_000;

/**
 * The schema to write types for: the whole one, unless its interfaces and unions make the text of a result very long.
 *
 * @throws {OperationsError} with the operations whose result would still be too long to write.
 */
function limitVariants(
  schema: GraphQLSchema,
  { document, fragments }: Pick<Definitions, 'document' | 'fragments'>,
): LikeMembers {
  const executable = document.definitions.filter(isExecutableDefinitionNode);
  // What is wrong with an operation is said of it rather than of a fragment in it.
  const isOperation = ({ kind }: DefinitionNode): boolean => kind === Kind.OPERATION_DEFINITION;
  const definitions = [...executable.filter(isOperation), ...executable.filter((it) => !isOperation(it))];
  const total = definitions.reduce((sum, it) => sum + countVariants({ schema, fragments }, it), 0);
  if (total < many) return { schema, standsFor: new Map() };
  const united = uniteLikeMembers(schema, document);
  refuse(
    'The result types would be too long to write',
    definitions.flatMap((node) => {
      const count = countVariants({ schema: united.schema, fragments }, node);
      if (count <= tooMany) return [];
      const name = node.name?.value;
      return [
        `${placeText(node)}: ${name} selects nested interfaces or unions, and their members multiply to ${count.toLocaleString('en')} object types (at most ${tooMany.toLocaleString('en')}). Use fewer \`... on\` fragments inside one another, or split it.`,
      ];
    }),
  );
  return united;
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
