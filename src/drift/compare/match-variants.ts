import type { GraphQLObjectType } from 'graphql';
import { idOf } from '../../graphql/selections/read-selection.ts';
import { type Part, possibleParts, type Variant } from './result-type.ts';

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

/** Matches the object types of both schemas by the names of their possible types. */
export function matchVariants(old: readonly Variant[], live: readonly Variant[]): MatchedVariants {
  const [oldParts, liveParts] = [possibleParts(old), possibleParts(live)];
  const oldKeys = new Set(oldParts.map(({ key }) => key));
  const liveKeys = new Set(liveParts.map(({ key }) => key));
  const left = new Map(oldParts.map((part) => [part.type.name, part]));
  const pairs = new Map<string, MatchedVariants['pairs'][number]>();
  const added: Part[] = [];
  for (const part of liveParts) {
    const twin = left.get(part.type.name);
    left.delete(part.type.name);
    const isNew = !oldKeys.has(part.key);
    if (twin === undefined) {
      if (isNew) added.push(part);
      continue;
    }
    if (!isNew && liveKeys.has(twin.key)) continue;
    const key = `${idOf(twin.variant)} ${idOf(part.variant)}`;
    const known = pairs.get(key) ?? { pair: { old: twin.variant, live: part.variant, types: [] }, isNew };
    known.pair.types.push({ before: twin.type, after: part.type });
    pairs.set(key, known);
  }
  return {
    pairs: [...pairs.values()],
    added,
    removed: [...left.values()].filter((part) => !liveKeys.has(part.key)),
  };
}
