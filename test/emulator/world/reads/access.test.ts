import { type Any, by, type Check, judge, listChecks, pages } from './judge.ts';

const sdl = 'test/fixtures/access.graphql';
const all = 'first: 100';
const doors = (args: string) => ({
  query: `{ team { doors(${args}) { nodes { id name floor isLocked lockedAt mode tags building { id } } } } }`,
  items: (data: Any) => data.team.doors.nodes,
});
const buildings = (args: string) => ({
  query: `{ team { buildings(${args}) { nodes { id name code archivedAt } } } }`,
  items: (data: Any) => data.team.buildings.nodes,
});
const badges = (args: string) => ({
  query: `{ team { badges(${args}) { nodes { id status suspendedAt revokedAt holder { id } } } } }`,
  items: (data: Any) => data.team.badges.nodes,
});
type Ask = { ask(query: string): Promise<Any> };
const list = async ({ ask }: Ask, of: typeof doors): Promise<Any[]> => of(all).items(await ask(of(all).query));
const team = async ({ ask }: Ask, selection: string): Promise<Any> => (await ask(`{ team { ${selection} } }`)).team;

const checks: readonly Check[] = [
  ...listChecks(doors, all, [
    [`${all}, filter: { isLocked: true }`, (items) => items.filter(({ isLocked }) => isLocked)],
    [`${all}, filter: { mode: LOCKDOWN }`, (items) => items.filter(({ mode }) => mode === 'LOCKDOWN')],
    [`${all}, filter: { modes: [NORMAL, HELD_OPEN] }`, (items) => items.filter(({ mode }) => mode !== 'LOCKDOWN')],
    [
      `${all}, filter: { mode: NORMAL, isLocked: false }`,
      (items) => items.filter(({ mode, isLocked }) => mode === 'NORMAL' && !isLocked),
    ],
    [`${all}, orderBy: NAME_DESC`, (items) => items.toSorted(by(({ name }) => name, -1))],
    [`${all}, orderBy: FLOOR_DESC`, (items) => items.toSorted(by(({ floor }) => floor, -1))],
    ['first: 4', (items) => items.slice(0, 4)],
  ]),
  ...listChecks(buildings, all, [
    [`${all}, filter: { nameContains: "a" }`, (items) => items.filter(({ name }) => name.includes('a'))],
    [`${all}, filter: { archived: true }`, (items) => items.filter(({ archivedAt }) => archivedAt !== null)],
    [`${all}, orderBy: NAME_ASC`, (items) => items.toSorted(by(({ name }) => name))],
  ]),
  ...listChecks(badges, all, [
    [`${all}, status: REVOKED`, (items) => items.filter(({ status }) => status === 'REVOKED')],
    [`${all}, status: ACTIVE`, (items) => items.filter(({ status }) => status === 'ACTIVE')],
  ]),
  [
    'a door by its id',
    async (asker) => {
      const [, one] = await list(asker, doors);
      return [await team(asker, `door(doorId: "${one.id}") { id name }`), { door: { id: one.id, name: one.name } }];
    },
  ],
  [
    'a building by its id',
    async (asker) => {
      const [, one] = await list(asker, buildings);
      return [await team(asker, `building(id: "${one.id}") { code }`), { building: { code: one.code } }];
    },
  ],
  [
    'a building by its code',
    async (asker) => {
      const [, one] = await list(asker, buildings);
      return [await team(asker, `buildingByCode(code: "${one.code}") { id }`), { buildingByCode: { id: one.id } }];
    },
  ],
  [
    'no building has the code',
    async (asker) => [await team(asker, 'buildingByCode(code: "none") { id }'), { buildingByCode: null }],
  ],
  ['no door has the id', async (asker) => [await team(asker, 'door(doorId: "none") { id }'), { door: null }]],
  [
    'doors of a building by an argument',
    async (asker) => {
      const every = await list(asker, doors);
      const { id } = every[3].building;
      const own = doors(`${all}, filter: { buildingId: "${id}" }`);
      return [own.items(await asker.ask(own.query)), every.filter(({ building }) => building.id === id)];
    },
  ],
  [
    'doors of a building by its list',
    async (asker) => {
      const every = await list(asker, doors);
      const { id } = every[3].building;
      const { building } = await team(
        asker,
        `building(id: "${id}") { doorCount doors(first: 100) { nodes { id } totalCount } }`,
      );
      const own = every.filter((each) => each.building.id === id);
      return [
        building,
        { doorCount: own.length, doors: { nodes: own.map((each) => ({ id: each.id })), totalCount: own.length } },
      ];
    },
  ],
  [
    'badges of a holder by an argument and by its list',
    async (asker) => {
      const every = await list(asker, badges);
      const { id } = every.find(({ holder }) => holder).holder;
      const own = every.filter(({ holder }) => holder?.id === id).map((each) => ({ id: each.id }));
      const seen = await team(
        asker,
        `badges(first: 100, holderId: "${id}") { nodes { id } } holder(id: "${id}") { badges { id } }`,
      );
      return [seen, { badges: { nodes: own }, holder: { badges: own } }];
    },
  ],
  [
    'holders and groups are of each other',
    async (asker) => {
      const { holders } = await team(asker, 'holders(first: 100) { nodes { id groups { id holders { id } } } }');
      const mine = holders.nodes.flatMap(({ id, groups }: Any) =>
        groups.map((group: Any) => group.holders.some((each: Any) => each.id === id)),
      );
      return [mine.includes(false) || mine.length === 0, false];
    },
  ],
  [
    'the count of doors',
    async (asker) => [await team(asker, 'doorCount'), { doorCount: (await list(asker, doors)).length }],
  ],
  [
    'the count of locked doors',
    async (asker) => [
      await team(asker, 'lockedDoorCount'),
      { lockedDoorCount: (await list(asker, doors)).filter(({ isLocked }) => isLocked).length },
    ],
  ],
  [
    'the count of revoked badges',
    async (asker) => [
      await team(asker, 'revokedBadgeCount'),
      { revokedBadgeCount: (await list(asker, badges)).filter(({ status }) => status === 'REVOKED').length },
    ],
  ],
  [
    'the count of open incidents',
    async (asker) => {
      const { incidents, openIncidentCount } = await team(asker, 'openIncidentCount incidents { state }');
      return [openIncidentCount, incidents.filter(({ state }: Any) => state === 'OPEN').length];
    },
  ],
  [
    'incidents of a state',
    async (asker) => {
      const { incidents, resolved } = await team(
        asker,
        'incidents { id state } resolved: incidents(state: RESOLVED) { id state }',
      );
      return [resolved, incidents.filter(({ state }: Any) => state === 'RESOLVED')];
    },
  ],
  [
    'an incident agrees with itself',
    async (asker) => {
      const { incidents } = await team(asker, 'incidents { state resolvedAt }');
      return [incidents.filter(({ state, resolvedAt }: Any) => (state === 'RESOLVED') !== (resolvedAt !== null)), []];
    },
  ],
  [
    'a locked door says when',
    async (asker) => [
      (await list(asker, doors)).filter(({ isLocked, lockedAt }) => isLocked !== (lockedAt !== null)),
      [],
    ],
  ],
  [
    'limit and offset',
    async (asker) => {
      const { every, some } = await team(
        asker,
        'every: firmwareImages(limit: 100) { id } some: firmwareImages(limit: 2, offset: 3) { id }',
      );
      return [some, every.slice(3, 5)];
    },
  ],
  [
    'pages of doors are all doors',
    async (asker) => [
      await pages(async (cursor) => {
        const { doors: page } = await team(
          asker,
          `doors(first: 7${cursor === null ? '' : `, after: "${cursor}"`}) { nodes { id } pageInfo { hasNextPage endCursor } }`,
        );
        return {
          ids: page.nodes.map(({ id }: Any) => id),
          cursor: page.pageInfo.endCursor,
          more: page.pageInfo.hasNextPage,
        };
      }),
      (await list(asker, doors)).map(({ id }) => id),
    ],
  ],
  [
    'a tag chooses doors',
    async (asker) => {
      const every = await list(asker, doors);
      const [tag] = every[2].tags;
      const own = doors(`${all}, filter: { tag: "${tag}" }`);
      return [own.items(await asker.ask(own.query)), every.filter(({ tags }) => tags.includes(tag))];
    },
  ],
];

judge(sdl, checks);
