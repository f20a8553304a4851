import {
  type GraphQLArgument,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isCompositeType,
  isRequiredArgument,
} from 'graphql';
import { type Field, fieldOf, isListField, requiredArguments } from '../../graphql/fields.ts';
import type { Fact } from '../model/finding.ts';

/** A field, an argument, an input field, or an enum value, which has no type. */
interface Element {
  readonly name: string;
  readonly type?: GraphQLType;
  readonly args?: readonly GraphQLArgument[];
  readonly deprecationReason?: string | null | undefined;
}

/** A removed element with the members of its owner in the live schema (`now`) and in the snapshot (`known`). */
interface Removal {
  readonly gone: string;
  readonly now: readonly Element[];
  readonly known: readonly Element[] | undefined;
  readonly owner: string;
  readonly snapshot: GraphQLSchema | undefined;
}

type Replacement = Pick<Fact, 'suggestion' | 'isCertain' | 'added'>;

/**
 * Finds the replacement: the certain one that the deprecation reason names, or a field that moved one level down (`network { ip }`).
 * Without one, it lists the names added to the owner.
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

/** The name of a removed leaf field if the object has an equal field. */
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
    const field = fieldOf(target, gone);
    const isNew = fieldOf(snapshot.getType(target.name), gone) === undefined;
    const isSame = field !== undefined && isSameType(field.type, type) && takes(field.args, args);
    return isNew && isSame ? [selection(element.name, gone)] : [];
  });
  return paths.length === 1 ? paths[0] : undefined;
}

function selection(outer: string, inner: string): string {
  return `${outer} { ${inner} }`;
}

/** Whether types are the same apart from nulls. */
function isSameType(one: GraphQLType, other: GraphQLType): boolean {
  const [before, after] = [one, other].map((type) => String(type).replaceAll('!', ''));
  return before === after;
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
  // Text without the names that the reason advises against.
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
