import { failOnLevels, reportFormats, usualLevel } from '../../drift/model/defaults.ts';
import { type Command, command } from '../command.ts';
import { choiceOption, flag, listOption, textOption } from '../option.ts';

const options = {
  config: textOption('<file>', 'the generator config (default: codegen.ts or .mjs)'),
  against: textOption('<from>', 'compare with git:REF[:path], a file or a URL'),
  live: textOption('<file>', 'a file (- is stdin) in the place of the service'),
  withKey: { ...flag('send the API key to read the live schema'), excludes: { live: 'a file needs no key' } },
  code: flag('also check your code with the types to come'),
  codeCommand: textOption('<command>', "the same with this command, such as 'npm run typecheck'"),
  all: flag('also list the changes that affect no operation'),
  failOn: choiceOption('<level>', failOnLevels, 'what exits 1, and all before it', usualLevel),
  accept: {
    ...listOption('<coordinate...>', 'accept the changes of these, such as Device.name'),
    needs: 'reason',
  },
  reason: { ...textOption('<text>', 'why they are accepted'), needs: 'accept' },
  format: listOption('<format>', `${reportFormats.join(', ')} (default: pretty); repeatable`),
  output: listOption('<file>', 'file of the --format before it, or by its extension'),
};

const notes = `
--fail-on: broken: an operation is invalid; breaking: code may stop working;
types: a generated type changes; behaviour: a default, paging or a scalar does;
deprecated; any. Exits 0 in step, 1 drifted, 2 wrong usage, 3 no verdict.
`;

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
    const { runCheck } = await import('../check/run-check.ts');
    return runCheck(values, order, io);
  },
});
