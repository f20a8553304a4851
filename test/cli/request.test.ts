import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { failure, folderWith, said, say, sayIn } from '../helpers/cli-in-process.ts';
import { served } from './served.ts';

const typeDefs = `
type Query { team: Team, device(id: ID!): Device, log: [UserError!]!, count(by: Unit, filter: Filter, list: [Int!], at: Moment): Int }
type Mutation { renameDevice(id: ID!, name: String!): Device, retire(ids: [ID!]!): Retired }
type Retired { userErrors: [UserError!]!, devices: [Device!]!, notes: [Note!]!, events: [Event!]! }
type Event { message: String!, of: Device }
type UserError { message: String!, field: [String!] }
type Note { id: ID!, message: String! }
scalar Moment
enum Unit { DAY HOUR }
input Filter { name: String }
type Team { devices(first: Int, after: String): DeviceConnection, groups(first: Int, after: String): DeviceConnection }
type DeviceConnection { nodes: [Device!], pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
type Device { id: ID!, name: String, site: Site, broken: Int }
type Site { city: String }`;

const all = [1, 2, 3].map((number) => ({ id: `d${number}`, name: `name ${number}`, site: { city: 'Bern' } }));
const pageOf = (_: unknown, { first = 2, after }: { first?: number; after?: string }) => {
  const start = Number(after ?? 0);
  const nodes = all.slice(start, start + Math.min(first, 2));
  const end = start + nodes.length;
  return { nodes, pageInfo: { hasNextPage: end < all.length, endCursor: String(end) } };
};

const files = {
  'operations/list.graphql':
    'query ListAll($first: Int, $after: String) { team { devices(first: $first, after: $after) { nodes { ...Parts } pageInfo { hasNextPage endCursor } } } }',
  'operations/rename.graphql':
    'mutation Rename($id: ID!, $name: String!) { renameDevice(id: $id, name: $name) { id name } }',
  'operations/parts.graphql': 'fragment Parts on Device { id name site { city } }',
  'two.graphql': 'query One { team { __typename } } query Two { __typename }',
  'both.graphql':
    'query Both($a: String, $b: String) { team { devices(after: $a) { nodes { id } pageInfo { hasNextPage endCursor } } groups(after: $b) { nodes { id } pageInfo { hasNextPage endCursor } } } }',
  'wrong.graphql': 'query Wrong {\n  team {\n    gadgets\n  }\n}',
  'count.graphql':
    'query Count($by: Unit, $filter: Filter, $list: [Int!], $at: Moment) { count(by: $by, filter: $filter, list: $list, at: $at) }',
  'partial.graphql': 'query Partial { team { devices { nodes { id broken } } } }',
  'variables.json': '{ "id": "d2" }',
};

const renamed: object[] = [];
const service = await served(typeDefs, {
  Query: {
    team: () => ({}),
    device: (_: unknown, { id }: { id: string }) => all.find((it) => it.id === id),
    count: () => 1,
    log: () => [{ message: 'started' }],
  },
  Mutation: {
    renameDevice: (_: unknown, given: object) => {
      renamed.push(given);
      return given;
    },
    retire: (_: unknown, { ids }: { ids: readonly string[] }) => ({
      userErrors: ids.map((id) => ({ message: `${id} is \u001b[31min use`, field: ['ids'] })),
      devices: [],
      notes: [{ id: 'n1', message: 'noted' }],
      events: [{ message: 'moved', of: all[0] }],
    }),
  },
  Team: { devices: pageOf, groups: pageOf },
  Device: {
    broken: () => {
      throw new Error('the sensor is broken');
    },
  },
});
const folder = await folderWith(files);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => {
  renamed.length = 0;
  service.bodies.length = 0;
});

const request = (args: readonly string[], around: Parameters<typeof say>[1] = {}) =>
  say(['request', ...args], { env: service.env, cwd: folder.path, ...around });

