import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complete } from '../../src/cli/completion/complete.ts';
import { command } from '../../src/cli/line/command.ts';
import { choiceOption, flag, textOption } from '../../src/cli/line/option.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';
import { completionFolder } from './completion-folder.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeAll(async () => {
  folder = await completionFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** What is offered for the last word, without the texts. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await say(['complete', '--', ...words], { cwd: folder.path });
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('the last word of a line is completed', () => {
  test.each<[string, readonly string[]]>([
    ['de', ['devices']],
    ['compl', ['completion']],
    ['schema ', ['pull', 'show', 'search']],
    ['help au', ['audit']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['nothing ', []],
    ['devices --fo', ['--format']],
    ['devices --no-', ['--no-csv-guard']],
    ['devices --limit 3 --lim', []],
    ['devices --format ', ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids']],
    ['devices --format=n', ['--format=ndjson']],
    ['devices --profile ', ['staging', 'local']],
    ['devices --settings ', [':files']],
    ['list team.d', ['team.devices']],
    ['devices --fields na', ['name', ':open']],
    ['devices --fields id,na', ['id,name', ':open']],
    ['list team.devices --fields hardware.ser', ['hardware.serialNumber', ':open']],
    ['devices --where stat', ['status=', ':open']],
    ['devices --where status=ON', ['status=ONLINE']],
    ['operations add mutation ren', ['renameDevice']],
    ['operations add team.dev', ['team.devices']],
    ['schema show DeviceConn', ['DeviceConnection']],
    ['schema show Device.na', ['Device.name']],
    ['request Count', ['CountDevices', ':files']],
    ['emulator --print-env f', ['fish']],
  ])('control-api %s', async (line, values) => {
    expect(await offered(...line.split(' '))).toEqual(values);
  });

  test('a path of a project without a snapshot is not completed, and nothing is sent or reported', async () => {
    await using empty = await emptyFolder();
    const env = { CONTROL_API_URL: 'http://127.0.0.1:9' };
    expect(await say(['complete', '--', 'list', ''], { cwd: empty.path, env })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('a new command is completed by its declaration alone', async () => {
    const added = command({
      name: 'paint',
      summary: 'Paint it',
      options: {
        colour: choiceOption('<colour>', ['red', 'blue'], 'which', 'red'),
        dry: flag('x'),
        on: textOption('<file>', 'y'),
      },
      run: async () => undefined,
    });
    const values = async (...words: string[]) => {
      const found = await complete([added], words, async () => []);
      return [...found.values.map(({ value }) => value), ...(found.files ? ['files'] : [])];
    };
    expect(await values('p')).toEqual(['paint']);
    expect(await values('paint', '--colour', 'b')).toEqual(['blue']);
    expect(await values('paint', '--d')).toEqual(['--dry']);
    expect(await values('paint', '--on', '')).toEqual(['files']);
  });
});

test('no help and no completion shows the command that the scripts run', async () => {
  const { stdout } = await say('--help');
  expect(stdout).not.toMatch(/^ {2}complete /m);
  expect(await offered('complete')).toEqual([]);
});
