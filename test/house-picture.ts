/** A group of rooms. */
export interface Wing {
  readonly title: string;
  readonly has: (room: string) => boolean;
}

/** An import between two rooms. */
export interface Way {
  readonly from: string;
  readonly to: string;
}

/**
 * Draws the rooms as a Mermaid flowchart: each in its group, with an arrow for each import that does not follow from others. The
 * output is deterministic.
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

/** The arrows without those that follow from others. */
function needed(ways: readonly Way[]): readonly Way[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of ways) next.set(from, (next.get(from) ?? new Set()).add(to));
  const known = new Map<string, ReadonlySet<string>>();
  // Each room is walked once, since the number of paths doubles with each floor.
  const below = (from: string): ReadonlySet<string> => {
    const found = known.get(from) ?? new Set([...(next.get(from) ?? [])].flatMap((step) => [step, ...below(step)]));
    known.set(from, found);
    return found;
  };
  const isDetour = (from: string, to: string): boolean =>
    [...(next.get(from) ?? [])].some((step) => below(step).has(to));
  return [...next].flatMap(([from, all]) => [...all].filter((to) => !isDetour(from, to)).map((to) => ({ from, to })));
}