/** The same in another project. */
const requestIn = (files: Readonly<Record<string, string>>, args: readonly string[]) =>
  sayIn(files, ['request', ...args], { env: service.env });

const deviceQuery = 'query ($id: ID!) { device(id: $id) { id } }';

test.each([
  ['an argument', [deviceQuery]],
  ['standard input', ['-'], deviceQuery],
])('an operation is %s', async (_, args, stdin = '') => {
  const { code, stdout, stderr } = await request([...args, '--var', 'id=d1'], { stdin });
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, { device: { id: 'd1' } }, '']);
});

test('an operation is found by its name in the project, with its fragments', async () => {
  const { code, stdout } = await request(['ListAll', '--var', 'first=1']);
  expect([code, JSON.parse(stdout).team.devices.nodes]).toEqual([0, [all[0]]]);
});

test.each<[args: readonly string[], message: string]>([
  [['LisAll'], 'There is no file LisAll, and no operation of that name in operations. Did you mean ListAll?'],
  [['Nothing'], 'It has ListAll, Rename.'],
  [[''], 'The operation is empty: pass a file, `-` for standard input, the operation itself, or its name.'],
  [['two.graphql', '--var', 'a=1'], 'Pass `--operation` with One or Two: two.graphql has several operations.'],
  [['two.graphql', '--operation', 'Three', '--var', 'a=1'], 'two.graphql has no operation Three'],
  [['two.graphql'], 'Say which to send with `--operation`.'],
  [['query {', '--var', 'a=1'], 'the argument:1:8'],
  [['-', '--variables', '-'], 'Standard input cannot be both'],
  [['count.graphql', '--var', 'by=WEEK'], 'The variable $by (Unit) must be one of DAY, HOUR.'],
  [['count.graphql', '--var', 'filter=x'], 'The variable $filter (Filter) must be a JSON object for Filter.'],
  [['count.graphql', '--var', 'list=many'], 'The variable $list ([Int!]) must be a whole number.'],
  [['count.graphql', '--var', 'lst=1'], 'The operation has no variable $lst. Did you mean list?'],
  [['count.graphql', '--var', 'by'], '`--var` must be name=value'],
  [
    ['both.graphql', '--paginate'],
    'The operation has several connections: pass `--connection` with team.devices or team.groups.\n',
  ],
  [['count.graphql', '--paginate'], 'has no connection to page through: select pageInfo'],
  [['Rename', '--paginate'], '`--paginate` reads lists of queries only.'],
  [['ListAll', '--paginate', '--all'], 'cannot be combined'],
  [['ListAll', '--connection', 'team.devices'], '`--connection` needs `--paginate`: pass it, too.'],
  [['ListAll', '--format', 'csv'], '`--format csv` needs `--paginate`.'],
])('the request %j is refused: %s', async (args, message) => {
  expect(await request(args)).toEqual(failure(2, message));
});

test('variables have the types that the operation declares', async () => {
  const vars = ['by=DAY', 'filter={"name":"x"}', 'list=[1,2]', 'at=2026-01-01'];
  const { code } = await request(['count.graphql', ...vars.flatMap((it) => ['--var', it])]);
  expect(code).toBe(0);
  expect(service.bodies.at(-1)?.variables).toEqual({
    by: 'DAY',
    filter: { name: 'x' },
    list: [1, 2],
    at: '2026-01-01',
  });
});

test('`--variables` is JSON, a file or standard input, and `--var` wins over it', async () => {
  const query =
    'query ($id: ID!, $other: Int) { device(id: $id) { id } team @include(if: true) { devices(first: $other) { nodes { id } } } }';
  await request([query, '--variables', '@variables.json', '--var', 'other=1']);
  expect(service.bodies.at(-1)?.variables).toEqual({ id: 'd2', other: 1 });
  await request([query, '--variables', '-', '--var', 'id=d3'], { stdin: '{"id":"d1","other":2}' });
  expect(service.bodies.at(-1)?.variables).toEqual({ id: 'd3', other: 2 });
});

