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
import { isAssignable, withoutNames } from './assignable.ts';
import { isLeafAssignable, type LeafText } from './leaf.ts';
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
    if (isEnumType(before) && isEnumType(after) && before.name === after.name) {
      compareEnums(before.name, old.leaf, live.leaf, reportFact);
      if (modifiersDiffer) reportFact(typeFact(site, old.type, live.type, () => true));
    } else {
      const [from, to] = [live.leaf, old.leaf];
      reportFact(typeFact(site, old.type, live.type, () => isLeafAssignable(from, to)));
    }
  } else if (old.variants !== undefined && live.variants !== undefined) {
    if (modifiersDiffer) reportFact(typeFact(site, old.type, live.type, () => true));
    const inner: ResultComparison = {
      ...context,
      report: (fact, node) => {
        reported = true;
        context.report(fact, node);
      },
    };
    compareVariants(inner, old, live, site, reportFact);
  }
  if (!reported) reportFact(typeFact(site, old.type, live.type, () => false));
}

function typeFact(
  { coordinate }: Site,
  old: GraphQLOutputType,
  live: GraphQLOutputType,
  innerAssignable: () => boolean,
): Omit<Fact, 'kind'> {
  const [before, after] = [String(old), String(live)];
  const [oldNamed, liveNamed] = [getNamedType(old), getNamedType(live)];
  const sameName = oldNamed.name === liveNamed.name;
  const safe = isAssignable(live, old, innerAssignable);
  if (before === after && kindWords(oldNamed) !== kindWords(liveNamed)) return kindFact(oldNamed, liveNamed, safe);
  return {
    change: sameName ? 'nullability-changed' : 'type-changed',
    direction: safe ? 'safe' : 'breaking',
    coordinate,
    message: `${coordinate} changed its type from ${before} to ${after}.`,
    before,
    after,
  };
}

function compareEnums(
  name: string,
  old: LeafText,
  live: LeafText,
  reportFact: (fact: Omit<Fact, 'kind'>) => void,
): void {
  if (typeof old === 'string' || typeof live === 'string') return;
  for (const value of live) {
    if (old.has(value)) continue;
    const coordinate = `${name}.${value}`;
    const message = `${coordinate} was added: results may now contain it.`;
    reportFact({ change: 'enum-value-added', direction: 'breaking', coordinate, message });
  }
  for (const value of old) {
    if (live.has(value)) continue;
    const coordinate = `${name}.${value}`;
    const message = `${coordinate} was removed: results no longer contain it.`;
    reportFact({ change: 'enum-value-removed', direction: 'safe', coordinate, message });
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
    // The other type is the cause and is reported; its fields only decide whether the change is safe.
    const directions: Direction[] = [];
    compareVariant({ ...context, report: ({ direction }) => directions.push(direction) }, one, other, site);
    reportFact(typeFact(site, old.type, live.type, () => directions.every((direction) => direction === 'safe')));
    return;
  }
  if (before.name !== after.name) {
    const safe = [...liveVariants.values()].every((variant) => !addsToLive(variant));
    reportFact(typeFact(site, old.type, live.type, () => safe));
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
    const message = `${name} no longer ${verb} ${after.name}: results no longer contain it.`;
    reportFact({ change: 'possible-type-removed', direction: 'safe', coordinate: after.name, message, before: name });
  }
}

function compareVariant(context: ResultComparison, old: Variant, live: Variant, site: Site): void {
  const lost = [...old.members.keys()].filter((key) => !live.members.has(key));
  const gained = [...live.members.keys()].filter((key) => !old.members.has(key));
  if (lost.length > 0 || gained.length > 0) context.report(matchFact(old, live, lost, gained), site.node);
  for (const [key, member] of old.members) {
    const twin = live.members.get(key);
    if (twin === undefined) continue;
    if (member.optional !== twin.optional) context.report(matchFact(old, live, [], [key]), site.node);
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
  return {
    kind: 'types',
    change: 'fragment-match-changed',
    direction: 'breaking',
    coordinate: name,
    message: `${reason}: ${effects.join(' and ')} here.`,
  };
}
