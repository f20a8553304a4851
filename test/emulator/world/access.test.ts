import { expect, test } from 'vitest';
import { type Any, asker } from './reads/judge.ts';

/** Doors of buildings and who may open them: everything is under the team, lists are connections with `nodes`. */
const sdl = 'test/fixtures/access.graphql';

const everything = `{ team { name timezone buildings(first: 100) { nodes { id name code archivedAt address { street city } manager { id } } } doors(first: 100) { nodes { id name floor building { id } isLocked lockedAt mode tags schedule { id }
  groups { id } firmware { id } unlockSeconds note } } badges(first: 100) { nodes { id number status suspendedAt suspendedReason revokedAt holder { id } } } holders(first: 100) { nodes { id name isActive groups { id } } }
  schedules { id name isPublished publishedAt } incidents { id title state acknowledgedAt resolvedAt door { id } assignee { id } comments { id text } } } }`;

/** All objects by their ids, each with its fields in the order of the query; lists of ids sorted, since their order says nothing. */
type Dump = Record<string, Any>;

function dumped({ team }: Any): Dump {
  const { name, timezone, ...lists } = team;
  const all: Dump = { team: { name, timezone } };
  for (const list of Object.values<Any>(lists))
    for (const item of list.nodes ?? list)
      all[item.id] = JSON.parse(
        JSON.stringify(item, (key, value) =>
          key === 'groups' || key === 'comments' ? value.toSorted((a: Any, b: Any) => (a.id < b.id ? -1 : 1)) : value,
        ),
      );
  return all;
}

const now = '2026-01-01T00:00:01Z';
type World = Record<
  'buildings' | 'doors' | 'badges' | 'holders' | 'schedules' | 'incidents' | 'groups' | 'images',
  Any[]
>;

/** What a mutation is, and the objects as they should be after it: fields over those of before, null for what is gone. `refused` is right too. */
type Row = readonly [
  name: string,
  make: (world: World) => readonly [mutation: string, changes: Dump | 'refused', made?: Any],
];

