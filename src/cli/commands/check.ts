import { failOnLevels, usualLevel } from '../../drift/model/defaults.ts';
import { reportFormats } from '../../drift/report/formats.ts';
import { readTargets } from '../check/reports.ts';
import { type Command, command } from '../line/command.ts';
import {
  choiceOption,
  flag,
  listOption,
  looseOption,
  numberOption,
  type Option,
  textOption,
  timerRange,
} from '../line/option.ts';

const against: Option<string | undefined> = {
  ...textOption('<from>', 'compare with git:REF[:path], a file or a URL'),
  completes: 'files',
};

const options = {
  config: textOption('<file>', 'the generator config (default: codegen.ts or .mjs)'),
  operations: listOption('<path...>', 'files, folders, glob patterns (default: of the config)'),
  schema: textOption('<file>', 'the snapshot (default: schema.graphql if any)'),
  against,
  live: textOption('<file>', 'a file (- is stdin) in the place of the service'),
  withKey: { ...flag('send the API key to read the live schema'), excludes: { live: 'a file needs no key' } },
  code: {
    ...looseOption('<command>', 'also check your code with the types to come'),
    excludes: { operations: 'your code is generated from the operations of the config' },
  },
  all: flag('also list the changes that affect no operation'),
  timeout: numberOption('<ms>', timerRange, 'timeout of reading the live schema', 30_000),
  failOn: choiceOption('<level>', failOnLevels, 'what exits 1, and all before it', usualLevel),
  accept: looseOption('<reason>', 'accept the changes that fail, but no broken operation'),
  acceptBroken: looseOption('<reason>', 'accept broken operations, too'),
  // They can be repeated: an output belongs to the format before it.
  format: listOption('<format>', `${reportFormats.join(', ')} (default: pretty); repeatable`),
  output: listOption('<file>', 'file of the --format before it, or by its extension'),
};

const notes = `
--fail-on: broken: an operation is invalid; breaking: code may stop working;
types: a generated type changes; behaviour: a default, paging or a scalar does;
deprecated; any. Exits 0 in step, 1 drifted, 2 wrong usage, 3 no verdict.
`;

/** `control-api check`. */
export const checkCommand: Command = command({
  name: 'check',
  summary: 'Report changes of the live schema that affect your operations',
  options,
  examples: [
    ['control-api check', 'compare your operations and schema.graphql with the live schema'],
    ['control-api check --output drift.md', 'a report for a pull request'],
  ],
  notes,
  run: async ({ options: values, order }, io) => {
    const targets = readTargets(order);
    const { runCheck } = await import('../check/run-check.ts');
    return runCheck(values, targets, order, io);
  },
});
