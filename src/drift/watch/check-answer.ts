import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { fieldOf } from '../../graphql/fields.ts';
import type { SelectedField, Selection } from '../../graphql/selections/read-selection.ts';
import { builtIn } from '../../graphql/values.ts';
import type { ObservedChange } from '../../index.ts';
import { mostItems } from './defaults.ts';

/**
 * Finds each change of a field by which an answer does not fit its type.
 *
 * @param turn - The number of earlier answers, so that all items of a long list are checked in time.
 */
export type AnswerCheck = (data: unknown, turn: number) => readonly ObservedChange[];

type Value = { readonly nonNull: boolean } & (
  | { readonly kind: 'list'; readonly item: Value }
  | { readonly kind: 'object'; readonly object: ObjectCheck }
  | {
      readonly kind: 'leaf';
      /** The accepted `typeof`; undefined for any. */
      readonly accepts: string | undefined;
      readonly isInt: boolean;
      readonly values?: ReadonlySet<string>;
    }
);

type Member = Value & {
  readonly key: string;
  readonly optional: boolean;
  readonly owner: string;
  readonly name: string;
  readonly type: string;
  readonly leaf: string;
};

interface ObjectCheck {
  /** The key of `__typename` if it decides the group; else undefined. */
  readonly typename: string | undefined;
  readonly byName: ReadonlyMap<string, readonly Member[]>;
  readonly groups: readonly (readonly Member[])[];
}

type Found = Map<string, ObservedChange>;
type Keyed = Readonly<Record<string, unknown>>;

/** The check of an operation's answers. Open enums accept any string. */
export function planAnswerCheck(selection: Selection, openEnums: boolean): AnswerCheck {
  const root = planObject(selection, openEnums, new Map());
  return (data, turn) => {
    const found: Found = new Map();
    if (typeof data === 'object' && data !== null) checkObject(root, data, turn, found);
    return [...found.values()];
  };
}

function planObject(selection: Selection, openEnums: boolean, planned: Map<Selection, ObjectCheck>): ObjectCheck {
  const known = planned.get(selection);
  if (known !== undefined) return known;
  const byName = new Map<string, readonly Member[]>();
  const groups: (readonly Member[])[] = [];
  const names = selection.groups.map(({ fields }) => fields.find(({ definition }) => definition.name === '__typename'));
  const typename = names[0]?.key;
  const isNamed = names.length > 1 && names.every((name) => name?.key === typename && !name?.optional);
  const plan = { typename: isNamed ? typename : undefined, byName, groups };
  planned.set(selection, plan);
  for (const { objects, fields } of selection.groups) {
    const members = fields.map((field) => {
      const below = field.below && planObject(field.below, openEnums, planned);
      return planMember(field, selection.type, below, openEnums);
    });
    // Leaves reject a group fastest.
    groups.push(members.sort((a, b) => Number(a.kind !== 'leaf') - Number(b.kind !== 'leaf')));
    for (const { name } of objects) byName.set(name, members);
  }
  return plan;
}

function planMember(
  { key, owner, definition, optional }: SelectedField,
  on: GraphQLCompositeType,
  object: ObjectCheck | undefined,
  openEnums: boolean,
): Member {
  const { name, type } = definition;
  const named = getNamedType(type);
  const leaf = isEnumType(named)
    ? {
        accepts: 'string',
        isInt: false,
        ...(!openEnums && { values: new Set(named.getValues().map((it) => it.name)) }),
      }
    : { accepts: builtIn[named.name], isInt: named.name === 'Int' };
  const checkOf = (it: GraphQLOutputType): Value => {
    if (isNonNullType(it)) return { ...checkOf(it.ofType), nonNull: true };
    if (isListType(it)) return { kind: 'list', nonNull: false, item: checkOf(it.ofType) };
    return object ? { kind: 'object', nonNull: false, object } : { kind: 'leaf', nonNull: false, ...leaf };
  };
  const holder = fieldOf(on, name) ? on : owner;
  return { ...checkOf(type), key, optional, owner: holder.name, name, type: String(type), leaf: named.name };
}

