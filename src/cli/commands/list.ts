import { type Command, command } from '../command.ts';
import type { CliIo } from '../io.ts';
import { type ListOptions, listOptions } from '../listing/listing.ts';

export const listCommand: Command = command({
  name: 'list',
  summary: 'List any list of the schema by its path',
  arguments: [{ name: 'path', text: 'a list or connection, such as team.devices' }],
  options: listOptions,
  examples: [
    ['control-api list team.devices --format ndjson | jq .name', 'the names'],
    ["control-api list team.devices --fields '*' --format csv > devices.csv", 'all fields'],
  ],
  run: async ({ words: [path = ''], options }, io) => {
    await listAt(path, options, io);
    return undefined;
  },
});

/** Lists what a path of the schema leads to, with the `graphql` package. */
export async function listAt(path: string, options: ListOptions, io: CliIo): Promise<void> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  const { listPath } = await loadPeer('Reading a schema', ['graphql'], () => import('../listing/read-list.ts'));
  await listPath(path, options, io);
}
