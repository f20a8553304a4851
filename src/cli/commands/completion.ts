import { type Command, command } from '../line/command.ts';

/** `control-api completion`. */
export const completionCommand: Command = command({
  name: 'completion',
  summary: 'Print a script that completes command lines in a shell',
  arguments: [{ name: 'shell', text: 'the shell that reads the script', choices: ['bash', 'zsh', 'fish'] }],
  examples: [
    ['eval "$(control-api completion bash)"', 'in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit'],
    ['control-api completion fish', 'in fish: control-api completion fish | source'],
  ],
  notes: `
Paths, fields and types are those of the snapshot (schema.graphql): to write it,
run control-api schema pull. Completing sends nothing to the service.
`,
  run: async ({ words: [shell = ''] }, io) => {
    const { completionScripts } = await import('../completion/completion-scripts.ts');
    io.stdout.write(completionScripts[shell] ?? '');
    return undefined;
  },
});
