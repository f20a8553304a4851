import { createHash } from 'node:crypto';
import {
  type ASTNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isScalarType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { defaultText } from '../../graphql/default-of.ts';
import { addInputTypes } from '../../graphql/input-types.ts';

/** The part of a schema that operations use. */
export interface UsedSchema {
  /** The enums, scalars and input objects that variables use; sorted. */
  readonly inputs: readonly GraphQLNamedType[];
  /** The enums and scalars in results; sorted. */
  readonly outputs: readonly GraphQLNamedType[];
  /** Changes if and only if that part of the schema does, and not with a new field that no operation selects. */
  readonly hash: string;
}

/** Collects the part of `schema` that `document` uses. */
export function readUsedSchema(schema: GraphQLSchema, document: ASTNode): UsedSchema {
  const inputs = new Set<GraphQLNamedType>();
  const outputs = new Set<GraphQLNamedType>();
  const facts = new Set<string>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      VariableDefinition: ({ type }) => {
        const declared = typeFromAST(schema, type);
        if (isInputType(declared)) addInputTypes(declared, inputs);
      },
      SelectionSet: () => {
        const parent = info.getParentType();
        if (!isAbstractType(parent)) return;
        const possible = schema.getPossibleTypes(parent).map(({ name }) => name);
        facts.add(`${parent.name} = ${possible.sort().join(' | ')}`);
      },
      Field: () => {
        const field = info.getFieldDef();
        const parent = info.getParentType();
        if (!field || !parent) return;
        facts.add(`${parent.name}.${field.name}(${describeMembers(field.args)}): ${field.type}`);
        const type = getNamedType(field.type);
        if (isEnumType(type) || isScalarType(type)) outputs.add(type);
        if (isEnumType(type)) facts.add(describeEnum(type));
      },
    }),
  );
  for (const type of inputs)
    if (isEnumType(type)) facts.add(describeEnum(type));
    else if (isInputObjectType(type))
      facts.add(`${type.name}${type.isOneOf ? ' @oneOf' : ''} { ${describeMembers(Object.values(type.getFields()))} }`);
  const hash = createHash('sha256')
    .update([...facts].sort().join('\n'))
    .digest('hex');
  return { inputs: sorted(inputs), outputs: sorted(outputs), hash };
}

function describeEnum(type: GraphQLEnumType): string {
  return `${type.name} { ${type.getValues().map(({ name }) => name)} }`;
}

function describeMembers(members: readonly (GraphQLArgument | GraphQLInputField)[]): string {
  return members
    .map((member) => {
      const defaultValue = defaultText(member);
      return `${member.name}: ${member.type}${defaultValue === undefined ? '' : ` = ${defaultValue}`}`;
    })
    .join(', ');
}

function sorted(types: ReadonlySet<GraphQLNamedType>): GraphQLNamedType[] {
  return [...types].sort((a, b) => (a.name < b.name ? -1 : 1));
}
