import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binary, ended, start } from '../helpers/cli.ts';
import { emptyFolder } from '../helpers/cli-in-process.ts';
import { completionFolder } from './completion-folder.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeAll(async () => {
  folder = await completionFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

interface Shell {
  /** What keeps it from reading the settings of this machine. */
  readonly flag: string;
  /** The lines that turn a line, whose last word is being typed, into what the shell would offer. */
  readonly script: (line: string) => string;
  /** What it says of the set-up. */
  readonly says: RegExp;
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    flag: '--norc',
    // A = ends a word for bash.
    script: (line) => `eval "$(control-api completion bash)"
complete -p control-api >&2
COMP_WORDS=(${line
      .split(/ |(?<==)|(?==)/)
      .map(quoted)
      .join(' ')})
COMP_LINE=${quoted(line)} COMP_POINT=${line.length} COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_control_api control-api
printf '%s\\n' "\${COMPREPLY[@]}"`,
    says: /^complete .*-F _control_api control-api\n/,
  },
  fish: {
    flag: '--no-config',
    script: (line) => `control-api completion fish | source; complete -C ${quoted(line)}`,
    says: /^$/,
  },
  zsh: {
    flag: '-f',
    // What zsh does with the candidates needs a terminal: here they are printed.
    script: (
      line,
    ) => `compdef() { print "$@" >&2 }; _files() { print -l ./*(:t) }; compadd() { print -l -- "\${(@P)@[-1]}" }
eval "$(control-api completion zsh)"
words=(${line.split(' ').map(quoted).join(' ')}); CURRENT=$#words; _control_api`,
    says: /^_control_api control-api\n$/,
  },
};

for (const [shell, { flag, script, says }] of Object.entries(shells)) {
  const isThere = spawnSync(shell, ['--version']).status === 0;

  // Where the shell is not installed, the tests are shown as skipped.
  describe.skipIf(!isThere)(`${shell} completes`, () => {
    test.each<[string, string, readonly string[]]>([
      ['a command', 'control-api dev', ['devices']],
      ['an option', 'control-api devices --fi', ['--fields']],
      ['a field after a comma', 'control-api devices --fields id,na', ['id,name']],
      ['what follows a =', 'control-api devices --format=nd', [shell === 'bash' ? 'ndjson' : '--format=ndjson']],
      ['an empty word', 'control-api completion ', ['bash', 'fish', 'zsh']],
      ['a path', 'control-api list team.dev', ['team.devices']],
      ['a profile', 'control-api devices --profile st', ['staging']],
      ['a file', 'control-api list --schema sch', ['schema.graphql']],
    ])('%s', async (_, line, values) => {
      await using bin = await emptyFolder();
      await writeFile(join(bin.path, 'control-api'), `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`);
      await chmod(join(bin.path, 'control-api'), 0o755);
      const env = { PATH: `${bin.path}:${process.env['PATH']}` };
      const shown = await ended(start(shell, [flag, '-c', script(line)], env, folder.path));
      expect(shown.stderr).toMatch(says);
      const offers = shown.stdout.split('\n').map((text) => text.split('\t')[0] ?? '');
      const typed = line.split(shell === 'bash' ? /[ =]/ : ' ').at(-1) ?? '';
      expect(offers.filter((text) => text.startsWith(typed) && text !== '').sort()).toEqual(values);
    });
  });
}
