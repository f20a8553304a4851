import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  typeFromAST,
} from 'graphql';
import { absorbsNull, mappedScalar } from '../../graphql/values.ts';
import type { NamedOperation } from './definitions.ts';
import { docComment, indented } from './doc-comment.ts';
import type { OutputOptions } from './output.ts';
import type { DeclaredType } from './used-schema.ts';

export function printVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: NamedOperation,
  options: OutputOptions,
): string {
  const members = variableDefinitions.flatMap(({ variable, type, defaultValue }) => {
    const declared = typeFromAST(schema, type);
    const required = isNonNullType(declared) && defaultValue === undefined;
    return isInputType(declared) ? [member(variable.name.value, required, printInput(declared, options))] : [];
  });
  return members.length === 0 ? '{ [key: string]: never; }' : object(members);
}

export function declareType(type: DeclaredType, options: OutputOptions): string {
  const text = isEnumType(type) ? enumText(type) : inputText(type, options);
  return `${docComment(type)}export type ${type.name} =${text};`;
}

function enumText(type: GraphQLEnumType): string {
  return type
    .getValues()
    .map((value) => `\n${indented(`${docComment(value)}| '${value.name}'`)}`)
    .join('');
}

function inputText(type: GraphQLInputObjectType, options: OutputOptions): string {
  const fields = Object.values(type.getFields());
  if (!type.isOneOf) return ` ${object(fields.map((field) => inputMember(field, options)))}`;
  const chosen = fields.map((one) =>
    fields.map((field) =>
      field === one
        ? `${docComment(field)}${member(field.name, true, nonNull(field.type, options))}`
        : `${field.name}?: never;`,
    ),
  );
  return chosen.map((members) => `\n${indented(`| ${object(members)}`)}`).join('');
}

function inputMember(field: GraphQLInputField, options: OutputOptions): string {
  return `${docComment(field)}${member(field.name, isRequiredInputField(field), printInput(field.type, options))}`;
}

function member(name: string, required: boolean, type: string): string {
  return `${name}${required ? '' : '?'}: ${type};`;
}

function object(members: readonly string[]): string {
  return `{\n${indented(members.join('\n'))}\n}`;
}

function printInput(type: GraphQLInputType, options: OutputOptions): string {
  const text = nonNull(type, options);
  return isNonNullType(type) || absorbsNull(text) ? text : `${text} | null | undefined`;
}

function nonNull(type: GraphQLInputType, options: OutputOptions): string {
  const declared = isNonNullType(type) ? type.ofType : type;
  if (isListType(declared)) return `Array<${printInput(declared.ofType, options)}>`;
  return isScalarType(declared) ? mappedScalar(declared.name, options.scalars, 'input') : declared.name;
}