const isIn = (list: Any[], { id }: Any): boolean => list.some((each) => each.id === id);
const without = (list: Any[], { id }: Any): Any[] => list.filter((each) => each.id !== id);
const sorted = (list: Any[]): Any[] => list.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id }) => ({ id }));
const find = (list: Any[], is: (item: Any) => boolean): Any => {
  const found = list.find(is);
  if (!found) throw new Error('The world has no such object.');
  return found;
};

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
  [
    'unarchiveBuilding',
    ({ buildings }) => {
      const one = find(buildings, (each) => each.archivedAt !== null);
      return [
        `team { unarchiveBuilding(buildingId: "${one.id}") { building { archivedAt } } }`,
        { [one.id]: { archivedAt: null } },
      ];
    },
  ],
  [
    'setBuildingManager',
    ({ buildings: [one], holders: [, , , manager] }) => [
      `team { setBuildingManager(buildingId: "${one.id}", managerId: "${manager.id}") { building { id } } }`,
      { [one.id]: { manager: { id: manager.id } } },
    ],
  ],
  [
    'setBuildingManager, null',
    ({ buildings }) => {
      const one = find(buildings, (each) => each.manager !== null);
      return [
        `team { setBuildingManager(buildingId: "${one.id}", managerId: null) { building { id } } }`,
        { [one.id]: { manager: null } },
      ];
    },
  ],
  [
    'createDoor',
    ({ buildings: [, one] }) => [
      `team { createDoor(input: { name: "Gate", buildingId: "${one.id}", floor: 3, tags: ["a"] }) { door { id name building { id } } userErrors { message } } }`,
      {},
      {
        name: 'Gate',
        floor: 3,
        building: { id: one.id },
        isLocked: false,
        lockedAt: null,
        mode: 'NORMAL',
        tags: ['a'],
        schedule: null,
        groups: [],
        firmware: null,
        note: null,
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
  [
    'moveDoor',
    ({ doors: [one], buildings }) => {
      const to = find(buildings, (each) => each.id !== one.building.id);
      return [
        `team { moveDoor(doorId: "${one.id}", buildingId: "${to.id}") { door { building { id } } } }`,
        { [one.id]: { building: { id: to.id } } },
      ];
    },
  ],
  [
    'unlockDoor',
    ({ doors }) => {
      const one = find(doors, (each) => each.isLocked);
      return [
        `team { unlockDoor(doorId: "${one.id}") { door { isLocked } } }`,
        { [one.id]: { isLocked: false, lockedAt: null } },
      ];
    },
  ],
  [
    'setDoorMode',
    ({ doors }) => {
      const one = find(doors, (each) => each.mode !== 'LOCKDOWN');
      return [
        `team { setDoorMode(doorId: "${one.id}", mode: LOCKDOWN) { door { mode } } }`,
        { [one.id]: { mode: 'LOCKDOWN' } },
      ];
    },
  ],
  [
    'removeDoorTag',
    ({ doors: [one] }) => [
      `team { removeDoorTag(doorId: "${one.id}", tag: "${one.tags[0]}") { tags } }`,
      { [one.id]: { tags: one.tags.slice(1) } },
    ],
  ],
  [
    'assignSchedule',
    ({ doors: [one], schedules }) => {
      const to = find(schedules, (each) => each.id !== one.schedule?.id);
      return [
        `team { assignSchedule(doorId: "${one.id}", scheduleId: "${to.id}") { id } }`,
        { [one.id]: { schedule: { id: to.id } } },
      ];
    },
  ],
  [
    'unassignDoorSchedule',
    ({ doors }) => {
      const one = find(doors, (each) => each.schedule);
      return [
        `team { unassignDoorSchedule(doorId: "${one.id}") { schedule { id } } }`,
        { [one.id]: { schedule: null } },
      ];
    },
  ],
  ['pulseDoor', ({ doors: [one] }) => [`team { pulseDoor(doorId: "${one.id}", seconds: 3) { accepted } }`, 'refused']],
  [
    'registerBadge',
    ({ holders: [, holder] }) => [
      `team { registerBadge(number: "77", holderId: "${holder.id}") { badge { id number } userErrors { message } } }`,
      {},
      {
        number: '77',
        status: 'ISSUED',
        suspendedAt: null,
        suspendedReason: null,
        revokedAt: null,
        holder: { id: holder.id },
      },
    ],
  ],
  [
    'suspendBadge',
    ({ badges }) => {
      const one = find(badges, (each) => each.status === 'ACTIVE');
      return [
        `team { suspendBadge(id: "${one.id}", reason: "lost") { badge { status } } }`,
        { [one.id]: { status: 'SUSPENDED', suspendedAt: now, suspendedReason: 'lost' } },
      ];
    },
  ],
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
  [
    'transferBadge',
    ({ badges: [one], holders }) => {
      const to = find(holders, (each) => each.id !== one.holder?.id);
      return [
        `team { transferBadge(badgeId: "${one.id}", holderId: "${to.id}") { badge { holder { id } } } }`,
        { [one.id]: { holder: { id: to.id } } },
      ];
    },
  ],
  [
    'activateHolder',
    ({ holders }) => {
      const one = find(holders, (each) => !each.isActive);
      return [`team { activateHolder(id: "${one.id}") { isActive } }`, { [one.id]: { isActive: true } }];
    },
  ],
  [
    'deactivateHolder',
    ({ holders }) => {
      const one = find(holders, (each) => each.isActive);
      return [`team { deactivateHolder(id: "${one.id}") { isActive } }`, { [one.id]: { isActive: false } }];
    },
  ],
  [
    'addHolderToGroup',
    ({ holders: [one], groups }) => {
      const to = find(groups, (each) => !isIn(one.groups, each));
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
    ({ doors, groups: [group] }) => {
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
  [
    'publishSchedule',
    ({ schedules }) => {
      const one = find(schedules, (each) => !each.isPublished);
      return [
        `team { publishSchedule(id: "${one.id}") { isPublished } }`,
        { [one.id]: { isPublished: true, publishedAt: now } },
      ];
    },
  ],
  [
    'resolveIncident',
    ({ incidents }) => {
      const one = find(incidents, (each) => each.state === 'OPEN');
      return [
        `team { resolveIncident(id: "${one.id}") { state } }`,
        { [one.id]: { state: 'RESOLVED', resolvedAt: now } },
      ];
    },
  ],
  [
    'reopenIncident',
    ({ incidents }) => {
      const one = find(incidents, (each) => each.state === 'RESOLVED');
      return [`team { reopenIncident(id: "${one.id}") { state } }`, { [one.id]: { state: 'OPEN', resolvedAt: null } }];
    },
  ],
  [
    'assignIncident',
    ({ incidents: [one], holders }) => {
      const to = find(holders, (each) => each.id !== one.assignee?.id);
      return [
        `team { assignIncident(incidentId: "${one.id}", assigneeId: "${to.id}") { id } }`,
        { [one.id]: { assignee: { id: to.id } } },
      ];
    },
  ],
  [
    'deleteComment',
    ({ incidents }) => {
      const one = find(incidents, (each) => each.comments.length > 0);
      return [
        `team { deleteComment(commentId: "${one.comments[0].id}") }`,
        { [one.id]: { comments: one.comments.slice(1) } },
      ];
    },
  ],
  [
    'door.lock',
    ({ doors }) => {
      const one = find(doors, (each) => !each.isLocked);
      return [
        `team { door(doorId: "${one.id}") { lock { isLocked } } }`,
        { [one.id]: { isLocked: true, lockedAt: now } },
      ];
    },
  ],
  ['door.addNote', ({ doors: [one] }) => [`team { door(doorId: "${one.id}") { addNote(text: "x") } }`, 'refused']],
];

async function start() {
  const each = await asker(sdl);
  const { team } = await each.ask(everything);
  const { accessGroups, firmwareImages } = (await each.ask('{ team { accessGroups { id } firmwareImages { id } } }'))
    .team;
  const nodes = Object.fromEntries(Object.entries<Any>(team).map(([name, list]) => [name, list?.nodes ?? list]));
  return {
    ...each,
    world: { ...nodes, groups: accessGroups, images: firmwareImages } as unknown as World,
    before: dumped({ team }),
  };
}

test.each(rows)('the mutation %s follows the rules, and changes nothing else', async (_, make) => {
  const { world, before, ask, answer, notes } = await start();
  const [mutation, changes, made] = make(world);
  notes.length = 0;
  const { codes } = await answer(`mutation { ${mutation} }`);
  const noted = [...notes];
  const after = dumped(await ask(everything));
  if (changes === 'refused') {
    expect([codes, after]).toEqual([['NOT_EMULATED'], before]);
    return;
  }
  expect(codes).toEqual([]);
  const expected = structuredClone(before);
  for (const [id, fields] of Object.entries(changes)) expected[id] = { ...expected[id], ...fields };
  const fresh = Object.keys(after).filter((id) => !(id in before));
  expect(fresh).toHaveLength(made ? 1 : 0);
  for (const id of fresh) {
    expect(after[id]).toMatchObject(made);
    delete after[id];
  }
  expect(after).toEqual(expected);
  expect(noted).toEqual([]);
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
  const after = dumped(await ask(everything));
  const own = [...comments, addComment.comment].toSorted((a: Any, b: Any) => (a.id < b.id ? -1 : 1));
  expect(after).toEqual({ ...before, [id]: { ...before[id], comments: own } });
  expect(notes).toEqual([]);
});

test('the mutations deleteDoor and deleteHolders leave no trace', async () => {
  const { world, ask, notes } = await start();
  const [door] = world.doors;
  const [one, two] = world.holders;
  expect((await ask(`mutation { team { deleteDoor(doorId: "${door.id}") { deletedDoorId success } } }`)).team).toEqual({
    deleteDoor: { deletedDoorId: door.id, success: true },
  });
  expect((await ask(`mutation { team { deleteHolders(ids: ["${one.id}", "${two.id}"]) } }`)).team).toEqual({
    deleteHolders: 2,
  });
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
