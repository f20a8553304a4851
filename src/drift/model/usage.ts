import {
  type ASTNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLDirective,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  type ObjectValueNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** The schema element that one node of an operation refers to. The element is undefined if the schema does not have it. */
export type Use =
  | { kind: 'field'; coordinate: string; parent: GraphQLCompositeType; field?: GraphQLField<unknown, unknown> }
  | { kind: 'fragment'; coordinate: string; parent: GraphQLCompositeType }
  | { kind: 'argument'; coordinate: string; among: readonly GraphQLArgument[]; argument?: GraphQLArgument }
  | { kind: 'input-object'; coordinate: string; type: GraphQLInputObjectType; node: ObjectValueNode }
  | { kind: 'input-field'; coordinate: string; parent: GraphQLInputObjectType; field?: GraphQLInputField }
  | { kind: 'enum-value'; coordinate: string; type: GraphQLEnumType; deprecationReason?: string }
  | { kind: 'directive'; coordinate: string; directive?: GraphQLDirective };

/** The argument or input field that receives a value, and the type it requires. */
export interface Slot {
  readonly coordinate: string;
  readonly type: GraphQLInputType | undefined;
}

/** The elements of one schema that an operation uses, by node. */
export interface Usage {
  readonly uses: ReadonlyMap<ASTNode, Use>;
  readonly slots: ReadonlyMap<ASTNode, Slot>;
}

/** A selected field in both schemas. */
export interface FieldPair {
  readonly node: ASTNode;
  /** The coordinate in the live schema. */
  readonly coordinate: string;
  readonly old: GraphQLField<unknown, unknown>;
  readonly live: GraphQLField<unknown, unknown>;
}

/** Every selected field that both schemas have. */
export function fieldPairs(snapshot: Usage, liveUsage: Usage): readonly FieldPair[] {
  return [...liveUsage.uses].flatMap(([node, { coordinate }]) => {
    const [old, live] = [usedField(snapshot, node), usedField(liveUsage, node)];
    return old && live ? [{ node, coordinate, old, live }] : [];
  });
}

/** The field that a node selects. */
export function usedField({ uses }: Usage, node: ASTNode): GraphQLField<unknown, unknown> | undefined {
  const use = uses.get(node);
  return use?.kind === 'field' ? use.field : undefined;
}

/** The usage of one operation in a schema; computed once for each schema. */
export type UsageLookup = (schema: GraphQLSchema) => Usage;

/** Makes the lookup of one operation's usage. */
export function usageLookup(document: DocumentNode): UsageLookup {
  const known = new Map<GraphQLSchema, Usage>();
  return (schema) => {
    const usage = known.get(schema) ?? usageOf(schema, document);
    known.set(schema, usage);
    return usage;
  };
}

/** Looks up every node of a document in a schema. */
function usageOf(schema: GraphQLSchema, document: DocumentNode): Usage {
  const uses = new Map<ASTNode, Use>();
  const slots = new Map<ASTNode, Slot>();
  const info = new TypeInfo(schema);
  const slotStack: string[] = [];
  const fieldStack: string[] = [];

  const lookUp = (node: ASTNode): Use | undefined => {
    const parent = info.getParentType();
    switch (node.kind) {
      case 'Field': {
        const coordinate = `${parent?.name ?? '?'}.${node.name.value}`;
        fieldStack.push(coordinate);
        const field = info.getFieldDef();
        return parent == null ? undefined : { kind: 'field', coordinate, parent, ...(field == null ? {} : { field }) };
      }
      case 'InlineFragment':
      case 'FragmentSpread':
        return parent == null ? undefined : { kind: 'fragment', coordinate: parent.name, parent };
      case 'Directive': {
        const directive = info.getDirective();
        return { kind: 'directive', coordinate: `@${node.name.value}`, ...(directive == null ? {} : { directive }) };
      }
      case 'Argument': {
        const directive = info.getDirective();
        const owner = directive == null ? fieldStack.at(-1) : `@${directive.name}`;
        const coordinate = `${owner}(${node.name.value}:)`;
        slotStack.push(coordinate);
        const among = directive?.args ?? info.getFieldDef()?.args ?? [];
        const argument = info.getArgument();
        return { kind: 'argument', coordinate, among, ...(argument == null ? {} : { argument }) };
      }
      case 'ObjectField': {
        const parentType = getNamedType(info.getParentInputType());
        const coordinate = `${parentType?.name ?? '?'}.${node.name.value}`;
        slotStack.push(coordinate);
        if (!isInputObjectType(parentType)) return undefined;
        const field = parentType.getFields()[node.name.value];
        return { kind: 'input-field', coordinate, parent: parentType, ...(field === undefined ? {} : { field }) };
      }
      case 'ObjectValue': {
        const type = getNamedType(info.getInputType());
        return isInputObjectType(type) ? { kind: 'input-object', coordinate: type.name, type, node } : undefined;
      }
      case 'EnumValue': {
        const type = getNamedType(info.getInputType());
        if (!isEnumType(type)) return undefined;
        const reason = type.getValue(node.value)?.deprecationReason;
        const coordinate = `${type.name}.${node.value}`;
        return { kind: 'enum-value', coordinate, type, ...(reason == null ? {} : { deprecationReason: reason }) };
      }
      default:
        return undefined;
    }
  };

  visit(
    document,
    visitWithTypeInfo(info, {
      enter(node) {
        const slot = slotStack.at(-1);
        if (slot !== undefined) slots.set(node, { coordinate: slot, type: info.getInputType() ?? undefined });
        const use = lookUp(node);
        if (use !== undefined) uses.set(node, use);
      },
      leave(node) {
        if (node.kind === 'Argument' || node.kind === 'ObjectField') slotStack.pop();
        if (node.kind === 'Field') fieldStack.pop();
      },
    }),
  );
  return { uses, slots };
}
