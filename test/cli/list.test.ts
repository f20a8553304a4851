import { afterAll, describe, expect, test } from 'vitest';
import { failure, folderWith, said, say, sayIn } from '../helpers/cli-in-process.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { texts } from '../helpers/texts.ts';
import { served } from './served.ts';

const typeDefs = `
type Query { team: Team, tags: [String!], search(text: String!): [Device!]!, first: Device }
type Team {
  devices(first: Int, after: String, filter: DeviceFilter, status: Status, old: Int @deprecated): DeviceConnection
  groups: [Group!]
  few(first: Int): DeviceConnection
  none(first: Int, after: String): DeviceConnection
  gone(first: Int, after: String): DeviceConnection
}
enum Status { ONLINE OFFLINE }
input DeviceFilter { nameContains: String, network: NetworkFilter }
input NetworkFilter { ip: String }
type DeviceConnection { nodes: [Device], pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
type Device {
  id: ID!, name: String, status: Status, load: Float, network: Network, groups: [Group!]
  neighbours(first: Int, after: String): DeviceConnection, old: String @deprecated
}
type Network { ip: String, up: Boolean }
type Group { title: String, size: Int }`;

interface Item {
  readonly id: string;
  readonly name: string | null;
  readonly status?: string;
  readonly load?: number;
  readonly network?: { readonly ip: string; readonly up: boolean } | null;
  readonly groups?: readonly { readonly title: string; readonly size: number }[];
}

const few: readonly Item[] = [
  { id: 'd1', name: '監視カメラ・玄関ホール一階', status: 'ONLINE', load: 0.5, network: { ip: '10.0.0.1', up: true } },
  { id: 'd2', name: '👩🏽‍🔧 pump 🚰 of the third hall', status: 'OFFLINE', load: 12, network: null },
  { id: 'd3', name: 'حساس الحرارة في المستودع', status: 'ONLINE', network: { ip: '10.0.0.3', up: false } },
  { id: 'd4', name: 'Ωmega-10', status: 'ONLINE', load: 2, groups: [{ title: 'a', size: 1 }] },
  { id: 'd5', name: null, status: 'OFFLINE' },
  { id: 'd6', name: 'Ωmega-9', load: -3, network: { ip: '10.0.0.6', up: true } },
];

let devices: readonly Item[] = few;

const pageOf = (all: readonly Item[], first: number, after: string | null | undefined) => {
  const start = after ? Number(after) : 0;
  const nodes = all.slice(start, start + first);
  const end = start + nodes.length;
  return { nodes, pageInfo: { hasNextPage: end < all.length, endCursor: String(end) } };
};

