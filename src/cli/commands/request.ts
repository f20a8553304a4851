import { listFormats } from '../calls/listing.ts';
import {
  type Command,
  choiceOption,
  command,
  flag,
  listOption,
  numberOption,
  textOption,
  timerRange,
} from '../command.ts';

const onEachLine = 'each line of the file has its variables, and one answer';

export const requestCommand: Command = command({
  name: 'request',
  summary: 'Send an operation and print its data as JSON',
  arguments: [
    {
      name: 'operation',
      text: 'a .graphql file, the name of an operation of the project, the operation itself, or - for standard input',
    },
  ],
  options: {
    var: listOption('<name=value>', 'a variable, read by its type: --var first=10'),
    variables: textOption('<json>', 'a JSON object of variables, @file, or -'),
    variablesFile: {
      ...textOption('<file>', 'send the operation for each line of NDJSON or CSV; - is stdin'),
      needs: 'journal',
      excludes: { var: onEachLine, variables: onEachLine, paginate: onEachLine, all: onEachLine },
    },
    journal: {
      ...textOption('<file>', 'the states of the lines; the next run continues'),
      needs: 'variablesFile',
    },
    concurrency: {
      ...numberOption('<number>', { least: 1 }, 'the most lines under way', 4),
      needs: 'variablesFile',
    },
    maxFailures: {
      ...numberOption('<number>', { least: 1 }, 'stop the run when this many lines are not done'),
      needs: 'variablesFile',
    },
    paginate: flag('read all pages of the connection, and print the items'),
    connection: {
      ...textOption('<path>', 'the connection to page through, if there are several'),
      needs: 'paginate',
    },
    format: choiceOption('<format>', listFormats, 'output of --paginate', 'json'),
    all: { ...flag('print errors, extensions and meta beside the data'), excludes: { paginate: 'pass one of them' } },
    yes: flag('send a mutation without asking'),
    dryRun: {
      ...flag('print the request without the key, and send nothing'),
      excludes: { paginate: 'pass one of them' },
    },
    operation: textOption('<name>', 'the operation to send, if the file contains several'),
    timeout: numberOption('<ms>', timerRange, 'timeout in milliseconds (default: 30000)'),
  },
  examples: [
    ["control-api request '{ team { devices { nodes { id } } } }'", 'send an operation'],
    ['control-api request ListDevices --dry-run', 'show an operation of the project'],
    ['control-api request Rename --variables-file new.csv --journal run.ndjson', 'send it for each line'],
  ],
  run: async ({ words: [word = ''], options }, io) => {
    const { variablesFile, journal } = options;
    if (variablesFile === undefined || journal === undefined) {
      const { sendRequest } = await import('../calls/send-request.ts');
      return sendRequest(word, options, io);
    }
    const { loadPeer } = await import('../../graphql/files/load-peer.ts');
    const { sendMany } = await loadPeer('Sending many', ['graphql'], () => import('../calls/send-many.ts'));
    return sendMany(word, { ...options, variablesFile, journal }, io);
  },
});
