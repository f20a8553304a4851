import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { failure, folderWith, said, say } from '../helpers/cli-in-process.ts';
import { listen } from '../helpers/listen.ts';
import { served } from './served.ts';

const typeDefs = `
type Query { device(id: ID!): Device }
type Mutation { rename(id: ID!, name: String!, at: Unit, size: Int): Renamed, renameAll(input: RenameInput!): Renamed }
input RenameInput { id: ID!, name: String! }
enum Unit { DAY HOUR }
type Renamed { device: Device, problems: [Problem!]! }
type Problem { message: String! }
type Device { id: ID!, name: String }`;

const files = {
  'schema.graphql': typeDefs,
  'operations/rename.graphql':
    'mutation Rename($id: ID!, $name: String!, $at: Unit, $size: Int) { rename(id: $id, name: $name, at: $at, size: $size) { device { id } problems { message } } }',
  'operations/rename-all.graphql':
    'mutation RenameAll($input: RenameInput!) { renameAll(input: $input) { problems { message } } }',
  'operations/one.graphql': 'query One($id: ID!) { device(id: $id) { id name } }',
};

/** The variables of each request, in the order of arrival. */
const arrived: Readonly<Record<string, unknown>>[] = [];
let onArrival: (id: string) => void = () => {};
let folder: Awaited<ReturnType<typeof folderWith>>;

const rename = (_: unknown, given: { id: string; name: string }) => {
  arrived.push(given);
  onArrival(given.id);
  if (given.name === 'crash') throw new Error('out of order');
  return {
    device: { id: given.id },
    problems: given.name === 'taken' ? [{ message: 'The name is taken.' }] : [],
  };
};

const service = await served(typeDefs, {
  Query: { device: (_: unknown, { id }: { id: string }) => ({ id, name: `name of ${id}` }) },
  Mutation: {
    rename,
    renameAll: (_: unknown, { input }: { input: { id: string; name: string } }) => rename(_, input),
  },
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  arrived.length = 0;
  onArrival = () => {};
  await folder?.[Symbol.asyncDispose]();
  folder = await folderWith(files);
});
afterAll(() => folder[Symbol.asyncDispose]());

const path = (name: string) => join(folder.path, name);
const put = (items: readonly unknown[], name = 'items.ndjson') =>
  writeFileSync(
    path(name),
    items.map((item) => `${typeof item === 'string' ? item : JSON.stringify(item)}\n`).join(''),
  );
const renames = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `d${index + 1}`, name: 'new' }));

function many(args: readonly string[] = [], around: Parameters<typeof say>[1] = {}, operation = 'Rename') {
  const given = args.includes('--variables-file') ? [] : ['--variables-file', 'items.ndjson'];
  return say(['request', operation, ...given, '--journal', 'run.ndjson', ...args], {
    env: service.env,
    cwd: folder.path,
    ...around,
  });
}

const journal = () => readFileSync(path('run.ndjson'), 'utf8').trimEnd().split('\n');
const entries = () =>
  journal()
    .slice(1)
    .map((line) => JSON.parse(line));
const statesOf = () => Object.fromEntries(entries().map(({ line, state }) => [line, state]));
const linesOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const ids = () => arrived.map(({ id }) => id);

/** Writes the journal of a killed run, such as `1 done, 2 begun`, below the real first line. */
async function journalWith(states: string, torn = '', operation = 'Rename'): Promise<void> {
  await many(['--yes'], {}, operation);
  const items = readFileSync(path('items.ndjson'), 'utf8').split('\n');
  const [head = ''] = journal();
  const lines = [...states.matchAll(/(\d+) ([a-z-]+)/g)].map(
    ([, line, state]) =>
      `{"line":${line},"variables":${items[Number(line) - 1]},"state":"${state}","time":"2026-01-01T00:00:00.000Z"}`,
  );
  writeFileSync(path('run.ndjson'), [head, ...lines].map((line) => `${line}\n`).join('') + torn);
  arrived.length = 0;
}

