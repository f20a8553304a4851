import {
  GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isOutputType,
  isScalarType,
  printType,
} from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import { inputTypesIn } from '../graphql/elements.ts';
import { fieldsOf } from '../graphql/fields.ts';
import { printSdl } from '../graphql/print-sdl.ts';
import type { LookedUp } from './lookup.ts';

/**
 * SDL of a type with the places that use it; or of a field, with the inputs that it takes and the type that it returns (for a
 * connection, that of its items). Remarks are comments.
 */
export function showFound(schema: GraphQLSchema, found: LookedUp): string {
  return printSdl(schema, () => foundText(schema, found));
}

function foundText(schema: GraphQLSchema, { type, field, path }: LookedUp): string {
  if (field === undefined) {
    const uses = usesOf(schema, type);
    const members = isInterfaceType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
    return text([printType(type), remark('Implemented by', members), remark('Used by', uses)]);
  }
  const returned = asConnection(field.type)?.node ?? getNamedType(field.type);
  const inputs = inputTypesIn(field.args.map((argument) => argument.type));
  const shown = [...inputs, ...(returned === type ? [] : [returned])].filter((it) => !isScalarType(it));
  return text([
    printType(withField(type, field.name)),
    ...shown.map((it) => printType(it)),
    path === undefined ? '' : `# To use it: npx control-api-sdk operations add ${path}`,
  ]);
}

function text(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function remark(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : [`# ${what}:`, ...names.map((name) => `#   ${name}`)].join('\n');
}

/** A type with one of its fields alone. */
function withField(type: GraphQLNamedType, name: string): GraphQLNamedType {
  if (!isObjectType(type) && !isInterfaceType(type)) return type;
  const { name: typeName, fields: all } = type.toConfig();
  const fields = Object.fromEntries(Object.entries(all).filter(([key]) => key === name));
  const config = { name: typeName, fields };
  return isObjectType(type) ? new GraphQLObjectType(config) : new GraphQLInterfaceType(config);
}

/**
 * The uses of a type: the fields that return it, alone, in lists or in pages, and the arguments and input fields that
 * accept it. The fields of connections and edges are skipped: they only lead to the items.
 */
export function usesOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const plumbing = new Set<GraphQLNamedType | undefined>();
  for (const one of types) {
    const connection = isOutputType(one) ? asConnection(one) : undefined;
    if (connection) plumbing.add(one).add(connection.edge);
  }
  return types.flatMap((parent) => {
    if (isInputObjectType(parent)) {
      const fields = Object.values(parent.getFields()).filter((field) => getNamedType(field.type) === type);
      return fields.map((field) => `${parent.name}.${field.name}`);
    }
    if (plumbing.has(parent)) return [];
    return fieldsOf(parent).flatMap((field) => {
      const place = `${parent.name}.${field.name}`;
      const returns = getNamedType(field.type) === type || asConnection(field.type)?.node === type;
      const takes = field.args.filter((argument) => getNamedType(argument.type) === type);
      return [...(returns ? [place] : []), ...takes.map((argument) => `${place}(${argument.name}:)`)];
    });
  });
}
