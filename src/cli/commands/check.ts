import { failOnLevels, reportFormats, usualLevel } from '../../drift/model/defaults.ts';
import { type Command, choiceOption, command, flag, listOption, textOption } from '../command.ts';

const options = {
  config: textOption('<file>', 'the generator config (default: codegen.ts or .mjs)'),
  against: textOption('<from>', 'the schema instead of the snapshot: git:REF[:path], a file or a URL'),
  live: textOption('<file>', 'read the live schema from a file (- is stdin)'),
  withKey: { ...flag('send the API key to read the live schema'), excludes: { live: 'a file needs no key' } },
  code: flag('also type-check your code with the new types'),
  codeCommand: textOption('<command>', "type-check with this command, such as 'npm run typecheck'"),
  all: flag('also list the changes that affect no operation'),
  failOn: choiceOption('<level>', failOnLevels, 'the least serious level that exits 1', usualLevel),
  accept: {
    ...listOption('<coordinate...>', 'accept the changes at these coordinates, such as Device.name'),
    needs: 'reason',
  },
  reason: { ...textOption('<text>', 'why the changes are accepted'), needs: 'accept' },
  format: listOption('<format>', `${reportFormats.join(', ')} (default: pretty); repeatable`),
  output: listOption('<file>', 'the file for the preceding --format; without one, its extension names the format'),
};

const notes = `
Levels of --fail-on: broken (an operation is invalid), breaking (code may stop
working), types (a generated type changes), behaviour (a default, paging or a
scalar changes), deprecated, any. Each level includes the levels before it.
Exit codes: 0 in step, 1 drifted, 2 wrong usage, 3 no verdict.
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
    const { loadPeer } = await import('../../graphql/files/load-peer.ts');
    const { runCheck } = await loadPeer('Checking', ['graphql'], () => import('../check/run-check.ts'));
    return runCheck(values, order, io);
  },
});
