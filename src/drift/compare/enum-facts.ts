import type { Direction } from '../model/finding.ts';
import type { TypesFact } from './operation-comparison.ts';

/** The values that an enum gained and lost, each with its effect: how serious it is, and the end of the sentence. */
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
