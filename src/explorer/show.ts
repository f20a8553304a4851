import { stripVTControlCharacters } from 'node:util';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import { defaultText } from '../graphql/default-of.ts';
import { type Described, type Field, fieldsOf } from '../graphql/fields.ts';
import { type Style, wrap } from './style.ts';
import { usesOf } from './uses.ts';

/** The maximum number of uses of a type that are listed. */
const mostUses = 12;

/** Prints a type: its kind, its fields, values or members, and where it is used. */
export function showType(schema: GraphQLSchema, type: GraphQLNamedType, style: Style): string {
  const uses = usesOf(schema, type);
  const more = uses.length > mostUses ? [`and ${uses.length - mostUses} more`] : [];
  return text([
    `${style.keyword(kindOf(type))} ${style.name(type.name)}${heritage(type, style)}`,
    ...description(type.description, '  ', style),
    ...paragraph(members(schema, type, '  ', style)),
    ...paragraph(wrapList([...uses.slice(0, mostUses), ...more], style), style.keyword('Used by')),
  ]);
}

/**
 * Prints one field: its description, its arguments with the shapes of their inputs, and its return type.
 *
 * @param path - The path of the field for `operations add`, if it is known.
 */
export function showField(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  field: Field,
  style: Style,
  path?: string,
): string {
  const returned = getNamedType(field.type);
  const node = asConnection(field.type)?.node;
  const heading = node ? `Returns pages of ${style.type(node.name)}` : `Returns ${style.type(returned.name)}`;
  return text([
    `${style.keyword('field')} ${style.name(`${parent.name}.${field.name}`)}: ${style.type(String(field.type))}`,
    ...deprecation(field, '  ', style),
    ...description(field.description, '  ', style),
    ...paragraph(inputLines(field.args, '  ', style, firstPlaces(field.args)), style.keyword('Arguments')),
    ...paragraph(members(schema, node ?? returned, '  ', style), style.keyword(heading)),
    ...paragraph(path === undefined ? [] : [style.note(`To use it: control-api operations add ${path}`)]),
  ]);
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function paragraph(lines: readonly string[], ...heading: readonly string[]): readonly string[] {
  return lines.length > 0 ? ['', ...heading, ...lines] : [];
}

/** The kind of a type: `type`, `interface`, `input`, `enum`, `union` or `scalar`. */
export function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return 'type';
  if (isInterfaceType(type)) return 'interface';
  if (isInputObjectType(type)) return type.isOneOf ? 'input (exactly one of)' : 'input';
  if (isEnumType(type)) return 'enum';
  return isUnionType(type) ? 'union' : 'scalar';
}

function heritage(type: GraphQLNamedType, style: Style): string {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const names = interfaces.map((one) => style.type(one.name)).join(' & ');
  return names === '' ? '' : ` ${style.keyword('implements')} ${names}`;
}

function members(schema: GraphQLSchema, type: GraphQLNamedType, indent: string, style: Style): readonly string[] {
  if (isEnumType(type))
    return type.getValues().flatMap((value) => [`${indent}${value.name}`, ...remarks(value, indent, style)]);
  if (isUnionType(type)) return type.getTypes().map((member) => indent + style.type(member.name));
  if (isInputObjectType(type))
    return inputLines(
      Object.values(type.getFields()),
      indent,
      style,
      firstPlaces(Object.values(type.getFields()), type),
    );
  if (isScalarType(type))
    return type.specifiedByURL ? [`${indent}Specified by ${style.safe(type.specifiedByURL)}`] : [];
  const fields = fieldsOf(type).flatMap((field) => [
    ...signature(field, indent, style),
    ...remarks(field, indent, style),
  ]);
  const types = isInterfaceType(type) ? schema.getPossibleTypes(type).map((one) => one.name) : [];
  return [...fields, ...paragraph(wrapList(types, style), style.keyword('Implemented by'))];
}

/** A field with its arguments: on one line if it fits, otherwise with one argument per line. */
function signature(field: Field, indent: string, style: Style): readonly string[] {
  const result = `: ${style.type(String(field.type))}`;
  if (field.args.length === 0) return [`${indent}${field.name}${result}`];
  const args = field.args.map((argument) => input(argument, style));
  const line = `${indent}${field.name}(${args.join(', ')})${result}`;
  if (stripVTControlCharacters(line).length <= style.columns) return [line];
  return [`${indent}${field.name}(`, ...args.map((argument) => `${indent}  ${argument}`), `${indent})${result}`];
}

/** An argument, or a field of an input type. */
export type Input = GraphQLArgument | GraphQLInputField;

function input(of: Input, style: Style): string {
  const { name, type } = of;
  const defaultValue = defaultText(of);
  return `${name}: ${style.type(String(type))}${defaultValue === undefined ? '' : ` = ${style.safe(defaultValue)}`}`;
}

/** The input types that inputs lead to, each with the place where it is nested least: its fields are shown there, once. */
export function firstPlaces(inputs: readonly Input[], shown?: GraphQLNamedType): ReadonlyMap<GraphQLNamedType, Input> {
  const places = new Map<GraphQLNamedType, Input>();
  const queue = [...inputs];
  for (const place of queue) {
    const type = getNamedType(place.type);
    if (!isInputObjectType(type) || type === shown || places.has(type)) continue;
    places.set(type, place);
    queue.push(...Object.values(type.getFields()));
  }
  return places;
}

/** Arguments or input fields; below each the values of its enum, or the fields of its type if this is their place. */
function inputLines(
  inputs: readonly Input[],
  indent: string,
  style: Style,
  places: ReadonlyMap<GraphQLNamedType, Input>,
): readonly string[] {
  const inner = `${indent}  `;
  return inputs.flatMap((of) => {
    const type = getNamedType(of.type);
    const own = [indent + input(of, style), ...remarks(of, indent, style)];
    if (isEnumType(type)) {
      const values = type.getValues().map(({ name }) => name);
      const lines = wrap(values.join(' | '), style.columns - inner.length, style);
      return [...own, ...lines.map((line) => inner + style.note(line))];
    }
    if (!isInputObjectType(type) || places.get(type) !== of) return own;
    return [...own, ...inputLines(Object.values(type.getFields()), inner, style, places)];
  });
}

/** The deprecation of a member, and the first paragraph of its description. */
function remarks(of: Described, indent: string, style: Style): readonly string[] {
  const first = (of.description ?? '').trim().split(/\n\s*\n/)[0] ?? '';
  const lines = first === '' ? [] : wrap(first.replace(/\s+/g, ' '), style.columns - indent.length - 2, style);
  return [...deprecation(of, `${indent}  `, style), ...lines.map((line) => `${indent}  ${style.note(line)}`)];
}

function deprecation({ deprecationReason }: Described, indent: string, style: Style): readonly string[] {
  if (deprecationReason == null) return [];
  return wrap(`deprecated: ${deprecationReason.replace(/\s+/g, ' ')}`, style.columns - indent.length, style).map(
    (line) => indent + style.warning(line),
  );
}

function description(of: string | null | undefined, indent: string, style: Style): readonly string[] {
  const lines = of?.trim() ? wrap(of.trim(), style.columns - indent.length, style) : [];
  return paragraph(lines.map((line) => (line === '' ? '' : indent + style.note(line))));
}

function wrapList(names: readonly string[], style: Style): readonly string[] {
  return names.length === 0 ? [] : wrap(names.join(', '), style.columns - 2, style).map((line) => `  ${line}`);
}
