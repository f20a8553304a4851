import { expect, test } from 'vitest';
import { type Any, emulated } from '../../helpers/emulated.ts';

/** A control plane of services and their releases. Each mutation is one case of the rules 11 to 15. */
const sdl = `
  scalar DateTime
  type Query { team: Team! service(id: ID!): Service alert(id: ID!): Alert }
  type Team { id: ID! name: String! services: [Service!]! releases: [Release!]! people: [Person!]! alerts: [Alert!]! projects: [Project!]!
    keys(includeRevoked: Boolean = false): [Key!]! reports(includeDeleted: Boolean = false): [Report!]! }
  enum ServiceState { DRAFT RUNNING PAUSED }
  enum Answer { OK NOT_FOUND }
  type Limits { cpu: Int memory: Int }
  type Service { id: ID! name: String! state: ServiceState! pausedAt: DateTime pausedReason: String replicas: Int! tags: [String!]! limits: Limits project: Project owner: Person maintenanceMode: Boolean! createdAt: DateTime! }
  type Release { id: ID! version: String! service: Service! }
  type Project { id: ID! name: String! services: [Service!]! people: [Person!]! }
  type Person { id: ID! name: String! }
  enum AlertStatus { OPEN ACKNOWLEDGED RESOLVED }
  type Alert { id: ID! status: AlertStatus! isResolved: Boolean! acknowledgedAt: DateTime acknowledgedBy: Person }
  type Key { id: ID! label: String! revoked: Boolean! } type Report { id: ID! title: String! deletedAt: DateTime }
  type NotFoundError { message: String! } union RenameResult = Service | NotFoundError
  type UserError { message: String! field: String code: String } type ServicePayload { service: Service errors: [UserError!]! }
  type DeletePayload { success: Boolean! deletedServiceId: ID } type Done { status: Answer! service: Service }
  type Job { id: ID! } type JobPayload { success: Boolean! service: Service }
  input ServiceInput { name: String! projectId: ID tags: [String!] limits: LimitsInput items: [LimitsInput!] = null } input LimitsInput { cpu: Int memory: Int }
  type Mutation {
    createService(input: ServiceInput!): ServicePayload! renameService(serviceId: ID!, newName: String!): RenameResult! setServiceMaintenanceMode(serviceId: ID!, enabled: Boolean!): Done!
    pauseService(serviceId: ID!, reason: String): Service! resumeService(serviceId: ID!): Service! acknowledgeAlert(id: ID!): Alert! markAlertAsResolved(id: ID!): Alert!
    addServiceTag(id: ID!, tag: String!): Service! removeTag(serviceId: ID!, tag: String!): Service! deleteService(id: ID!): DeletePayload!
    revokeKey(id: ID!): Key! deleteReport(id: ID!): Boolean! restoreReport(id: ID!): Report!
    rebootService(id: ID!): JobPayload! createBackup(serviceId: ID!): Boolean! inviteMember(email: String!): Boolean! removeServiceFromProject(serviceId: ID!): Service!
    deployRelease(releaseId: ID!): Service! createAndPauseService(name: String!): Service! updateServiceColor(id: ID!, name: String!): Service!
    updateServiceOwner(serviceId: ID!, name: String!): Service! updateServiceProject(serviceId: ID!, name: String!): Service!
    deleteReleasesOfService(serviceId: ID!): Boolean! copyService(id: ID!, name: String!): Service! scaleServices(id: ID, replicas: Int!): Service!
    restartProject(serviceId: ID!): Service! touch(id: ID!): String }`;

const ids = '{ team { services { id tags } projects { id } alerts { id status } } }';

