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

/** Presses Tab at the end of a line, as bash does: with its words and its line. */
async function bash(line: string, words: readonly string[]): Promise<readonly string[]> {
  const script = `control-api() { "${process.execPath}" "${binary}" "$@"; }
eval "$(control-api completion bash)"
COMP_LINE=${quoted(line)} COMP_POINT=${line.length} COMP_CWORD=${words.length - 1}
COMP_WORDS=(${words.map(quoted).join(' ')})
complete -p control-api >&2
_control_api control-api
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { code, stdout, stderr } = await ended(start('bash', ['--norc', '-c', script], {}, folder.path));
  expect(stderr).toContain('complete -F _control_api control-api');
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
}

describe('bash completes', () => {
  test.each<[string, string, readonly string[]]>([
    ['a command', 'control-api dev', ['devices']],
    ['an option', 'control-api devices --fi', ['--fields']],
    ['a field after a comma', 'control-api devices --fields id,na', ['id,name']],
    ['an empty word', 'control-api completion ', ['bash', 'zsh', 'fish']],
    ['a path', 'control-api list team.dev', ['team.devices']],
    ['a profile', 'control-api devices --profile st', ['staging']],
    ['a file', 'control-api list --schema sch', ['schema.graphql']],
  ])('%s', async (_, line, values) => {
    expect(await bash(line, line.split(' '))).toEqual(values);
  });

  test('what follows a =, which ends a word for bash', async () => {
    expect(await bash('control-api devices --format=nd', ['control-api', 'devices', '--format', '=', 'nd'])).toEqual([
      'ndjson',
    ]);
  });
});

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The lines that turn a line, whose last word is being typed, into what each shell would offer. */
const others: Readonly<Record<string, (line: string) => string>> = {
  fish: (line) => `control-api completion fish | source; complete -C ${quoted(line)}`,
  // What zsh does with the candidates needs a terminal: here they are printed.
  zsh: (line) => `compdef() { print "$@" >&2 }; _files() { print -l ./*(:t) }; compadd() { print -l -- "\${(@P)@[-1]}" }
eval "$(control-api completion zsh)"
words=(${line.split(' ').map(quoted).join(' ')}); CURRENT=$#words; _control_api`,
};
const flags: Readonly<Record<string, string>> = { fish: '--no-config', zsh: '-f' };

for (const [shell, script] of Object.entries(others)) {
  const isThere = spawnSync(shell, ['--version']).status === 0;

  // Where the shell is not installed, the tests are shown as skipped.
  describe.skipIf(!isThere)(`${shell} completes`, () => {
    test.each<[string, string, readonly string[]]>([
      ['a command', 'control-api dev', ['devices']],
      ['an option', 'control-api devices --fi', ['--fields']],
      ['a field after a comma', 'control-api devices --fields id,na', ['id,name']],
      ['what follows a =', 'control-api devices --format=nd', ['--format=ndjson']],
      ['an empty word', 'control-api completion ', ['bash', 'fish', 'zsh']],
      ['a path', 'control-api list team.dev', ['team.devices']],
      ['a profile', 'control-api devices --profile st', ['staging']],
      ['a condition', 'control-api devices --where status=ONL', ['status=ONLINE']],
      ['a file', 'control-api list --schema sch', ['schema.graphql']],
    ])('%s', async (_, line, values) => {
      await using bin = await emptyFolder();
      await writeFile(join(bin.path, 'control-api'), `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`);
      await chmod(join(bin.path, 'control-api'), 0o755);
      const env = { PATH: `${bin.path}:${process.env['PATH']}` };
      const shown = await ended(start(shell, [flags[shell] ?? '', '-c', script(line)], env, folder.path));
      expect(shown.stderr).toBe(shell === 'zsh' ? '_control_api control-api\n' : '');
      const offers = shown.stdout.split('\n').map((text) => text.split('\t')[0] ?? '');
      expect(offers.filter((text) => text.startsWith(line.split(' ').at(-1) ?? '') && text !== '').sort()).toEqual(
        values,
      );
    });
  });
}
