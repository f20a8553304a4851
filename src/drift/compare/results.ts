import {
  type ASTNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { idOf } from '../../graphql/selections/node-id.ts';
import type { Direction, Fact } from '../model/finding.ts';
import { kindFact, kindWords } from '../model/kind-words.ts';
import type { Usage } from '../model/usage.ts';
import { hasSameLists, isAssignable, withoutNames } from './assignable.ts';
import { type EnumValues, isLeafAssignable } from './leaf.ts';
import type { Member, ResultType, Variant } from './result-type.ts';

/** Reports a fact at a node of the operation. */
export type Report = (fact: Fact, node: ASTNode) => void;

/** The position of a comparison in the operation and in the schema. */
interface Site {
  readonly node: ASTNode;
  readonly coordinate: string;
}

/** The context of {@link compareResults}: the usage of both schemas, and where facts are reported. */
export interface ResultComparison {
  readonly snapshotUsage: Usage;
  readonly liveUsage: Usage;
  readonly report: Report;
}

/** Reports why two generated result types differ: at least one fact if their ids differ, none if they are equal. */
export function compareResults(context: ResultComparison, old: ResultType, live: ResultType, root: ASTNode): void {
  const silent = { ...context, known: new Map(), report: () => {} };
  const walk: Walk = { ...context, known: new Map(), silent };
  compare(walk, old, live, { node: root, coordinate: getNamedType(live.type).name });
}

/** One comparison of two results. Each pair of types is compared once at a site, however many ways lead there. */
interface Walk extends ResultComparison {
  /** How serious the difference is, by pair and site. Its facts are reported. */
  readonly known: Map<string, Direction>;
  /** The same without reports; undefined if this is it. */
  readonly silent?: Walk;
}

/** Returns the most serious of the facts that it reported; `safe` if there are none. */
function compare(walk: Walk, old: ResultType, live: ResultType, site: Site): Direction {
  if (old.id === live.id) return 'safe';
  const key = `${idOf(old)} ${idOf(live)} ${idOf(site.node)} ${site.coordinate}`;
  const known = walk.known.get(key);
  if (known !== undefined) return known;
  const direction = worst(compareTypes(walk, old, live, site));
  walk.known.set(key, direction);
  return direction;
}

function compareTypes(walk: Walk, old: ResultType, live: ResultType, site: Site): readonly Direction[] {
  const directions: Direction[] = [];
  const reportFact = (fact: Omit<Fact, 'kind'>): void => {
    directions.push(fact.direction);
    walk.report({ kind: 'types', ...fact }, site.node);
  };
  const modifiersDiffer = withoutNames(old.type) !== withoutNames(live.type);
  if (old.leaf !== undefined && live.leaf !== undefined) {
    const [before, after] = [getNamedType(old.type), getNamedType(live.type)];
    const isEnum = isEnumType(before) && isEnumType(after) && before.name === after.name;
    if (isEnum && typeof old.leaf === 'object' && typeof live.leaf === 'object') {
      compareEnums(before.name, old.leaf, live.leaf, reportFact);
      if (modifiersDiffer) reportFact(typeFact(site, old.type, live.type, 'safe'));
    } else {
      const inner = isLeafAssignable(live.leaf, old.leaf) ? 'safe' : 'breaking';
      reportFact(typeFact(site, old.type, live.type, inner));
    }
  } else if (old.variants !== undefined && live.variants !== undefined) {
    if (modifiersDiffer) reportFact(typeFact(site, old.type, live.type, 'safe'));
    directions.push(...compareVariants(walk, old, live, site, reportFact));
  }
  if (directions.length === 0) reportFact(typeFact(site, old.type, live.type, 'breaking'));
  return directions;
}

/** The fact that a type changed. `inner` is the direction of the change inside its lists and nulls. */
function typeFact(
  { coordinate }: Site,
  old: GraphQLOutputType,
  live: GraphQLOutputType,
  inner: Direction,
): Omit<Fact, 'kind'> {
  const [before, after] = [String(old), String(live)];
  const [oldNamed, liveNamed] = [getNamedType(old), getNamedType(live)];
  const direction = isAssignable(live, old, () => inner !== 'breaking') ? inner : 'breaking';
  if (before === after && kindWords(oldNamed) !== kindWords(liveNamed))
    return { ...kindFact(oldNamed, liveNamed, direction === 'safe'), direction };
  return {
    change: oldNamed.name === liveNamed.name && hasSameLists(old, live) ? 'nullability-changed' : 'type-changed',
    direction,
    coordinate,
    message: `${coordinate} changed its type from ${before} to ${after}.`,
    before,
    after,
  };
}

function compareEnums(
  name: string,
  { values: old }: EnumValues,
  { values: live, isOpen }: EnumValues,
  reportFact: (fact: Omit<Fact, 'kind'>) => void,
): void {
  for (const value of live) {
    if (old.has(value)) continue;
    const coordinate = `${name}.${value}`;
    const message = `${coordinate} was added: results may now contain it.`;
    const direction = isOpen ? 'safe' : 'breaking';
    reportFact({ change: 'enum-value-added', direction, coordinate, message, after: value });
  }
  for (const value of old) {
    if (live.has(value)) continue;
    const coordinate = `${name}.${value}`;
    const comparison = isOpen ? '' : ' Code that compares with it no longer compiles.';
    const message = `${coordinate} was removed: results no longer contain it.${comparison}`;
    const direction = isOpen ? 'safe' : 'unclear';
    reportFact({ change: 'enum-value-removed', direction, coordinate, message, before: value });
  }
}

/** Returns how serious the differences inside the variants are; those of the union itself go to `reportFact`. */
function compareVariants(
  walk: Walk,
  old: ResultType,
  live: ResultType,
  site: Site,
  reportFact: (fact: Omit<Fact, 'kind'>) => void,
): readonly Direction[] {
  const [before, after] = [getNamedType(old.type), getNamedType(live.type)];
  if (isObjectType(before) && isObjectType(after)) {
    const [[one], [other]] = [old.variants ?? [], live.variants ?? []];
    if (one === undefined || other === undefined) return [];
    const pair = { old: one, live: other, types: [{ before, after }] };
    if (before.name === after.name) return compareVariant(walk, pair, site);
    const inner = one.isNamed && other.isNamed ? 'breaking' : directionBetween(walk, pair, site);
    reportFact(typeFact(site, old.type, live.type, inner));
    return [];
  }
  const { pairs, added, removed } = matchVariants(old.variants ?? [], live.variants ?? []);
  if (before.name !== after.name) {
    const changed = pairs.filter(({ addsToLive }) => addsToLive);
    const directions = changed.map((pair) => directionBetween(walk, pair, site));
    reportFact(typeFact(site, old.type, live.type, added.length > 0 ? 'breaking' : worst(directions)));
    return [];
  }
  const verb = isUnionType(after) ? 'belongs to' : 'implements';
  for (const { name } of added) {
    const message = `${name} now ${verb} ${after.name}: results may now contain it.`;
    reportFact({
      change: 'possible-type-added',
      direction: 'breaking',
      coordinate: after.name,
      message,
      after: name,
    });
  }
  for (const { name, isCompared } of removed) {
    const comparison = isCompared ? ' Code that compares `__typename` with it no longer compiles.' : '';
    const message = `${name} no longer ${verb} ${after.name}: results no longer contain it.${comparison}`;
    const direction = isCompared ? 'unclear' : 'safe';
    reportFact({ change: 'possible-type-removed', direction, coordinate: after.name, message, before: name });
  }
  return pairs.flatMap((pair) => compareVariant(walk, pair, site));
}

/** The object types of the same possible types in both schemas. */
interface VariantPair {
  readonly old: Variant;
  readonly live: Variant;
  readonly types: readonly { readonly before: GraphQLObjectType; readonly after: GraphQLObjectType }[];
}

interface MatchedVariants {
  /** Those that differ. */
  readonly pairs: readonly (VariantPair & { readonly addsToLive: boolean })[];
  /** Possible types that only the live schema has, and that look like none before. */
  readonly added: readonly { readonly name: string }[];
  /** Possible types that only the snapshot has, and that look like none now. */
  readonly removed: readonly { readonly name: string; readonly isCompared: boolean }[];
}

function matchVariants(old: readonly Variant[], live: readonly Variant[]): MatchedVariants {
  const [oldIds, liveIds] = [old, live].map((variants) => new Set(variants.map(({ id }) => id)));
  const left = new Map(old.flatMap((variant) => variant.types.map((type) => [type.name, { variant, type }])));
  const pairs = new Map<Variant, Map<Variant, VariantPair['types'][number][]>>();
  const added: { name: string }[] = [];
  for (const variant of live)
    for (const after of variant.types) {
      const twin = left.get(after.name);
      left.delete(after.name);
      if (twin === undefined) {
        if (variant.isNamed || !oldIds?.has(variant.id)) added.push(after);
        continue;
      }
      const withOld = pairs.get(twin.variant) ?? new Map<Variant, VariantPair['types'][number][]>();
      pairs.set(twin.variant, withOld);
      const types = withOld.get(variant) ?? [];
      withOld.set(variant, types);
      types.push({ before: twin.type, after });
    }
  return {
    pairs: [...pairs].flatMap(([one, others]) =>
      [...others].flatMap(([other, types]) => {
        // A name makes an object type equal to its own only.
        const addsToLive = other.isNamed ? one.id !== other.id : !oldIds?.has(other.id);
        const lacksInLive = one.isNamed ? one.id !== other.id : !liveIds?.has(one.id);
        return addsToLive || lacksInLive ? [{ old: one, live: other, types, addsToLive }] : [];
      }),
    ),
    added,
    removed: [...left.values()]
      .filter(({ variant }) => variant.isNamed || !liveIds?.has(variant.id))
      .map(({ variant, type }) => ({ name: type.name, isCompared: variant.isNamed })),
  };
}

/** How an object type changed, without a report: another type is the cause, and its fields only decide how serious it is. */
function directionBetween(walk: Walk, pair: VariantPair, site: Site): Direction {
  return worst(compareVariant(walk.silent ?? walk, pair, site));
}

function worst(directions: readonly Direction[]): Direction {
  if (directions.includes('breaking')) return 'breaking';
  return directions.includes('unclear') ? 'unclear' : 'safe';
}

/** Returns how serious each difference is. */
function compareVariant(walk: Walk, pair: VariantPair, site: Site): readonly Direction[] {
  const { old, live, types } = pair;
  const directions: Direction[] = [];
  const reportMatch = (lost: readonly string[], gained: readonly string[]): void => {
    for (const type of types) {
      const fact = matchFact(type, old, live, lost, gained);
      directions.push(fact.direction);
      walk.report(fact, site.node);
    }
  };
  const lost = [...old.members.keys()].filter((key) => !live.members.has(key));
  const gained = [...live.members.keys()].filter((key) => !old.members.has(key));
  if (lost.length > 0 || gained.length > 0) reportMatch(lost, gained);
  for (const [key, member] of old.members) {
    const twin = live.members.get(key);
    if (twin === undefined) continue;
    if (member.optional !== twin.optional) reportMatch(twin.optional ? [key] : [], twin.optional ? [] : [key]);
    directions.push(...compareMember(walk, types, member.result, twin));
  }
  return directions;
}

function compareMember(walk: Walk, types: VariantPair['types'], old: ResultType, live: Member): readonly Direction[] {
  if (old.id === live.result.id) return [];
  return live.nodes.flatMap((node) => {
    const [before, after] = [walk.snapshotUsage.uses.get(node), walk.liveUsage.uses.get(node)];
    const asDeclared =
      before?.kind === 'field' &&
      after?.kind === 'field' &&
      isInterfaceType(before.parent) &&
      String(before.field?.type) === String(old.type) &&
      String(after.field?.type) === String(live.result.type);
    const coordinates = asDeclared
      ? [before.coordinate]
      : types.map((type) => `${type.before.name}.${node.name.value}`);
    return coordinates.map((coordinate) => compare(walk, old, live.result, { node, coordinate }));
  });
}

/** A type starts or stops matching a fragment, so it returns other fields. */
function matchFact(
  { before, after }: VariantPair['types'][number],
  old: Variant,
  live: Variant,
  lost: readonly string[],
  gained: readonly string[],
): Fact {
  const { name } = after;
  const oldInterfaces = before.getInterfaces().map((type) => type.name);
  const liveInterfaces = after.getInterfaces().map((type) => type.name);
  const reasons = [
    ...oldInterfaces.filter((type) => !liveInterfaces.includes(type)).map((type) => `no longer implements ${type}`),
    ...liveInterfaces.filter((type) => !oldInterfaces.includes(type)).map((type) => `now implements ${type}`),
  ];
  const effects = [
    ...(lost.length > 0 ? [`it no longer returns ${lost.join(', ')}`] : []),
    ...(gained.length > 0 ? [`it now returns ${gained.join(', ')}`] : []),
  ];
  const reason = reasons.length > 0 ? `${name} ${reasons.join(' and ')}` : `${name} matches other fragments`;
  // An optional part may be missing. The generated type of no fields at all accepts none.
  const fits = lost.every((key) => old.members.get(key)?.optional && !live.members.has(key)) && old.members.size > 0;
  return {
    kind: 'types',
    change: 'fragment-match-changed',
    direction: fits ? 'safe' : 'breaking',
    coordinate: name,
    message: `${reason}: ${effects.join(' and ')} here.`,
    ...(lost.length > 0 ? { before: lost.join(', ') } : {}),
    ...(gained.length > 0 ? { after: gained.join(', ') } : {}),
  };
}
