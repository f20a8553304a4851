/**
 * Finds the changes with which alone lines stop compiling: halves of the changes are tried, until one is left.
 *
 * @param changes - What may be the reason; all of them together are one.
 * @param lines - The lines that stop compiling with all of them.
 * @param failing - The lines that stop compiling with some changes alone.
 * @returns The changes of each line; none for a line that needs several together.
 */
export async function responsibleChanges(
  changes: readonly string[],
  lines: ReadonlySet<string>,
  failing: (changes: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const search = async (some: readonly string[], among: ReadonlySet<string>): Promise<void> => {
    if (some.length === 0 || among.size === 0) return;
    const all = await failing(some);
    const broken = new Set([...among].filter((line) => all.has(line)));
    const [only, ...others] = some;
    if (only !== undefined && others.length === 0)
      for (const line of broken) found.set(line, [...(found.get(line) ?? []), only]);
    else await searchHalves(some, broken);
  };
  const searchHalves = async (some: readonly string[], among: ReadonlySet<string>): Promise<void> => {
    const middle = Math.ceil(some.length / 2);
    await search(some.slice(0, middle), among);
    await search(some.slice(middle), among);
  };
  await searchHalves(changes, lines);
  return found;
}
