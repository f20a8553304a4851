import { shellWord } from '../../base/words.ts';
import { ownCommand } from './place.ts';

/** The snapshot of a project, as `schema pull` writes it. */
export const snapshotFile = 'schema.graphql';

/** The command that writes the live schema to a file. */
export function pullCommand(file: string): string {
  return `${ownCommand()} schema pull${file === snapshotFile ? '' : ` --output ${shellWord(file)}`}`;
}
