import { type Command, command } from '../command.ts';
import { listFormats } from '../listing/list-options.ts';
import { choiceOption, flag, listOption, negatedFlag, numberOption, textOption, timerRange } from '../option.ts';

/** `control-api request`. */
export const requestCommand: Command = command({
  name: 'request',
  summary: 'Send an operation and print its data as JSON',
  arguments: [
    {
      name: 'operation',
      text: 'a .graphql file, the name of an operation of the project, the operation itself, or -',
    },
  ],
  options: {
    var: listOption('<name=value>', 'a variable, read by its type: --var first=10'),
    variables: textOption('<json>', 'a JSON object of variables, @file, or -'),
    paginate: flag('read all pages of its connection, and print the items'),
    connection: {
      ...textOption('<path>', 'the connection to page through, if there are several'),
      needs: 'paginate',
    },
    format: choiceOption('<format>', listFormats, 'output of --paginate', 'json'),
    all: { ...flag('print errors, extensions and meta beside the data'), excludes: { paginate: 'pass one of them' } },
    yes: flag('send a mutation without asking'),
    dryRun: { ...flag('print what would be sent, without the key'), excludes: { paginate: 'pass one of them' } },
    validate: negatedFlag('send it even if it is invalid for the snapshot'),
    operation: textOption('<name>', 'the operation to send, if the file contains several'),
    timeout: numberOption('<ms>', timerRange, 'timeout in milliseconds (default: 30000)'),
  },
  examples: [
    ["control-api request '{ team { devices { nodes { id } } } }'", 'an operation as it is'],
    ['control-api request ListDevices --dry-run', 'one of the project, by its name'],
  ],
  run: async ({ words: [word = ''], options }, io) => {
    const { sendRequest } = await import('../listing/send-request.ts');
    return sendRequest(word, options, io);
  },
});
