import { type Command, command } from '../command.ts';
import { listOptions } from '../list-options.ts';

/** `control-api list`. */
export const listCommand: Command = command({
  name: 'list',
  summary: 'List what is at the end of a path of the schema; without a path, name the lists',
  arguments: [{ name: 'path', text: 'a list or connection, such as team.devices', optional: true, completes: 'lists' }],
  options: listOptions,
  examples: [
    ['control-api list team.devices --fields id,name --where name~cam', 'only some'],
    ["control-api list team.devices --fields '*' --format csv > devices.csv", 'all fields'],
  ],
  run: async ({ words: [path], options }, io) => {
    const { listPath, showLists } = await import('../read-list.ts');
    await (path === undefined ? showLists(options.schema, io) : listPath(path, options, io));
    return undefined;
  },
});
