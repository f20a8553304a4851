import { describe, expect, test } from 'vitest';
import { type Any, asker, by, type Check, judge, listChecks, none, pages } from './judge.ts';

/** A service for devices, with everything under the team. */
const sdl = `
  scalar DateTime
  type Query { team: Team! }
  type Team { id: ID! name: String! slug: String! plan: Plan! createdAt: DateTime! updatedAt: DateTime!
    devices(first: Int, after: String, last: Int, before: String, filter: DeviceFilterInput, orderBy: DeviceOrder, search: String): DeviceConnection!
    device(id: ID!): Device
    deviceBySerial(serialNumber: String!): Device
    deviceGroups(first: Int, after: String): DeviceGroupConnection!
    deviceGroup(deviceGroupId: ID!): DeviceGroup
    applications(first: Int, after: String, sort: ApplicationSort): ApplicationConnection!
    application(applicationId: ID!): Application
    deployments(first: Int, after: String, applicationId: ID, deviceId: ID, status: [DeploymentStatus!]): DeploymentConnection!
    deployment(deployment_uuid: ID!): Deployment
    members(role: MemberRole): [TeamMember!]!
    member(userId: ID!): TeamMember
    adoptKeys(first: Int): AdoptKeyConnection!
    adoptKey(adoptKey: ID!): TeamAdoptKey
    deviceCount: Int! onlineDeviceCount: Int! totalDevices: Int! memberCount: Int! }
  enum Plan { FREE PRO }
  input DeviceFilterInput { ids: [ID!] deviceGroupId: ID applicationId: ID status: DeviceStatus statuses: [DeviceStatus!] isOnline: Boolean
    name: StringFilter firmwareVersion: StringFilter lastSeenAt: DateTimeFilter tags: [String!] batteryLevel: IntFilter and: [DeviceFilterInput!] or: [DeviceFilterInput!] not: DeviceFilterInput }
  input StringFilter { eq: String ne: String in: [String!] contains: String startsWith: String endsWith: String }
  input IntFilter { eq: Int gt: Int gte: Int lt: Int lte: Int }
  input DateTimeFilter { before: DateTime after: DateTime }
  input DeviceOrder { field: DeviceOrderField! direction: OrderDirection! }
  enum DeviceOrderField { NAME LAST_SEEN_AT BATTERY_LEVEL CREATED_AT } enum OrderDirection { ASC DESC }
  enum ApplicationSort { NAME_ASC NAME_DESC CREATED_AT_DESC }
  enum DeviceStatus { ONLINE OFFLINE UPDATING ERROR }
  enum DeploymentStatus { PENDING RUNNING SUCCEEDED FAILED CANCELLED }
  enum MemberRole { OWNER ADMIN VIEWER }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type DeviceConnection { nodes: [Device!]! edges: [DeviceEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type DeviceEdge { cursor: String! node: Device! }
  type Device { id: ID! name: String! serialNumber: String! status: DeviceStatus! isOnline: Boolean! lastSeenAt: DateTime batteryLevel: Int! firmwareVersion: String! tags: [String!]!
    isArchived: Boolean! archivedAt: DateTime deviceGroup: DeviceGroup deviceGroupId: ID application: Application createdAt: DateTime! updatedAt: DateTime! location: Location note: String }
  type Location { latitude: Float! longitude: Float! label: String }
  type DeviceGroupConnection { nodes: [DeviceGroup!]! pageInfo: PageInfo! totalCount: Int! }
  type DeviceGroup { id: ID! name: String! deviceCount: Int! onlineDeviceCount: Int! devices(first: Int, after: String): DeviceConnection! createdAt: DateTime! }
  type ApplicationConnection { nodes: [Application!]! pageInfo: PageInfo! totalCount: Int! }
  type Application { id: ID! name: String! version: String! devices(first: Int, after: String, filter: DeviceFilterInput): DeviceConnection! deployments: [Deployment!]! deploymentCount: Int! createdAt: DateTime! }
  type DeploymentConnection { nodes: [Deployment!]! pageInfo: PageInfo! totalCount: Int! }
  type Deployment { deployment_uuid: ID! application: Application! applicationId: ID! device: Device status: DeploymentStatus! startedAt: DateTime finishedAt: DateTime failedAt: DateTime cancelledAt: DateTime createdAt: DateTime! updatedAt: DateTime! }
  type TeamMember { id: ID! userId: ID! user: User! role: MemberRole! invitedAt: DateTime! joinedAt: DateTime }
  type User { id: ID! name: String! email: String! }
  type AdoptKeyConnection { nodes: [TeamAdoptKey!]! pageInfo: PageInfo! }
  type TeamAdoptKey { adoptKey: ID! label: String! revoked: Boolean! revokedAt: DateTime expiresAt: DateTime }
`;

