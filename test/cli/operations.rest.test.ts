import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, printSchema, validate } from 'graphql';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';
import { githubSchema } from '../explorer/github.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

test('control-api operations add --all on a large live schema: every file fits it, and what needs no variables is answered', async () => {
  await using folder = await emptyFolder();
  const large = githubSchema();
  await using server = await startEmulator({ schema: printSchema(large) });
  const { code, stdout } = await say('operations add --all', {
    env: { CONTROL_API_URL: server.url },
    cwd: folder.path,
  });
  expect(code).toBe(0);
  const files = stdout.trimEnd().split('\n');
  expect(files.length).toBeGreaterThan(250);

  await using client = createControlClient({ baseUrl: server.url, apiKey: server.key });
  let answered = 0;
  for (const file of files) {
    const text = await readFile(join(folder.path, file), 'utf8');
    expect(validate(large, parse(text)), file).toEqual([]);
    if (/^(?:query|mutation) \w+ \{/m.test(text)) {
      expect((await client.execute(text)).errors, file).toBeUndefined();
      answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(2);
});
