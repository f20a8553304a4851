import { shellWord } from '../../base/words.ts';

/** The snapshot of a project, as `schema pull` writes it. */
export const snapshotFile = 'schema.graphql';

/** The command that writes the live schema to a file. */
export function pullCommand(file: string): string {
  return `npx control-api-sdk schema pull${file === snapshotFile ? '' : ` --output ${shellWord(file)}`}`;
}
