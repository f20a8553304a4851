import { usageError } from '../exit.ts';
import type { Journal } from './journal.ts';
import type { Item } from './read-items.ts';

/**
 * The items that have to go: first those that the journal has, once the file was compared with it, then the others.
 *
 * @param read - Reads the next item of the file. A caller that stops may read on.
 * @throws {ExitError} with code 2 before the first one, if lines of the journal are not those of the file.
 */
export async function* itemsLeft(
  read: () => Promise<IteratorResult<Item>>,
  journal: Journal,
  isQuery: boolean,
): AsyncGenerator<Item> {
  const { last } = journal;
  const skipped: Item[] = [];
  let known = 0;
  let next = await read();
  for (; !next.done && next.value.line <= last; next = await read()) {
    const found = journal.find(next.value);
    if (found === 'other') throw usageError(`Line ${next.value.line} has other variables in the journal, ${remedy}`);
    // Several lines are under way at once: where a process was killed, a few have no state, and later ones do.
    if (found === 'none') skipped.push(next.value);
    else known += 1;
  }
  if (known < journal.size) throw usageError(`The file lacks lines of the journal, ${remedy}`);
  // A mutation that may have been executed never goes again.
  yield* journal.inStates(isQuery ? unlessDone : ['rejected', 'not-sent']);
  yield* skipped;
  for (; !next.done; next = await read()) yield next.value;
}

const unlessDone = ['refused', 'rejected', 'not-sent', 'unknown', 'begun'] as const;
const remedy = 'so nothing was sent: restore the file, or name another journal.';
