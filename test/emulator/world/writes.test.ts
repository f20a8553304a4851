import { describe, expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

/** Bands with halls: objects that texts name, lists of parts, inputs around ids, lookups with an argument. */
const schema = `
  scalar DateTime
  type Query { bands: [Band!]! band(slug: String!): Band players: [Player!]! halls: [Hall!]! hall(id: ID!): Hall cities: [City!]! venues: [Venue!]!
    gigs: [Gig!]! passes: [Pass!]! posters: [Poster!]! updates: [Update!]! clubs: [Club!]! tokens: [Token!]! }
  type Band { id: ID! slug: String! motto: String halls: [Hall!]! members: [BandMember!]! lines: [TextLine!]! poster(name: String!): Poster! }
  type BandMember { player: Player! part: Part! note: String } enum Part { LEAD CHOIR } type TextLine { key: String! text: String! }
  type Player { id: ID! email: String! clubs: [Club!]! } type Club { id: ID! name: String! }
  type Hall { id: ID! name: String! open: Boolean! band: Band! city: City } type City { id: ID! name: String! }
  type Venue { id: ID! band: Band! city: City! } type Gig { id: ID! title: String! band: Band! venue: Venue! hall: Hall! backup: Hall! }
  type Pass { id: ID! code: String! player: Player! gig: Gig! } type Poster { id: ID! name: String! band: Band! }
  type Update { id: ID! title: String! publishedAt: DateTime } type Token { id: ID! label: String! secret: String note: String }
  input HallWhere { id: ID name: String } input HallData { name: String band: BandRef } input BandRef { connect: BandWhere } input BandWhere { id: ID slug: String }
  input PostInput { id: ID! name: String! } type Post { id: ID! name: String! }
  input GigRef { id: ID } input HallRef { id: ID } input LineInput { text: String! key: String! } input LineWhere { band: BandWhere! key: String! }
  type MemberPayload { member: BandMember } type HallPayload { hallDeleted: Boolean! band: Band }
  type Mutation { updateBand(slug: String!, motto: String): Band createHall(name: String!, bandSlug: String!): Hall! updateHall(where: HallWhere!, data: HallData!): Hall
    addHall(data: HallData!): Hall! deleteHall(name: String!, bandSlug: String!): HallPayload! removeHallFromBand(hallId: ID!, bandSlug: String!): Boolean!
    addBandMember(bandSlug: String!, playerEmail: String!, part: Part!): MemberPayload! setBandMemberPart(part: Part!, bandSlug: String!, playerEmail: String!): MemberPayload!
    removeBandMember(bandSlug: String!, playerEmail: String!): Band! updateBandLine(data: LineInput!, where: LineWhere!): TextLine!
    removeBandLine(bandSlug: String!, lineKey: String!): Band! setBandLines(bandId: ID!, lines: [LineInput!]!): [TextLine!]!
    createGig(title: String!, cityName: String!, bandSlug: String!): Gig! renameGig(id: ID!, title: String!, cityName: String!): Gig!
    moveGig(gig: GigRef!, destinationHall: HallRef!): Gig! createPasses(playerIds: [ID!]!, gig: GigRef!): [Pass!]! createPass(playerIds: [ID!]!): Pass!
    deletePoster(id: ID!): Boolean! detachHallCity(hallId: ID!): Hall! editHallFlags(hallId: ID!, open: Boolean!): Hall! publishUpdate(id: ID!): Update!
    addFriendToClubs(playerId: ID!, clubIds: [ID!]!): Player! renamePost(request: PostInput!): Post!
    describeBand(bandSlug: ID!, motto: String!): Band createToken(label: String!): Token! }`;

const lists = `bands { id slug members { player { email } part } lines { key } } players { id email clubs { id } } halls { id name open band { id } city { id } } cities { id name }
  venues { id band { id slug } city { id name } } gigs { id hall { id } backup { id } } posters { id band { id } } updates { id publishedAt } clubs { id }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

async function start() {
  const world = emulated(schema);
  return { ...world, ...((await world.data(`{ ${lists} }`)) as Record<string, Any[]>) };
}

/** What a mutation is, what is read after it, and what that has; and what is noted, if anything is. */
type Row = readonly [
  promise: string,
  make: (world: Any) => readonly [mutation: string, read: string, has: Any, noted?: string],
];

const rows: readonly Row[] = [
  [
    'a text that one object alone has names it',
    ({ bands: [, band] }) => [
      `updateBand(slug: "${band.slug}", motto: "loud") { id }`,
      `band(slug: "${band.slug}") { id motto }`,
      { band: { id: band.id, motto: 'loud' } },
    ],
  ],
  [
    'a text that nothing has changes nothing, and is noted',
    () => ['updateBand(slug: "none", motto: "loud") { id }', 'bands { motto }', {}, 'changed nothing'],
  ],
  [
    'a type and a text of it are a reference, and the answer shows it',
    ({ bands: [, band] }) => [
      `createHall(name: "Dome", bandSlug: "${band.slug}") { band { id } }`,
      `band(slug: "${band.slug}") { halls { name } }`,
      { band: { halls: expect.arrayContaining([{ name: 'Dome' }]) } },
    ],
  ],
  [
    'an object is deleted by a text of it; its owner, named beside it, stays and is answered',
    ({ bands: [band], halls: [hall] }) => [
      `deleteHall(name: "${hall.name}", bandSlug: "${band.slug}") { hallDeleted band { slug } }`,
      `hall(id: "${hall.id}") { id } band(slug: "${band.slug}") { id }`,
      { hall: null, band: { id: band.id } },
    ],
  ],
  [
    'what must belong to one is no more when it is removed from it',
    ({ bands: [band], halls: [hall] }) => [
      `removeHallFromBand(hallId: "${hall.id}", bandSlug: "${band.slug}")`,
      `hall(id: "${hall.id}") { id }`,
      { hall: null },
    ],
  ],
  [
    'an item of a list of parts is added by what it refers to',
    ({ bands: [band], players: [, player] }) => [
      `addBandMember(bandSlug: "${band.slug}", playerEmail: "${player.email}", part: CHOIR) { member { player { email } part } }`,
      `band(slug: "${band.slug}") { members { player { id } part note } }`,
      { band: { members: expect.arrayContaining([{ player: { id: player.id }, part: 'CHOIR', note: null }]) } },
    ],
  ],
  [
    'an item of a list of parts is changed by what it refers to',
    ({ bands: [{ slug, members }] }) => {
      const member = { ...members[1], part: members[1].part === 'LEAD' ? 'CHOIR' : 'LEAD' };
      const { player, part } = member;
      return [
        `setBandMemberPart(bandSlug: "${slug}", playerEmail: "${player.email}", part: ${part}) { member { part } }`,
        `band(slug: "${slug}") { members { player { email } part } }`,
        { band: { members: [members[0], member, members[2]] } },
      ];
    },
  ],
  [
    'an item of a list of parts is removed by what it refers to',
    ({ bands: [band] }) => [
      `removeBandMember(bandSlug: "${band.slug}", playerEmail: "${band.members[0].player.email}") { id }`,
      `band(slug: "${band.slug}") { members { player { email } part } }`,
      { band: { members: band.members.slice(1) } },
    ],
  ],
  [
    'an item that a value names gets another one',
    ({ bands: [band] }) => [
      `updateBandLine(where: { band: { id: "${band.id}" }, key: "${band.lines[1].key}" }, data: { key: "k", text: "t" }) { key }`,
      `band(slug: "${band.slug}") { lines { key } }`,
      { band: { lines: [band.lines[0], { key: 'k' }, band.lines[2]] } },
    ],
  ],
  [
    'an item is removed by its value, with the name of the list before it',
    ({ bands: [band] }) => [
      `removeBandLine(bandSlug: "${band.slug}", lineKey: "${band.lines[0].key}") { id }`,
      `band(slug: "${band.slug}") { lines { key } }`,
      { band: { lines: band.lines.slice(1) } },
    ],
  ],
  [
    'an item that is not there is noted',
    ({ bands: [band] }) => [
      `removeBandLine(bandSlug: "${band.slug}", lineKey: "none") { id }`,
      `band(slug: "${band.slug}") { lines { key } }`,
      { band: { lines: band.lines } },
      'lineKey',
    ],
  ],
  [
    'an answer that is a list of parts shows that of the subject',
    ({ bands: [band] }) => [
      `setBandLines(bandId: "${band.id}", lines: [{ key: "a", text: "b" }]) { key text }`,
      `band(slug: "${band.slug}") { lines { key text } }`,
      { band: { lines: [{ key: 'a', text: 'b' }] } },
    ],
  ],
  [
    '`where` with an id is no filter',
    ({ halls: [, hall] }) => [
      `updateHall(where: { id: "${hall.id}" }, data: { name: "Arena" }) { id name }`,
      `hall(id: "${hall.id}") { name }`,
      { hall: { name: 'Arena' } },
    ],
  ],
  [
    '`where` without an id stays a filter',
    ({ halls: [, hall] }) => [
      `updateHall(where: { name: "${hall.name}" }, data: { name: "Arena" }) { id }`,
      `hall(id: "${hall.id}") { name }`,
      { hall: { name: hall.name } },
      '`where`',
    ],
  ],
  ...(['id', 'slug'] as const).map(
    (key): Row => [
      `an object within an input names what it refers to by its ${key} alone`,
      ({ bands: [, band] }) => [
        `addHall(data: { name: "Dome", band: { connect: { ${key}: "${band[key]}" } } }) { band { id } }`,
        `band(slug: "${band.slug}") { halls { name } }`,
        { band: { halls: expect.arrayContaining([{ name: 'Dome' }]) } },
      ],
    ],
  ),
  [
    'what is new is put where all that its inputs name is',
    ({ venues: [, , venue] }) => [
      `createGig(title: "Late", cityName: "${venue.city.name}", bandSlug: "${venue.band.slug}") { title band { id } venue { id } }`,
      'gigs { title venue { id } }',
      { gigs: expect.arrayContaining([{ title: 'Late', venue: { id: venue.id } }]) },
    ],
  ],
  [
    'an id of several that each of what is made refers to makes as many',
    ({ players: [one, other], gigs: [gig] }) => [
      `createPasses(playerIds: ["${one.id}", "${other.id}"], gig: { id: "${gig.id}" }) { player { id } gig { id } }`,
      'passes { player { id } gig { id } }',
      { passes: expect.arrayContaining([one, other].map(({ id }) => ({ player: { id }, gig: { id: gig.id } }))) },
    ],
  ],
  [
    'several ids, of which one alone can be referred to, are noted',
    ({ players: [one, other] }) => [
      `createPass(playerIds: ["${one.id}", "${other.id}"]) { id }`,
      'passes { id }',
      {},
      'playerIds',
    ],
  ],
  [
    'a place that is named is moved to, of several references that it may be',
    ({ gigs: [gig], halls: [, , , hall] }) => [
      `moveGig(gig: { id: "${gig.id}" }, destinationHall: { id: "${hall.id}" }) { id hall { id } backup { id } }`,
      'gigs { id hall { id } backup { id } }',
      { gigs: expect.arrayContaining([{ ...gig, hall: { id: hall.id } }]) },
    ],
  ],
  [
    'deleting takes nothing along that only looks it up',
    ({ posters: [poster] }) => [
      `deletePoster(id: "${poster.id}")`,
      'bands { id } posters { id }',
      { bands: expect.arrayContaining([poster.band]), posters: expect.not.arrayContaining([{ id: poster.id }]) },
    ],
  ],
  [
    'a reference that the name alone mentions is taken away',
    ({ halls: [hall] }) => [
      `detachHallCity(hallId: "${hall.id}") { city { id } }`,
      `hall(id: "${hall.id}") { city { id } }`,
      { hall: { city: null } },
    ],
  ],
  [
    'a word that no field has does not hide the fields that are called as inputs',
    ({ halls: [hall] }) => [
      `editHallFlags(hallId: "${hall.id}", open: ${!hall.open}) { open }`,
      `hall(id: "${hall.id}") { open }`,
      { hall: { open: !hall.open } },
    ],
  ],
  [
    'a word that no list has does not hide the list of what ids name',
    ({ players: [player], clubs }) => {
      const club = clubs.find(({ id }: Any) => player.clubs.every((each: Any) => each.id !== id));
      return [
        `addFriendToClubs(playerId: "${player.id}", clubIds: ["${club.id}"]) { id }`,
        'players { id clubs { id } }',
        { players: expect.arrayContaining([{ id: player.id, clubs: expect.arrayContaining([club]) }]) },
      ];
    },
  ],
  [
    'an item that is as it should be is not changed, which is noted',
    ({ bands: [{ slug, members }] }) => [
      `setBandMemberPart(part: ${members[1].part}, bandSlug: "${slug}", playerEmail: "${members[1].player.email}") { member { part } }`,
      `band(slug: "${slug}") { members { player { email } part } }`,
      { band: { members } },
      'changed nothing',
    ],
  ],
  [
    'an id within an input is of the object that has it, where queries show the type by another name',
    ({ posters: [poster] }) => [
      `renamePost(request: { id: "${poster.id}", name: "x" }) { id name }`,
      'posters { id name }',
      { posters: expect.arrayContaining([{ id: poster.id, name: 'x' }]) },
    ],
  ],
  [
    'a text whose scalar is that of ids names its object, too',
    ({ bands: [, band] }) => [
      `describeBand(bandSlug: "${band.slug}", motto: "loud") { id }`,
      `band(slug: "${band.slug}") { motto }`,
      { band: { motto: 'loud' } },
    ],
  ],
  [
    'a type that is called like a verb is a noun where it is answered',
    ({ updates }) => {
      const { id } = updates.find(({ publishedAt }: Any) => !publishedAt) ?? updates[0];
      const now = '2026-01-01T00:00:01Z';
      return [
        `publishUpdate(id: "${id}") { id }`,
        'updates { id publishedAt }',
        { updates: expect.arrayContaining([{ id, publishedAt: now }]) },
      ];
    },
  ],
];

test.each(rows)('%s', async (_, make) => {
  const world = await start();
  const [mutation, read, has, noted] = make(world);
  const before = await world.data(`{ ${read} }`);
  await world.data(`mutation { ${mutation} }`);
  const { notes } = world;
  if (noted === undefined) expect(notes).toEqual([]);
  else expect(notes).toContainEqual(expect.stringContaining(noted));
  const after = await world.data(`{ ${read} }`);
  expect(after).toMatchObject(has);
  if (noted === undefined) expect(after).not.toEqual(before);
});

test('a text of what has no id names nothing that could be found', async () => {
  const { data, notes } = emulated(`type Query { probes: [Probe!]! } type Probe { name: String! kind: String! }
    type Mutation { deleteProbe(probeName: String!): Boolean! }`);
  const { probes } = await data('{ probes { name } }');
  await data(`mutation { deleteProbe(probeName: "${probes[0].name}") }`);
  expect(notes).toContainEqual(expect.stringContaining('changed nothing'));
});

test('what is new joins no list by chance where its owner has several', async () => {
  const { data, notes } =
    emulated(`type Query { shelves: [Shelf!]! books: [Book!]! } type Book { id: ID! title: String! }
    type Shelf { id: ID! front: [Book!]! back: [Book!]! } type Mutation { createBook(shelfId: ID!, title: String!): Book! }`);
  const { shelves } = await data('{ shelves { id front { id } back { id } } }');
  await data(`mutation { createBook(shelfId: "${shelves[0].id}", title: "x") { title } }`);
  expect(notes).toContainEqual(expect.stringContaining('shelfId'));
  expect((await data('{ shelves { id front { id } back { id } } }')).shelves).toEqual(shelves);
});

test('what an object belongs to may be named with it: another place is noted', async () => {
  const { data, notes } = await start();
  const { gigs, cities } = await data('{ gigs { id venue { city { id name } } } cities { id name } }');
  const [{ id, venue }] = gigs;
  const other = cities.find((city: Any) => city.id !== venue.city.id);
  await data(`mutation { renameGig(id: "${id}", title: "x", cityName: "${venue.city.name}") { title } }`);
  expect(notes).toEqual([]);
  await data(`mutation { renameGig(id: "${id}", title: "x", cityName: "${other.name}") { title } }`);
  expect(notes).toContainEqual(expect.stringContaining('cityName'));
});

test('what a new object has and no input says is noted where it is asked for, and there alone', async () => {
  const { data, notes } = await start();
  const { players } = await data('{ players { id } }');
  const drawn = (field: string) => expect.stringContaining(`\`${field}\` is drawn`);
  await data(`mutation { createPass(playerIds: ["${players[0].id}"]) { id player { email } } }`);
  expect(notes).toEqual([]);
  await data(`mutation { createPass(playerIds: ["${players[0].id}"]) { code gig { id } } }`);
  expect(notes).toEqual([drawn('Pass.code'), drawn('Pass.gig')]);
  const { createToken } = await data('mutation { createToken(label: "ci") { label secret } }');
  expect([createToken.secret, notes.length]).toEqual([expect.any(String), 3]);
  await data('{ tokens { secret } passes { code } }');
  expect(notes.at(-1)).toEqual(drawn('Token.secret'));
});

