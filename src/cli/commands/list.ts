import { type Command, command } from '../command.ts';
import { listOptions } from '../listing/list-options.ts';

/** `control-api list`. */
export const listCommand: Command = command({
  name: 'list',
  summary: 'List any list of the schema by its path; without one, name them',
  arguments: [{ name: 'path', text: 'a list or connection, such as team.devices', optional: true }],
  options: listOptions,
  examples: [
    ['control-api list team.devices --fields id,name --where name~cam', 'only some'],
    ["control-api list team.devices --fields '*' --format csv > devices.csv", 'all fields'],
  ],
  run: async ({ words: [path], options }, io) => {
    const { listPath, showLists } = await import('../listing/read-list.ts');
    await (path === undefined ? showLists(options, io) : listPath(path, options, io));
    return undefined;
  },
});
