import { type Any, by, type Check, judge, listChecks } from './judge.ts';

const sdl = 'test/fixtures/access.graphql';
const all = 'first: 100';
const doors = (args: string) => ({
  query: `{ team { doors(${args}) { nodes { id floor } } } }`,
  items: (data: Any) => data.team.doors.nodes,
});
const buildings = (args: string) => ({
  query: `{ team { buildings(${args}) { nodes { id name code archivedAt } } } }`,
  items: (data: Any) => data.team.buildings.nodes,
});
const badges = (args: string) => ({
  query: `{ team { badges(${args}) { nodes { id status holder { id } } } } }`,
  items: (data: Any) => data.team.badges.nodes,
});
type Ask = { ask(query: string): Promise<Any> };
const list = async ({ ask }: Ask, of: typeof doors): Promise<Any[]> => of(all).items(await ask(of(all).query));
const team = async ({ ask }: Ask, selection: string): Promise<Any> => (await ask(`{ team { ${selection} } }`)).team;

const checks: readonly Check[] = [
  ...listChecks(doors, all, [[`${all}, orderBy: FLOOR_DESC`, (items) => items.toSorted(by(({ floor }) => floor, -1))]]),
  ...listChecks(buildings, all, [
    [`${all}, filter: { nameContains: "a" }`, (items) => items.filter(({ name }) => name.includes('a'))],
    [`${all}, filter: { archived: true }`, (items) => items.filter(({ archivedAt }) => archivedAt !== null)],
    [`${all}, orderBy: NAME_ASC`, (items) => items.toSorted(by(({ name }) => name))],
  ]),
  ...listChecks(badges, all, [
    [`${all}, status: REVOKED`, (items) => items.filter(({ status }) => status === 'REVOKED')],
  ]),
  [
    'a building is found by its code',
    async (asker) => {
      const [, one] = await list(asker, buildings);
      return [
        await team(asker, `buildingByCode(code: "${one.code}") { id } none: buildingByCode(code: "none") { id }`),
        { buildingByCode: { id: one.id }, none: null },
      ];
    },
  ],
  [
    'an argument and the list of a holder give the same badges',
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
    'the count of revoked badges is right',
    async (asker) => [
      await team(asker, 'revokedBadgeCount'),
      { revokedBadgeCount: (await list(asker, badges)).filter(({ status }) => status === 'REVOKED').length },
    ],
  ],
];

judge(sdl, checks);
