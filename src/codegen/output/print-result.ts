import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql';
import { fieldOf } from '../../graphql/fields.ts';
import { placeText, refuse } from '../../graphql/place.ts';
import type { SelectedField, Selection } from '../../graphql/selections/read-selection.ts';
import { absorbsNull, mappedScalar } from '../../graphql/values.ts';
import { docComment, indented } from './doc-comment.ts';
import type { OutputOptions } from './output.ts';

/** The limit of object types, for which a compiler needs seconds and a gigabyte. */
const tooMany = 50_000;

/** @throws {OperationsError} if the type would be too long. */
export function printResult(
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  selection: Selection | undefined,
  options: OutputOptions,
): string {
  if (selection === undefined) return 'never';
  return union(objectTypes({ definition, options, printed: new Map() }, selection).texts);
}

interface Walk {
  readonly definition: OperationDefinitionNode | FragmentDefinitionNode;
  readonly options: OutputOptions;
  /** Each selection is printed once. */
  readonly printed: Map<Selection, ObjectTypes>;
}

interface ObjectTypes {
  readonly texts: readonly string[];
  /** The number of object types in the texts, with nested ones. */
  readonly count: number;
}

/** A placeholder for the value of `__typename`. No description contains it. */
const namesMark = '\u0000';

function objectTypes(walk: Walk, selection: Selection): ObjectTypes {
  const known = walk.printed.get(selection);
  if (known !== undefined) return known;
  const namesByText = new Map<string, string[]>();
  let count = 0;
  for (const { objects, fields } of selection.groups) {
    const members: string[] = [];
    for (const field of fields) {
      const member = printMember(walk, selection.type, objects, field);
      members.push(member.text);
      count += member.count;
    }
    count++;
    if (count > tooMany) refuseLength(walk);
    const text = members.length === 0 ? 'Record<PropertyKey, never>' : `{\n${indented(members.join(',\n'))}\n}`;
    namesByText.set(text, [...(namesByText.get(text) ?? []), ...objects.map(({ name }) => `'${name}'`)]);
  }
  const texts = [...namesByText].map(([text, names]) => text.replaceAll(namesMark, names.join(' | ')));
  const printed = { texts, count };
  walk.printed.set(selection, printed);
  return printed;
}

function refuseLength({ definition }: Walk): void {
  const most = tooMany.toLocaleString('en');
  refuse('The result types would be too long to write', [
    `${placeText(definition)}: ${definition.name?.value} selects nested interfaces or unions, and their members multiply to more than ${most} object types. Use fewer \`... on\` fragments inside one another, or split it.`,
  ]);
}

function printMember(
  walk: Walk,
  type: GraphQLCompositeType,
  objects: readonly GraphQLObjectType[],
  { key, optional, definition: { name, type: declared }, below }: SelectedField,
): { readonly text: string; readonly count: number } {
  const property = `${key}${optional ? '?' : ''}:`;
  if (name === '__typename') return { text: `${property} ${namesMark}`, count: 0 };
  const { texts, count } = below
    ? objectTypes(walk, below)
    : { texts: [leafText(walk, getNamedType(declared))], count: 0 };
  const text = union(alternatives(declared, texts));
  const gap = text.startsWith('\n') ? '' : ' ';
  return { text: `${commentOf(type, objects, name)}${property}${gap}${text}`, count };
}

/** The comment of a field: that of the abstract type, or that of all objects if they agree. */
function commentOf(type: GraphQLCompositeType, objects: readonly GraphQLObjectType[], name: string): string {
  const shared = objects.length > 1 ? fieldOf(type, name) : undefined;
  const fields = shared ? [shared] : objects.map((object) => object.getFields()[name]);
  const [comment = '', ...others] = new Set(fields.map((field) => docComment(field ?? {})));
  return others.length === 0 ? comment : '';
}

function leafText({ options }: Walk, type: GraphQLNamedType): string {
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
