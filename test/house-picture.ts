/** A wing of the house: which rooms belong to it. */
export interface Wing {
  readonly title: string;
  readonly has: (room: string) => boolean;
}

/** That one room imports another. */
export interface Way {
  readonly from: string;
  readonly to: string;
}

/**
 * Draws the house as a Mermaid flowchart: every room in its wing, and an arrow for each import that does not follow from the others.
 * The same house gives the same text.
 */
export function housePicture(rooms: readonly string[], ways: readonly Way[], wings: readonly Wing[]): string {
  const inWings = wings.flatMap(({ title, has }, index) => [
    `  subgraph w${index}["${title}"]`,
    ...rooms.filter(has).map((room) => `    r${rooms.indexOf(room)}[${room}]`),
    '  end',
  ]);
  const arrows = needed(ways)
    .map(({ from, to }) => [rooms.indexOf(from), rooms.indexOf(to)] as const)
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map(([from, to]) => `  r${from} --> r${to}`);
  return ['flowchart TD', ...inWings, ...arrows].join('\n');
}

/** The ways without those that lead where others lead anyway. */
function needed(ways: readonly Way[]): readonly Way[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of ways) next.set(from, (next.get(from) ?? new Set()).add(to));
  const known = new Map<string, ReadonlySet<string>>();
  // Each room is walked once: the number of paths doubles with each floor.
  const below = (from: string): ReadonlySet<string> => {
    const found = known.get(from) ?? new Set([...(next.get(from) ?? [])].flatMap((step) => [step, ...below(step)]));
    known.set(from, found);
    return found;
  };
  const isDetour = (from: string, to: string): boolean =>
    [...(next.get(from) ?? [])].some((step) => below(step).has(to));
  return [...next].flatMap(([from, all]) => [...all].filter((to) => !isDetour(from, to)).map((to) => ({ from, to })));
}
