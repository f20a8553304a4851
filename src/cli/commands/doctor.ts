import { type Command, choiceOption, command } from '../command.ts';
import { json, styler, visible } from '../terminal.ts';

const notes = `
Checks that depend on a failed check are skipped. The key is never shown: only
its source, its length, and the first four characters of its SHA-256.
Exit codes: 0 with warnings at most; else that of the first failed check:
1 .env is not ignored, 2 a setting, 3 no answer, 4 refused.
`;

const signs = { ok: '✓', warning: '!', failed: '✗', skipped: '-' } as const;
const colours = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'dim' } as const;

export const doctorCommand: Command = command({
  name: 'doctor',
  summary: 'Find out what is wrong with the set-up, and how to fix it',
  options: { format: choiceOption('<format>', ['text', 'json'], 'the output format', 'text') },
  examples: [
    ['control-api doctor', 'check everything'],
    ['control-api doctor --format json', 'the same, for a script'],
  ],
  notes,
  run: async ({ options: { format } }, io) => {
    const { wordsBeside } = await import('../problem.ts');
    const { doctorChecks, examine } = await import('../doctor.ts');
    const checks: object[] = [];
    const exitCode = await examine(doctorChecks(io), ({ id, title, state, text, fix, serverMessage }) => {
      io.signal.throwIfAborted();
      checks.push({ id, title, state, text, fix, serverMessage: serverMessage ?? null });
      if (format !== 'text') return;
      const more = [...wordsBeside(text, serverMessage), ...(fix === null ? [] : [`→ ${fix}`])];
      const [first, ...rest] = [`${title}: ${text}`, ...more.map((line) => `  ${line}`)].map(visible);
      io.stdout.write(`${[`${styler(io)(colours[state], signs[state])} ${first}`, ...rest].join('\n')}\n`);
    });
    if (format === 'json') io.stdout.write(`${json({ exitCode, checks }, 2)}\n`);
    return exitCode;
  },
});
