import { expect, test } from 'vitest';
import { type Any, asker } from './reads/judge.ts';

/** Doors of buildings and who may open them: everything is under the team, lists are connections with `nodes`. */
const sdl = 'test/fixtures/access.graphql';

const everything = `{ team { name timezone buildings(first: 100) { nodes { id name code archivedAt address { street city } manager { id } } } doors(first: 100) { nodes { id name floor building { id } isLocked lockedAt mode tags schedule { id }
  groups { id } firmware { id } unlockSeconds note } } badges(first: 100) { nodes { id number status suspendedAt suspendedReason revokedAt holder { id } } } holders(first: 100) { nodes { id name isActive groups { id } } }
  schedules { id name isPublished publishedAt } incidents { id title state acknowledgedAt resolvedAt door { id } assignee { id } comments { id text } } accessGroups { id } } }`;

/** All objects by their ids, each with its fields in the order of the query; lists of ids sorted, since their order says nothing. */
type Dump = Record<string, Any>;

function dumped({ team }: Any): Dump {
  const { name, timezone, ...lists } = team;
  const all: Dump = { team: { name, timezone } };
  for (const list of Object.values<Any>(lists))
    for (const item of list.nodes ?? list)
      all[item.id] = JSON.parse(
        JSON.stringify(item, (key, value) => (key === 'groups' || key === 'comments' ? value.toSorted(byId) : value)),
      );
  return all;
}

const now = '2026-01-01T00:00:01Z';
type World = Record<'buildings' | 'doors' | 'badges' | 'holders' | 'schedules' | 'incidents' | 'accessGroups', Any[]>;

/** What a mutation is, and the objects as they should be after it: fields over those of before. `refused` is right too. */
type Row = readonly [
  name: string,
  make: (world: World) => readonly [mutation: string, changes: Dump | 'refused', made?: Any],
];

const byId = (one: Any, other: Any): number => (one.id < other.id ? -1 : 1);
const without = (list: Any[], { id }: Any): Any[] => list.filter((each) => each.id !== id);
const sorted = (list: Any[]): Any[] => list.toSorted(byId).map(({ id }) => ({ id }));
const find = (list: Any[], is: (item: Any) => boolean): Any =>
  list.find(is) ?? expect.unreachable('The world has no such object.');

/** A mutation of an object in a state, and the fields that it sets. */
const changing = (mutation: string, list: keyof World, is: (item: Any) => boolean, fields: object): Row => [
  mutation,
  (world) => {
    const { id } = find(world[list], is);
    return [`team { ${mutation.replace('ID', `"${id}"`)} }`, { [id]: fields }];
  },
];

/** A mutation after which a field of an object refers to another one of these. */
const linking = (mutation: string, list: keyof World, field: string, others: keyof World): Row => [
  mutation,
  (world) => {
    const [{ id, [field]: before }] = world[list];
    const to = find(world[others], (each) => each.id !== before?.id).id;
    const ids: Any = { ID: id, TO: to };
    return [`team { ${mutation.replace(/ID|TO/g, (name) => `"${ids[name]}"`)} }`, { [id]: { [field]: { id: to } } }];
  },
];

