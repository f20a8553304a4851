import { type Command, choiceOption, command, flag } from '../command.ts';

export const initCommand: Command = command({
  name: 'init',
  summary: 'Set up a project: generator config, first operation, scripts and CI; nothing is overwritten',
  options: {
    ci: choiceOption(
      '<host>',
      ['github', 'gitlab'],
      'the host of your CI (default: gitlab if there is a .gitlab-ci.yml, else github)',
    ),
    dryRun: flag('only name the files'),
  },
  examples: [
    ['control-api init --dry-run', 'name the files'],
    ['control-api init', 'write the files, and show the next steps'],
  ],
  run: async ({ options }, io) => (await import('../init/init.ts')).initProject(options, io),
});
