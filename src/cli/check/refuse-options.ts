import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { schemaPlace } from '../schema/read-schema.ts';
import type { CheckOptions } from './comparison.ts';

/**
 * Refuses options that cannot work, before anything is read.
 *
 * @throws {ExitError} with code 2.
 */
export async function refuseOptions(
  { live, against, withKey, accept, acceptBroken, reason }: CheckOptions,
  io: CliIo,
): Promise<void> {
  if (withKey) await (await import('../line/open-client.ts')).needKey(io);
  if (against === '-' && live === '-')
    throw usageError('`--against` and `--live` cannot both read standard input: pass a file to one of them.');
  if (against !== undefined) schemaPlace(against);
  if ((accept || acceptBroken) && (reason === undefined ? io.ask === undefined : reason.trim() === ''))
    throw usageError('`--accept` needs a reason: pass `--reason`, or run it on a terminal.');
}