test('an input object that is called like what is made stands around its fields, though a list is called so, too', async () => {
  const { data, notes } =
    emulated(`type Query { kits: [Kit!]! } type Kit { id: ID! code: String! kits: [Kit!]! } input KitInput { code: String! }
    input TextInput { text: String } type Mutation { createKit(kit: KitInput!, texts: [TextInput!]): Kit! }`);
  expect(await data('mutation { createKit(kit: { code: "k1" }) { code } }')).toEqual({ createKit: { code: 'k1' } });
  expect(notes).toEqual([]);
});

test('what queries show beside the answer of a mutation says nothing of it: an unknown id is an error', async () => {
  const { answer } =
    emulated(`type Query { kits: [Kit!]! health: Health! } type Health { ok: Boolean! } type Kit { id: ID! }
    type Payload { query: Query kit: Kit } type Mutation { renameKit(id: ID!, name: String!): Payload }`);
  const { errors } = await answer('mutation { renameKit(id: "none", name: "x") { kit { id } } }');
  expect(errors).toEqual([expect.stringMatching(/^NOT_FOUND: .*"none"/)]);
});

test.each(['query: Query', 'team: Team'])('a payload with `%s` leads to no mutations', async (beside) => {
  const { answer } =
    emulated(`type Query { kits: [Kit!]! team: Team } type Kit { id: ID! } type Team { id: ID! kit(id: ID!): Kit }
    type Payload { deletedKitId: ID ${beside} } type Mutation { deleteKit(id: ID!): Payload }`);
  const { errors } = await answer('mutation { deleteKit(id: "none") { deletedKitId } }');
  expect(errors).toEqual([expect.stringMatching(/^NOT_FOUND: .*"none"/)]);
});

