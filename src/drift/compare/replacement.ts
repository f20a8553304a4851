import {
  type GraphQLArgument,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isCompositeType,
  isRequiredArgument,
} from 'graphql';
import { type Field, fieldOf, fieldsOf, isListField, requiredArguments } from '../../graphql/fields.ts';
import type { Fact } from '../model/finding.ts';

/** A field, an argument, an input field or an enum value; the last has no type. */
interface Element {
  readonly name: string;
  readonly type?: GraphQLType;
  readonly args?: readonly GraphQLArgument[];
  readonly deprecationReason?: string | null | undefined;
}

/** A removed element, and the members of its owner: `now` in the live schema, `known` in the snapshot. */
interface Removal {
  readonly gone: string;
  readonly now: readonly Element[];
  readonly known: readonly Element[] | undefined;
  readonly owner: string;
  readonly snapshot: GraphQLSchema | undefined;
}

/** The replacement of a removed element, or the elements that were added to its owner. */
type Replacement = Pick<Fact, 'suggestion' | 'isCertain' | 'added'>;

/**
 * Finds the replacement that the deprecation reason names, which is certain, or a move one level down, which is a suggestion. Without
 * either, the names that were added to the owner are listed. A path is written as a selection: `network { ip }`.
 */
export function replacementOf(removal: Removal, before: Element): Replacement {
  const named = namedByReason(removal, before);
  const [name] = named;
  if (name !== undefined) return named.length === 1 ? { suggestion: name, isCertain: true } : {};
  const suggestion = moved(removal, before);
  if (suggestion !== undefined) return { suggestion };
  const { now, known } = removal;
  const added = now.filter((it) => known?.every((old) => old.name !== it.name)).map((it) => it.name);
  return added.length === 0 ? {} : { added };
}

/** The elements of the owner, or paths in it, that the reason names. */
function namedByReason({ gone, now, owner }: Removal, before: Element): readonly string[] {
  const found = new Set<string>();
  for (const path of namedInReason(before.deprecationReason ?? '')) {
    const [first, second, ...rest] = (path.startsWith(`${owner}.`) ? path.slice(owner.length + 1) : path).split('.');
    const element = now.find(({ name }) => name === first);
    if (element === undefined || element.name === gone || rest.length > 0) continue;
    const inside = second ?? innerName(element, gone, before);
    if (inside === undefined) found.add(element.name);
    else if (hasField(element, inside)) found.add(selection(element.name, inside));
  }
  return [...found];
}

function hasField({ type }: Element, name: string): boolean {
  return type !== undefined && fieldOf(getNamedType(type), name) !== undefined;
}

/** The field of an object that has the name and type of a removed scalar or enum field. */
function innerName({ type }: Element, gone: string, before: Element): string | undefined {
  if (type === undefined || before.type === undefined || isCompositeType(getNamedType(before.type))) return undefined;
  const field = fieldOf(getNamedType(type), gone);
  return field !== undefined && isSameType(field.type, before.type) ? gone : undefined;
}

function moved({ gone, now, known, snapshot }: Removal, { type, args = [] }: Element): string | undefined {
  if (type === undefined || known === undefined || snapshot === undefined) return undefined;
  const paths = now.flatMap((element) => {
    if (!isField(element) || isListField(element) || requiredArguments(element).length > 0) return [];
    const target = getNamedType(element.type);
    const before = snapshot.getType(target.name);
    return fieldsOf(target)
      .filter((field) => {
        const isNew = before === undefined || fieldOf(before, field.name) === undefined;
        return isNew && field.name === gone && isSameType(field.type, type) && takes(field.args, args);
      })
      .map((field) => selection(element.name, field.name));
  });
  return paths.length === 1 ? paths[0] : undefined;
}

function selection(outer: string, inner: string): string {
  return `${outer} { ${inner} }`;
}

/** Types are the same if only their nulls differ. Enum values have no type. */
function isSameType(one: GraphQLType | undefined, other: GraphQLType | undefined): boolean {
  return withoutNulls(one) === withoutNulls(other);
}

function withoutNulls(type: GraphQLType | undefined): string {
  return String(type).replace(/!/g, '');
}

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

/** The names that a deprecation reason recommends: paths such as `Device.status` or `network.ip`. */
function namedInReason(reason: string): ReadonlySet<string> {
  // Names that the reason advises against.
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
