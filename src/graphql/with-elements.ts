import {
  buildASTSchema,
  type DefinitionNode,
  type GraphQLSchema,
  Kind,
  type NameNode,
  parse,
  printSchema,
  specifiedScalarTypes,
  type TypeNode,
  visit,
} from 'graphql';
import { memo } from '../base/memo.ts';
import { printSdl } from './print-sdl.ts';

type Chooses = (coordinate: string) => boolean;
type Definitions = ReadonlyMap<string, DefinitionNode>;

/**
 * Replaces the chosen elements of a schema by those of another schema, which may also add or remove them. A type of another kind
 * replaces all members of the type. An added element brings along the new types that it refers to.
 *
 * @param isChosen - Whether the element at a coordinate is taken from the other schema. A type's own coordinate stands for its
 * interfaces or union members.
 */
export function withElements(schema: GraphQLSchema, other: GraphQLSchema, isChosen: Chooses): GraphQLSchema {
  const [ours, theirs] = [definitionsOf(schema), definitionsOf(other)];
  const made = new Map<string, DefinitionNode>();
  const add = (name: string, node: DefinitionNode): void => {
    made.set(name, node);
    visit(node, {
      NamedType({ name: { value } }) {
        const missing = ours.has(value) || made.has(value) ? undefined : theirs.get(value);
        if (missing !== undefined) add(value, newType(missing, ours, isChosen));
      },
    });
  };
  for (const [name, node] of ours) {
    const twin = theirs.get(name);
    if (twin?.kind === node.kind) add(name, mixed(name, node, twin, isChosen));
    else if (![name, ...membersIn(name, node)].some(isChosen)) add(name, node);
    else if (twin !== undefined) add(name, twin);
  }
  for (const [name, node] of theirs)
    if (!ours.has(name) && [name, ...interfacesOf(node)].some(isChosen)) add(name, newType(node, ours, isChosen));
  return build(made);
}

function build(made: Definitions): GraphQLSchema {
  const isGone = (type: TypeNode): boolean =>
    type.kind === Kind.NAMED_TYPE
      ? !made.has(type.name.value) && !specifiedScalarTypes.some(({ name }) => name === type.name.value)
      : isGone(type.type);
  const withoutGone = (node: { readonly type: TypeNode }) => (isGone(node.type) ? null : undefined);
  const document = visit(
    { kind: Kind.DOCUMENT, definitions: [...made.values()] },
    {
      FieldDefinition: withoutGone,
      InputValueDefinition: withoutGone,
      OperationTypeDefinition: withoutGone,
      NamedType: (node) => (isGone(node) ? null : undefined),
    },
  );
  return buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
}

// Printing and parsing a large schema takes a second.
const definitionsOf = memo((schema: GraphQLSchema): Definitions => {
  const sdl = printSdl(schema, () => printSchema(schema));
  return new Map(parse(sdl, { noLocation: true }).definitions.map((node) => [coordinateOf(node), node]));
});

/** The coordinate of a type or directive. The `schema` definition has none, so its kind stands for it. */
function coordinateOf(node: DefinitionNode): string {
  if (!('name' in node) || node.name === undefined) return node.kind;
  return `${node.kind === Kind.DIRECTIVE_DEFINITION ? '@' : ''}${node.name.value}`;
}

function membersIn(name: string, { fields = [], values = [] }: Definition): readonly string[] {
  return [...fields, ...values].map((it) => `${name}.${it.name.value}`);
}

function interfacesOf({ interfaces = [] }: Definition): readonly string[] {
  return interfaces.map((it) => it.name.value);
}

/** An added type. It implements no interface that keeps its possible types. */
function newType(node: DefinitionNode, ours: Definitions, isChosen: Chooses): DefinitionNode {
  if (!('interfaces' in node) || isChosen(coordinateOf(node))) return node;
  return { ...node, interfaces: node.interfaces?.filter(({ name: { value } }) => !ours.has(value) || isChosen(value)) };
}

interface Definition extends Partial<Record<PartKey, readonly Part[] | undefined>> {
  readonly kind: string;
}

interface Part extends Definition {
  readonly name: NameNode;
}

const partKeys = ['arguments', 'fields', 'interfaces', 'values'] as const;
type PartKey = (typeof partKeys)[number];

function mixed<Node extends Definition>(coordinate: string, node: Node, twin: Node, isChosen: Chooses): Node {
  const own = isChosen(coordinate) ? twin : node;
  const partsIn = (key: PartKey): readonly Part[] => {
    const [ours, theirs] = [node[key] ?? [], twin[key] ?? []];
    const at = ({ name: { value } }: Part): string => {
      if (key === 'interfaces') return value;
      return key === 'arguments' ? `${coordinate}(${value}:)` : `${coordinate}.${value}`;
    };
    const isTheirs = (part: Part) => isChosen(at(part)) || (key === 'interfaces' && own === twin);
    const find = (parts: readonly Part[], part: Part) =>
      parts.find(({ name }) => name.value === part.name.value) ?? part;
    return [...ours.filter((part) => !isTheirs(part)), ...theirs.filter(isTheirs)].map((part) =>
      mixed(at(part), find(ours, part), find(theirs, part), isChosen),
    );
  };
  const keys = partKeys.filter((key) => own[key] !== undefined);
  return { ...own, ...Object.fromEntries(keys.map((key) => [key, partsIn(key)])) };
}
