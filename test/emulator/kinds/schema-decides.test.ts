import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';
import { type Checks, judge, type Stranger } from '../../helpers/judged.ts';

/** A control plane with the habits that names alone read wrongly: bulks, unions of errors, soft deletes. */
const schema = `
  scalar DateTime
  type Query { viewer: Viewer! sensor(id: ID!): Sensor zones: [Zone!]! zone(id: ID!): Zone invitations(options: Options): InvitationList!
    people: [Person!]! keys(includeRevoked: Boolean = false): [Key!]! reports(includeDeleted: Boolean = false): [Report!]! rules: [Rule!]!
    sensorStats: Stats! agents(sortKey: AgentKey, reverse: Boolean, onlyDispatchPaused: Boolean = false): [Agent!]! queues: [Queue!]! } enum AgentKey { NAME ID }
  input Options { take: Int skip: Int filter: InvitationFilter sort: InvitationSort } input InvitationFilter { email: Text } input Text { eq: String contains: String }
  input InvitationSort { email: Way } enum Way { ASC DESC }
  type InvitationList { items: [Invitation!]! totalItems: Int! }
  type Viewer { id: ID! name: String! sensors: [Sensor!]! sensorStats: SensorStats! }
  type SensorStats { total: Int! online: Int! warm: Int! } type Stats { total: Int! }
  type Sensor { id: ID! name: String! online: Boolean! zone: Zone! labels: [SensorLabel!]! labelIds: [ID!]! } type SensorLabel { id: ID! text: String! }
  type Zone { id: ID! name: String! code: String! sensors: [Sensor!]! }
  type Invitation { id: ID! email: String! invitedBy: Person } type Person { id: ID! name: String! }
  type Key { id: ID! label: String! revoked: Boolean! } type Report { id: ID! title: String! deletedAt: DateTime }
  type Rule { id: ID! name: String! settings: [KeyValue!]! } type KeyValue { key: String! value: String! }
  enum Deletion { REMOVED NOT_REMOVED } type DeletionResponse { result: Deletion! reason: String }
  type BulkItem { id: ID! ok: Boolean! failure: String } type BulkPayload { results: [BulkItem!]! }
  interface Failure { message: String! } type AddressTakenError implements Failure { message: String! } type UserInputError implements Failure { message: String! }
  union RenameResult = Sensor | AddressTakenError | UserInputError
  union MoveResult = Sensor | AddressTakenError
  input SettingInput { key: String! value: String! }
  type Agent { id: ID! name: String! dispatchPaused: Boolean! queue: Queue! } type Queue { id: ID! zone: Zone! }
  type AgentEdge { node: Agent } type AgentPayload { queue: Queue agentEdge: AgentEdge token: String! startedAt: DateTime! }
  type Job { token: String! startedAt: DateTime! quota: Int! }
  type Mutation {
    inviteMember(email: String!): Invitation! createSensor(zoneId: ID!, name: String!): Zone!
    labelSensor(id: ID!, labelIds: [ID!]!): Sensor! renameSensor(id: ID!, name: String!): RenameResult! moveSensor(id: ID!, zoneId: ID!): MoveResult!
    deleteSensor(id: ID!): DeletionResponse! deleteSensors(ids: [ID!]!): [DeletionResponse!]! renameSensors(ids: [ID!]!, name: String!): BulkPayload!
    revokeKey(id: ID!): Key! deleteReport(id: ID!): Boolean! restoreReport(id: ID!): Report!
    setRuleSettings(id: ID!, settings: [SettingInput!]!): Rule! startCalibration(sensorId: ID!, name: String!): Job! createViewer(name: String!): Boolean!
    agentPauseDispatch(id: ID!, note: String): Agent! agentResumeDispatch(id: ID!): Agent!
    createAgent(queueId: ID!, name: String!): AgentPayload! }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const sensorsOf = async ({ ask }: Stranger): Promise<Any[]> =>
  (await ask('{ viewer { sensors { id name online zone { id } labels { id } labelIds } } }')).viewer.sensors;
const oneOf = async (stranger: Stranger, list: string): Promise<Any> =>
  (await stranger.ask(`{ ${list} { id } }`))[list][0];

const checks: Checks = {
  'what is answered is made, whatever the name says': async (stranger) => {
    const { inviteMember } = await stranger.ask('mutation { inviteMember(email: "a@b.c") { id email } }');
    const { invitations, people } = await stranger.ask('{ invitations { items { id } totalItems } people { id } }');
    expect(inviteMember.email).toBe('a@b.c');
    expect(invitations.items).toContainEqual({ id: inviteMember.id });
    expect([invitations.totalItems, people.length]).toEqual([13, 12]);
  },
  'a list of ids is the list of objects beside it, whatever the type is called': async (stranger) => {
    const [one, two] = await sensorsOf(stranger);
    const labels = two.labels.map(({ id }: Any) => id);
    const { labelSensor } = await stranger.ask(
      `mutation { labelSensor(id: "${one.id}", labelIds: ${JSON.stringify(labels)}) { labels { id } labelIds } }`,
    );
    expect(labelSensor).toMatchObject({ labelIds: expect.arrayContaining(labels) });
    expect(labelSensor.labels.map(({ id }: Any) => id)).toEqual(labelSensor.labelIds);
  },
  'an unknown id is the error of any kind, not the first by the alphabet': async (stranger) => {
    const { renameSensor } = await stranger.ask('mutation { renameSensor(id: "nope", name: "x") { __typename } }');
    expect(renameSensor).toEqual({ __typename: 'UserInputError' });
  },
  'or an error, where no type fits': async (stranger) => {
    const zone = await oneOf(stranger, 'zones');
    expect(await stranger.errors(`mutation { moveSensor(id: "nope", zoneId: "${zone.id}") { __typename } }`)).toEqual([
      expect.stringContaining('"nope"'),
    ]);
  },
  'a deletion says what happened, with the words of its own enum': async (stranger) => {
    const [{ id }] = (await sensorsOf(stranger)) as [Any];
    const { deleteSensor } = await stranger.ask(`mutation { deleteSensor(id: "${id}") { result } }`);
    expect(deleteSensor).toEqual({ result: 'REMOVED' });
  },
  'one unknown id does not undo a bulk that answers each': async (stranger) => {
    const [one, two] = await sensorsOf(stranger);
    const { deleteSensors } = await stranger.ask(
      `mutation { deleteSensors(ids: ["${one.id}", "nope"]) { result reason } }`,
    );
    expect(deleteSensors).toEqual([
      { result: 'REMOVED', reason: null },
      { result: 'NOT_REMOVED', reason: expect.stringContaining('"nope"') },
    ]);
    const { renameSensors } = await stranger.ask(
      `mutation { renameSensors(ids: ["${two.id}", "nope"], name: "same") { results { id ok failure } } }`,
    );
    expect(renameSensors.results).toEqual([
      { id: two.id, ok: true, failure: null },
      { id: 'nope', ok: false, failure: expect.stringContaining('"nope"') },
    ]);
    const left = await sensorsOf(stranger);
    expect(left.map(({ id }) => id)).not.toContain(one.id);
    expect(left.find(({ id }) => id === two.id).name).toBe('same');
  },
  'what is hidden unless asked for is hidden, also when it becomes so': async ({ ask }) => {
    const [key] = (await ask('{ keys { id revoked } }')).keys;
    expect(key.revoked).toBe(false);
    await ask(`mutation { revokeKey(id: "${key.id}") { id } }`);
    const { keys, all } = await ask('{ keys { id revoked } all: keys(includeRevoked: true) { id revoked } }');
    expect(keys.every(({ revoked }: Any) => !revoked)).toBe(true);
    expect(keys.map(({ id }: Any) => id)).not.toContain(key.id);
    expect(all).toContainEqual({ id: key.id, revoked: true });
  },
  'a soft delete hides, and can be restored': async ({ ask }) => {
    const { reports } = await ask('{ reports { id } }');
    const [{ id }, ...others] = reports;
    await ask(`mutation { deleteReport(id: "${id}") }`);
    const gone = await ask('{ reports { id } all: reports(includeDeleted: true) { id deletedAt } }');
    expect(gone.reports).toEqual(others);
    expect(gone.all).toContainEqual({ id, deletedAt: expect.any(String) });
    expect(await ask(`mutation { restoreReport(id: "${id}") { id deletedAt } }`)).toEqual({
      restoreReport: { id, deletedAt: null },
    });
    expect((await ask('{ reports { id } }')).reports).toEqual(reports);
  },
  'the words of a type come before the verb': async (stranger) => {
    const { id } = (await stranger.ask('{ agents { id dispatchPaused } }')).agents.find(
      (each: Any) => !each.dispatchPaused,
    );
    const paused = await stranger.ask(`mutation { agentPauseDispatch(id: "${id}") { id dispatchPaused } }`);
    expect(paused.agentPauseDispatch).toEqual({ id, dispatchPaused: true });
    const resumed = await stranger.ask(`mutation { agentResumeDispatch(id: "${id}") { dispatchPaused } }`);
    expect(resumed.agentResumeDispatch).toEqual({ dispatchPaused: false });
  },
  'of several objects in an answer the name chooses': async (stranger) => {
    const { queues } = await stranger.ask('{ queues { id } }');
    const { createAgent } = await stranger.ask(
      `mutation { createAgent(queueId: "${queues[1].id}", name: "x") { queue { id } agentEdge { node { name queue { id } } } } }`,
    );
    const queue = { id: queues[1].id };
    expect(createAgent).toEqual({ queue, agentEdge: { node: { name: 'x', queue } } });
  },
  'a key and a direction apart sort': async ({ ask }) => {
    const names = async (args: string): Promise<string[]> =>
      (await ask(`{ agents${args} { name } }`)).agents.map(({ name }: Any) => name);
    expect(await names('(sortKey: NAME, reverse: true)')).toEqual((await names('')).sort().reverse());
    expect(await names('(sortKey: NAME)')).toEqual((await names('')).sort());
    const { agents } = await ask('{ agents(onlyDispatchPaused: true) { dispatchPaused } }');
    expect(new Set(agents.map(({ dispatchPaused }: Any) => dispatchPaused))).toEqual(new Set([true]));
  },
  'a pair of key and value is a part of its object': async (stranger) => {
    const { id } = await oneOf(stranger, 'rules');
    const settings = '[{ key: "a", value: "1" }]';
    const { setRuleSettings } = await stranger.ask(
      `mutation { setRuleSettings(id: "${id}", settings: ${settings}) { settings { key value } } }`,
    );
    expect(setRuleSettings.settings).toEqual([{ key: 'a', value: '1' }]);
  },
};

judge('where names alone would be wrong', schema, checks);

test('numbers beside a list count it; a total that counts nothing is noted', async () => {
  const { data, notes } = emulated(schema);
  const { viewer } = await data('{ viewer { sensors { online } sensorStats { total online } } }');
  expect(viewer.sensorStats).toEqual({
    total: viewer.sensors.length,
    online: viewer.sensors.filter(({ online }: { online: boolean }) => online).length,
  });
  expect(notes).toEqual([]);
  await data('{ viewer { sensorStats { warm } } }');
  expect(notes).toEqual([expect.stringContaining('`SensorStats.warm` is drawn')]);
});

test('what an answer shows and nothing says is drawn, and noted; a moment of what was done is now', async () => {
  const { data, notes } = emulated(schema);
  const { queues } = await data('{ queues { id } }');
  const { createAgent } = await data(
    `mutation { createAgent(queueId: "${queues[0].id}", name: "x") { startedAt token } }`,
  );
  expect(createAgent).toEqual({ startedAt: '2026-01-01T00:00:01Z', token: expect.any(String) });
  expect(notes).toEqual([expect.stringContaining('`AgentPayload.token` is drawn')]);
});

test('what neither the name nor the answer proves to be a change is noted, and not written', async () => {
  const { data, world, notes } = emulated(schema);
  const { viewer } = await data('{ viewer { sensors { id } } }');
  await data(`mutation { startCalibration(sensorId: "${viewer.sensors[0].id}", name: "fine") { startedAt } }`);
  expect(world.snapshot().changes).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('`name`'), expect.stringContaining('changed nothing')]);
});

test('there is one of what a root gives without arguments: no mutation makes another', async () => {
  const { data, world, notes } = emulated(schema);
  await data('mutation { createViewer(name: "x") }');
  expect(world.snapshot().changes).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('changed nothing')]);
});

test('paging, filters and orders in one input around all of them are understood', async () => {
  const { data, notes } = emulated(schema);
  const { invitations } = await data(
    '{ invitations(options: { take: 2, skip: 1, sort: { email: DESC } }) { items { email } totalItems } }',
  );
  const emails = (await data('{ invitations { items { email } } }')).invitations.items.map(
    (each: { email: string }) => each.email,
  );
  expect(invitations).toEqual({
    totalItems: 12,
    items: emails
      .sort()
      .reverse()
      .slice(1, 3)
      .map((email: string) => ({ email })),
  });
  const found = await data(
    `{ invitations(options: { filter: { email: { eq: "${emails[0]}" } } }) { items { email } } }`,
  );
  expect(found.invitations.items).toEqual([{ email: emails[0] }]);
  expect(notes).toEqual([]);
});