test('what ids and inputs fill is made, in the state that the verb names; what they leave open is not', async () => {
  const { data, notes } = emulated(`type Query { devices: [Device!]! releases: [AppRelease!]! } type App { id: ID! }
    type Device { id: ID! rollouts: [Rollout!]! snaps: [Snap!]! } type AppRelease { id: ID! app: App version: String publishedAt: String }
    enum Phase { PENDING DEPLOYING DONE } type Rollout { id: ID! device: Device! release: AppRelease! phase: Phase! }
    type Snap { id: ID! device: Device! url: String! }
    type Mutation { deployRelease(deviceId: ID!, releaseId: ID!): Rollout takeSnap(deviceId: ID!): Snap
      publishRelease(appId: ID!, version: String!): AppRelease }`);
  const { devices, releases } = await data('{ devices { id snaps { id } } releases { id app { id } } }');
  const [{ id, snaps }, release] = [devices[0], releases[1]];
  const deployed = await data(
    `mutation { deployRelease(deviceId: "${id}", releaseId: "${release.id}") { device { id } release { id } } }`,
  );
  expect(deployed).toEqual({ deployRelease: { device: { id }, release: { id: release.id } } });
  const published = await data(
    `mutation { publishRelease(appId: "${release.app.id}", version: "9") { version publishedAt app { id } } }`,
  );
  expect(published).toMatchObject({
    publishRelease: { version: '9', app: release.app, publishedAt: expect.stringMatching(/^2026-/) },
  });
  expect(notes).toEqual([]);
  await data(`mutation { takeSnap(deviceId: "${id}") { id } }`);
  expect(notes).not.toEqual([]);
  expect((await data('{ devices { snaps { id } } }')).devices[0]).toEqual({ snaps });
});

