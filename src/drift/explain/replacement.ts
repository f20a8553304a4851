import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { asConnection } from '../../graphql/connection.ts';
import { type Field, fieldOf, fieldsOf, isListField, requiredArguments } from '../../graphql/fields.ts';
import { namedInReason } from './named-in-reason.ts';
import { meantName, nearness } from './near-name.ts';
import { isOpposite, isQualified, isReverse, nameWords } from './opposites.ts';

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
  /** What the owner has in the live schema. */
  readonly now: readonly Element[];
  /** What the owner had in the snapshot. */
  readonly known: readonly Element[] | undefined;
  /** The name of the owner. */
  readonly owner: string;
  readonly snapshot: GraphQLSchema | undefined;
}

/**
 * What replaces a removed element, by evidence: its deprecation reason names it, it moved one level down, or something new has
 * its type, its arguments and nearly its name. A path is written as a selection: `network { ip }`. Undefined if the evidence
 * is weak or ambiguous, or the effect may be the opposite: a wrong suggestion costs more than none.
 */
export function replacementOf(removal: Removal): string | undefined {
  const { gone, before, now } = removal;
  if (before === undefined)
    return meantName(
      gone,
      now.map(({ name }) => name),
    );
  const named = byReason(removal, before);
  if (named !== 'unknown') return named;
  return moved(removal, before) ?? renamed(removal, before) ?? paged(removal, before);
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
  if (before === undefined)
    return meantName(
      gone,
      types.map(({ name }) => name),
    );
  const alike = types.filter((type) => {
    if (type.constructor !== before.constructor || snapshot?.getType(type.name) !== undefined) return false;
    const likeness = overlap(members(before), members(type));
    return !isOpposite(gone, type.name) && likeness >= (nearness(gone, type.name) > 0 ? 0.5 : 0.6);
  });
  return alike.length === 1 ? alike[0]?.name : undefined;
}

/** `unknown` if the reason names nothing that is there. */
function byReason({ gone, now, owner }: Removal, before: Element): string | undefined | 'unknown' {
  const found = new Set<string>();
  for (const path of namedInReason(before.deprecationReason ?? '')) {
    const [first, second, ...rest] = (path.startsWith(`${owner}.`) ? path.slice(owner.length + 1) : path).split('.');
    const element = now.find(({ name }) => name === first);
    if (element === undefined || element.name === gone || rest.length > 0) continue;
    const inside = second ?? innerName(element, gone, before);
    if (inside === undefined) found.add(element.name);
    else if (hasField(element, inside)) found.add(selection([element.name, inside]));
  }
  const [name] = found;
  if (name === undefined) return 'unknown';
  return found.size > 1 || isReverse(gone, name.match(/\w+/g)?.at(-1) ?? name) ? undefined : name;
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
        const isNamed =
          field.name === gone || nameWords(gone).join('') === nameWords(element.name + capital(field.name)).join('');
        return (
          isNew && isNamed && isSameType(field.type, type) && takes(field.args, args) && !isQualified(element.name)
        );
      })
      .map((field) => selection([element.name, field.name]));
  });
  return paths.length === 1 ? paths[0] : undefined;
}

/** A new element of the same type and arguments with nearly the same name, and for which this one is the nearest as well. */
function renamed(removal: Removal, before: Element): string | undefined {
  const { gone, now, known = [], owner } = removal;
  const fits = (one: Element, other: Element): boolean =>
    isSameType(one.type, other.type) && takes(other.args ?? [], one.args ?? []);
  const names = new Set(now.map(({ name }) => name));
  const old = new Set(known.map(({ name }) => name));
  const rivals = known.filter(({ name }) => !names.has(name) && name !== gone);
  const candidates = now
    .filter((it) => !old.has(it.name) && fits(before, it))
    .map((it) => ({ it, score: nearness(gone, it.name, owner) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best, second] = candidates;
  if (best === undefined || second?.score === best.score) return undefined;
  const isContested = rivals.some(
    (rival) => fits(rival, best.it) && nearness(rival.name, best.it.name, owner) >= best.score,
  );
  return isContested ? undefined : best.it.name;
}

/** A new connection of what was a list. */
function paged({ gone, now, known = [], owner }: Removal, { type }: Element): string | undefined {
  if (type === undefined || !isListType(nullable(type))) return undefined;
  const found = now.flatMap((element) => {
    if (!isField(element) || known.some(({ name }) => name === element.name)) return [];
    const connection = asConnection(element.type);
    if (connection === undefined || connection.node.name !== getNamedType(type).name) return [];
    return nearness(gone, element.name.replace(/s?(?:Connection|Page)$/, 's'), owner) > 0 &&
      requiredArguments(element).length === 0
      ? [selection([element.name, ...connection.items])]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `network { ip }` */
function selection(path: readonly string[]): string {
  return path.reduceRight((inside, name) => (inside === '' ? name : `${name} { ${inside} }`), '');
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function nullable(type: GraphQLType): GraphQLType {
  return isNonNullType(type) ? type.ofType : type;
}

/** The same lists and name; nulls may differ. Enum values have no type. */
function isSameType(one: GraphQLType | undefined, other: GraphQLType | undefined): boolean {
  const bare = (type: GraphQLType | undefined): string => String(type).replace(/!/g, '');
  return bare(one) === bare(other);
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
    return Object.values(type.getFields()).map((it) => `${it.name}: ${String(it.type).replace(/!/g, '')}`);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  return shared / Math.max(1, a.length + b.length - shared);
}
