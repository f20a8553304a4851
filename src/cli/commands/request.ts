import { type Command, command } from '../command.ts';
import { listFormats } from '../listing/list-options.ts';
import { choiceOption, flag, listOption, numberOption, textOption, timerRange } from '../option.ts';

const onEachLine = 'each line of the file has its variables, and one answer';

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
    variablesFile: {
      ...textOption('<file>', 'send it once for each line: NDJSON, CSV, or -'),
      needs: 'journal',
      excludes: { var: onEachLine, variables: onEachLine, paginate: onEachLine, all: onEachLine },
    },
    journal: {
      ...textOption('<file>', 'its states; run it again, and it goes on'),
      needs: 'variablesFile',
    },
    concurrency: {
      ...numberOption('<number>', { least: 1 }, 'how many lines at once', 4),
      needs: 'variablesFile',
    },
    maxFailures: {
      ...numberOption('<number>', { least: 1 }, 'stop after so many lines that are not done'),
      needs: 'variablesFile',
    },
    paginate: flag('read all pages of its connection, and print the items'),
    connection: {
      ...textOption('<path>', 'the connection to page through, if there are several'),
      needs: 'paginate',
    },
    format: choiceOption('<format>', listFormats, 'output of --paginate', 'json'),
    all: { ...flag('print errors, extensions and meta beside the data'), excludes: { paginate: 'pass one of them' } },
    yes: flag('send a mutation without asking'),
    dryRun: { ...flag('print what would be sent, without the key'), excludes: { paginate: 'pass one of them' } },
    operation: textOption('<name>', 'the operation to send, if the file contains several'),
    timeout: numberOption('<ms>', timerRange, 'timeout in milliseconds (default: 30000)'),
  },
  examples: [
    ["control-api request '{ team { devices { nodes { id } } } }'", 'an operation as it is'],
    ['control-api request ListDevices --dry-run', 'one of the project, by its name'],
    ['control-api request Rename --variables-file new.csv --journal run.ndjson', 'once for each line'],
  ],
  run: async ({ words: [word = ''], options }, io) => {
    const { variablesFile, journal } = options;
    if (variablesFile === undefined || journal === undefined) {
      const { sendRequest } = await import('../listing/send-request.ts');
      return sendRequest(word, options, io);
    }
    const { loadPeer } = await import('../../graphql/files/load-peer.ts');
    const { sendMany } = await loadPeer('Sending many', ['graphql'], () => import('../many/send-many.ts'));
    return sendMany(word, { ...options, variablesFile, journal }, io);
  },
});
