import { type ListOptions, listOptions } from '../calls/listing.ts';
import { type Command, command } from '../command.ts';
import type { CliIo } from '../io.ts';

export const listCommand: Command = command({
  name: 'list',
  summary: 'List any list of the schema by its path',
  arguments: [{ name: 'path', text: 'a list or connection, such as team.devices' }],
  options: listOptions,
  examples: [
    ['control-api list team.devices --format ndjson | jq .name', 'the names'],
    ["control-api list team.devices --fields '*' --format csv > devices.csv", 'all fields'],
  ],
  run: ({ words: [path = ''], options }, io) => listAt(path, options, io),
});

/** Lists what a path of the schema leads to, with the `graphql` package. */
export async function listAt(path: string, options: ListOptions, io: CliIo): Promise<number> {
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  const { listPath } = await loadPeer('Reading a schema', ['graphql'], () => import('../calls/read-list.ts'));
  return listPath(path, options, io);
}
