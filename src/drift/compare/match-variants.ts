import type { GraphQLObjectType } from 'graphql';
import { idOf } from '../../graphql/selections/node-id.ts';
import type { Variant } from './result-type.ts';

/** The object types of the same possible types in both schemas. */
export interface VariantPair {
  readonly old: Variant;
  readonly live: Variant;
  readonly types: { readonly before: GraphQLObjectType; readonly after: GraphQLObjectType }[];
}

/** The object types of an interface or a union in both schemas. */
export interface MatchedVariants {
  /** Those that differ, and whether the live one is like none before. */
  readonly pairs: readonly { readonly pair: VariantPair; readonly isNew: boolean }[];
  /** Possible types that only the live schema has, and that are like none before. */
  readonly added: readonly Part[];
  /** Possible types that only the snapshot has, and that are like none now. */
  readonly removed: readonly Part[];
}

/** A possible type, and its generated object type. */
interface Part {
  readonly variant: Variant;
  readonly type: GraphQLObjectType;
}

/** Matches the object types of both schemas by the names of their possible types. */
export function matchVariants(old: readonly Variant[], live: readonly Variant[]): MatchedVariants {
  const [oldParts, liveParts] = [partsOf(old), partsOf(live)];
  const [oldKeys, liveKeys] = [new Set(oldParts.map(keyOf)), new Set(liveParts.map(keyOf))];
  const left = new Map(oldParts.map((part) => [part.type.name, part]));
  const pairs = new Map<string, MatchedVariants['pairs'][number]>();
  const added: Part[] = [];
  for (const part of liveParts) {
    const twin = left.get(part.type.name);
    left.delete(part.type.name);
    const isNew = !oldKeys.has(keyOf(part));
    if (twin === undefined) {
      if (isNew) added.push(part);
      continue;
    }
    if (!isNew && liveKeys.has(keyOf(twin))) continue;
    const key = `${idOf(twin.variant)} ${idOf(part.variant)}`;
    const known = pairs.get(key) ?? { pair: { old: twin.variant, live: part.variant, types: [] }, isNew };
    known.pair.types.push({ before: twin.type, after: part.type });
    pairs.set(key, known);
  }
  return {
    pairs: [...pairs.values()],
    added,
    removed: [...left.values()].filter((part) => !liveKeys.has(keyOf(part))),
  };
}

function partsOf(variants: readonly Variant[]): readonly Part[] {
  return variants.flatMap((variant) => variant.types.map((type) => ({ variant, type })));
}

/** A text that is equal for equal object types only: a `__typename` makes each type equal to its own only. */
function keyOf({ variant: { id, isNamed }, type }: Part): string {
  return isNamed ? `${id} ${type.name}` : `${id}`;
}
