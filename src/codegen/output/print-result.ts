import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { fieldOf, selectedField } from '../../graphql/fields.ts';
import { absorbsNull } from '../../graphql/mapped-scalar.ts';
import { refuse } from '../../graphql/operations-error.ts';
import { placeText } from '../../graphql/place.ts';
import { alikeMembers } from '../../graphql/selections/alike-members.ts';
import {
  type ConditionalParent,
  type FieldSelection,
  mergePlaces,
  type SelectionContext,
} from '../../graphql/selections/collect-fields.ts';
import { selectionsKey } from '../../graphql/selections/node-id.ts';
import { always } from '../../graphql/selections/selection-condition.ts';
import { limitSelections } from '../../graphql/selections/selection-limit.ts';
import { docComment, indented } from './doc-comment.ts';
import type { OutputOptions } from './output-options.ts';
import { scalarType } from './scalar-types.ts';

/** A compiler needs seconds and a gigabyte for this many. */
const tooMany = 50_000;

/**
 * The TypeScript type of what an operation or a fragment selects: each field with the description and the deprecation that the
 * schema gives it, and each group of types that are alike to the selection once.
 *
 * @throws {OperationsError} if the type would be too long to write.
 */
export function printResult(
  context: SelectionContext,
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  options: OutputOptions,
): string {
  const type =
    definition.kind === Kind.OPERATION_DEFINITION
      ? context.schema.getRootType(definition.operation)
      : context.schema.getType(definition.typeCondition.name.value);
  if (!isCompositeType(type)) return 'never';
  const walk = { ...context, definition, options, printed: new Map() };
  return union(objectTypes(walk, type, [{ node: definition, condition: always }]).texts);
}

interface Walk extends SelectionContext {
  readonly definition: OperationDefinitionNode | FragmentDefinitionNode;
  readonly options: OutputOptions;
  /** Each set of selections on a type once, however many ways lead there. */
  readonly printed: Map<string, ObjectTypes>;
}

/** The object types of one place of a result, as the members of a union. */
interface ObjectTypes {
  readonly texts: readonly string[];
  /** How many object types are in the texts, nested ones too. */
  readonly count: number;
}

/** Stands for the names in `__typename` until all types that are alike are known. No description contains it. */
const namesMark = '\u0000';

function objectTypes(walk: Walk, type: GraphQLCompositeType, parents: readonly ConditionalParent[]): ObjectTypes {
  const key = `${type.name} ${selectionsKey(parents)}`;
  const known = walk.printed.get(key);
  if (known !== undefined) return known;
  const namesByText = new Map<string, string[]>();
  let count = 0;
  for (const { objects, fields } of alikeMembers(walk, type, parents)) {
    const members: string[] = [];
    for (const [name, places] of fields) {
      const member = printMember(walk, type, objects, name, places);
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
  walk.printed.set(key, printed);
  limitSelections(walk.printed.size, walk.definition);
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
  objects: readonly [GraphQLObjectType, ...GraphQLObjectType[]],
  key: string,
  places: readonly [FieldSelection, ...FieldSelection[]],
): { readonly text: string; readonly count: number } {
  const { optional, below } = mergePlaces(places);
  const name = places[0].node.name.value;
  const property = `${key}${optional ? '?' : ''}:`;
  const field = selectedField(objects[0], name);
  // `__typename` is the only one that no type declares.
  if (field === undefined) return { text: `${property} ${namesMark}`, count: 0 };
  const named = getNamedType(field.type);
  const { texts, count } = isCompositeType(named)
    ? objectTypes(walk, named, below)
    : { texts: [leafText(walk, named)], count: 0 };
  const text = union(alternatives(field.type, texts));
  const gap = text.startsWith('\n') ? '' : ' ';
  return { text: `${commentOf(type, objects, name)}${property}${gap}${text}`, count };
}

/** The comment of a field, where all objects agree on it: that of the interface through which several are read. */
function commentOf(type: GraphQLCompositeType, objects: readonly GraphQLObjectType[], name: string): string {
  const shared = objects.length > 1 ? fieldOf(type, name) : undefined;
  const fields = shared ? [shared] : objects.map((object) => object.getFields()[name]);
  const [comment = '', ...others] = new Set(fields.map((field) => docComment(field ?? {})));
  return others.length === 0 ? comment : '';
}

function leafText({ options }: Walk, type: GraphQLNamedType): string {
  if (!isEnumType(type)) return scalarType(type.name, options.scalars, 'output');
  // Values that a service adds later reach results; variables have the values of today.
  return options.openEnums && !isIntrospectionType(type) ? `${type.name} | (string & {})` : type.name;
}

/** The members of the union that a type is, with the lists and nulls around its named type. */
function alternatives(type: GraphQLOutputType, texts: readonly string[]): readonly string[] {
  const declared = isNonNullType(type) ? type.ofType : type;
  const list = isListType(declared) ? union(alternatives(declared.ofType, texts)) : undefined;
  const all = list === undefined ? texts : [`Array<${list}${list.startsWith('\n') ? '\n' : ''}>`];
  return declared !== type || all.some(absorbsNull) ? all : [...all, 'null'];
}

/** A union on one line; several object types begin a line each. */
function union(texts: readonly string[]): string {
  if (texts.filter((text) => text !== 'null').length < 2) return texts.join(' | ');
  return `\n${indented(texts.map((text) => `| ${text}`).join('\n'))}`;
}
