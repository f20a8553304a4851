import {
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { likeliestName } from './rename.ts';

type Named = { readonly name: string; readonly type: unknown };

/** The likeliest new name of a removed member, among the current members of its owner. */
export function newMember(
  gone: string,
  before: { readonly type: unknown; readonly deprecationReason?: string | null | undefined } | undefined,
  now: readonly Named[],
  then: readonly Named[] | undefined,
): string | undefined {
  const known = then && new Set(then.map(({ name }) => name));
  const candidates = now.map(({ name, type }) => ({
    name,
    isNew: known !== undefined && !known.has(name),
    isAlike: before !== undefined && String(before.type) === String(type),
  }));
  return likeliestName(gone, candidates, before?.deprecationReason ?? undefined);
}

/** The likeliest new name of a removed enum value. */
export function newEnumValue(
  gone: string,
  now: GraphQLEnumType,
  then: GraphQLEnumType | undefined,
): string | undefined {
  const candidates = now.getValues().map(({ name }) => ({
    name,
    isNew: then !== undefined && then.getValue(name) == null,
    isAlike: false,
  }));
  return likeliestName(gone, candidates, then?.getValue(gone)?.deprecationReason ?? undefined);
}

/** The likeliest new name of a removed type: a new type of the same kind with mostly the same members. */
export function newType(gone: string, live: GraphQLSchema, snapshot: GraphQLSchema | undefined): string | undefined {
  const before = snapshot?.getType(gone);
  const candidates = Object.values(live.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && (before === undefined || before.constructor === type.constructor))
    .map((type) => ({
      name: type.name,
      isNew: snapshot !== undefined && snapshot.getType(type.name) === undefined,
      isAlike: before !== undefined && overlap(memberNames(before), memberNames(type)) >= 0.6,
    }))
    .filter(({ isNew }) => isNew || snapshot === undefined);
  return likeliestName(gone, candidates);
}

function memberNames(type: GraphQLNamedType): readonly string[] {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) return Object.keys(type.getFields());
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  return 'getValues' in type ? type.getValues().map(({ name }) => name) : [];
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  return shared / Math.max(1, a.length + b.length - shared);
}
