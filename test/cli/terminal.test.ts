import { afterAll, expect, test } from 'vitest';
import documentedSchema from '../../docs/documented.graphql?raw';

import { said, say } from '../helpers/cli-in-process.ts';
import { served } from './served.ts';

const hostile = '\u001b[2J\u001b[31mroot\u0007,\r\n"x"';
const nodes = [
  { id: 'a', name: hostile },
  { id: 'b', name: 'a name that is a good deal longer than the terminal is wide' },
  { id: 'c', name: null },
];

const service = await served(documentedSchema, { Query: { team: () => ({ devices: { nodes } }) } });
afterAll(() => service[Symbol.asyncDispose]());

const on = (terminal: { isTTY: boolean; columns?: number }, args: readonly string[] = ['devices']) =>
  say(args, { ...terminal, env: service.env });

test('a terminal that reports 0 columns has 80', async () => {
  const { stdout } = await on({ isTTY: true, columns: 0 });
  expect(stdout).toBe((await on({ isTTY: true, columns: 80 })).stdout);
});

const shown = '\\u001b[2J\\u001b[31mroot\\u0007,\\u000d\\u000a"x"';

test('a table fits the terminal, its header is bold, and a hostile name is harmless', async () => {
  const table = ['\u001b[1mID  NAME\u001b[22m', `a   ${shown}`, `b   ${nodes[1]?.name?.slice(0, 45)}…`, 'c', ''];
  expect(await on({ isTTY: true, columns: 50 })).toEqual(said(0, table.join('\n'), '3 devices\n'));
});

test('a table off a terminal is as wide as its cells, without color, and harmless', async () => {
  const table = ['ID  NAME', `a   ${shown}`, `b   ${nodes[1]?.name}`, 'c', ''];
  expect(await on({ isTTY: false })).toEqual(said(0, table.join('\n'), ''));
});

test('csv, json and ndjson off a terminal contain the exact text', async () => {
  const [csv, json, ndjson] = await Promise.all(
    ['csv', 'json', 'ndjson'].map((format) => on({ isTTY: false }, ['devices', '--format', format])),
  );
  expect(csv?.stdout).toContain(`a,"${hostile.replaceAll('"', '""')}"\r\n`);
  expect(csv?.stdout).toContain('\r\nc,\r\n');
  expect(JSON.parse(json?.stdout ?? '')).toEqual(nodes);
  const lines = ndjson?.stdout.trimEnd().split('\n');
  expect(lines?.map((line) => JSON.parse(line))).toEqual(nodes);
});
