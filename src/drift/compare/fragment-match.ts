import type { GraphQLObjectType } from 'graphql';
import { beforeAndAfter, type Fact } from '../model/finding.ts';
import type { VariantPair } from './match-variants.ts';

/** The fact that a type starts or stops matching a fragment, so that it returns other fields. */
export function fragmentMatchFact(
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
  const effects = [
    ...(lostNames ? [`it no longer returns ${lostNames}`] : []),
    ...(gainedNames ? [`it now returns ${gainedNames}`] : []),
  ];
  const reason = reasons.length > 0 ? reasons.join(' and ') : 'matches other fragments';
  return {
    kind: 'types',
    change: 'fragment-match-changed',
    direction: isSafe ? 'safe' : 'breaking',
    coordinate: after.name,
    message: `${after.name} ${reason}: ${effects.join(' and ')} here.`,
    ...beforeAndAfter(lostNames, gainedNames),
  };
}

function otherInterfaces(of: GraphQLObjectType, than: GraphQLObjectType): readonly string[] {
  const names = than.getInterfaces().map(({ name }) => name);
  return of.getInterfaces().flatMap(({ name }) => (names.includes(name) ? [] : [name]));
}
