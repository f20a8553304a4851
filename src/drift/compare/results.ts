import {
  type ASTNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { idOf } from '../../graphql/selections/read-selection.ts';
import { beforeAndAfter, type Direction, type Fact } from '../model/finding.ts';
import { enumFacts, kindFact, type TypesFact } from './facts.ts';
import { type EnumLeaf, hasSameLists, isAssignable, isLeafAssignable, withoutNames } from './generated-type.ts';
import type { OperationComparison, Site } from './operation-comparison.ts';
import {
  type Member,
  matchVariants,
  type Part,
  type ResultType,
  type Variant,
  type VariantPair,
} from './result-type.ts';
import { usedField } from './usage.ts';

/** Reports why two generated result types differ: at least one fact if their ids differ. */
export function compareResults(context: Context, old: ResultType, live: ResultType, root: ASTNode): void {
  const rating = { ...context, known: new Map(), report: () => {} };
  const walk: Walk = { ...context, known: new Map(), rating };
  compare(walk, old, live, { node: root, coordinate: getNamedType(live.type).name });
}

type Context = Pick<OperationComparison, 'snapshotUsage' | 'liveUsage' | 'report'>;

interface Walk extends Context {
  /** The directions by pair of types and site. */
  readonly known: Map<string, Direction>;
  /** The same walk without reports; undefined in that walk itself. */
  readonly rating?: Walk;
}

/** Reports the differences and returns their worst direction; `safe` without one. */
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
  const reportFact = (fact: TypesFact): void => {
    directions.push(fact.direction);
    walk.report({ kind: 'types', ...fact }, site.node);
  };
  const { name } = getNamedType(live.type);
  if (old.kind === 'text' || live.kind === 'text' || getNamedType(old.type).name !== name) {
    reportFact(typeFact(site, old.type, live.type, innerDirection(walk, old, live, site)));
    return directions;
  }
  if (withoutNames(old.type) !== withoutNames(live.type)) reportFact(typeFact(site, old.type, live.type, 'safe'));
  if (old.kind === 'enum' && live.kind === 'enum')
    for (const fact of resultEnumFacts(name, old, live)) reportFact(fact);
  if (old.kind === 'objects' && live.kind === 'objects') {
    const matched = matchVariants(old.variants, live.variants);
    const verb = isUnionType(getNamedType(live.type)) ? 'belongs to' : 'implements';
    for (const part of matched.added)
      reportFact(addedPart(name, verb, part, fits(walk, part, old.variants, site) ? 'safe' : 'breaking'));
    for (const part of matched.removed) reportFact(removedPart(name, verb, part));
    for (const { pair } of matched.pairs) directions.push(...compareVariant(walk, pair, site));
  }
  // A difference without a known reason is reported, too.
  if (directions.length === 0) reportFact(typeFact(site, old.type, live.type, 'breaking'));
  return directions;
}

function innerDirection(walk: Walk, old: ResultType, live: ResultType, site: Site): Direction {
  if (old.kind !== 'objects' && live.kind !== 'objects') return isLeafAssignable(live, old) ? 'safe' : 'breaking';
  if (old.kind !== 'objects' || live.kind !== 'objects') return 'breaking';
  if (isObjectType(getNamedType(old.type)) && isObjectType(getNamedType(live.type)))
    return worst(
      old.variants.flatMap((one) =>
        live.variants.map((other) =>
          one.isNamed ? 'breaking' : rate(walk, { old: one, live: other, types: [] }, site),
        ),
      ),
    );
  const { pairs, added } = matchVariants(old.variants, live.variants);
  if (!added.every((part) => fits(walk, part, old.variants, site))) return 'breaking';
  return worst(pairs.filter(({ isNew }) => isNew).map(({ pair }) => rate(walk, pair, site)));
}

/** The worst direction of a type's fields. The type itself is reported, so its fields are not. */
function rate(walk: Walk, pair: VariantPair, site: Site): Direction {
  return worst(compareVariant(walk.rating ?? walk, pair, site));
}

/** The fact of a changed type. `inner` is the direction of the named type. */
function typeFact({ coordinate }: Site, old: GraphQLOutputType, live: GraphQLOutputType, inner: Direction): TypesFact {
  const [before, after] = [String(old), String(live)];
  const [oldNamed, liveNamed] = [getNamedType(old), getNamedType(live)];
  const direction = isAssignable(live, old, () => true) ? inner : 'breaking';
  if (before === after) return kindFact(oldNamed, liveNamed, direction === 'safe');
  return {
    change: oldNamed.name === liveNamed.name && hasSameLists(old, live) ? 'nullability-changed' : 'type-changed',
    direction,
    coordinate,
    message: `${coordinate} changed its type from ${before} to ${after}.`,
    before,
    after,
  };
}

