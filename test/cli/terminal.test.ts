import { afterAll, expect, test } from 'vitest';
import documentedSchema from '../../docs/documented.graphql?raw';

import { say } from '../helpers/cli-in-process.ts';
import { served } from './served.ts';

const hostile = '\u001b[2J\u001b[31mroot\u0007,\r\n"x"';
const nodes = [
  { id: 'a', name: hostile },
  { id: 'b', name: 'a name that is a good deal longer than the terminal is wide' },
  { id: 'c', name: null },
];

const service = await served(documentedSchema, { Query: { team: () => ({ devices: { nodes } }) } });
afterAll(() => service[Symbol.asyncDispose]());

const on = (terminal: { isTTY: boolean; columns?: number; env?: Record<string, string> }, args: readonly string[]) =>
  say(args, { ...terminal, env: { ...service.env, ...terminal.env } });

test('a terminal that reports 0 columns has 80', async () => {
  const { stdout } = await on({ isTTY: true, columns: 0 }, ['devices']);
  expect(stdout).toBe((await on({ isTTY: true, columns: 80 }, ['devices'])).stdout);
});

const shown = '\\u001b[2J\\u001b[31mroot\\u0007,\\u000d\\u000a"x"';

test('a table fits the terminal, its header is bold, and a hostile name is harmless', async () => {
  const { code, stdout, stderr } = await on({ isTTY: true, columns: 50 }, ['devices']);
  expect(code).toBe(0);
  expect(stdout).toBe(
    ['\u001b[1mID  NAME\u001b[22m', `a   ${shown}`, `b   ${nodes[1]?.name?.slice(0, 45)}…`, 'c', ''].join('\n'),
  );
  expect(stderr).toBe('3 devices\n');
});

test('a table off a terminal is as wide as its cells, without color, and harmless', async () => {
  const { stdout, stderr } = await on({ isTTY: false }, ['devices']);
  expect(stdout).toBe(['ID  NAME', `a   ${shown}`, `b   ${nodes[1]?.name}`, 'c', ''].join('\n'));
  expect(stderr).toBe('');
});

test('csv, json and ndjson off a terminal contain the exact text', async () => {
  const [csv, json, ndjson] = await Promise.all(
    ['csv', 'json', 'ndjson'].map((format) => on({ isTTY: false }, ['devices', '--format', format])),
  );
  expect(csv?.stdout).toContain(`a,"${hostile.replaceAll('"', '""')}"\r\n`);
  expect(csv?.stdout).toContain('\r\nc,\r\n');
  expect(JSON.parse(json?.stdout ?? '')).toEqual(nodes);
  expect(
    ndjson?.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(nodes);
});