function checkObject(plan: ObjectCheck, value: object, turn: number, found: Found): void {
  const object = value as Keyed;
  const { typename, byName, groups } = plan;
  const own = typename === undefined ? groups[0] : byName.get(String(object[typename]));
  if (own && (typename !== undefined || groups.length === 1)) checkMembers(own, object, turn, found);
  else if (groups.length > 0) checkAny(groups, object, turn, found);
}

/** Checks an object of unknown type: it must fit one of the groups that select all its properties. Otherwise, the nearest is reported. */
function checkAny(groups: ObjectCheck['groups'], object: Keyed, turn: number, found: Found): void {
  const present = new Set(groups.flat().flatMap(({ key }) => (object[key] === undefined ? [] : key)));
  const able = groups.filter((members) => members.filter(({ key }) => present.has(key)).length === present.size);
  let nearest: Found | undefined;
  for (const members of able.length > 0 ? able : groups) {
    const tried: Found = new Map();
    checkMembers(members, object, turn, tried);
    if (tried.size === 0) return;
    if (nearest === undefined || tried.size < nearest.size) nearest = tried;
  }
  for (const [key, change] of nearest ?? []) found.set(key, change);
}

function checkMembers(members: readonly Member[], object: Keyed, turn: number, found: Found): void {
  for (let at = 0; at < members.length; at++) {
    const member = members[at] as Member;
    const value = object[member.key];
    if (value === undefined) {
      if (!member.optional) note(member, 'field-removed', 'is missing in the answer', found);
    } else checkValue(member, member, value, turn, found);
  }
}

function checkValue(member: Member, check: Value, value: unknown, turn: number, found: Found): void {
  if (value === null || value === undefined) {
    if (check.nonNull) note(member, 'nullability-changed', `is null, and its type is ${member.type}`, found);
  } else if (check.kind === 'list') {
    if (Array.isArray(value)) checkList(member, check.item, value, turn, found);
    else noteOther(member, found);
  } else if (check.kind === 'object') {
    if (typeof value !== 'object' || Array.isArray(value)) noteOther(member, found);
    else checkObject(check.object, value, turn, found);
  } else if (check.accepts === undefined) return;
  else if (!isAccepted(value, check.accepts, check.isInt)) noteOther(member, found);
  else if (check.values && !check.values.has(value as string)) noteValue(member, value as string, found);
}

function checkList(member: Member, check: Value, items: readonly unknown[], turn: number, found: Found): void {
  const step = Math.ceil(items.length / mostItems) || 1;
  for (let at = turn % step; at < items.length; at += step) checkValue(member, check, items[at], turn, found);
}

function note(member: Member, change: ObservedChange['change'], fact: string, found: Found): void {
  const coordinate = `${member.owner}.${member.name}`;
  const key = `${coordinate} ${change}`;
  if (!found.has(key)) found.set(key, { coordinate, change, message: `${coordinate} ${fact}.`, before: member.type });
}

function noteOther(member: Member, found: Found): void {
  note(member, 'type-changed', `does not fit its type ${member.type}`, found);
}

function noteValue({ owner, name, leaf }: Member, value: string, found: Found): void {
  // Other values may be private data.
  const coordinate = `${leaf}.${/^[_A-Za-z]\w{0,63}$/.test(value) ? value : '?'}`;
  const message = `${coordinate} is new: ${owner}.${name} has it.`;
  found.set(`${coordinate} enum-value-added`, { coordinate, change: 'enum-value-added', message });
}

/** Whether a leaf has its generated type. The option `largeIntegers` gives other types to large integers. */
function isAccepted(value: unknown, accepts: string, isInt: boolean): boolean {
  const isDigits = typeof value === 'string' && /^-?\d{16,}$/.test(value);
  if (accepts === 'number' && !isInt && (isDigits || typeof value === 'bigint')) return true;
  return typeof value === accepts && !(isInt && Number(value) % 1 !== 0);
}
