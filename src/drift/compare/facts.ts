import {
  type ASTNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { defaultOf } from '../../graphql/values.ts';
import { beforeAndAfter, type Direction, type Fact } from '../model/finding.ts';
import type { Report } from './operation-comparison.ts';

export type TypesFact = Omit<Fact, 'kind'>;

export function kindWords(type: GraphQLNamedType): string {
  if (isScalarType(type)) return 'a scalar';
  if (isEnumType(type)) return 'an enum';
  if (isInputObjectType(type)) return 'an input object';
  if (isObjectType(type)) return 'an object type';
  return isInterfaceType(type) ? 'an interface' : 'a union';
}

export function kindFact(old: GraphQLNamedType, live: GraphQLNamedType, safe: boolean): TypesFact {
  return {
    change: 'type-changed',
    direction: safe ? 'safe' : 'breaking',
    coordinate: live.name,
    message: `${live.name} is now ${kindWords(live)}; it was ${kindWords(old)}.`,
    before: kindWords(old),
    after: kindWords(live),
  };
}

/** The facts of added and removed enum values. An effect is the end of the sentence. */
export function enumFacts(
  name: string,
  old: ReadonlySet<string>,
  live: ReadonlySet<string>,
  effects: Readonly<Record<'added' | 'removed', { readonly direction: Direction; readonly effect: string }>>,
): readonly TypesFact[] {
  const factOf = (verb: 'added' | 'removed', value: string): Omit<TypesFact, 'before' | 'after'> => {
    const { direction, effect } = effects[verb];
    const coordinate = `${name}.${value}`;
    return { change: `enum-value-${verb}`, direction, coordinate, message: `${coordinate} was ${verb}: ${effect}` };
  };
  return [
    ...[...live].filter((value) => !old.has(value)).map((value) => ({ ...factOf('added', value), after: value })),
    ...[...old].filter((value) => !live.has(value)).map((value) => ({ ...factOf('removed', value), before: value })),
  ];
}

type Reason = string | null | undefined;

/** Reports a used element that is newly deprecated, or deprecated for another reason. */
export function compareReasons(report: Report, coordinate: string, old: Reason, live: Reason, node: ASTNode): void {
  const change = live == null ? undefined : deprecationChange(old, live);
  if (change === undefined) return;
  const fact = { kind: 'deprecated', change: 'deprecated', direction: 'safe' } as const;
  report({ ...fact, coordinate, message: `${coordinate} ${change}`, ...beforeAndAfter(old, live) }, node);
}

export function compareValueReasons(report: Report, old: GraphQLType, live: GraphQLType, node: ASTNode): void {
  const [before, after] = [getNamedType(old), getNamedType(live)];
  if (!isEnumType(before) || !isEnumType(after)) return;
  for (const { name, deprecationReason } of after.getValues()) {
    const twin = before.getValue(name);
    if (twin != null) compareReasons(report, `${after.name}.${name}`, twin.deprecationReason, deprecationReason, node);
  }
}

/** The change of a deprecation as the end of a sentence; undefined without one. */
export function deprecationChange(old: Reason, live: Reason): string | undefined {
  if (old == null) return live == null ? undefined : `is now deprecated: ${reasonText(live)}`;
  if (live == null) return 'is no longer deprecated.';
  if (old === live) return undefined;
  return `changed its deprecation reason from ${JSON.stringify(old)} to ${JSON.stringify(live)}.`;
}

export function reasonText(reason: string): string {
  const line = reason.replace(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** The default value as text with sorted fields; undefined without one. */
export function comparableDefault(input: GraphQLArgument | GraphQLInputField): string | undefined {
  return JSON.stringify(defaultOf(input), (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