const rows: readonly Row[] = [
  ['renameTeam', () => ['renameTeam(name: "New") { name }', { team: { name: 'New' } }]],
  [
    'createBuilding',
    ({ holders: [manager] }) => [
      `createBuilding(input: { name: "Mill", code: "m1", managerId: "${manager.id}", address: { street: "a", city: "b" } }) { building { id } userErrors { message } }`,
      {},
      { name: 'Mill', code: 'm1', archivedAt: null, address: { street: 'a', city: 'b' }, manager: { id: manager.id } },
    ],
  ],
  changing(
    'unarchiveBuilding(buildingId: ID) { building { archivedAt } }',
    'buildings',
    ({ archivedAt }) => archivedAt !== null,
    { archivedAt: null },
  ),
  linking('setBuildingManager(buildingId: ID, managerId: TO) { building { id } }', 'buildings', 'manager', 'holders'),
  changing(
    'setBuildingManager(buildingId: ID, managerId: null) { building { id } }',
    'buildings',
    ({ manager }) => manager !== null,
    { manager: null },
  ),
  [
    'createDoor',
    ({ buildings: [, one] }) => [
      `team { createDoor(input: { name: "Gate", buildingId: "${one.id}", floor: 3, tags: ["a"] }) { door { id name building { id } } userErrors { message } } }`,
      {},
      {
        ...{ name: 'Gate', floor: 3, building: { id: one.id }, isLocked: false, lockedAt: null, mode: 'NORMAL' },
        ...{ tags: ['a'], schedule: null, groups: [], firmware: null, note: null },
      },
    ],
  ],
  [
    'updateDoor',
    ({ doors: [one], schedules: [, schedule] }) => [
      `team { updateDoor(doorId: "${one.id}", patch: { floor: 9, note: "n", scheduleId: "${schedule.id}", unlockSeconds: 5 }) { door { id } } }`,
      { [one.id]: { floor: 9, note: 'n', schedule: { id: schedule.id }, unlockSeconds: 5 } },
    ],
  ],
  linking('moveDoor(doorId: ID, buildingId: TO) { door { building { id } } }', 'doors', 'building', 'buildings'),
  changing('unlockDoor(doorId: ID) { door { isLocked } }', 'doors', ({ isLocked }) => isLocked, {
    isLocked: false,
    lockedAt: null,
  }),
  changing('setDoorMode(doorId: ID, mode: LOCKDOWN) { door { mode } }', 'doors', ({ mode }) => mode !== 'LOCKDOWN', {
    mode: 'LOCKDOWN',
  }),
  [
    'removeDoorTag',
    ({ doors: [one] }) => [
      `team { removeDoorTag(doorId: "${one.id}", tag: "${one.tags[0]}") { tags } }`,
      { [one.id]: { tags: one.tags.slice(1) } },
    ],
  ],
  linking('assignSchedule(doorId: ID, scheduleId: TO) { id }', 'doors', 'schedule', 'schedules'),
  changing('unassignDoorSchedule(doorId: ID) { schedule { id } }', 'doors', ({ schedule }) => schedule, {
    schedule: null,
  }),
  ['pulseDoor', ({ doors: [one] }) => [`team { pulseDoor(doorId: "${one.id}", seconds: 3) { accepted } }`, 'refused']],
  [
    'registerBadge',
    ({ holders: [, holder] }) => [
      `team { registerBadge(number: "77", holderId: "${holder.id}") { badge { id number } userErrors { message } } }`,
      {},
      {
        ...{ number: '77', status: 'ISSUED', suspendedAt: null, suspendedReason: null, revokedAt: null },
        holder: { id: holder.id },
      },
    ],
  ],
  changing('suspendBadge(id: ID, reason: "lost") { badge { status } }', 'badges', ({ status }) => status === 'ACTIVE', {
    status: 'SUSPENDED',
    suspendedAt: now,
    suspendedReason: 'lost',
  }),
  [
    'reinstateBadge',
    ({ badges: [one] }) => [`team { reinstateBadge(id: "${one.id}") { badge { status } } }`, 'refused'],
  ],
  [
    'revokeBadges',
    ({ badges }) => {
      const some = badges.filter((each) => each.status === 'ACTIVE').slice(0, 2);
      return [
        `team { revokeBadges(ids: ${JSON.stringify(some.map(({ id }) => id))}) { id status } }`,
        Object.fromEntries(some.map(({ id }) => [id, { status: 'REVOKED', revokedAt: now }])),
      ];
    },
  ],
  linking('transferBadge(badgeId: ID, holderId: TO) { badge { holder { id } } }', 'badges', 'holder', 'holders'),
  changing('activateHolder(id: ID) { isActive }', 'holders', ({ isActive }) => !isActive, { isActive: true }),
  changing('deactivateHolder(id: ID) { isActive }', 'holders', ({ isActive }) => isActive, { isActive: false }),
  [
    'addHolderToGroup',
    ({ holders: [one], accessGroups }) => {
      const to = find(accessGroups, ({ id }) => !one.groups.some((own: Any) => own.id === id));
      return [
        `team { addHolderToGroup(holderId: "${one.id}", accessGroupId: "${to.id}") { id } }`,
        { [one.id]: { groups: sorted([...one.groups, to]) } },
      ];
    },
  ],
  [
    'removeHolderFromGroup',
    ({ holders: [one] }) => [
      `team { removeHolderFromGroup(holderId: "${one.id}", accessGroupId: "${one.groups[0].id}") }`,
      { [one.id]: { groups: without(one.groups, one.groups[0]) } },
    ],
  ],
  [
    'setAccessGroupDoors',
    ({ doors, accessGroups: [group] }) => {
      const [one, two] = doors;
      const after = doors.map((each) => {
        const groups = sorted(without(each.groups, group));
        return [each.id, { groups: each === one || each === two ? sorted([...groups, group]) : groups }];
      });
      return [
        `team { setAccessGroupDoors(accessGroupId: "${group.id}", doorIds: ["${one.id}", "${two.id}"]) { id } }`,
        Object.fromEntries(after),
      ];
    },
  ],
  changing('publishSchedule(id: ID) { isPublished }', 'schedules', ({ isPublished }) => !isPublished, {
    isPublished: true,
    publishedAt: now,
  }),
  changing('resolveIncident(id: ID) { state }', 'incidents', ({ state }) => state === 'OPEN', {
    state: 'RESOLVED',
    resolvedAt: now,
  }),
  changing('reopenIncident(id: ID) { state }', 'incidents', ({ state }) => state === 'RESOLVED', {
    state: 'OPEN',
    resolvedAt: null,
  }),
  linking('assignIncident(incidentId: ID, assigneeId: TO) { id }', 'incidents', 'assignee', 'holders'),
  [
    'deleteComment',
    ({ incidents }) => {
      const { id, comments } = find(incidents, (each) => each.comments.length > 0);
      return [`team { deleteComment(commentId: "${comments[0].id}") }`, { [id]: { comments: comments.slice(1) } }];
    },
  ],
  changing('door(doorId: ID) { lock { isLocked } }', 'doors', ({ isLocked }) => !isLocked, {
    isLocked: true,
    lockedAt: now,
  }),
  ['door.addNote', ({ doors: [one] }) => [`team { door(doorId: "${one.id}") { addNote(text: "x") } }`, 'refused']],
];

