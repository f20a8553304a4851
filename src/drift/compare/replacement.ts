import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { asConnection } from '../../graphql/connection.ts';
import { type Field, fieldOf, fieldsOf, isListField, requiredArguments } from '../../graphql/fields.ts';
import { nearest } from '../../words/nearest.ts';

/** A field, an argument, an input field or an enum value; the last has no type. */
export interface Element {
  readonly name: string;
  readonly type?: GraphQLType;
  readonly args?: readonly GraphQLArgument[];
  readonly deprecationReason?: string | null | undefined;
}

/** A removed element, and what its owner has and had. */
export interface Removal {
  readonly gone: string;
  /** The element in the snapshot; undefined if the snapshot does not have it. */
  readonly before: Element | undefined;
  /** The owner's members in the live schema. */
  readonly now: readonly Element[];
  readonly known: readonly Element[] | undefined;
  readonly owner: string;
  readonly snapshot: GraphQLSchema | undefined;
}

/** The replacement of something that is gone, as members of a finding; empty without evidence. */
export interface Replacement {
  readonly suggestion?: string;
  readonly isCertain?: true;
}

/**
 * The replacement of a removed element. Only its deprecation reason makes one certain. That it moved one level down, or that a list
 * became a connection, is a suggestion; so is the nearest name, for an element that the snapshot does not know either. A path is
 * written as a selection: `network { ip }`.
 */
export function replacementOf(removal: Removal): Replacement {
  const { gone, before, now } = removal;
  if (before === undefined) return suggest(nearest(gone, namesOf(now)));
  const named = namedByReason(removal, before);
  const [name] = named;
  if (name !== undefined) return named.length === 1 ? { suggestion: name, isCertain: true } : {};
  return suggest(moved(removal, before) ?? paged(removal, before));
}

/** The likeliest new name, as a member of a finding. */
export function suggest(name: string | undefined): Replacement {
  return name === undefined ? {} : { suggestion: name };
}

/** The way to a field whose owner is now wrapped: in a connection, or in an object that has it. */
export function wayTo(gone: string, was: GraphQLNamedType, now: GraphQLNamedType): string | undefined {
  const connection = isCompositeType(now) ? asConnection(now) : undefined;
  if (connection?.node.name === was.name)
    return fieldOf(connection.node, gone) && selection([...connection.items, gone]);
  const ways = fieldsOf(now).filter(
    (field) => getNamedType(field.type).name === was.name && requiredArguments(field).length === 0,
  );
  const [way] = ways;
  if (way === undefined || ways.length > 1) return undefined;
  return fieldOf(getNamedType(way.type), gone) && selection([way.name, gone]);
}

