import { type Command, command } from '../command.ts';
import { listOptions } from '../listing/listing.ts';

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
    const { listPath } = await import('../listing/read-list.ts');
    await listPath(path, options, io);
    return undefined;
  },
});