/** The rules that hold, each with a mutation, a read after it, and what that has. */
const rows: readonly (readonly [
  title: string,
  make: (team: Any) => readonly [mutation: string, read: string, has: object],
])[] = [
  [
    'Rule 11: A payload shows the created object; fields without an input are null, empty, now or the first state.',
    ({ projects: [, { id }] }) => [
      `createService(input: { name: "gate", projectId: "${id}", limits: { cpu: 2 } }) { service { name state pausedAt tags limits { cpu memory } project { id } owner { id } createdAt } errors { message } }`,
      'team { id }',
      {
        createService: {
          errors: [],
          service: {
            ...{ name: 'gate', state: 'DRAFT', pausedAt: null, tags: [], owner: null, project: { id } },
            ...{ limits: { cpu: 2, memory: null }, createdAt: '2026-01-01T00:00:01Z' },
          },
        },
      },
    ],
  ],
  [
    'Rule 12: The only value is written to the field that the name mentions, and the answer reports success.',
    ({ services: [{ id }] }) => [
      `setServiceMaintenanceMode(serviceId: "${id}", enabled: true) { status service { id maintenanceMode } }`,
      'team { id }',
      { setServiceMaintenanceMode: { status: 'OK', service: { id, maintenanceMode: true } } },
    ],
  ],
  [
    'Rules 5 and 12: A value of an enum, a boolean and a moment agree.',
    ({ alerts }) => {
      const { id } = alerts.find(({ status }: Any) => status === 'OPEN');
      return [
        `acknowledgeAlert(id: "${id}") { status } markAlertAsResolved(id: "${id}") { id }`,
        `alert(id: "${id}") { status isResolved }`,
        { acknowledgeAlert: { status: 'ACKNOWLEDGED' }, alert: { status: 'RESOLVED', isResolved: true } },
      ];
    },
  ],
  [
    'Rule 13: A value is added to the list that the name mentions, and taken from it.',
    ({ services: [{ id, tags }] }) => [
      `addServiceTag(id: "${id}", tag: "new") { tags } removeTag(serviceId: "${id}", tag: "${tags[0]}") { id }`,
      `service(id: "${id}") { tags }`,
      { addServiceTag: { tags: [...tags, 'new'] }, service: { tags: [...tags.slice(1), 'new'] } },
    ],
  ],
  [
    'Rule 14: An unknown id is an error of the payload, a member of the union, or the status.',
    () => [
      'renameService(serviceId: "x", newName: "y") { __typename ... on NotFoundError { message } } setServiceMaintenanceMode(serviceId: "x", enabled: true) { status service { id } } createService(input: { name: "y", projectId: "x" }) { service { id } errors { field code } }',
      'team { id }',
      {
        renameService: { __typename: 'NotFoundError', message: expect.stringContaining('"x"') },
        setServiceMaintenanceMode: { status: 'NOT_FOUND', service: null },
        createService: { service: null, errors: [{ field: 'projectId', code: 'NOT_FOUND' }] },
      },
    ],
  ],
];

test.each(rows)('%s', async (_, make) => {
  const { data, notes } = emulated(sdl);
  const { team } = await data(ids);
  const [mutation, read, has] = make(team);
  const answer = await data(`mutation { ${mutation} }`);
  expect({ ...answer, ...(await data(`{ ${read} }`)) }).toMatchObject(has);
  expect(notes).toEqual([]);
});

