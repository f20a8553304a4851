import { ConfigurationError } from '../error-classes.ts';
import { builtin } from '../transport/node-builtin.ts';

const IT = 'The command in CONTROL_API_KEY_COMMAND';

/**
 * Runs a command line and returns the one line that it prints. As git has it, a line that begins with `!` is the shell's.
 * Any other is split at spaces, runs without a shell, and has nothing expanded: quotes of either kind keep spaces, a backslash
 * is a backslash. Its standard error passes on to a terminal, and nowhere else. Messages never show the line or what it
 * printed: either may be the key.
 *
 * @throws {ConfigurationError} where a quote is not closed, or no program is named.
 */
export function keyCommand(line: string, timeout: number): () => Promise<string> {
  const shell = line.startsWith('!');
  const [program = '', ...args] = shell ? [line.slice(1).trim()] : words(line);
  if (program === '') throw new ConfigurationError(`${IT} names no program.`);
  return () =>
    new Promise((resolve, reject) => {
      const processes = builtin('node:child_process');
      const fail = (why: string) => reject(new ConfigurationError(`${IT} ${why}`));
      if (!processes) return fail('needs Node: set CONTROL_API_KEY.');
      const child = processes.execFile(program, args, { shell, timeout, windowsHide: true }, (error, stdout) => {
        const [key = '', ...others] = stdout.trimEnd().split(/\r?\n/);
        if (typeof error?.code === 'string')
          fail(`could not be run (${error.code}). Check its program; the key itself belongs in CONTROL_API_KEY.`);
        else if (error?.killed) fail(`did not end within ${timeout} ms. Check what it waits for.`);
        else if (error) fail(`failed (${error.signal ?? `exit code ${error.code}`}). Run it in a terminal to see why.`);
        else if (key !== '' && others.length === 0) resolve(key);
        else fail(`printed ${key === '' ? 'nothing' : 'several lines'}. It must print the key alone.`);
      });
      child.stdin?.end();
      if (process.stderr.isTTY) child.stderr?.pipe(process.stderr);
    });
}

function words(line: string): string[] {
  const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
  if (/["']/.test(line.replace(word, ''))) throw new ConfigurationError(`${IT} has a quote that is not closed.`);
  return (line.match(word) ?? []).map((it) => it.replace(/(["'])(.*?)\1/g, '$2'));
}
