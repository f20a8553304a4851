import {
  type GraphQLInputType,
  GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  printType,
} from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import type { LookedUp } from './lookup.ts';
import { usesOf } from './uses.ts';

/**
 * SDL of a type with the places that use it; or of a field, with the inputs that it takes and the type that it returns (for a
 * connection, that of its items). Remarks are comments.
 */
export function showFound(schema: GraphQLSchema, { type, field, path }: LookedUp): string {
  if (field === undefined) {
    const uses = usesOf(schema, type);
    const members = isInterfaceType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
    return text([printType(type), remark('Implemented by', members), remark('Used by', uses)]);
  }
  const returned = asConnection(field.type)?.node ?? getNamedType(field.type);
  const shown = [...inputsOf(field.args), ...(isScalarType(returned) || returned === type ? [] : [returned])];
  return text([
    printType(withField(type, field.name)),
    ...shown.map((it) => printType(it)),
    path === undefined ? '' : `# To use it: control-api operations add ${path}`,
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

/** The enums and input types that arguments lead to, each once. */
function inputsOf(inputs: readonly { readonly type: GraphQLInputType }[]): readonly GraphQLNamedType[] {
  const found = new Set<GraphQLNamedType>();
  const queue = [...inputs];
  for (const { type } of queue) {
    const named = getNamedType(type);
    if (isScalarType(named) || found.has(named)) continue;
    found.add(named);
    if (isInputObjectType(named)) queue.push(...Object.values(named.getFields()));
  }
  return [...found];
}