function resultEnumFacts(name: string, old: EnumLeaf, live: EnumLeaf): readonly TypesFact[] {
  const comparison = live.isOpen ? '' : ' Code that compares with it no longer compiles.';
  return enumFacts(name, old.values, live.values, {
    added: { direction: live.isOpen ? 'safe' : 'breaking', effect: 'results may now contain it.' },
    removed: {
      direction: live.isOpen ? 'safe' : 'unclear',
      effect: `results no longer contain it.${comparison}`,
    },
  });
}

/** Whether an added possible type is assignable to an old object type. */
function fits(walk: Walk, { type, variant }: Part, old: readonly Variant[], site: Site): boolean {
  const types = [{ before: type, after: type }];
  return old.some((one) => !one.isNamed && rate(walk, { old: one, live: variant, types }, site) !== 'breaking');
}

function addedPart(name: string, verb: string, { type }: Part, direction: Direction): TypesFact {
  const message = `${type.name} now ${verb} ${name}: results may now contain it.`;
  return { change: 'possible-type-added', direction, coordinate: name, message, after: type.name };
}

function removedPart(name: string, verb: string, { type, variant }: Part): TypesFact {
  const comparison = variant.isNamed ? ' Code that compares `__typename` with it no longer compiles.' : '';
  const message = `${type.name} no longer ${verb} ${name}: results no longer contain it.${comparison}`;
  const direction = variant.isNamed ? 'unclear' : 'safe';
  return { change: 'possible-type-removed', direction, coordinate: name, message, before: type.name };
}

function worst(directions: readonly Direction[]): Direction {
  if (directions.includes('breaking')) return 'breaking';
  return directions.includes('unclear') ? 'unclear' : 'safe';
}

function compareVariant(walk: Walk, pair: VariantPair, site: Site): readonly Direction[] {
  const { old, live, types } = pair;
  const directions: Direction[] = [];
  const reportMatch = (lost: readonly string[], gained: readonly string[], isSafe: boolean): void => {
    for (const type of types) {
      const fact = fragmentMatchFact(type, lost, gained, isSafe);
      directions.push(fact.direction);
      walk.report(fact, site.node);
    }
  };
  const lost = [...old.members.keys()].filter((key) => !live.members.has(key));
  const gained = [...live.members.keys()].filter((key) => !old.members.has(key));
  // A generated type without fields accepts no field.
  const isSafe = old.members.size > 0 && lost.every((key) => old.members.get(key)?.optional);
  if (lost.length > 0 || gained.length > 0) reportMatch(lost, gained, isSafe);
  for (const [key, member] of old.members) {
    const twin = live.members.get(key);
    if (twin === undefined) continue;
    if (member.optional && !twin.optional) reportMatch([], [key], true);
    if (!member.optional && twin.optional) reportMatch([key], [], false);
    directions.push(...compareMember(walk, types, member.result, twin));
  }
  return directions;
}

/** Compares a field at the abstract type if that declares the same types, else at each object type. */
function compareMember(walk: Walk, types: VariantPair['types'], old: ResultType, live: Member): readonly Direction[] {
  return live.nodes.flatMap((node) => {
    const [before, after] = [usedField(walk.snapshotUsage, node), usedField(walk.liveUsage, node)];
    const isDeclared = String(before?.type) === String(old.type) && String(after?.type) === String(live.result.type);
    const coordinate = walk.snapshotUsage.uses.get(node)?.coordinate;
    const coordinates =
      isDeclared && coordinate !== undefined
        ? [coordinate]
        : types.map((type) => `${type.before.name}.${node.name.value}`);
    return coordinates.map((at) => compare(walk, old, live.result, { node, coordinate: at }));
  });
}

/** The fact that a type returns other fields because it starts or stops matching a fragment. */
function fragmentMatchFact(
  { before, after }: VariantPair['types'][number],
  lost: readonly string[],
  gained: readonly string[],
  isSafe: boolean,
): Fact {
  const reasons = [
    ...otherInterfaces(before, after).map((name) => `no longer implements ${name}`),
    ...otherInterfaces(after, before).map((name) => `now implements ${name}`),
  ];
  const [lostNames, gainedNames] = [lost.join(', ') || undefined, gained.join(', ') || undefined];
  const effects = [lostNames && `it no longer returns ${lostNames}`, gainedNames && `it now returns ${gainedNames}`];
  const reason = reasons.length > 0 ? reasons.join(' and ') : 'matches other fragments';
  return {
    kind: 'types',
    change: 'fragment-match-changed',
    direction: isSafe ? 'safe' : 'breaking',
    coordinate: after.name,
    message: `${after.name} ${reason}: ${effects.filter(Boolean).join(' and ')} here.`,
    ...beforeAndAfter(lostNames, gainedNames),
  };
}

function otherInterfaces(of: GraphQLObjectType, than: GraphQLObjectType): readonly string[] {
  const names = than.getInterfaces().map(({ name }) => name);
  return of.getInterfaces().flatMap(({ name }) => (names.includes(name) ? [] : [name]));
}
