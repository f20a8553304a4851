import { createHash } from 'node:crypto';
import {
  type ASTNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { inputTypesIn } from '../../graphql/elements.ts';
import { defaultText } from '../../graphql/values.ts';

export type DeclaredType = GraphQLEnumType | GraphQLInputObjectType;

export interface UsedSchema {
  /** The enums, scalars and input objects of variables. */
  readonly inputs: ReadonlySet<GraphQLNamedType>;
  /** The enums and scalars in results. */
  readonly outputs: ReadonlySet<GraphQLNamedType>;
  readonly declared: readonly DeclaredType[];
  /** A hash of the used part alone: a new field that no operation selects does not change it. */
  readonly hash: string;
}

export function readUsedSchema(schema: GraphQLSchema, document: ASTNode): UsedSchema {
  const given: (GraphQLType | undefined)[] = [];
  const outputs = new Set<GraphQLNamedType>();
  const facts = new Set<string>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      VariableDefinition: ({ type }) => void given.push(typeFromAST(schema, type)),
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
        if (isLeafType(type)) outputs.add(type);
      },
    }),
  );
  const inputs = inputTypesIn(given);
  const declared = [...new Set([...inputs, ...outputs])].filter((type) => isEnumType(type) || isInputObjectType(type));
  for (const type of declared) facts.add(describeType(type));
  const hash = createHash('sha256')
    .update([...facts].sort().join('\n'))
    .digest('hex');
  return { inputs, outputs, declared: declared.sort((a, b) => (a.name < b.name ? -1 : 1)), hash };
}

function describeType(type: DeclaredType): string {
  if (isEnumType(type)) return `${type.name} { ${type.getValues().map(({ name }) => name)} }`;
  return `${type.name}${type.isOneOf ? ' @oneOf' : ''} { ${describeMembers(Object.values(type.getFields()))} }`;
}

function describeMembers(members: readonly (GraphQLArgument | GraphQLInputField)[]): string {
  return members
    .map((member) => {
      const defaultValue = defaultText(member);
      return `${member.name}: ${member.type}${defaultValue === undefined ? '' : ` = ${defaultValue}`}`;
    })
    .join(', ');
}
