import { type Command, command } from '../command.ts';
import { choiceOption, flag } from '../option.ts';

export const initCommand: Command = command({
  name: 'init',
  summary: 'Set up a project: generator config, first operation, scripts and CI; nothing is overwritten',
  options: {
    ci: choiceOption(
      '<host>',
      ['github', 'gitlab'],
      'what runs your CI; without it, gitlab where there is a .gitlab-ci.yml, else github',
    ),
    dryRun: flag('only report what would be written'),
  },
  examples: [
    ['control-api init --dry-run', 'name what would be written'],
    ['control-api init', 'write it, and show the next steps'],
  ],
  run: async ({ options }, io) => (await import('../init/init.ts')).initProject(options, io),
});