test('a missing variable is reported before anything is sent, if there is a snapshot', async () => {
  const query =
    'query One($id: ID!, $first: Int! = 1) { device(id: $id) { id } team { devices(first: $first) { nodes { id } } } }';
  expect(await requestIn({ 'schema.graphql': typeDefs }, [query])).toEqual(
    said(
      2,
      '',
      'The operation needs the variable $id (ID!), so nothing was sent: pass `--var id=…` or `--variables`.\n',
    ),
  );
  expect(service.bodies).toEqual([]);
});

test('`--paginate` reads all pages of the only connection, in every format of a list', async () => {
  expect(JSON.parse((await request(['ListAll', '--paginate'])).stdout)).toEqual(all);
  const { stdout } = await request(['ListAll', '--paginate', '--format', 'csv']);
  expect(stdout).toBe('id,name,site.city\r\nd1,name 1,Bern\r\nd2,name 2,Bern\r\nd3,name 3,Bern\r\n');
});

test('`--paginate` reads the pages of the connection that `--connection` names', async () => {
  const { stdout } = await request(['both.graphql', '--paginate', '--connection', 'team.groups', '--format', 'csv']);
  expect(stdout).toBe('id\r\nd1\r\nd2\r\nd3\r\n');
});

test('a note follows a page of a list with more pages', async () => {
  const stderr = 'team.devices has more pages: pass `--paginate` to read them all.\n';
  expect(await request(['ListAll'])).toMatchObject({ code: 0, stderr });
  expect((await request(['ListAll', '--variables', '{"after":"2"}'])).stderr).toBe('');
});

describe('a mutation', () => {
  const rename = ['Rename', '--var', 'id=d1', '--var', 'name=new'];

  test('a mutation needs `--yes` without a terminal', async () => {
    const how = 'Rename is a mutation: pass `--yes` to send it. Nothing was sent.\n';
    expect([await request(rename), renamed]).toEqual([said(2, '', how), []]);
    expect((await request([...rename, '--yes'])).code).toBe(0);
    expect(renamed).toEqual([{ id: 'd1', name: 'new' }]);
  });

  test.each([
    ['y', 0, 1],
    ['YES', 0, 1],
    ['', 1, 0],
    ['n', 1, 0],
  ])('a mutation is sent from a terminal after a yes: “%s” exits with %i', async (answer, code, sent) => {
    const ended = await request(rename, { isTTY: true, answer });
    expect([ended.code, renamed.length]).toEqual([code, sent]);
    expect(ended.stderr).toContain(`Rename is a mutation. Send it to ${service.url}/graphql? [y/N] `);
  });
});

describe('a mutation whose answer lists errors of a user', () => {
  const retire = (ids: string, list = 'userErrors { message field }') =>
    `mutation { retire(ids: ${ids}) { ${list} devices { id } notes { id message } events { message of { id } } } }`;
  const refusals = (list: string) =>
    ['d1', 'd2'].map((id) => `The mutation was refused: retire.${list}: ${id} is \\u001b[31min use\n`).join('');

  test('a mutation with user errors is refused and exits with 1: a snapshot shows the list, and else its name', async () => {
    const byName = await request([retire('["d1", "d2"]'), '--yes']);
    expect([byName.code, byName.stderr]).toEqual([1, refusals('userErrors')]);
    expect(JSON.parse(byName.stdout).retire.userErrors).toHaveLength(2);
    const aliased = [retire('["d1", "d2"]', 'why: userErrors { message }'), '--yes'];
    expect(await requestIn({ 'schema.graphql': typeDefs }, aliased)).toMatchObject({
      code: 1,
      stderr: refusals('why'),
    });
  });

  test('an empty list of user errors, or one of a query, is no refusal', async () => {
    for (const args of [[retire('[]'), '--yes'], ['{ userErrors: log { message } }']])
      expect(await request(args)).toMatchObject({ code: 0, stderr: '' });
  });

  test('a user error without a message exits with 1, too', async () => {
    const stderr = 'The mutation was refused: retire.userErrors: an error without a message\n';
    expect(await request([retire('["d1"]', 'userErrors { field }'), '--yes'])).toMatchObject({ code: 1, stderr });
  });
});