test('what has no id is found, changed and referred to by the field that a query asks for it by', async () => {
  const { data, answer, notes } = emulated(`type Query { users: [User!]! user(username: String!): User posts: [Post!]! }
    type User { username: String! city: String posts: [Post!]! } type Post { id: ID! username: String! }
    type Mutation { updateUser(username: String!, city: String): User createOrUpdatePost(id: ID, username: String): Post }`);
  const { users, posts } = await data('{ users { username } posts { id username } }');
  const [{ username }] = users;
  expect(users.map((user: { username: string }) => user.username)).toContain(posts[0].username);
  expect(await data(`mutation { updateUser(username: "${username}", city: "Bern") { city } }`)).toEqual({
    updateUser: { city: 'Bern' },
  });
  await data(`mutation { createOrUpdatePost(id: "${posts[1].id}", username: "${username}") { id } }`);
  const { user } = await data(`{ user(username: "${username}") { city posts { id } } }`);
  expect(user).toEqual({ city: 'Bern', posts: expect.arrayContaining([{ id: posts[1].id }]) });
  expect(notes).toEqual([]);
  expect((await answer('mutation { updateUser(username: "none") { city } }')).errors).toHaveLength(1);
});

test('an id alone in an object names what the field of the subject refers to; `mark as` names a state', async () => {
  const { data, notes } = emulated(`type Query { orders: [Order!]! users: [User!]! } type User { id: ID! }
    type Order { id: ID! customer: User read: Boolean! } input Who { id: ID email: String } input New { customer: Who }
    type Mutation { createOrder(input: New!): Order markOrderAsRead(id: ID!): Order orderMarkAsUnread(id: ID!): Order }`);
  const { id } = (await data('{ users { id } }')).users[4];
  const made = (await data(`mutation { createOrder(input: { customer: { id: "${id}" } }) { id customer { id } } }`))
    .createOrder;
  expect(made.customer).toEqual({ id });
  for (const [name, read] of [
    ['markOrderAsRead', true],
    ['orderMarkAsUnread', false],
  ])
    expect(await data(`mutation { ${name}(id: "${made.id}") { read } }`)).toEqual({ [String(name)]: { read } });
  expect(notes).toEqual([]);
});

