import { shellWord } from '../../base/words.ts';

/** The default file of a project's snapshot. */
export const snapshotFile = 'schema.graphql';

/** The command that writes the live schema to a file. */
export function pullCommand(file: string): string {
  return `npx control-api-sdk schema pull${file === snapshotFile ? '' : ` --output ${shellWord(file)}`}`;
}

/** The endpoint of a base URL, in one form for every way to write the base URL. */
export function endpointText(baseUrl: string | URL): string {
  const { origin, pathname } = new URL(String(baseUrl).trim());
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
}