test('an operation with several mutations names them in its question', async () => {
  const schema =
    'type Query { a: Int } type Mutation { team: T } type T { device(id: ID!): D } type D { rename(to: ID!): Int wipe: Int }';
  const document = 'mutation Two { team { device(id: 1) { rename(to: 2) off: wipe } } }';
  expect(await requestIn({ 'schema.graphql': schema }, [document])).toEqual(
    said(
      2,
      '',
      'Two runs 2 mutations (team.device.rename, team.device.off): pass `--yes` to send it. Nothing was sent.\n',
    ),
  );
});

test('`--dry-run` prints the request with the host and without the key, and sends nothing', async () => {
  const { code, stdout, stderr } = await request(['Rename', '--var', 'id=d1', '--var', 'name=new', '--dry-run']);
  expect([code, stderr, service.bodies]).toEqual([0, 'Nothing was sent.\n', []]);
  const shown = JSON.parse(stdout);
  expect(shown).toMatchObject({
    method: 'POST',
    url: `${service.url}/graphql`,
    headers: { authorization: 'Bearer [the key]', 'content-type': 'application/json' },
    body: { variables: { id: 'd1', name: 'new' } },
  });
  expect(shown.body.query).toContain('mutation Rename($id: ID!, $name: String!)');
  expect(stdout).not.toContain(service.env.CONTROL_API_KEY);
});

test('`--dry-run` needs no key', async () => {
  const env = { CONTROL_API_URL: 'https://control.example' };
  const { code, stdout } = await request(['{ team { __typename } }', '--dry-run'], { env });
  expect([code, JSON.parse(stdout).url]).toEqual([0, 'https://control.example/graphql']);
});

test('a syntax error is reported with its place, also without a snapshot', async () => {
  const message = '  the argument:1:22: Syntax Error: Expected Name, found <EOF>.\n';
  expect(await request(['{ team { __typename }'])).toEqual(failure(2, message));
  expect(service.bodies).toEqual([]);
});

test('an operation is validated by the snapshot before anything is sent', async () => {
  const project = { ...files, 'schema.graphql': typeDefs };
  const wrong = await requestIn(project, ['wrong.graphql']);
  expect(wrong).toEqual(failure(2, '  wrong.graphql:3:5: Cannot query field "gadgets" on type "Team".'));
  expect(wrong.stderr).toContain('If the snapshot is out of date, run: npx control-api-sdk schema pull');
  expect(service.bodies).toEqual([]);
  expect(JSON.parse((await requestIn(project, ['ListAll', '--paginate'])).stdout)).toEqual(all);
});

test('an operation is not sent if the snapshot lacks its root type', async () => {
  const without = typeDefs.replace(/type Mutation .*/, '');
  const args = ['operations/rename.graphql', '--var', 'id=d1', '--var', 'name=a', '--yes'];
  expect(await requestIn({ ...files, 'schema.graphql': without }, args)).toEqual(
    failure(2, 'operations/rename.graphql:1:1: The schema has no mutation type.'),
  );
  expect(service.bodies).toEqual([]);
});

test('`--all` prints data, errors and meta, and the errors decide the exit code', async () => {
  const { code, stdout } = await request(['partial.graphql', '--all']);
  const answer = JSON.parse(stdout);
  expect(code).toBe(4);
  expect(answer.data.team.devices.nodes).toHaveLength(2);
  expect(answer.errors[0].message).toBe('the sensor is broken');
  expect(answer.meta).toMatchObject({ status: 200, attempts: 1 });
  expect(await request(['partial.graphql'])).toEqual(failure(4, 'The service says: “the sensor is broken'));
});
