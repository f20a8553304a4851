import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { texts } from '../helpers/texts.ts';

const lines = [
  'schema show Device',
  'schema show DeviceFilter',
  'schema show Team.devices',
  'operations add team.devices --dry-run',
  'operations add team.devices --fields name,hardware.* --dry-run',
  'operations add search --dry-run',
];

test('the output of `schema show` and the comments in written operations are as reviewed', async () => {
  await using folder = await folderWith({ 'schema.graphql': await readFile('test/fixtures/relay.graphql', 'utf8') });
  const parts: (readonly [string, string])[] = [];
  for (const line of lines) {
    const { stdout } = await say(line, { cwd: folder.path });
    // Versions of graphql-js differ in the spaces of a default.
    parts.push([line, stdout.replace(/= \{ (.*?) \}/g, '= {$1}')]);
  }
  await expect(texts(parts)).toMatchFileSnapshot('__snapshots__/views.txt');
});
