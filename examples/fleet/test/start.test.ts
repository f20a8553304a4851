import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { testWithRedis } from './with-redis.js';

testWithRedis('`npm start` shows throughput with 1, 2 and 4 workers, and what the run came to', async () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['build/src/main.js', '--devices', '3000', '--kills', '3'],
    {
      encoding: 'utf8',
    },
  );
  assert.deepEqual([status, stderr], [0, '']);
  for (const workers of ['1 worker ', '2 workers', '4 workers'])
    assert.match(stdout, new RegExp(`^${workers} +[\\d,]+ devices a second$`, 'm'));
  assert.match(stdout, /^3,000 devices:$/m);
  assert.match(stdout, /^ {2}0 not done, in 0 pages/m);
  assert.match(stdout, /, 0 of them twice\.$/m);
  // The README shows a run: its figures are of that one, its sentences are those of each.
  const [, shown = ''] = /```text\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const sentences = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('    '))
      .map((line) => line.replaceAll(/[\d,]*\d/g, '#').replaceAll(/ +/g, ' '));
  assert.ok(sentences(shown).length > 8);
  const printed = sentences(stdout);
  assert.deepEqual(
    sentences(shown).filter((sentence) => !printed.includes(sentence)),
    [],
  );
});
