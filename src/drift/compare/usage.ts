import {
  type ASTNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLDirective,
  type GraphQLEnumType,
  type GraphQLEnumValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { memo } from '../../base/memo.ts';
import { elementParts, type InputElement, isInput, type SchemaElement } from '../../graphql/elements.ts';
import { type Field, fieldsOf } from '../../graphql/fields.ts';

/** The schema element that a node of an operation uses. */
export type Use = {
  readonly coordinate: string;
  /** The members of the element's type, or the arguments of its field or directive. */
  readonly among: () => readonly UsedMember[];
  readonly inputs: readonly InputElement[];
} & (
  | { readonly kind: 'field'; readonly parent: GraphQLCompositeType; readonly element: Field | undefined }
  | { readonly kind: 'fragment'; readonly parent: GraphQLCompositeType; readonly element: undefined }
  | { readonly kind: 'input-object'; readonly parent: GraphQLInputObjectType; readonly element: undefined }
  | { readonly kind: 'directive'; readonly parent: undefined; readonly element: GraphQLDirective | undefined }
  | {
      readonly kind: 'argument' | 'input-field' | 'enum-value';
      readonly parent: GraphQLInputObjectType | GraphQLEnumType | undefined;
      readonly element: GraphQLArgument | GraphQLInputField | GraphQLEnumValue | undefined;
    }
);

type UsedMember = Field | GraphQLArgument | GraphQLInputField | GraphQLEnumValue;

interface InputPosition {
  readonly coordinate: string;
  readonly type: GraphQLInputType | undefined;
}

/** The elements of a schema that an operation uses, by node, and the positions of its input values. */
export interface Usage {
  readonly uses: ReadonlyMap<ASTNode, Use>;
  readonly positions: ReadonlyMap<ASTNode, InputPosition>;
}

export function usedField({ uses }: Usage, node: ASTNode): Field | undefined {
  const use = uses.get(node);
  return use?.kind === 'field' ? use.element : undefined;
}

/** The values of arguments or input fields, by name. */
export function inputValuesAt(node: ASTNode): ReadonlyMap<string, ValueNode> {
  const inputs =
    node.kind === Kind.FIELD || node.kind === Kind.DIRECTIVE
      ? node.arguments
      : node.kind === Kind.OBJECT && node.fields;
  return new Map((inputs || []).map(({ name, value }) => [name.value, value]));
}

export type UsageLookup = (schema: GraphQLSchema) => Usage;

/** The usage of one operation in each schema, computed once. */
export function usageLookup(document: DocumentNode): UsageLookup {
  return memo((schema) => usageOf(schema, document));
}

function usageOf(schema: GraphQLSchema, document: DocumentNode): Usage {
  const uses = new Map<ASTNode, Use>();
  const positions = new Map<ASTNode, InputPosition>();
  const info = new TypeInfo(schema);
  const inputStack: string[] = [];
  const fieldStack: string[] = [];

  const lookUp = (node: ASTNode): Use | undefined => {
    const parent = info.getParentType() ?? undefined;
    const none = { parent: undefined, element: undefined, among: () => [], inputs: [] };
    const inputsOf = (element: SchemaElement) => elementParts(element).filter(isInput);
    switch (node.kind) {
      case Kind.FIELD: {
        const coordinate = `${parent?.name ?? '?'}.${node.name.value}`;
        fieldStack.push(coordinate);
        const it = info.getFieldDef() ?? undefined;
        const inputs = it ? inputsOf({ kind: 'field', coordinate, it }) : [];
        return parent && { kind: 'field', coordinate, parent, element: it, among: () => fieldsOf(parent), inputs };
      }
      case Kind.INLINE_FRAGMENT:
      case Kind.FRAGMENT_SPREAD:
        return parent && { ...none, kind: 'fragment', coordinate: parent.name, parent };
      case Kind.DIRECTIVE: {
        const coordinate = `@${node.name.value}`;
        const it = info.getDirective() ?? undefined;
        const inputs = it ? inputsOf({ kind: 'directive', coordinate, it }) : [];
        return { ...none, kind: 'directive', coordinate, element: it, inputs };
      }
      case Kind.ARGUMENT: {
        const directive = info.getDirective();
        const owner = directive == null ? fieldStack.at(-1) : `@${directive.name}`;
        const coordinate = `${owner}(${node.name.value}:)`;
        inputStack.push(coordinate);
        const args = (directive ?? info.getFieldDef())?.args ?? [];
        return { ...none, kind: 'argument', coordinate, element: info.getArgument() ?? undefined, among: () => args };
      }
      case Kind.OBJECT_FIELD: {
        const type = getNamedType(info.getParentInputType());
        const coordinate = `${type?.name ?? '?'}.${node.name.value}`;
        inputStack.push(coordinate);
        if (!isInputObjectType(type)) return undefined;
        const fields = type.getFields();
        const element = fields[node.name.value];
        return { ...none, kind: 'input-field', coordinate, parent: type, element, among: () => Object.values(fields) };
      }
      case Kind.OBJECT: {
        const it = getNamedType(info.getInputType());
        if (!isInputObjectType(it)) return undefined;
        const coordinate = it.name;
        const inputs = inputsOf({ kind: 'type', coordinate, it });
        return { ...none, kind: 'input-object', coordinate, parent: it, inputs };
      }
      case Kind.ENUM: {
        const type = getNamedType(info.getInputType());
        if (!isEnumType(type)) return undefined;
        const [element, coordinate] = [type.getValue(node.value) ?? undefined, `${type.name}.${node.value}`];
        return { ...none, kind: 'enum-value', coordinate, parent: type, element, among: () => type.getValues() };
      }
      default:
        return undefined;
    }
  };

  visit(
    document,
    visitWithTypeInfo(info, {
      enter(node) {
        const coordinate = inputStack.at(-1);
        if (coordinate !== undefined) positions.set(node, { coordinate, type: info.getInputType() ?? undefined });
        const use = lookUp(node);
        if (use !== undefined) uses.set(node, use);
      },
      leave(node) {
        if (node.kind === 'Argument' || node.kind === 'ObjectField') inputStack.pop();
        if (node.kind === 'Field') fieldStack.pop();
      },
    }),
  );
  return { uses, positions };
}
