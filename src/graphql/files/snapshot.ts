import { shellWord } from '../../base/words.ts';
import { ownCommand } from './place.ts';

export const snapshotFile = 'schema.graphql';

export function pullCommand(file: string): string {
  return `${ownCommand()} schema pull${file === snapshotFile ? '' : ` --output ${shellWord(file)}`}`;
}

/** The endpoint of a base URL, in one form for every way to write the base URL. */
export function endpointText(baseUrl: string | URL): string {
  const { origin, pathname } = new URL(String(baseUrl).trim());
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
}