test('an id that may be left out, and is, names nothing of what is made', async () => {
  const { data, notes } = emulated(`type Query { plans: [Plan!]! } type Plan { id: ID! name: String! }
    input New { name: String! planId: ID } type Mutation { createPlan(input: New!): Plan }`);
  const { plans } = await data('{ plans { id } }');
  const made = (await data('mutation { createPlan(input: { name: "new" }) { id name } }')).createPlan;
  expect(made.name).toBe('new');
  expect((await data('{ plans { id } }')).plans).toEqual([...plans, { id: made.id }]);
  expect(notes).toEqual([]);
});

test('each object that ids named is shown once', async () => {
  const { data } = emulated(`type Query { kits: [Kit!]! } type Kit { id: ID! size: Int } type Payload { kits: [Kit!]! }
    type Mutation { setKitsSize(kitIds: [ID!]!, size: Int): Payload }`);
  const kits = (await data('{ kits { id } }')).kits.slice(0, 2);
  const ids = JSON.stringify(kits.map(({ id }: { id: string }) => id));
  expect(await data(`mutation { setKitsSize(kitIds: ${ids}, size: 2) { kits { id } } }`)).toEqual({
    setKitsSize: { kits },
  });
});

test('a text is no value of a field that is called like several of it', async () => {
  const { data, world, notes } =
    emulated(`scalar JSON type Query { posts: [Post!]! } type Post { id: ID! reactions: JSON }
    type Mutation { addReaction(emoji: String!, postId: ID!): Post! }`);
  const { posts } = await data('{ posts { id } }');
  await data(`mutation { addReaction(emoji: "x", postId: "${posts[0].id}") { id } }`);
  expect(world.snapshot().changes).toEqual([]);
  expect(notes).toContainEqual(expect.stringContaining('`emoji`'));
});

