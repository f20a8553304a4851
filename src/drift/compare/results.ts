import {
  type ASTNode,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
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
  compare(context, old, live, { node: root, coordinate: getNamedType(live.type).name });
}

function compare(context: ResultComparison, old: ResultType, live: ResultType, site: Site): void {
  if (old.id === live.id) return;
  let reported = false;
  const reportFact = (fact: Omit<Fact, 'kind'>): void => {
    reported = true;
    context.report({ kind: 'types', ...fact }, site.node);
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
    const inner: ResultComparison = {
      ...context,
      report: (fact, node) => {
        reported = true;
        context.report(fact, node);
      },
    };
    compareVariants(inner, old, live, site, reportFact);
  }
  if (!reported) reportFact(typeFact(site, old.type, live.type, 'breaking'));
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

function compareVariants(
  context: ResultComparison,
  old: ResultType,
  live: ResultType,
  site: Site,
  reportFact: (fact: Omit<Fact, 'kind'>) => void,
): void {
  const [before, after] = [getNamedType(old.type), getNamedType(live.type)];
  const oldVariants = old.variants ?? new Map<string, Variant>();
  const liveVariants = live.variants ?? new Map<string, Variant>();
  const oldIds = new Set([...oldVariants.values()].map(({ id }) => id));
  const liveIds = new Set([...liveVariants.values()].map(({ id }) => id));
  const addsToLive = ({ id }: Variant): boolean => !oldIds.has(id);
  const lacksInLive = ({ id }: Variant): boolean => !liveIds.has(id);

  if (isObjectType(before) && isObjectType(after)) {
    const [one, other] = [oldVariants.get(before.name), liveVariants.get(after.name)];
    if (one === undefined || other === undefined) return;
    if (before.name === after.name) {
      compareVariant(context, one, other, site);
      return;
    }
    reportFact(typeFact(site, old.type, live.type, directionBetween(context, one, other, site)));
    return;
  }
  if (before.name !== after.name) {
    const directions = [...liveVariants].map(([name, variant]) => {
      const twin = oldVariants.get(name);
      if (!addsToLive(variant)) return 'safe';
      return twin === undefined ? 'breaking' : directionBetween(context, twin, variant, site);
    });
    reportFact(typeFact(site, old.type, live.type, worst(directions)));
    return;
  }
  const verb = isUnionType(after) ? 'belongs to' : 'implements';
  for (const [name, variant] of liveVariants) {
    const twin = oldVariants.get(name);
    if (twin !== undefined) {
      if (addsToLive(variant) || lacksInLive(twin)) compareVariant(context, twin, variant, site);
    } else if (addsToLive(variant)) {
      const message = `${name} now ${verb} ${after.name}: results may now contain it.`;
      reportFact({
        change: 'possible-type-added',
        direction: 'breaking',
        coordinate: after.name,
        message,
        after: name,
      });
    }
  }
  for (const [name, variant] of oldVariants) {
    if (liveVariants.has(name) || !lacksInLive(variant)) continue;
    const isCompared = [...variant.members.values()].some(({ nodes }) =>
      nodes.some((it) => it.name.value === '__typename'),
    );
    const comparison = isCompared ? ' Code that compares `__typename` with it no longer compiles.' : '';
    const message = `${name} no longer ${verb} ${after.name}: results no longer contain it.${comparison}`;
    const direction = isCompared ? 'unclear' : 'safe';
    reportFact({ change: 'possible-type-removed', direction, coordinate: after.name, message, before: name });
  }
}

/** How an object type changed, without a report: another type is the cause, and its fields only decide how serious it is. */
function directionBetween(context: ResultComparison, old: Variant, live: Variant, site: Site): Direction {
  const directions: Direction[] = [];
  compareVariant({ ...context, report: ({ direction }) => directions.push(direction) }, old, live, site);
  return worst(directions);
}

function worst(directions: readonly Direction[]): Direction {
  if (directions.includes('breaking')) return 'breaking';
  return directions.includes('unclear') ? 'unclear' : 'safe';
}

function compareVariant(context: ResultComparison, old: Variant, live: Variant, site: Site): void {
  const lost = [...old.members.keys()].filter((key) => !live.members.has(key));
  const gained = [...live.members.keys()].filter((key) => !old.members.has(key));
  if (lost.length > 0 || gained.length > 0) context.report(matchFact(old, live, lost, gained), site.node);
  for (const [key, member] of old.members) {
    const twin = live.members.get(key);
    if (twin === undefined) continue;
    if (member.optional !== twin.optional)
      context.report(twin.optional ? matchFact(old, live, [key], []) : matchFact(old, live, [], [key]), site.node);
    compareMember(context, old, member.result, twin);
  }
}

function compareMember(context: ResultComparison, owner: Variant, old: ResultType, live: Member): void {
  for (const node of live.nodes) {
    const concrete = `${owner.type.name}.${node.name.value}`;
    const [before, after] = [context.snapshotUsage.uses.get(node), context.liveUsage.uses.get(node)];
    const asDeclared =
      before?.kind === 'field' &&
      after?.kind === 'field' &&
      isInterfaceType(before.parent) &&
      String(before.field?.type) === String(old.type) &&
      String(after.field?.type) === String(live.result.type);
    compare(context, old, live.result, { node, coordinate: asDeclared ? before.coordinate : concrete });
  }
}

/** A type starts or stops matching a fragment, so it returns other fields. */
function matchFact(old: Variant, live: Variant, lost: readonly string[], gained: readonly string[]): Fact {
  const name = live.type.name;
  const oldInterfaces = old.type.getInterfaces().map((type) => type.name);
  const liveInterfaces = live.type.getInterfaces().map((type) => type.name);
  const reasons = [
    ...oldInterfaces.filter((type) => !liveInterfaces.includes(type)).map((type) => `no longer implements ${type}`),
    ...liveInterfaces.filter((type) => !oldInterfaces.includes(type)).map((type) => `now implements ${type}`),
  ];
  const effects = [
    ...(lost.length > 0 ? [`it no longer returns ${lost.join(', ')}`] : []),
    ...(gained.length > 0 ? [`it now returns ${gained.join(', ')}`] : []),
  ];
  const reason = reasons.length > 0 ? `${name} ${reasons.join(' and ')}` : `${name} matches other fragments`;
  // What was optional may be missing. The generated type of no fields at all accepts none.
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