/** A project with the snapshot of the service. */
const project = await folderWith({ 'schema.graphql': typeDefs });
const service = await served(typeDefs, {
  Query: {
    team: () => ({}),
    tags: () => ['red', 'blue'],
    search: (_: unknown, { text }: { text: string }) => devices.filter(({ name }) => name?.includes(text)),
  },
  Team: {
    // The filter on names is case-sensitive; the filter on the status does nothing.
    devices: (_: unknown, given: { first?: number; after?: string; filter?: { nameContains?: string } }) => {
      const found = devices.filter(({ name }) => name?.includes(given.filter?.nameContains ?? '') ?? !given.filter);
      return pageOf(found, Math.min(given.first ?? 2, 2), given.after);
    },
    groups: () => [{ title: 'all', size: 6 }],
    none: () => pageOf([], 1, null),
    gone: () => null,
  },
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const list = (args: readonly string[], around: Parameters<typeof say>[1] = {}) =>
  say(['list', ...args], { env: service.env, cwd: project.path, ...around });

const ids = ['--fields', 'id', '--format', 'ndjson'];
const idsOf = (...all: readonly string[]) => all.map((id) => `${JSON.stringify({ id })}\n`).join('');

/** Runs `work` while the service has other devices. */
const during = async <T>(items: readonly Item[], work: () => Promise<T>): Promise<T> => {
  devices = items;
  try {
    return await work();
  } finally {
    devices = few;
  }
};

test('`list` reads every page of a connection', async () => {
  service.bodies.length = 0;
  const whole = said(0, idsOf('d1', 'd2', 'd3', 'd4', 'd5', 'd6'), '');
  expect(await list(['team.devices', ...ids])).toEqual(whole);
  const pages = service.bodies.filter(({ query }) => /query List\w*Devices/.test(query));
  expect(pages.map(({ variables }) => variables)).toEqual([
    { first: 100 },
    { first: 100, after: '2' },
    { first: 100, after: '4' },
  ]);
});

test('`list` reads no page beyond `--limit`', async () => {
  service.bodies.length = 0;
  const { stdout } = await list(['team.devices', ...ids, '--limit', '3', '--page-size', '2']);
  expect(stdout).toBe(idsOf('d1', 'd2', 'd3'));
  expect(service.bodies.filter(({ query }) => /query List\w*Devices/.test(query))).toHaveLength(2);
});

test('`list` shows the named fields, also nested ones, in their order', async () => {
  const { stdout } = await list(['team.devices', '--fields', 'network.ip,id,network.up', '--format', 'json']);
  expect(JSON.parse(stdout).slice(0, 2)).toEqual([
    { network: { ip: '10.0.0.1', up: true }, id: 'd1' },
    { network: null, id: 'd2' },
  ]);
  const rest = ['--format', 'csv', '--limit', '2'];
  const { stdout: csv } = await list(['team.devices', '--fields', 'network.ip,id', ...rest]);
  expect(csv).toBe('network.ip,id\r\n10.0.0.1,d1\r\n,d2\r\n');
});

test("`list` shows all plain fields for '*', and values of lists as JSON", async () => {
  const { stdout } = await list(['team.devices', '--fields', '*,groups.title', '--format', 'csv']);
  expect(stdout.split('\r\n')[0]).toBe('id,name,status,load,groups.title');
  expect(stdout.split('\r\n')[4]).toBe('d4,Ωmega-10,ONLINE,2,"[""a""]"');
});

test('`list` prints plain values, and lists without pages', async () => {
  expect((await list(['tags'])).stdout).toBe('TAGS\nred\nblue\n');
  expect((await list(['team.groups', '--format', 'ndjson'])).stdout).toBe('{"title":"all","size":6}\n');
});

test('`list` uses the snapshot of the project without introspection', async () => {
  service.bodies.length = 0;
  const { code, stderr } = await list(['team.devices', '--limit', '1', '--verbose']);
  expect([code, service.bodies.length]).toEqual([0, 1]);
  expect(stderr).toContain('The schema is read from schema.graphql.');
});

describe('a list that is not proven whole is refused, and exit status 3', () => {
  const sdl = `type Query { team: Team, users(page: Int, perPage: Int): Page }
    type Team { devices(limit: Int, offset: Int): Page, sites(limit: Int): [ID], all(first: Int = 5, after: String, kind: Kind = OWN): Rows }
    type Page { items: [ID!]!, total: Int } enum Kind { OWN ANY }
    type Rows { nodes: [ID!]!, pageInfo: Info! } type Info { hasNextPage: Boolean!, endCursor: String }`;

  test.each([
    ['team.sites', '`limit` may cut it off'],
    ['users.items', '`page` may cut it off'],
    ['team.devices.items', '`limit` may cut it off'],
    ['team.all', 'the default of `kind` may leave a part out'],
  ])('a list that is not proven whole is refused: %s', async (path, why) => {
    const sent = service.bodies.length;
    const ended = await sayIn({ 'schema.graphql': sdl }, ['list', path], { env: service.env });
    expect(ended).toEqual(failure(3, /operation[^\n]*\n$/));
    expect(ended.stderr.indexOf(`“${path}” cannot be proven whole: ${why}`)).toBe(0);
    expect(service.bodies).toHaveLength(sent);
  });
});

test.each([
  [['team.device'], 'Did you mean "devices"?'],
  [['devices'], 'Did you mean team.devices?'],
  [['device'], 'Did you mean team.devices?'],
  [['team'], '“team” is a Team, not a list. To see its names, run: npx control-api-sdk schema show Team'],
  [[], "Missing required argument 'path': a list or connection, such as team.devices."],
  [['first.groups.title'], 'is inside the list first.groups'],
  [['search'], '“search” needs the argument `text`: write an operation'],
  [['team.devices', '--fields', 'id,nmae'], 'Did you mean "name"'],
  [['team.devices', '--fields', 'zone'], 'To see its names, run: npx control-api-sdk schema show Device\n'],
  [['team.devices', '--fields', 'network.pi'], 'Did you mean "ip"'],
  [['team.devices', '--fields', 'network'], 'name its fields, such as network.ip, or write network.* for all'],
  [['team.devices', '--fields', 'name.first'], '“name” is a String: it has no fields'],
  [['team.devices', '--fields', 'neighbours.nodes.id'], 'of which only the first page would be read'],
  [['team.devices', '--fields', ','], 'write, for example, id,name'],
])('a mistake in `list %j` is reported with a suggestion', async (args, message) => {
  const ended = await list(args);
  expect(ended).toEqual(failure(2, message));
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('an empty list is no failure, but null for a list is', async () => {
  expect(await list(['team.none', '--format', 'csv'])).toMatchObject({ code: 0, stdout: 'id,name\r\n' });
  expect(await list(['team.gone', '--format', 'ndjson'])).toEqual(
    failure(3, 'team.gone cannot be proven complete: the service answered null for it.'),
  );
});

test('a list that is paged now is not printed, although the snapshot has no pages', async () => {
  await using changed = await served(
    'type Query { team: Team } type Team { groups(first: Int): [Group!] } type Group { title: String }',
    { Query: { team: () => ({ groups: [{ title: 'only the first' }] }) } },
  );
  const old = 'type Query { team: Team } type Team { groups: [Group!] } type Group { title: String }';
  expect(await sayIn({ 'schema.graphql': old }, 'list team.groups', { env: changed.env })).toEqual(
    failure(
      3,
      'the live schema has `first` by now, which may cut it off. Pull it again: npx control-api-sdk schema pull',
    ),
  );
});

test('a list that fails halfway ends with a note and the exit code of the failure', async () => {
  let pages = 0;
  await using failing = await served(typeDefs, {
    Query: { team: () => ({}) },
    Team: {
      devices: () => {
        pages += 1;
        if (pages > 1) throw new Error('out of memory');
        return pageOf(few, 2, null);
      },
    },
  });
  const { code, stdout, stderr } = await say('list team.devices --fields id --format csv', { env: failing.env });
  expect([code, stdout]).toEqual([4, 'id\r\nd1\r\nd2\r\n']);
  expect(stderr).toContain('The list is not complete: it failed after 2 items.');
  expect(stderr).toContain('out of memory');
  pages = 0;
  expect((await say('list team.devices --format json', { env: failing.env })).stdout).toBe('');
});

describe('formats', () => {
  const hostile: readonly Item[] = [
    { id: '=1+1', name: '@SUM(A1)', load: -5 },
    { id: 'a\tb', name: 'line\nbreak\\', load: 1 },
    { id: '-', name: '+49 30', load: 2 },
  ];
  test('CSV cells that a spreadsheet would read as formulas begin with an apostrophe', async () => {
    const args = ['team.devices', '--fields', 'id,name,load', '--format', 'csv'];
    const { stdout } = await during(hostile, () => list(args));
    expect(stdout).toBe("id,name,load\r\n'=1+1,'@SUM(A1),-5\r\na\tb,\"line\nbreak\\\",1\r\n'-,'+49 30,2\r\n");
  });

  test('no cell of CSV is a formula to a spreadsheet, in any script', async () => {
    const cells = ['=1', '+1', '-a', '@a', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'];
    const items: readonly Item[] = cells.map((name) => ({ id: 'a', name }));
    const { stdout } = await during(items, () => list(['team.devices', '--fields', 'name', '--format', 'csv']));
    for (const line of stdout.split(/\r?\n(?=['"])/).slice(1)) expect(line).toMatch(/^"?'/);
    expect(stdout.match(/'/g)).toHaveLength(cells.length);
  });

  test('on a terminal, control characters are visible in every format', async () => {
    const bad: readonly Item[] = [{ id: '\u001b[2J', name: '\u0007\u202e' }];
    for (const format of ['table', 'json', 'ndjson', 'csv']) {
      const { stdout } = await during(bad, () =>
        list(['team.devices', '--format', format], { isTTY: true, env: { ...service.env, NO_COLOR: '1' } }),
      );
      expect(stdout).toContain('\\u001b[2J');
      for (const control of ['\u001b', '\u0007', '\u202e']) expect(stdout).not.toContain(control);
    }
  });

  test.each([40, 80, 200])(
    'a table fits a terminal of %i columns, whatever the script of the names',
    async (columns) => {
      const fields = ['--fields', 'id,name,status,load,network.ip'];
      const { stdout } = await list(['team.devices', ...fields], {
        isTTY: true,
        columns,
        env: { ...service.env, NO_COLOR: '1' },
      });
      await expect(texts([[`${columns} columns`, stdout]])).toMatchFileSnapshot(`__snapshots__/table-${columns}.txt`);
    },
  );
});

describe('progress', () => {
  const many = Array.from({ length: 60 }, (_, index): Item => ({ id: `d${index}`, name: null }));

  /** Lists devices with a clock that moves a tenth of a second at each reading. */
  const listed = (items: readonly Item[], around: Parameters<typeof list>[1]) => {
    let time = 0;
    const now = () => (time += 100);
    return during(items, () => list(['team.devices', ...ids], { now, ...around }));
  };

  test('progress is a line on a terminal, which counts and is cleared at the end', async () => {
    const { stdout, stderr } = await listed(many, { errTTY: true });
    expect(stdout.split('\n')).toHaveLength(61);
    const parts = stderr.split('\r\u001b[K');
    expect(parts.at(0)).toBe('');
    expect(parts.at(1)).toMatch(/^[\d,]+ devices, 20 a second$/);
    expect(parts.at(-1)).toBe('');
  });

  test.each<readonly [what: string, around: Parameters<typeof list>[1]]>([
    ['stderr is no terminal', {}],
    ['lines stream to the same terminal', { isTTY: true }],
    ['the terminal cannot move its cursor', { errTTY: true, env: { TERM: 'dumb' } }],
  ])('progress is not shown where %s', async (_what, around) => {
    const { stderr } = await listed(many.slice(0, 20), { ...around, env: { ...service.env, ...around?.env } });
    expect(stderr).toBe('');
  });
});

test('devices is short for list team.devices', async () => {
  const args = ['--fields', 'id,status', '--limit', '2', '--format', 'csv'];
  const [short, long] = [await say(['devices', ...args], { env: service.env }), await list(['team.devices', ...args])];
  expect(short).toEqual(long);
  expect(short.stdout).toBe('id,status\r\nd1,ONLINE\r\nd2,OFFLINE\r\n');
});

test.each(['devices', 'devices --fields id,status', 'list team.devices'])(
  'without a key, nothing is sent: %s',
  async (line) => {
    const sent = service.bodies.length;
    const ended = await sayIn({}, line, { env: { CONTROL_API_URL: service.url } });
    expect(ended).toEqual(failure(2, 'There is no API key'));
    expect(service.bodies).toHaveLength(sent);
  },
);

test.each(['list team.devices', 'devices --fields id,status'])(
  '`--timeout` also limits the reading of the schema: %s',
  async (line) => {
    await using silent = await MisbehavingServer.start({});
    const env = { ...service.env, CONTROL_API_URL: silent.url };
    expect(await sayIn({}, `${line} --timeout 5`, { env })).toEqual(failure(3, 'within 5 ms'));
  },
);