test('a device that an id finds is not made again by what is added to it, and texts are no ids', async () => {
  const { data, answer, world, notes } =
    emulated(`type Query { devices: [Device!]! tags: [Tag!]! } type Tag { id: ID! name: String! }
    type Device { id: ID! name: String! tags: [Tag!]! } input TagsInput { tags: [String!]! } type Payload { result: Device }
    type Mutation { addDeviceTags(id: ID!, input: TagsInput!): Payload }`);
  const { devices } = await data('{ devices { id } }');
  const add = (id: string) => `mutation { addDeviceTags(id: "${id}", input: { tags: ["new"] }) { result { id } } }`;
  expect(await data(add(devices[0].id))).toEqual({ addDeviceTags: { result: devices[0] } });
  expect(notes).toContainEqual(expect.stringContaining('`input.tags`'));
  expect((await answer(add('none'))).errors).toEqual([expect.stringMatching(/^NOT_FOUND: .*"none"/)]);
  expect(world.snapshot().changes).toEqual([]);
});

describe('beside the objects that a mutation names', () => {
  const teams = `type Query { teams: [Team!]! devices: [Device!]! labels: [Label!]! } type Team { id: ID! devices: [Device!]! }
    type Device { id: ID! name: String! labels: [Label!]! } type Label { id: ID! name: String! }
    type TeamActions { createDevice(name: String!): Device! } input Change { addedLabelIds: [ID!] removedLabelIds: [ID!] }
    type Payload { device: Device clientMutationId: String }
    type Mutation { team(id: ID!): TeamActions updateDevice(id: ID!, input: Change!, clientMutationId: String): Payload! }`;

  test('what is made below `team(id:)` is in that team, and in no other', async () => {
    const { data, notes } = emulated(teams);
    const read = '{ teams { id devices { id } } }';
    const { teams: before } = await data(read);
    const { team } = await data(`mutation { team(id: "${before[1].id}") { createDevice(name: "new") { id } } }`);
    const { teams: after } = await data(read);
    const holding = after.filter(({ devices }: Any) => devices.some(({ id }: Any) => id === team.createDevice.id));
    expect(holding.map(({ id }: Any) => id)).toEqual([before[1].id]);
    expect(notes).toEqual([]);
  });

  test('removed ids leave a list, added ids join it, and an id of the client that was not given is null', async () => {
    const { data, notes } = emulated(teams);
    const { devices, labels } = await data('{ devices { id labels { id } } labels { id } }');
    const [{ id, labels: had }] = devices;
    const other = labels.find((label: Any) => !had.some((each: Any) => each.id === label.id));
    const input = `{ removedLabelIds: ["${had[0].id}"], addedLabelIds: ["${other.id}"] }`;
    const { updateDevice } = await data(
      `mutation { updateDevice(id: "${id}", input: ${input}) { device { labels { id } } clientMutationId } }`,
    );
    expect(updateDevice.clientMutationId).toBeNull();
    expect(new Set(updateDevice.device.labels)).toEqual(new Set([...had.slice(1), other]));
    expect(notes).toEqual([]);
  });
});