test.each([
  ['rebootService(id: "x") { success }', 'no field or value of a Service says `rebooted`', 12],
  ['createBackup(serviceId: "x")', 'its answer shows no object that it could make', 11],
  ['inviteMember(email: "x")', 'no id names what it would invite', 12],
  ['removeServiceFromProject(serviceId: "x") { id }', 'its name mentions a Project, and no id says which', 13],
  ['deployRelease(releaseId: "x") { id }', 'its answer shows a Service, and `deploy` is no verb of creation', 11],
  ['createAndPauseService(name: "x") { id }', '`createAndPauseService` names two things to do', 12],
  ['updateServiceColor(id: "x", name: "y") { id }', '`color` of its name is no field of a Service', 12],
  [
    'updateServiceOwner(serviceId: "x", name: "y") { id }',
    'its name mentions the owner of a Service, and no id says which',
    12,
  ],
  [
    'updateServiceProject(serviceId: "x", name: "y") { id }',
    'its name mentions the project of a Service, and no id says which',
    12,
  ],
  ['deleteReleasesOfService(serviceId: "x")', 'its name mentions a Release, and no id says which', 13],
  ['copyService(id: "x", name: "y") { id }', 'no field or value of a Service says `copied`', 12],
  ['scaleServices(replicas: 3) { id }', '`id`, which says which Service, is not given', 12],
  ['restartProject(serviceId: "x") { id }', 'its name mentions a Project, and no id says which', 12],
  ['touch(id: "x")', 'no id names what it would touch', 12],
])('Rule 15: The mutation `%s` is refused, since %s.', async (mutation, reason, rule) => {
  const { answer, world, notes } = emulated(sdl);
  const { data, errors } = await answer(`mutation { ${mutation} }`);
  expect(data).toBeUndefined();
  expect(errors).toEqual([
    expect.stringContaining(`${reason} (rule ${rule} of its page). Give it a resolver: { Mutation: { `),
  ]);
  expect([world.snapshot().changes, notes]).toEqual([[], []]);
});

test('A mutation with a resolver, or behind `@skip`, is not refused, and a fragment hides none.', async () => {
  const { answer } = emulated(sdl, { resolvers: { Mutation: { rebootService: () => ({ success: true }) } } });
  const document =
    'mutation ($no: Boolean = false) { rebootService(id: "x") { success } touch(id: "x") @include(if: $no) }';
  expect(await answer(document, { no: false })).toEqual({ data: { rebootService: { success: true } }, errors: [] });
  const { errors } = await answer('mutation { ...All } fragment All on Mutation { ... { touch(id: "x") } }');
  expect(errors).toEqual([expect.stringContaining('`Mutation.touch`')]);
});

test('A list omits revoked and deleted objects unless an argument includes them, and a restored one returns.', async () => {
  const { data } = emulated(sdl);
  const lists =
    '{ team { keys { id } reports { id } all: keys(includeRevoked: true) { id revoked } gone: reports(includeDeleted: true) { id deletedAt } } }';
  const { team } = await data(lists);
  const [key, report] = [team.keys[0].id, team.reports[0].id];
  await data(`mutation { revokeKey(id: "${key}") { id } deleteReport(id: "${report}") }`);
  const after = (await data(lists)).team;
  expect([after.keys, after.reports]).toEqual([team.keys.slice(1), team.reports.slice(1)]);
  expect(after.all).toContainEqual({ id: key, revoked: true });
  expect(after.gone).toContainEqual({ id: report, deletedAt: expect.any(String) });
  await data(`mutation { restoreReport(id: "${report}") { id } }`);
  expect((await data(lists)).team.reports).toEqual(team.reports);
});

test('The end of a state is noted if several states may follow.', async () => {
  const { data, notes } = emulated(sdl);
  const { team } = await data(ids);
  const [{ id }] = team.services;
  await data(`mutation { pauseService(serviceId: "${id}") { id } resumeService(serviceId: "${id}") { state } }`);
  expect(notes).toEqual([
    expect.stringContaining('`Mutation.resumeService` does not say which state follows `paused`'),
  ]);
});

test('Every mutation of a schema is explained in one line.', () => {
  const all = emulated(sdl).world.explain();
  const said = Object.fromEntries(
    all.map(({ mutation, rule, isEmulated, text }) => [mutation, `${rule} ${isEmulated} ${text}`]),
  );
  expect(Object.keys(said)).toHaveLength(27);
  expect(said).toMatchObject({
    'Mutation.createService': '11 true makes a Service of name, projectId, tags, limits',
    'Mutation.pauseService': '12 true makes the state `paused`, writes reason of the Service that `serviceId` names',
    'Mutation.addServiceTag': '13 true adds tag to the Service that `id` names',
    'Mutation.deleteService': '13 true deletes the Service that `id` names',
    'Mutation.rebootService': '12 false no field or value of a Service says `rebooted`',
  });
});
