import { type Command, command, commandGroup, flag, textOption } from '../command.ts';

const options = {
  all: flag('write an operation for every field of team (else of the root), and for every mutation'),
  fields: textOption('<fields>', 'the fields to select, nested ones by path: id,a.b,a.* (default: a screenful)'),
  dryRun: flag('print the files instead of writing them'),
};

export const operationsCommand: Command = commandGroup('operations', 'Write operations for fields of the schema', [
  command({
    name: 'add',
    summary: 'Write a .graphql file for each field into the folder of operations',
    arguments: [
      {
        name: 'path',
        text: 'a field, such as team.devices or mutation renameDevice',
        optional: true,
        many: true,
      },
    ],
    options,
    examples: [
      ['control-api operations add team.devices', 'write operations/devices.graphql'],
      ['control-api operations add team.devices --fields id,name', 'only these fields'],
      ['control-api operations add --all --dry-run', 'print an operation for every field'],
    ],
    run: async ({ words, options: values }, io) => {
      const { loadPeer } = await import('../../graphql/files/load-peer.ts');
      const load = () => import('../init/add-operations.ts');
      const { addOperations } = await loadPeer('Reading a schema', ['graphql'], load);
      return addOperations(words, values, io);
    },
  }),
]);
