import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';
import { type Checks, judge } from '../../helpers/judged.ts';

/** A platform whose mutations name, beside what they are about, other things: where it stands, whose it is, what it is made of. */
const schema = `
  scalar DateTime
  type Query { apps: [App!]! users: [User!]! orders: [Order!]! reports: [Report!]! reportUpdates: [ReportUpdate!]! rules: [Rule!]! certificates: [Certificate!]! }
  type App { id: ID! name: String! hostname: String! enabled: Boolean! pausedAt: DateTime pausedNote: String lockedAt: DateTime limits: Limits sourceApp: App rules: [Rule!]!
    owner: User creator: User } type Limits { cpu: Int! memory: Int! }
  type User { id: ID! name: String! } type Order { id: ID! customer: User! note: String } type Rule { id: ID! app: App! } type Certificate { id: ID! name: String! }
  type Report { id: ID! title: String! } type ReportUpdate { id: ID! title: String! }
  input Item { sku: String! quantity: Int! } input LimitsInput { cpu: Int memory: Int disk: Int }
  type AppPayload { app: App } type Release { app: App version: String! regionCount: Int! lockId: ID! }
  type Mutation {
    deleteHandler(appId: ID!, name: String!): Boolean! appRulesDelete(id: ID!): AppPayload! importCertificate(appId: ID!, hostname: String!): AppPayload!
    enableAppCdn(appId: ID!): AppPayload! appSubscribe(id: ID!, userId: ID!): AppPayload! inviteUser(name: String!): Boolean!
    createOrder(customerId: ID!, items: [Item!]!): Order! reportUpdate(id: ID!, title: String!): Report! createApp(name: String!, sourceAppId: ID): App!
    deleteApp(id: ID!, transferToAppId: ID): Boolean! updateApp(id: ID!, limits: LimitsInput, dryRun: Boolean): App! pauseApp(id: ID!, note: String): App!
    lockApp(appId: ID!): Release! appRuleCreate(id: ID!): Rule! renameApp(app: ID!, name: String!): App! }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

async function start() {
  const world = emulated(schema, { count: { App: 3, User: 3, Rule: 3 } });
  const { apps, users } = await world.data('{ apps { id lockedAt enabled } users { id } }');
  return { ...world, app: apps.find(({ enabled }: Any) => !enabled).id, apps, user: users[2].id };
}

test.each<readonly [what: string, mutation: (app: string, user: string) => string]>([
  ['the app is deleted that a handler stands in', (app) => `deleteHandler(appId: "${app}", name: "x")`],
  ['the app is deleted whose rules are', (app) => `appRulesDelete(id: "${app}") { app { id } }`],
  [
    'a host is written that a certificate has',
    (app) => `importCertificate(appId: "${app}", hostname: "x") { app { id } }`,
  ],
  ['the app is enabled for a part of it', (app) => `enableAppCdn(appId: "${app}") { app { id } }`],
  ['one of two references is chosen', (app, user) => `appSubscribe(id: "${app}", userId: "${user}") { app { id } }`],
  ['a user is made of who is invited, where no answer shows one', () => 'inviteUser(name: "x")'],
])('not %s: it is noted, and changes nothing', async (_, mutation) => {
  const { data, world, notes, app, user } = await start();
  await data(`mutation { ${mutation(app, user)} }`);
  expect(world.snapshot().changes).toEqual([]);
  expect(notes).toContainEqual(expect.stringContaining('changed nothing'));
});

test.each<readonly [note: string, mutation: (app: string, user: string) => string]>([
  [
    '`items` of',
    (_, user) =>
      `createOrder(customerId: "${user}", items: [{ sku: "a", quantity: 1 }, { sku: "b", quantity: 2 }]) { id }`,
  ],
  ['`transferToAppId` of', (app) => `deleteApp(id: "${app}", transferToAppId: "x")`],
  ['`dryRun` of', (app) => `updateApp(id: "${app}", limits: { cpu: 9999 }, dryRun: true) { id }`],
  ['`limits.disk` of', (app) => `updateApp(id: "${app}", limits: { cpu: 9999, disk: 1 }) { id }`],
])('of a mutation that is understood, %s is noted', async (note, mutation) => {
  const { data, world, notes, app, user } = await start();
  await data(`mutation { ${mutation(app, user)} }`);
  const done = world
    .snapshot()
    .changes.filter(({ created, deleted, values }) => created ?? deleted ?? values['limits']);
  expect(done.filter(({ object }) => !object.startsWith('Rule'))).toHaveLength(1);
  expect(notes).toEqual([expect.stringContaining(note)]);
});

test('of an answer, what nothing says is drawn and noted: a version is no moment, a count no success, a lock no app', async () => {
  const { data, notes, apps } = await start();
  const { id } = apps.find((each: Any) => each.lockedAt === null);
  const { lockApp } = await data(`mutation { lockApp(appId: "${id}") { app { id } version regionCount lockId } }`);
  expect(lockApp).toMatchObject({ app: { id }, version: expect.not.stringMatching(/^20/) });
  expect([lockApp.lockId, lockApp.regionCount]).not.toEqual([id, 1]);
  const drawn = ['version', 'regionCount', 'lockId'].map((name) => `\`Release.${name}\` is drawn`);
  for (const each of drawn) expect(notes).toContainEqual(expect.stringContaining(each));
});

const checks: Checks = {
  'an update is no update of an update': async ({ ask }) => {
    const { reports } = await ask('{ reports { id } }');
    const { reportUpdate } = await ask(`mutation { reportUpdate(id: "${reports[2].id}", title: "x") { id title } }`);
    expect(reportUpdate).toEqual({ id: reports[2].id, title: 'x' });
  },
  'what is made of another one refers to it': async ({ ask }) => {
    const [{ id }] = (await ask('{ apps { id } }')).apps;
    const { createApp } = await ask(
      `mutation { createApp(name: "x", sourceAppId: "${id}") { id name sourceApp { id } } }`,
    );
    expect(createApp).toMatchObject({ name: 'x', sourceApp: { id } });
    expect((await ask('{ apps { id } }')).apps).toContainEqual({ id: createApp.id });
  },
  'the id alone may be that of what a new object belongs to': async ({ ask }) => {
    const app = (await ask('{ apps { id } }')).apps[1];
    const { appRuleCreate } = await ask(`mutation { appRuleCreate(id: "${app.id}") { id app { id } } }`);
    expect(appRuleCreate).toEqual({ id: expect.not.stringMatching(app.id), app });
  },
  'what has the type of an id is one, whatever it is called': async ({ ask }) => {
    const { id } = (await ask('{ apps { id } }')).apps[1];
    const { renameApp } = await ask(`mutation { renameApp(app: "${id}", name: "x") { id name } }`);
    expect(renameApp).toEqual({ id, name: 'x' });
  },
  'a note belongs to the state that is moved': async ({ ask }) => {
    const { id } = (await ask('{ apps { id pausedAt } }')).apps.find((each: Any) => each.pausedAt === null);
    const { pauseApp } = await ask(`mutation { pauseApp(id: "${id}", note: "n") { pausedAt pausedNote } }`);
    expect(pauseApp).toEqual({ pausedAt: expect.any(String), pausedNote: 'n' });
  },
};

judge('what stands beside the subject', schema, checks);
