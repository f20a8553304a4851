import { endpointText } from '../../graphql/files/snapshot.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import type { ProjectOperation } from './project-operation.ts';

/**
 * Asks a person whether a mutation is to be sent.
 *
 * @param often - How often it is sent, after `Send it`; empty for once.
 * @throws {ExitError} with code 1 after a no; with code 2 where nobody can be asked.
 */
export async function confirmMutation(
  name: string,
  project: ProjectOperation | undefined,
  often: string,
  io: CliIo,
): Promise<void> {
  const run = project === undefined ? [] : await mutationsOf(project);
  const what = `${name} ${run.length > 1 ? `runs ${run.length} mutations (${run.join(', ')})` : 'is a mutation'}`;
  if (io.ask === undefined) throw usageError(`${what}: pass \`--yes\` to send it. Nothing was sent.`);
  const to = endpointText(io.env['CONTROL_API_URL'] ?? '');
  const answer = await io.ask(`${what}. Send it${often} to ${to}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ExitError(exitCodes.no, 'Nothing was sent.');
}

async function mutationsOf({ schema, operation }: ProjectOperation): Promise<readonly string[]> {
  const { mutationsIn } = await import('../../graphql/selections/mutations-in.ts');
  return mutationsIn(await schema(), operation);
}

/** The source of the setting by which this folder or person refuses mutations; undefined where none does. */
export function narrowedBy({ env, settings }: Pick<CliIo, 'env' | 'settings'>): string | undefined {
  return env['CONTROL_API_ACCESS'] === 'read-only' ? settings.byName.get('CONTROL_API_ACCESS') : undefined;
}