const fields = `id name serialNumber status isOnline lastSeenAt batteryLevel firmwareVersion tags isArchived archivedAt
  deviceGroup { id name } deviceGroupId application { id } createdAt updatedAt note`;
const devices = (args: string) => ({
  query: `{ team { devices(${args}) { nodes { ${fields} } } } }`,
  items: (data: Any) => data.team.devices.nodes,
});
const all = 'first: 100';
const oneGroup: Check = [
  'filter: { deviceGroupId } and { applicationId }',
  async ({ ask }) => {
    const every: Any[] = devices(all).items(await ask(devices(all).query));
    const [{ deviceGroup, application }] = every;
    const some = devices(`${all}, filter: { deviceGroupId: "${deviceGroup.id}" }`);
    const others = devices(`${all}, filter: { applicationId: "${application.id}" }`);
    return [
      [some.items(await ask(some.query)), others.items(await ask(others.query))],
      [
        every.filter((each) => each.deviceGroupId === deviceGroup.id),
        every.filter((each) => each.application.id === application.id),
      ],
    ];
  },
];

const lists = listChecks(devices, all, [
  [`${all}, filter: { status: ONLINE }`, (every) => every.filter(({ status }) => status === 'ONLINE')],
  [`${all}, filter: { statuses: [OFFLINE, ERROR] }`, (every) => every.filter(({ status }) => /OFF|ERR/.test(status))],
  [`${all}, filter: { statuses: [] }`, none],
  [`${all}, filter: { isOnline: false }`, (every) => every.filter(({ isOnline }) => !isOnline)],
  [`${all}, filter: {}`, (every) => every],
  [`${all}, filter: { status: null }`, (every) => every],
  [`${all}, filter: { name: { contains: "er" } }`, (every) => every.filter(({ name }) => name.includes('er'))],
  [`${all}, filter: { name: { startsWith: "c" } }`, (every) => every.filter(({ name }) => name.startsWith('c'))],
  [
    `${all}, filter: { firmwareVersion: { endsWith: "1" } }`,
    (every) => every.filter((each) => each.firmwareVersion.endsWith('1')),
  ],
  [`${all}, filter: { name: { ne: "nobody" } }`, (every) => every],
  [`${all}, filter: { name: { eq: "nobody" } }`, none],
  [
    `${all}, filter: { batteryLevel: { gte: 20, lt: 60 } }`,
    (every) => every.filter((each) => each.batteryLevel >= 20 && each.batteryLevel < 60),
  ],
  [
    `${all}, filter: { lastSeenAt: { after: "2025-06-01T00:00:00Z" } }`,
    (every) => every.filter((each) => each.lastSeenAt > '2025-06-01'),
  ],
  [
    `${all}, filter: { or: [{ status: ERROR }, { batteryLevel: { gt: 80 } }] }`,
    (every) => every.filter((each) => each.status === 'ERROR' || each.batteryLevel > 80),
  ],
  [
    `${all}, filter: { and: [{ not: { status: ERROR } }, { not: { batteryLevel: { gt: 80 } } }] }`,
    (every) => every.filter((each) => each.status !== 'ERROR' && each.batteryLevel <= 80),
  ],
  [`${all}, orderBy: { field: NAME, direction: ASC }`, (every) => every.toSorted(by(({ name }) => name))],
  [
    `${all}, orderBy: { field: BATTERY_LEVEL, direction: DESC }`,
    (every) => every.toSorted(by((each) => each.batteryLevel, -1)),
  ],
  [`${all}, orderBy: { field: CREATED_AT, direction: ASC }`, (every) => every.toSorted(by((each) => each.createdAt))],
  [
    `first: 5, filter: { status: ONLINE }, orderBy: { field: NAME, direction: DESC }`,
    (every) =>
      every
        .filter(({ status }) => status === 'ONLINE')
        .toSorted(by(({ name }) => name, -1))
        .slice(0, 5),
  ],
  [
    `${all}, search: "al"`,
    (every) =>
      every.filter((each) =>
        JSON.stringify([each.id, each.name, each.serialNumber, each.firmwareVersion, each.tags, each.note])
          .toLowerCase()
          .includes('al'),
      ),
  ],
  [`${all}, search: "no such text"`, none],
  ['first: 0', none],
  ['last: 3', (every) => every.slice(-3)],
]);