async function start() {
  const each = await asker(sdl);
  const data = await each.ask(everything);
  const lists = Object.entries<Any>(data.team).map(([name, list]) => [name, list?.nodes ?? list]);
  return { ...each, world: Object.fromEntries(lists) as World, before: dumped(data) };
}

test.each(rows)('the mutation %s follows the rules, and changes nothing else', async (_, make) => {
  const { world, before, ask, answer, notes } = await start();
  const [mutation, changes, made] = make(world);
  const { codes } = await answer(`mutation { ${mutation} }`);
  const after = dumped(await ask(everything));
  if (changes === 'refused') return expect([codes, after]).toEqual([['NOT_EMULATED'], before]);
  expect([codes, notes]).toEqual([[], []]);
  const expected = { ...before };
  for (const [id, fields] of Object.entries(changes)) expected[id] = { ...before[id], ...fields };
  const fresh = Object.keys(after).find((id) => !(id in before)) ?? 'a new object';
  if (made) expected[fresh] = expect.objectContaining(made);
  expect(after).toEqual(expected);
});

test('the mutation addComment makes a comment of its incident', async () => {
  const { world, before, ask, notes } = await start();
  const [{ id, comments }] = world.incidents;
  const { addComment } = (
    await ask(
      `mutation { team { addComment(incidentId: "${id}", text: "hm") { comment { id text } incident { id } } } }`,
    )
  ).team;
  expect(addComment).toMatchObject({ comment: { text: 'hm' }, incident: { id } });
  const own = [...comments, addComment.comment].toSorted(byId);
  expect(dumped(await ask(everything))).toEqual({ ...before, [id]: { ...before[id], comments: own } });
  expect(notes).toEqual([]);
});

test('the mutations deleteDoor and deleteHolders leave no trace', async () => {
  const { world, ask, notes } = await start();
  const [door] = world.doors;
  const [one, two] = world.holders;
  const { team } = await ask(
    `mutation { team { deleteDoor(doorId: "${door.id}") { deletedDoorId success } deleteHolders(ids: ["${one.id}", "${two.id}"]) } }`,
  );
  expect(team).toEqual({ deleteDoor: { deletedDoorId: door.id, success: true }, deleteHolders: 2 });
  const text = JSON.stringify(await ask(everything));
  for (const { id } of [door, one, two]) expect(text).not.toContain(id);
  expect(notes).toEqual([]);
});

test.each([
  [
    'team { updateDoor(doorId: "none", patch: { floor: 1 }) { door { id } userErrors { field } } }',
    [],
    { updateDoor: { door: null, userErrors: [{ field: ['doorId'] }] } },
  ],
  [
    'team { transferBadge(badgeId: "none", holderId: "none") { badge { id } userErrors { field } } }',
    [],
    { transferBadge: { badge: null, userErrors: [{ field: ['badgeId'] }] } },
  ],
  ['team { activateHolder(id: "none") { id } }', ['NOT_FOUND'], null],
  ['team { door(doorId: "none") { lock { id } } }', ['NOT_FOUND'], null],
  ['team { deleteDoor(doorId: "none") { success } }', ['NOT_FOUND'], null],
])('an unknown id changes nothing in the mutation %s', async (mutation, wanted, team) => {
  const { before, ask, answer } = await start();
  const { data, codes } = await answer(`mutation { ${mutation} }`);
  expect([codes, data?.team ?? null]).toEqual([wanted, team]);
  expect(dumped(await ask(everything))).toEqual(before);
});
