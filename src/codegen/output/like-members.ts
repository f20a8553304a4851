import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { fieldsOf } from '../../graphql/fields.ts';

/** A schema in which one member of an interface or a union stands for all that are alike to a document. */
export interface LikeMembers {
  readonly schema: GraphQLSchema;
  /** The names that each such member stands for, its own first. */
  readonly standsFor: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds object types that give the same result type wherever the document selects on an interface or a union, except for
 * `__typename`: they are never named, belong to the same abstract types, and their selected fields have the same types.
 */
export function uniteLikeMembers(schema: GraphQLSchema, document: DocumentNode): LikeMembers {
  const fields = new Set<string>();
  const reached = new Set<string>();
  visit(document, {
    Field: ({ name }) => void fields.add(name.value),
    NamedType: ({ name }) => void reached.add(name.value),
  });
  const types = Object.values(schema.getTypeMap());
  const selected = (type: GraphQLNamedType) => fieldsOf(type).filter(({ name }) => fields.has(name));
  for (const field of types.flatMap(selected)) reached.add(getNamedType(field.type).name);
  const abstract = types.filter((type) => isAbstractType(type)).filter(({ name }) => reached.has(name));

  const alike = new Map<string, string[]>();
  for (const type of types) {
    if (!isObjectType(type) || reached.has(type.name)) continue;
    const owners = abstract.filter((it) => schema.isSubType(it, type)).map(({ name }) => name);
    if (owners.length === 0) continue;
    const members = selected(type).map((field) => `${field.name}: ${field.type}`);
    const key = JSON.stringify([owners, members.sort()]);
    alike.set(key, [...(alike.get(key) ?? []), type.name]);
  }
  const standsFor = new Map(
    [...alike.values()].flatMap((names) => (names[1] ? [[names[0] ?? '', names] as const] : [])),
  );
  const left = new Set([...standsFor.values()].flatMap((names) => names.slice(1)));
  return { schema: left.size === 0 ? schema : without(schema, left), standsFor };
}

/** The schema without the membership of these types in interfaces and unions. */
function without(schema: GraphQLSchema, left: ReadonlySet<string>): GraphQLSchema {
  const document = visit(parse(printSchema(schema), { noLocation: true }), {
    ObjectTypeDefinition: (node) => (left.has(node.name.value) ? { ...node, interfaces: [] } : undefined),
    UnionTypeDefinition: (node) => ({
      ...node,
      types: (node.types ?? []).filter((it: NamedTypeNode) => it.kind === Kind.NAMED_TYPE && !left.has(it.name.value)),
    }),
  });
  return buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
}

/** Writes every name that a member stands for, in the text of the generator: `__typename: 'Bot' | 'Mannequin'`. */
export function nameLikeMembers(text: string, { standsFor }: Pick<LikeMembers, 'standsFor'>): string {
  if (standsFor.size === 0) return text;
  return text.replace(/: '(\w+)'(?=,?$)/gm, (line, name: string) => {
    const names = standsFor.get(name);
    return names === undefined ? line : `: ${names.map((it) => `'${it}'`).join(' | ')}`;
  });
}
