import { didYouMean } from '../../base/nearest.ts';
import { exitCodeOf, exitCodes, usageError } from '../exit.ts';
import { failures, statuses } from '../explanations.ts';
import { type Command, command } from '../line/command.ts';

/** `control-api explain`. */
export const explainCommand: Command = command({
  name: 'explain',
  summary: 'Explain a code of an error or an exit status; without one, list them',
  arguments: [{ name: 'code', text: 'such as timeout, incomplete_list or 3', optional: true, completes: 'codes' }],
  examples: [
    ['control-api explain timeout', 'the code of an error (`--verbose` shows it)'],
    ['control-api explain 3', 'an exit status'],
  ],
  run: async ({ words: [word] }, io) => {
    const all = { ...failures, ...statuses };
    const names = Object.keys(all);
    if (word === undefined) {
      const lines = names.map((name) => `${name.padEnd(24)}${all[name as keyof typeof all].means}`);
      io.stdout.write(`${lines.join('\n')}\n`);
      return exitCodes.ok;
    }
    const name = names.find((it) => it === word.toLowerCase());
    if (name === undefined) {
      const advice = didYouMean(word, names, 'To list them all, run: control-api explain', '');
      throw usageError(`Unknown code “${word}”. ${advice}`);
    }
    const { means, todo } = all[name as keyof typeof all];
    const status = name in statuses ? '' : `Exit status: ${exitCodeOf(name)}.\n`;
    io.stdout.write(`${name}: ${means}\n${status}What to do: ${todo}\n`);
    return exitCodes.ok;
  },
});
