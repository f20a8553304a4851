import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  isScalarType,
  isUnionType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { bucketSet, nameHash } from '../../base/name-hash.ts';
import { addInputTypes } from '../../graphql/input-types.ts';

/** From so many values or fields on, a set of hashes would be longer than it is worth. */
const MANY = { values: 60, fields: 32, inputs: 8 };

/**
 * The types of an operation's fields, in a compact form beside its text: `Query Team Device ID;1!2![!3!`.
 *
 * Before the `;` stand the names of types, the root type first. `Name*` is an interface or a union, `Name=` an enum with the
 * hashes of its values, none where all are welcome, `Name:` an input object with the hashes of its required fields, then `.` and
 * those of the others, `Name.` an object with the set of its field names. After the `;` stands, for each field of the text in its order but `__typename`, the index of its named type, then
 * its wrappers from the inside out: `!` for non-null, `[` for a list.
 */
export function printShape(schema: GraphQLSchema, document: DocumentNode, openEnums: boolean): string {
  const table = new Map<string, { readonly index: number; readonly entry: string }>();
  const indexOf = (type: GraphQLNamedType): number => {
    const known = table.get(type.name);
    if (known !== undefined) return known.index;
    table.set(type.name, { index: table.size, entry: `${type.name}${membersOf(type, openEnums)}` });
    return table.size - 1;
  };
  const codes: string[] = [];
  const conditions = new Set<GraphQLNamedType>();
  const inputs = new Set<GraphQLNamedType>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      OperationDefinition: ({ operation }) => {
        const root = schema.getRootType(operation);
        if (root) indexOf(root);
      },
      VariableDefinition: ({ type }) => addInputTypes(typeFromAST(schema, type), inputs),
      ObjectValue: () => collectInput(info, inputs),
      EnumValue: () => collectInput(info, inputs),
      SelectionSet: () => {
        const parent = info.getParentType();
        if (parent) conditions.add(parent);
      },
      Field: ({ name }) => {
        const type = info.getType();
        if (type && name.value !== '__typename')
          codes.push(`${digits(indexOf(getNamedType(type)))}${wrappersOf(type)}`);
      },
    }),
  );
  // A type that only type conditions and variables name has no code, so it comes last.
  for (const type of [...conditions, ...inputs]) if (!isScalarType(type)) indexOf(type);
  return `${[...table.values()].map(({ entry }) => entry).join(' ')};${codes.join('')}`;
}

function membersOf(type: GraphQLNamedType, openEnums: boolean): string {
  if (isIntrospectionType(type)) return '';
  if (isAbstractType(type)) return `*${isUnionType(type) ? '' : fieldSet(Object.keys(type.getFields()))}`;
  if (isObjectType(type)) return fieldSet(Object.keys(type.getFields()));
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return `=${openEnums || names.length > MANY.values ? '' : names.map(nameHash).join('')}`;
  }
  if (!isInputObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const hashes = (required: boolean): string =>
    fields.flatMap((it) => (isRequiredInputField(it) === required ? nameHash(it.name) : [])).join('');
  return `:${hashes(true)}${fields.length > MANY.inputs ? '' : `.${hashes(false)}`}`;
}

function fieldSet(names: readonly string[]): string {
  return names.length > MANY.fields ? '' : `.${bucketSet(names)}`;
}

/** The type of a literal, without those inside it. */
function collectInput(info: TypeInfo, found: Set<GraphQLNamedType>): void {
  const type = info.getInputType();
  if (type) found.add(getNamedType(type));
}

function wrappersOf(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return `${wrappersOf(type.ofType)}!`;
  return isListType(type) ? `${wrappersOf(type.ofType)}[` : '';
}

/** One character up to 61; above, in parentheses. */
function digits(index: number): string {
  const digit = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[index];
  return digit ?? `(${index})`;
}
