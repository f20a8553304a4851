import { expect, test } from 'vitest';
import { type Any, emulated } from '../../helpers/emulated.ts';

const schema = `type Query { plans: [Plan!]! orders: [Order!]! rooms(status: RoomState): [Room!]! plan(id: ID!): Plan boxes: [VirtualBox!]! shopOrders: [ShopOrder!]! machines: [Machine!]! zones: [Zone!]!
    planByName(planName: String!): Plan! notices: [Notice!]! inbox: Notices! }
  type Plan { id: ID! internalID: ID! name: String! status: PlanStatus! lastPaymentStatus: PaymentStatus! counts: PlanCounts!
    muted: String created: String! editedAt: String }
  enum PlanStatus { ACTIVE PAUSED FAILED } enum PaymentStatus { SUCCEEDED FAILED } scalar Long
  type PlanCounts { red: Long! parts: Long! }
  type Order { id: ID! state: OrderState! action: Action! displayState: ShownState! returns: [Return!]! return(id: ID!): Return } enum OrderState { OPEN PAID SENT DONE } enum Action { LATE NONE } enum ShownState { OPEN PAID SENT LATE }
  type Return { id: ID! order: Order! } type Room { id: ID! status: String! } enum RoomState { LIVE DRAFT }
  type Notices { id: ID! all: [Notice!]! } type Notice { id: ID! archived: Boolean! revokedAt: String } 
  type Errors { errors: [Error!]! } type Error { message: String! code: String! statusCode: Int } union PlanOrErrors = Plan | Errors
  type Mutation { activatePlan(id: ID!): Plan! createPlan(name: String!): Plan! renamePlan(id: ID!, name: String!): PlanOrErrors
    archiveNotices(ids: [ID!]!): Boolean! setNoticeRevoked(id: ID!, revoked: Boolean!): Notice!
    vm: VmMutations! zone(zoneName: ID): ZoneMutations! addRole(machineId: ID!, role: Role!): Boolean! }
  type VirtualBox { id: ID! state: BoxState! } enum BoxState { RUNNING PAUSED } type VmMutations { pause(id: ID!): Boolean! }
  type ShopOrder { id: ID! state: ShopOrderState! } enum ShopOrderState { SUBMITTED APPROVED }
  type Machine { id: ID! roles: [Role!]! } enum Role { ROOT GUEST } type Zone { id: ID! name: String! }
  type ZoneMutations { rename(zoneId: ID!, newName: String!): Zone! }`;
const world = () => emulated(schema);

test('a verb moves the state of an object, and no other field with the same value', async () => {
  const { data, notes } = world();
  const { plans } = await data('{ plans { id lastPaymentStatus status } }');
  const { id, lastPaymentStatus } = plans.find(
    (each: Any) => each.lastPaymentStatus === 'FAILED' && each.status !== 'ACTIVE',
  );
  expect((await data(`mutation { activatePlan(id: "${id}") { status lastPaymentStatus } }`)).activatePlan).toEqual({
    status: 'ACTIVE',
    lastPaymentStatus,
  });
  expect(notes).toEqual([]);
});

test('a created object was created now, and never edited', async () => {
  const { createPlan } = await world().data('mutation { createPlan(name: "x") { created editedAt } }');
  expect(createPlan).toEqual({ created: '2026-01-01T00:00:01Z', editedAt: null });
});

test('an item of an object is found by its id below that object alone', async () => {
  const { data } = world();
  const { orders } = await data('{ orders { id returns { id } } }');
  const [one, other] = orders.filter(({ returns }: Any) => returns.length > 0);
  const { orders: read } = await data(`{ orders { id return(id: "${one.returns[0].id}") { id } } }`);
  const of = ({ id }: Any) => read.find((each: Any) => each.id === id).return;
  expect([of(one), of(other)]).toEqual([one.returns[0], null]);
});

test('a number in a part of counts is noted, whatever its scalar is', async () => {
  const { data, notes } = world();
  await data('{ plans { counts { red parts } } }');
  expect(notes).toEqual([
    expect.stringContaining('`PlanCounts.red` is drawn'),
    expect.stringContaining('`PlanCounts.parts` is drawn'),
  ]);
});

test('an enum argument for a text field chooses nothing, and is noted', async () => {
  const { data, notes } = world();
  expect((await data('{ rooms(status: LIVE) { id } }')).rooms).toHaveLength(12);
  expect(notes).toEqual([expect.stringContaining('`status` of `Query.rooms`')]);
});

test('a Boolean with the name of a state sets it', async () => {
  const { data, notes } = world();
  const { notices } = await data('{ notices { id revokedAt } }');
  const { id } = notices.find(({ revokedAt }: Any) => revokedAt === null);
  const set = async (revoked: boolean) =>
    (await data(`mutation { setNoticeRevoked(id: "${id}", revoked: ${revoked}) { revokedAt } }`)).setNoticeRevoked;
  expect(await set(true)).toEqual({ revokedAt: expect.any(String) });
  expect(await set(false)).toEqual({ revokedAt: null });
  expect(notes).toEqual([]);
});

test('a namespace may take an argument of the type ID', async () => {
  const { data } = world();
  const { id } = (await data('{ zones { id } }')).zones[1];
  const { zone } = await data(`mutation { zone { rename(zoneId: "${id}", newName: "x") { id name } } }`);
  expect(zone.rename).toEqual({ id, name: 'x' });
});

test('an empty page has a cursor if the schema allows no null', async () => {
  const { data } = emulated(
    `type Query { plans(first: Int, after: String): Plans! } type Plans { nodes: [Plan!]! pageInfo: PageInfo! } type Plan { id: ID! }
    type PageInfo { startCursor: String! endCursor: String! nextCursor: String hasNextPage: Boolean! }`,
    { count: { Plan: 0 } },
  );
  const { plans } = await data(
    '{ plans(first: 3) { nodes { id } pageInfo { startCursor endCursor nextCursor hasNextPage } } }',
  );
  expect(plans).toEqual({
    nodes: [],
    pageInfo: { startCursor: '', endCursor: '', nextCursor: null, hasNextPage: false },
  });
});