const others: Check[] = [
  oneGroup,
  [
    'filter: { ids }, and a tag',
    async ({ ask }) => {
      const every: Any[] = devices(all).items(await ask(devices(all).query));
      const wanted = [every[7], every[2]];
      const some = devices(`${all}, filter: { ids: ["${wanted[0].id}", "${wanted[1].id}", "none"] }`);
      const [tag] = every[3].tags;
      const tagged = devices(`${all}, filter: { tags: ["${tag}"] }`);
      return [
        [
          some
            .items(await ask(some.query))
            .map(({ id }: Any) => id)
            .sort(),
          tagged.items(await ask(tagged.query)),
        ],
        [wanted.map(({ id }) => id).sort(), every.filter(({ tags }) => tags.includes(tag))],
      ];
    },
  ],
  [
    'an object by its id, by a key of its own, and under every spelling of its id',
    async ({ ask }) => {
      const { team } =
        await ask(`{ team { devices(first: 4) { nodes { id serialNumber } } deployments(first: 4) { nodes { deployment_uuid status } }
        adoptKeys(first: 4) { nodes { adoptKey label } } members { userId user { id } } applications(first: 3) { nodes { id name } } deviceGroups(first: 3) { nodes { id name } } } }`);
      const [device, deployment, key] = [team.devices.nodes[2], team.deployments.nodes[3], team.adoptKeys.nodes[1]];
      const [member, application, group] = [team.members[2], team.applications.nodes[2], team.deviceGroups.nodes[1]];
      const found =
        await ask(`{ team { device(id: "${device.id}") { id serialNumber } deviceBySerial(serialNumber: "${device.serialNumber}") { id serialNumber }
        deployment(deployment_uuid: "${deployment.deployment_uuid}") { deployment_uuid status } adoptKey(adoptKey: "${key.adoptKey}") { adoptKey label }
        member(userId: "${member.userId}") { userId user { id } } application(applicationId: "${application.id}") { id name } deviceGroup(deviceGroupId: "${group.id}") { id name } } }`);
      return [
        found.team,
        { device, deviceBySerial: device, deployment, adoptKey: key, member, application, deviceGroup: group },
      ];
    },
  ],
  [
    'an unknown id is null',
    async ({ answer }) => [
      await answer(
        '{ team { device(id: "x") { id } deviceBySerial(serialNumber: "x") { id } member(userId: "x") { id } deployment(deployment_uuid: "x") { status } } }',
      ),
      { data: { team: { device: null, deviceBySerial: null, member: null, deployment: null } }, codes: [] },
    ],
  ],
  [
    'arguments beside the page: what belongs to a device or an application, and a state',
    async ({ ask }) => {
      const list = async (args: string) =>
        (
          await ask(
            `{ team { deployments(first: 100${args}) { totalCount nodes { deployment_uuid status applicationId device { id } } } } }`,
          )
        ).team.deployments;
      const { nodes } = await list('');
      const [{ device, applicationId }] = nodes;
      return [
        [
          await list(`, deviceId: "${device.id}"`),
          await list(`, applicationId: "${applicationId}", status: [PENDING, FAILED]`),
        ],
        [
          nodes.filter((each: Any) => each.device.id === device.id),
          nodes.filter((each: Any) => each.applicationId === applicationId && /PEND|FAIL/.test(each.status)),
        ].map((some) => ({ totalCount: some.length, nodes: some })),
      ];
    },
  ],
  [
    'an enum that sorts, and a list of members by role',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { all: applications(first: 50) { nodes { id name } } down: applications(first: 50, sort: NAME_DESC) { nodes { id name } } members { id role } admins: members(role: ADMIN) { id role } } }',
      );
      return [
        [team.down.nodes, team.admins],
        [team.all.nodes.toSorted(by(({ name }) => name, -1)), team.members.filter(({ role }: Any) => role === 'ADMIN')],
      ];
    },
  ],
  [
    'counts are the lengths of lists',
    async ({ ask }) => {
      const { team } =
        await ask(`{ team { deviceCount onlineDeviceCount totalDevices memberCount members { id } devices(first: 100) { totalCount nodes { isOnline } } some: devices(first: 2, filter: { status: OFFLINE }) { totalCount }
        off: devices(first: 100, filter: { status: OFFLINE }) { nodes { id } } deviceGroups(first: 50) { totalCount nodes { deviceCount onlineDeviceCount devices(first: 100) { totalCount nodes { isOnline } } } }
        applications(first: 50) { nodes { deploymentCount deployments { status } } } } }`);
      const online = team.devices.nodes.filter(({ isOnline }: Any) => isOnline).length;
      const groups = team.deviceGroups.nodes;
      return [
        [
          team.deviceCount,
          team.onlineDeviceCount,
          team.totalDevices,
          team.memberCount,
          team.devices.totalCount,
          team.some.totalCount,
          groups.map((each: Any) => [each.deviceCount, each.onlineDeviceCount, each.devices.totalCount]),
          team.applications.nodes.map((each: Any) => each.deploymentCount),
        ],
        [
          60,
          online,
          60,
          team.members.length,
          60,
          team.off.nodes.length,
          groups.map(({ devices: { nodes } }: Any) => [
            nodes.length,
            nodes.filter(({ isOnline }: Any) => isOnline).length,
            nodes.length,
          ]),
          team.applications.nodes.map((each: Any) => each.deployments.length),
        ],
      ];
    },
  ],
  [
    'the lists of groups and applications divide the devices, and both ends agree',
    async ({ ask }) => {
      const { team } = await ask(
        `{ team { devices(first: 100) { nodes { id deviceGroupId deviceGroup { id } application { id } } } deviceGroups(first: 50) { nodes { id devices(first: 100) { nodes { id } } } } applications(first: 50) { nodes { id devices(first: 100, filter: { status: ONLINE }) { nodes { status application { id } } } } } } }`,
      );
      const wrong = team.devices.nodes.filter(
        (device: Any) =>
          device.deviceGroupId !== device.deviceGroup.id ||
          !team.deviceGroups.nodes
            .find(({ id }: Any) => id === device.deviceGroup.id)
            .devices.nodes.some(({ id }: Any) => id === device.id),
      );
      const foreign = team.applications.nodes.flatMap((application: Any) =>
        application.devices.nodes.filter(
          (each: Any) => each.application.id !== application.id || each.status !== 'ONLINE',
        ),
      );
      return [
        [wrong, foreign, team.deviceGroups.nodes.flatMap((each: Any) => each.devices.nodes).length],
        [[], [], 60],
      ];
    },
  ],
  [
    'one state: an enum, flags and times tell the same story, in order',
    async ({ ask }) => {
      const { team } =
        await ask(`{ team { createdAt updatedAt devices(first: 100) { nodes { status isOnline isArchived archivedAt createdAt updatedAt } } deployments(first: 100) { nodes { status startedAt finishedAt failedAt cancelledAt createdAt updatedAt } }
        adoptKeys(first: 50) { nodes { revoked revokedAt } } members { invitedAt joinedAt } } }`);
      const wrong = [
        ...team.devices.nodes.filter(
          (each: Any) =>
            (each.status === 'ONLINE') !== each.isOnline ||
            each.isArchived !== (each.archivedAt !== null) ||
            each.createdAt > each.updatedAt,
        ),
        ...team.deployments.nodes.filter(
          (each: Any) =>
            (each.status === 'FAILED') !== (each.failedAt !== null) ||
            (each.status === 'CANCELLED') !== (each.cancelledAt !== null) ||
            each.createdAt > each.updatedAt ||
            (each.startedAt && each.startedAt < each.createdAt),
        ),
        ...team.adoptKeys.nodes.filter((each: Any) => each.revoked !== (each.revokedAt !== null)),
        ...team.members.filter((each: Any) => each.joinedAt !== null && each.joinedAt < each.invitedAt),
        ...[team].filter((each: Any) => each.createdAt > each.updatedAt),
      ];
      return [wrong, []];
    },
  ],
  [
    'paging forwards and backwards reaches every device once',
    async ({ ask }) => {
      const page = async (args: string) =>
        (
          await ask(
            `{ team { devices(${args}) { nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
          )
        ).team.devices;
      const ids = (found: Any) => found.nodes.map(({ id }: Any) => id);
      const forwards = await pages(async (cursor) => {
        const found = await page(`first: 7${cursor ? `, after: "${cursor}"` : ''}`);
        expect(found.edges.at(-1)).toEqual({ cursor: found.pageInfo.endCursor, node: found.nodes.at(-1) });
        return { ids: ids(found), cursor: found.pageInfo.endCursor, more: found.pageInfo.hasNextPage };
      });
      const backwards = await pages(async (cursor) => {
        const found = await page(`last: 7${cursor ? `, before: "${cursor}"` : ''}`);
        return {
          ids: ids(found).toReversed(),
          cursor: found.pageInfo.startCursor,
          more: found.pageInfo.hasPreviousPage,
        };
      });
      const whole = ids(await page('first: 100'));
      return [
        [forwards, backwards.toReversed()],
        [whole, whole],
      ];
    },
  ],
  [
    'a cursor of a sorted, filtered list leads on in it',
    async ({ ask }) => {
      const page = async (args: string) =>
        (
          await ask(
            `{ team { devices(${args}, filter: { isOnline: true }, orderBy: { field: BATTERY_LEVEL, direction: DESC }) { nodes { id } pageInfo { hasNextPage endCursor } totalCount } } }`,
          )
        ).team.devices;
      const found = await pages(async (cursor) => {
        const { nodes, pageInfo } = await page(`first: 4${cursor ? `, after: "${cursor}"` : ''}`);
        return { ids: nodes.map(({ id }: Any) => id), cursor: pageInfo.endCursor, more: pageInfo.hasNextPage };
      });
      return [found, (await page('first: 100')).nodes.map(({ id }: Any) => id)];
    },
  ],
];

describe('under the team, reads are right', () => judge(sdl, [...lists, ...others], { devices: 60 }));

test('the same seed gives the same bytes, in any order; another seed other ones', async () => {
  const queries = [
    devices(all).query,
    '{ team { members { id role user { name email } } adoptKeys { nodes { label } } } }',
  ];
  const read = async (seed: number, order: readonly string[]) => {
    const { ask } = await asker(sdl, { seed, nulls: 0.1 });
    const answers = new Map<string, unknown>();
    for (const query of order) answers.set(query, await ask(query));
    return queries.map((query) => answers.get(query));
  };
  const first = await read(4, queries);
  expect(await read(4, queries.toReversed())).toEqual(first);
  expect(await read(5, queries)).not.toEqual(first);
});

test('null happens by default, and never to what may not be null', async () => {
  const { ask } = await asker(sdl, { devices: 100, nulls: 0.1 });
  const { team } = await ask(
    '{ team { devices(first: 100) { nodes { note location { label } deviceGroup { id } tags application { id } } } } }',
  );
  const nodes: Any[] = team.devices.nodes;
  for (const share of [
    nodes.filter(({ note }) => note === null),
    nodes.filter(({ location }) => location === null),
    nodes.filter(({ deviceGroup }) => deviceGroup === null),
    nodes.filter(({ tags }) => tags.length === 0),
  ]) {
    expect(share.length).toBeGreaterThan(1);
    expect(share.length).toBeLessThan(30);
  }
});
