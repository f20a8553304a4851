import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type Described, fieldOf } from '../../graphql/fields.ts';
import { refuse } from '../../graphql/operations-error.ts';
import { placeText } from '../../graphql/place.ts';
import type { SelectedField, Selection } from '../../graphql/selections/read-selection.ts';
import { absorbsNull, mappedScalar } from '../../graphql/values.ts';
import type { OutputOptions } from './output.ts';
import type { DeclaredType } from './used-schema.ts';

/** The limit of object types, for which a compiler needs seconds and a gigabyte. */
const tooMany = 50_000;

/** @throws {OperationsError} if the type would be too long. */
export function printResult(
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  selection: Selection | undefined,
  options: OutputOptions,
): string {
  // Each selection is printed once.
  const printed = new Map<Selection, ObjectTypes>();

  function objectTypes(of: Selection): ObjectTypes {
    const known = printed.get(of);
    if (known !== undefined) return known;
    const namesByText = new Map<string, string[]>();
    let count = 0;
    for (const { objects, fields } of of.groups) {
      const members: string[] = [];
      for (const field of fields) {
        const member = printMember(of.type, objects, field);
        members.push(member.text);
        count += member.count;
      }
      count++;
      if (count > tooMany) refuseLength(definition);
      const text = members.length === 0 ? 'Record<PropertyKey, never>' : `{\n${indented(members.join(',\n'))}\n}`;
      namesByText.set(text, [...(namesByText.get(text) ?? []), ...objects.map(({ name }) => `'${name}'`)]);
    }
    const texts = [...namesByText].map(([text, names]) => text.replaceAll(namesMark, names.join(' | ')));
    printed.set(of, { texts, count });
    return { texts, count };
  }

  function printMember(
    type: GraphQLCompositeType,
    objects: readonly GraphQLObjectType[],
    { key, optional, definition: { name, type: declared }, below }: SelectedField,
  ): { readonly text: string; readonly count: number } {
    const property = `${key}${optional ? '?' : ''}:`;
    if (name === '__typename') return { text: `${property} ${namesMark}`, count: 0 };
    const { texts, count } = below
      ? objectTypes(below)
      : { texts: [leafText(getNamedType(declared), options)], count: 0 };
    const text = union(alternatives(declared, texts));
    const gap = text.startsWith('\n') ? '' : ' ';
    return { text: `${commentOf(type, objects, name)}${property}${gap}${text}`, count };
  }

  return selection === undefined ? 'never' : union(objectTypes(selection).texts);
}

interface ObjectTypes {
  readonly texts: readonly string[];
  /** The number of object types in the texts, with nested ones. */
  readonly count: number;
}

/** A placeholder for the value of `__typename`. No description contains it. */
const namesMark = '\u0000';

function refuseLength(definition: OperationDefinitionNode | FragmentDefinitionNode): void {
  const most = tooMany.toLocaleString('en');
  refuse('The result types would be too long to write', [
    `${placeText(definition)}: ${definition.name?.value} selects nested interfaces or unions, and their members multiply to more than ${most} object types. Use fewer \`... on\` fragments inside one another, or split it.`,
  ]);
}

/** The comment of a field: that of the abstract type, or that of all objects if they agree. */
function commentOf(type: GraphQLCompositeType, objects: readonly GraphQLObjectType[], name: string): string {
  const shared = objects.length > 1 ? fieldOf(type, name) : undefined;
  const fields = shared ? [shared] : objects.map((object) => object.getFields()[name]);
  const [comment = '', ...others] = new Set(fields.map((field) => docComment(field ?? {})));
  return others.length === 0 ? comment : '';
}

function leafText(type: GraphQLNamedType, options: OutputOptions): string {
  if (!isEnumType(type)) return mappedScalar(type.name, options.scalars, 'output');
  // A service adds enum values to results, not to the variables of old operations.
  return options.openEnums && !isIntrospectionType(type) ? `${type.name} | (string & {})` : type.name;
}

/** The union members of an output type: the texts of the named type with lists and null around them. */
function alternatives(type: GraphQLOutputType, texts: readonly string[]): readonly string[] {
  const declared = isNonNullType(type) ? type.ofType : type;
  const list = isListType(declared) ? union(alternatives(declared.ofType, texts)) : undefined;
  const all = list === undefined ? texts : [`Array<${list}${list.startsWith('\n') ? '\n' : ''}>`];
  return declared !== type || all.some(absorbsNull) ? all : [...all, 'null'];
}

/** A union on one line, or on several lines if there are several object types. */
function union(texts: readonly string[]): string {
  if (texts.filter((text) => text !== 'null').length < 2) return texts.join(' | ');
  return `\n${indented(texts.map((text) => `| ${text}`).join('\n'))}`;
}

export function printVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
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
  if (!type.isOneOf) {
    const members = fields.map(
      (field) =>
        `${docComment(field)}${member(field.name, isRequiredInputField(field), printInput(field.type, options))}`,
    );
    return ` ${object(members)}`;
  }
  const chosen = fields.map((one) =>
    fields.map((field) =>
      field === one
        ? `${docComment(field)}${member(field.name, true, nonNull(field.type, options))}`
        : `${field.name}?: never;`,
    ),
  );
  return chosen.map((members) => `\n${indented(`| ${object(members)}`)}`).join('');
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

/** A TSDoc comment of a description and a deprecation, which editors strike through. Empty without either. */
export function docComment({ description, deprecationReason }: Described): string {
  // A line that begins with `@` would be a tag.
  const about = description?.replace(/^(\s*)@/gm, '$1\\@');
  const deprecation = deprecationReason == null ? undefined : `@deprecated ${deprecationReason}`;
  const text = [about, deprecation].filter(Boolean).join('\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `/** ${text} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