test('a run sends the operation once for each line, prints each answer and reports each failure', async () => {
  put([{ id: 'd1', name: 'new' }, '', { id: 'd2', name: 'taken' }, { id: 'd3', name: 'crash' }]);
  const { code, stdout, stderr } = await many(['--yes', '--concurrency', '1']);
  expect(code).toBe(3);
  expect(linesOf(stdout)).toEqual([
    { line: 1, data: { rename: { device: { id: 'd1' }, problems: [] } } },
    { line: 3, data: { rename: { device: { id: 'd2' }, problems: [{ message: 'The name is taken.' }] } } },
  ]);
  expect(stderr).toBe(
    `Line 3 is refused: rename.problems: The name is taken.
Line 4 is unknown: ${new URL(service.url).origin}: 1 GraphQL error (at rename). It may have been executed. The service says: “out of order”
STATE    LINES
done     1
refused  1
unknown  1
Lines that are unknown or begun in run.ndjson may have been executed, and are not sent again: look whether each was (docs/retries.md).
`,
  );
  expect(statesOf()).toEqual({ 1: 'done', 3: 'refused', 4: 'unknown' });
});

test('a run keeps a journal for its owner alone, with the operation, the origin and the states of each line', async () => {
  put([{ id: 'd1', name: 'new' }]);
  expect((await many(['--yes'])).code).toBe(0);
  expect(JSON.parse(journal()[0] ?? '')).toEqual({
    operation: expect.stringMatching(/^[0-9a-f]{64}$/),
    origin: service.url,
  });
  const entry = { line: 1, variables: { id: 'd1', name: 'new' }, time: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(entries()).toEqual([
    { ...entry, state: 'begun' },
    { ...entry, state: 'done' },
  ]);
  expect(Object.keys(entries()[0])).toEqual(['line', 'variables', 'state', 'time']);
  expect(statSync(path('run.ndjson')).mode & 0o777).toBe(0o600);
});

test('the journal has `begun` before a mutation leaves', async () => {
  put(renames(3));
  const begun: string[] = [];
  onArrival = (id) => begun.push(`${id} ${entries().find((it) => it.variables.id === id)?.state}`);
  await many(['--yes']);
  expect(begun.sort()).toEqual(['d1 begun', 'd2 begun', 'd3 begun']);
});

test('a run has 4 calls under way by default', async () => {
  put(renames(12));
  let [now, most] = [0, 0];
  const settled = () => entries().filter(({ state }) => state === 'done').length;
  onArrival = () => {
    now += 1;
    most = Math.max(most, now - settled());
  };
  await many(['--yes']);
  expect(most).toBeLessThanOrEqual(4);
  expect(most).toBeGreaterThan(1);
});

test('a run of queries needs no yes, and writes no `begun`', async () => {
  put([{ id: 'd1' }, { id: 'd2' }]);
  const { code, stdout } = await many([], {}, 'One');
  expect(code).toBe(0);
  expect(linesOf(stdout).sort((a, b) => a.line - b.line)).toEqual([
    { line: 1, data: { device: { id: 'd1', name: 'name of d1' } } },
    { line: 2, data: { device: { id: 'd2', name: 'name of d2' } } },
  ]);
  expect(entries().map(({ state }) => state)).toEqual(['done', 'done']);
});

test('a run reads standard input', async () => {
  const { code } = await many(['--yes', '--variables-file', '-'], {
    stdin: '{"id":"d1","name":"a"}\n{"id":"d2","name":"b"}',
  });
  expect([code, ids().sort()]).toEqual([0, ['d1', 'd2']]);
});

test('a line that does not fit is not sent, and its variables are not shown', async () => {
  put([
    { id: 'd1', name: 'new' },
    { id: 'd2' },
    { id: 'd3', name: 'new', at: 'secret' },
    { id: 'd4', name: 'new', secret: 1 },
    '{"id": "secret',
    '["secret"]',
  ]);
  const { code, stderr } = await many(['--yes', '--concurrency', '1']);
  expect([code, ids()]).toEqual([3, ['d1']]);
  expect(stderr).toBe(`Line 2 is not-sent: $name does not fit its type.
Line 3 is not-sent: $at does not fit its type.
Line 4 is not-sent: Rename has no such variable: it has $id, $name, $at, $size.
Line 5 is not-sent: it cannot be read as variables.
Line 6 is not-sent: it cannot be read as variables.
STATE     LINES
done      1
not-sent  5
`);
});

test.each([
  [['new', 'taken'], 1],
  [['new', 'crash', 'taken'], 3],
  [['new', 'new'], 0],
])('a run of %j exits with %i', async (names, code) => {
  put(names.map((name, index) => ({ id: `d${index}`, name })));
  expect((await many(['--yes'])).code).toBe(code);
});

test('`--max-failures` ends a run, and the other lines are unsent', async () => {
  put([...renames(2), { id: 'x1', name: 'taken' }, { id: 'x2', name: 'taken' }, ...renames(3)]);
  const { code, stderr } = await many(['--yes', '--concurrency', '1', '--max-failures', '2']);
  expect([code, ids()]).toEqual([3, ['d1', 'd2', 'x1', 'x2']]);
  expect(stderr).toContain('2 lines are not done, so no further line was sent.\n');
  expect(stderr).toContain('STATE    LINES\ndone     2\nrefused  2\nunsent   3\n');
});

test('a refused key ends a run, and its line is `rejected`', async () => {
  put(renames(9));
  const server = createServer((_, response) => response.writeHead(401).end());
  const env = { ...service.env, CONTROL_API_URL: `http://127.0.0.1:${await listen(server)}` };
  const { code, stdout, stderr } = await many(['--yes', '--concurrency', '1'], { env });
  server.close();
  expect([code, stdout, statesOf()]).toEqual([3, '', { 1: 'rejected' }]);
  expect(stderr).toContain('The service does not accept the key, so no further line was sent.\n');
  expect(stderr).toContain('STATE     LINES\nrejected  1\nunsent    8\n');
});

test('Ctrl-C ends a run after the calls under way', async () => {
  put(renames(9));
  const ending = new AbortController();
  onArrival = (id) => {
    if (id === 'd2') ending.abort('SIGINT');
  };
  const { code, stderr } = await many(['--yes', '--concurrency', '2'], { signal: ending.signal });
  expect(code).toBe(130);
  expect(arrived.length).toBeLessThanOrEqual(4);
  expect(new Set(Object.values(statesOf()))).toEqual(new Set(['done']));
  expect(Object.keys(statesOf())).toHaveLength(arrived.length);
  expect(stderr).toContain('unsent  not counted\n');
});

test('a second Ctrl-C aborts the calls under way, which get their states', async () => {
  put(renames(9));
  const [ending, forced] = [new AbortController(), new AbortController()];
  onArrival = () => {
    ending.abort('SIGINT');
    forced.abort();
  };
  const { code } = await many(['--yes', '--concurrency', '1'], { signal: ending.signal, forced: forced.signal });
  expect([code, statesOf()]).toEqual([130, { 1: 'unknown' }]);
});

describe('a second run with the same journal', () => {
  test('a second run sends exactly the lines that are rejected, not sent or not begun', async () => {
    put(renames(7));
    await journalWith('1 done, 2 refused, 3 rejected, 4 not-sent, 5 unknown, 7 begun');
    const { code, stderr } = await many(['--yes', '--concurrency', '1']);
    expect([code, ids()]).toEqual([3, ['d3', 'd4', 'd6']]);
    expect(stderr).toBe(`STATE    LINES
done     4
refused  1
unknown  1
begun    1
Lines that are unknown or begun in run.ndjson may have been executed, and are not sent again: look whether each was (docs/retries.md).
`);
    arrived.length = 0;
    expect((await many(['--yes'])).code).toBe(3);
    expect(arrived).toEqual([]);
  });

  test('a second run sends a line once, even if it was rejected several times', async () => {
    put([
      { id: 'd1', name: 'taken' },
      { id: 'd2', name: 'new' },
    ]);
    await journalWith('1 begun, 1 rejected, 1 begun, 1 rejected');
    await many(['--yes', '--concurrency', '1']);
    expect(ids()).toEqual(['d1', 'd2']);
  });

  test('a second run of queries sends all lines that are not done', async () => {
    put([1, 2, 3].map((number) => ({ id: `d${number}` })));
    await journalWith('1 done, 2 unknown, 3 rejected', '', 'One');
    const { stdout } = await many([], {}, 'One');
    expect(
      linesOf(stdout)
        .map(({ line }) => line)
        .sort(),
    ).toEqual([2, 3]);
  });

  test.each([
    ['`begun`', '{"line":2,"variables":{"id":"d2","name":"new"},"state":"beg'],
    ['later state', '{"line":1,"variables":{"id":"d1","name":"new"},"st'],
  ])('a second run cuts off a torn %s', async (_, torn) => {
    put(renames(3));
    await journalWith('1 begun', torn);
    await many(['--yes', '--concurrency', '1']);
    expect(ids()).toEqual(['d2', 'd3']);
    expect(statesOf()).toEqual({ 1: 'begun', 2: 'done', 3: 'done' });
  });

  test('a journal with a torn first line is begun anew', async () => {
    put(renames(1));
    writeFileSync(path('run.ndjson'), '{"oper');
    expect((await many(['--yes'])).code).toBe(0);
    expect(entries()).toHaveLength(2);
  });

  const refusal = 'is not a journal of this operation at this origin: name another file.';
  test.each<[name: string, change: () => unknown, message: string, operation?: string, place?: string]>([
    ['another operation', () => {}, refusal, 'RenameAll'],
    ['another origin', () => {}, refusal, 'Rename', '/other'],
    ['a file that is not a journal', () => writeFileSync(path('run.ndjson'), '{"id":"d1"}\nmine'), refusal],
    ['other variables', () => put([{ id: 'd1', name: 'other' }, ...renames(3).slice(1)]), 'Line 1 has other variables'],
    ['fewer lines', () => put(renames(2)), 'The file lacks lines of the journal'],
    ['a changed journal', () => appendFileSync(path('run.ndjson'), '{"line":"x"}\n'), 'was changed'],
  ])(
    'a second run refuses %s before anything is sent, and keeps the journal',
    async (_, change, message, operation, place = '') => {
      put(renames(3));
      await journalWith('1 rejected, 2 done, 3 begun');
      change();
      const before = readFileSync(path('run.ndjson'), 'utf8');
      const env = { ...service.env, CONTROL_API_URL: `${service.url}${place}` };
      expect(await many(['--yes'], { env }, operation)).toEqual(failure(2, message));
      expect(arrived).toEqual([]);
      expect(readFileSync(path('run.ndjson'), 'utf8')).toBe(before);
    },
  );

  test('a run stops if another process writes the journal', async () => {
    put(renames(2));
    onArrival = () => {
      // The line of another process is in the journal before the next `begun`.
      appendFileSync(path('run.ndjson'), `${JSON.stringify({ line: 2, variables: renames(2)[1], state: 'begun' })}\n`);
      onArrival = () => {};
    };
    const { code, stderr } = await many(['--yes', '--concurrency', '1']);
    expect([code, ids()]).toEqual([3, ['d1']]);
    expect(stderr).toContain('Another process writes to');
    expect(statesOf()[1]).toBe('done');
  });
});

describe('CSV', () => {
  const csv = (text: string) => writeFileSync(path('items.ndjson'), text);

  test('the header of CSV has the names of variables, and cells are read by their types', async () => {
    csv('\ufeffid,name,size,at\r\nd1,"a ""b"", c",1,DAY\r\n"d2",,2,\r\nd3,"",,\r\n\r\nd4,"a,",4,');
    const { code, stderr } = await many(['--yes', '--concurrency', '1']);
    expect(arrived).toEqual([
      { id: 'd1', name: 'a "b", c', size: 1, at: 'DAY' },
      { id: 'd3', name: '' },
      { id: 'd4', name: 'a,', size: 4 },
    ]);
    expect([code, stderr]).toEqual([
      3,
      'Line 3 is not-sent: $name does not fit its type.\nSTATE     LINES\ndone      3\nnot-sent  1\n',
    ]);
    expect(statesOf()).toEqual({ 2: 'done', 3: 'not-sent', 4: 'done', 6: 'done' });
  });

  test('a line of CSV may begin and end with an empty cell', async () => {
    csv('size,id,name,at\n,d1,a,\n2,"d2","",DAY\n');
    await many(['--yes', '--concurrency', '1']);
    expect(arrived).toEqual([
      { id: 'd1', name: 'a' },
      { id: 'd2', name: '', size: 2, at: 'DAY' },
    ]);
  });

  test('only the faulty line of CSV is lost', async () => {
    csv('id,name,size\nd1,a,1,2\nd2,5" pipe,1\nd3,a,many\nd4,"open" end,1\nd5,a,1\n"d6,a,1\n');
    await many(['--yes']);
    expect(ids()).toEqual(['d5']);
    expect(Object.values(statesOf())).toEqual([...Array(4).fill('not-sent'), 'done', 'not-sent']);
  });

  test.each([
    ['id,nme\n', 'The operation has no variable $nme. Did you mean name?', 'Rename'],
    ['id,id\n', 'which names each variable once', 'Rename'],
    ['id,\n', 'which names each variable once', 'Rename'],
    ['input\n', 'CSV holds plain values, and $input is RenameInput!: write a JSON object on each line.', 'RenameAll'],
  ])('CSV with the header %j is refused: %s', async (text, message, operation) => {
    csv(text);
    expect(await many(['--yes'], {}, operation)).toEqual(failure(2, message));
  });
});

test('`--dry-run` checks all lines, prints those to send, and sends and writes nothing', async () => {
  put([{ id: 'd1', name: 'new' }, { id: 'd2' }, { id: 'd3', name: 'new' }]);
  const { code, stdout, stderr } = await many(['--dry-run'], { env: { CONTROL_API_URL: service.url } });
  expect(linesOf(stdout)).toEqual([
    { line: 1, variables: { id: 'd1', name: 'new' } },
    { line: 3, variables: { id: 'd3', name: 'new' } },
  ]);
  expect([code, stderr, arrived]).toEqual([
    2,
    'Line 2 would not be sent: $name does not fit its type.\nNothing was sent. 2 would go, and 1 would not.\n',
    [],
  ]);
  expect(() => statSync(path('run.ndjson'))).toThrow('ENOENT');
});

test('`--dry-run` with a journal prints the remaining lines', async () => {
  put(renames(3));
  await journalWith('1 done, 2 rejected', '{"line":');
  const before = readFileSync(path('run.ndjson'), 'utf8');
  const { code, stdout, stderr } = await many(['--dry-run']);
  expect([code, stderr]).toEqual([0, 'Nothing was sent. 2 would go, and 0 would not.\n']);
  const variables = renames(3);
  expect([linesOf(stdout), arrived]).toEqual([[2, 3].map((line) => ({ line, variables: variables[line - 1] })), []]);
  expect(readFileSync(path('run.ndjson'), 'utf8')).toBe(before);
});

test('a mutation is confirmed once, before the first line', async () => {
  put(renames(5));
  const ended = await many([], { isTTY: true, answer: 'y' });
  expect([ended.code, arrived.length]).toEqual([0, 5]);
  expect(ended.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
  expect(ended.stderr).toContain(
    `Rename is a mutation. Send it for each line of items.ndjson to ${service.url}/graphql? [y/N] `,
  );
});

test.each([
  [{ isTTY: true, answer: 'n' }, 1, 'Nothing was sent.'],
  [{}, 2, 'Rename is a mutation: pass `--yes` to send it. Nothing was sent.'],
])('a mutation without a yes is not sent: %j exits with %i', async (around, code, message) => {
  put(renames(5));
  expect(await many([], around)).toEqual(failure(code, message));
  expect(arrived).toEqual([]);
});

test('a yes does not widen a read-only access', async () => {
  put(renames(1));
  const env = { ...service.env, CONTROL_API_ACCESS: 'read-only' };
  const why = 'Rename is a mutation, and CONTROL_API_ACCESS, set by the environment, refuses it.\n';
  expect([await many(['--yes'], { env }), arrived]).toEqual([said(2, '', why), []]);
});

test.each([
  [['--journal', 'run.ndjson', 'Rename'], '`--journal` needs `--variables-file`'],
  [['--variables-file', 'a', 'Rename'], '`--variables-file` needs `--journal`'],
  [['--concurrency', '2', 'Rename'], '`--concurrency` needs `--variables-file`'],
  [['--variables-file', 'a', '--journal', 'b', '--var', 'id=1', 'Rename'], 'cannot be combined'],
  [['--variables-file', '-', '--journal', 'b', '-'], 'Standard input cannot be both'],
  [
    ['--variables-file', 'missing.ndjson', '--journal', 'b', 'Rename', '--yes'],
    'missing.ndjson cannot be read (ENOENT)',
  ],
  [['--variables-file', 'operations', '--journal', 'b', 'Rename', '--yes'], 'operations cannot be read (EISDIR)'],
  [['--variables-file', '-', '--journal', 'operations', 'Rename', '--yes'], 'operations cannot be opened (EISDIR)'],
  [
    ['--variables-file', 'schema.graphql', '--journal', 'no/such', 'Rename', '--yes'],
    'The journal no/such cannot be opened (ENOENT). Check its path',
  ],
])('the command line %j is refused: %s', async (args, message) => {
  const ended = await say(['request', ...args], { env: service.env, cwd: folder.path });
  expect(ended).toEqual(failure(2, message));
});

test('only a terminal shows the progress line, which other output clears', async () => {
  put(renames(30));
  let clock = 0;
  const now = () => (clock += 300);
  const ended = await many(['--yes'], { errTTY: true, now });
  expect(ended.stderr).toContain('\r\u001b[K2 lines, ');
  expect(ended.stderr).toContain('\r\u001b[KSTATE  LINES\n');
  expect((await many(['--yes'], { now })).stderr).toBe('STATE  LINES\ndone   30\n');
});
