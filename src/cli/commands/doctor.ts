import { styler, type TextFormat } from '../colour.ts';
import { type Command, command } from '../command.ts';
import type { Examined } from '../doctor/examine.ts';
import type { CliIo } from '../io.ts';
import { choiceOption } from '../option.ts';
import { wordsBeside } from '../report-problem.ts';
import { json, visible } from '../visible.ts';

const notes = `
Checked in this order: Node, packages, settings, base URL, key, proxy, service,
introspection, key accepted, .env ignored by git.
What depends on a failed check is skipped. The key is never shown: only its
source, its length, and the first four characters of its SHA-256.

Exit codes: 0 all is well, or only warnings; otherwise that of the first check
that failed: 1 .env is not ignored, 2 a setting, 3 no answer, 4 refused.
`;

/** `control-api doctor`. */
export const doctorCommand: Command = command({
  name: 'doctor',
  summary: 'Find out what is wrong with the set-up, and how to fix it',
  options: {
    format: choiceOption('<format>', ['text', 'json'], 'the output format', 'text'),
  },
  examples: [
    ['control-api doctor', 'check everything'],
    ['control-api doctor --format json', 'the same, for a script'],
  ],
  notes,
  run: async ({ options: { format } }, io) => {
    const [{ doctorChecks }, { examine }] = await Promise.all([
      import('../doctor/doctor-checks.ts'),
      import('../doctor/examine.ts'),
    ]);
    const all: Examined[] = [];
    const code = await examine(doctorChecks(io), (examined) => {
      io.signal.throwIfAborted();
      all.push(examined);
      if (format === 'text') io.stdout.write(linesOf(examined, io));
    });
    if (format === 'json') io.stdout.write(`${json({ exitCode: code, checks: all.map(objectOf) }, 2)}\n`);
    return code;
  },
});

const signs: Readonly<Record<Examined['state'], readonly [sign: string, format: TextFormat]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  failed: ['✗', 'red'],
  skipped: ['-', 'dim'],
};

function linesOf({ state, title, text, fix, serverMessage }: Examined, io: CliIo): string {
  const [sign, format] = signs[state];
  const style = styler(io);
  const said = wordsBeside(text, serverMessage).map((sentence) => `  ${sentence}`);
  const todo = fix === undefined ? [] : [`  → ${fix}`];
  const [first, ...more] = [`${title}: ${text}`, ...said, ...todo].map(visible);
  return `${[`${style(format, sign)} ${first}`, ...more].join('\n')}\n`;
}

function objectOf({ id, title, state, text, fix, serverMessage }: Examined): object {
  return { id, title, state, text, fix: fix ?? null, serverMessage: serverMessage ?? null };
}
