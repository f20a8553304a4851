import { type Command, command } from '../line/command.ts';

/** `control-api complete`: what the scripts of `control-api completion` run. */
export const completeCommand: Command = command({
  name: 'complete',
  summary: 'Print what a shell can complete the last word of a command line with',
  hidden: true,
  arguments: [{ name: 'words', text: 'the words after control-api, up to the cursor; put -- before', many: true }],
  examples: [
    ['control-api complete -- devices --fo', 'one value a line, then a tab and what it means'],
    ['control-api complete -- list ""', 'a line that begins with : is for the script'],
  ],
  run: async ({ words, program }, io) => {
    const [{ complete }, { valuesFrom }] = await Promise.all([
      import('../completion/complete.ts'),
      import('../completion/completion-values.ts'),
    ]);
    const { values, files, open } = await complete(program, words, valuesFrom(io, program));
    const lines = values.map(({ value, text }) => (text === undefined ? value : `${value}\t${text}`));
    const rest = [...(files ? [':files'] : []), ...(open ? [':open'] : [])];
    io.stdout.write([...lines, ...rest].map((line) => `${line}\n`).join(''));
    return undefined;
  },
});