/** The new name of a removed type: the only new type of its kind that has most of its members. */
export function newTypeName(
  gone: string,
  live: GraphQLSchema,
  snapshot: GraphQLSchema | undefined,
): string | undefined {
  const types = Object.values(live.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const before = snapshot?.getType(gone);
  if (before === undefined) return nearest(gone, namesOf(types));
  const alike = types.filter(
    (type) =>
      type.constructor === before.constructor &&
      snapshot?.getType(type.name) === undefined &&
      overlap(members(before), members(type)) >= 0.6,
  );
  return alike.length === 1 ? alike[0]?.name : undefined;
}

/** Every element of the owner, or path in it, that the reason names. */
function namedByReason({ gone, now, owner }: Removal, before: Element): readonly string[] {
  const found = new Set<string>();
  for (const path of namedInReason(before.deprecationReason ?? '')) {
    const [first, second, ...rest] = (path.startsWith(`${owner}.`) ? path.slice(owner.length + 1) : path).split('.');
    const element = now.find(({ name }) => name === first);
    if (element === undefined || element.name === gone || rest.length > 0) continue;
    const inside = second ?? innerName(element, gone, before);
    if (inside === undefined) found.add(element.name);
    else if (hasField(element, inside)) found.add(selection([element.name, inside]));
  }
  return [...found];
}

function hasField({ type }: Element, name: string): boolean {
  return type !== undefined && fieldOf(getNamedType(type), name) !== undefined;
}

/** The field in an object that has the name and type of a scalar or enum that is gone. */
function innerName({ type }: Element, gone: string, before: Element): string | undefined {
  if (type === undefined || before.type === undefined || isCompositeType(getNamedType(before.type))) return undefined;
  const field = fieldOf(getNamedType(type), gone);
  return field !== undefined && isSameType(field.type, before.type) ? gone : undefined;
}

/** A field of the same name and type that is new, one level down. */
function moved({ gone, now, known, snapshot }: Removal, { type, args = [] }: Element): string | undefined {
  if (type === undefined || known === undefined || snapshot === undefined) return undefined;
  const paths = now.flatMap((element) => {
    if (!isField(element) || isListField(element) || requiredArguments(element).length > 0) return [];
    const target = getNamedType(element.type);
    const before = snapshot.getType(target.name);
    return fieldsOf(target)
      .filter((field) => {
        const isNew = before === undefined || fieldOf(before, field.name) === undefined;
        const isNamed = field.name === gone || isSameText(gone, element.name + field.name);
        return isNew && isNamed && isSameType(field.type, type) && takes(field.args, args);
      })
      .map((field) => selection([element.name, field.name]));
  });
  return paths.length === 1 ? paths[0] : undefined;
}

/** A new connection of what was a list. */
function paged({ now, known = [] }: Removal, { type }: Element): string | undefined {
  if (type === undefined || !isListType(getNullableType(type))) return undefined;
  const found = now.flatMap((element) => {
    if (!isField(element) || known.some(({ name }) => name === element.name)) return [];
    const connection = asConnection(element.type);
    const isOfList = connection?.node.name === getNamedType(type).name && requiredArguments(element).length === 0;
    return isOfList ? [selection([element.name, ...connection.items])] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `network { ip }` */
function selection(path: readonly string[]): string {
  return path.reduceRight((inside, name) => (inside === '' ? name : `${name} { ${inside} }`), '');
}

/** Whether two names are the same but for case and underscores. */
function isSameText(one: string, other: string): boolean {
  const letters = (name: string): string => name.replaceAll('_', '').toLowerCase();
  return letters(one) === letters(other);
}

/** The same lists and name; nulls may differ. Enum values have no type. */
function isSameType(one: GraphQLType | undefined, other: GraphQLType | undefined): boolean {
  return withoutNulls(one) === withoutNulls(other);
}

function withoutNulls(type: GraphQLType | undefined): string {
  return String(type).replace(/!/g, '');
}

/** Whether a field takes all arguments that another one took, and needs no others. */
function takes(args: readonly GraphQLArgument[], needed: readonly GraphQLArgument[]): boolean {
  const names = new Set(needed.map(({ name }) => name));
  return (
    needed.every(({ name, type }) => args.some((it) => it.name === name && isSameType(it.type, type))) &&
    args.every((it) => names.has(it.name) || !isRequiredArgument(it))
  );
}

function isField(element: Element): element is Field {
  return element.args !== undefined && element.type !== undefined;
}

function members(type: GraphQLNamedType): readonly string[] {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    return Object.values(type.getFields()).map((it) => `${it.name}: ${withoutNulls(it.type)}`);
  if (isUnionType(type)) return namesOf(type.getTypes());
  return isEnumType(type) ? namesOf(type.getValues()) : [];
}

function namesOf(named: readonly { readonly name: string }[]): readonly string[] {
  return named.map(({ name }) => name);
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  return shared / Math.max(1, a.length + b.length - shared);
}

/** Names, each a path such as `Device.status` or `network.ip`, that a deprecation reason says to use instead. */
function namedInReason(reason: string): ReadonlySet<string> {
  // The fields named after these are left out.
  const text = reason
    .replace(
      /(?:instead of|rather than|do not use|don['’]t use|in place of|replaces|no longer use)\s+[`'"]?[\w.#]+/gi,
      '',
    )
    .replace(/(\w)\s*\{\s*(\w+)\s*\}/g, '$1.$2');
  const found = new Set<string>();
  for (const [, list = ''] of text.matchAll(cue)) for (const [name] of list.matchAll(path)) found.add(normal(name));
  for (const [, name = ''] of text.matchAll(behind)) found.add(normal(name));
  return found;
}

const one = String.raw`(?:the\s+)?(?:(?:new|field|query|mutation|argument|value|type)\s+)*[\`'"“]?[A-Za-z_][\w.#]*[\`'"”]?(?:\([^)]*\))?`;
const cue = new RegExp(
  String.raw`\b(?:use|using|replaced\s+(?:by|with)|renamed\s+(?:to|as)|moved\s+(?:to|into|under)|in\s+favou?r\s+of|superseded\s+by|prefer|switch\s+to|migrate\s+to|now\s+called|split\s+into)\s+(${one}(?:(?:\s*,\s*|\s*\/\s*|,?\s+(?:or|and)\s+)${one})*)`,
  'gi',
);
const behind = /[`'"“]([A-Za-z_][\w.#]*)[`'"”]?(?:\([^)]*\))?\s+(?:should\s+be\s+used|is\s+to\s+be\s+used|instead)/gi;
const path = /[A-Za-z_]\w*(?:[.#][A-Za-z_]\w*)*/g;

function normal(name: string): string {
  return name.replace(/#/g, '.');
}
