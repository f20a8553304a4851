import { readSettings } from './read-settings.ts';
import type { MutationRule, WorldContent } from './world/model/world-options.ts';
import { createWorld } from './world/world.ts';

/**
 * Says what an emulator does for each mutation of a schema, and which it refuses.
 *
 * @param cwd - The folder that the paths of files are relative to.
 * @throws {ControlApiError} if the schema is invalid.
 */
export async function explainIn(
  cwd: string,
  options: Pick<WorldContent<object>, 'resolvers'> & { readonly schema: string | undefined },
): Promise<readonly MutationRule[]> {
  const settings = await readSettings(cwd, options);
  return createWorld(settings.schema, { ...settings, report: () => {} }).explain();
}
