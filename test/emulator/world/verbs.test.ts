import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

const sdl = (mutation: string) => `
  type Query { device(id: ID!): Device devices: [Device!]! }
  type Device { id: ID! name: String! status: Status! enabled: Boolean! locked: Boolean! paused: Boolean! isActive: Boolean! closedAt: DateTime size: Int }
  scalar DateTime
  enum Status { OPEN CLOSED STOPPED PUBLISHED }
  input In { name: String size: Int }
  type Mutation { ${mutation} }`;
const fields = '{ id name status enabled locked paused isActive closedAt size }';

test.each<readonly [mutation: string, call: string, change: object]>([
  ['enableDevice(id: ID!): Device', 'enableDevice(id: $id)', { enabled: true }],
  ['disableDevice(id: ID!): Device', 'disableDevice(id: $id)', { enabled: false }],
  ['lockDevice(id: ID!): Device', 'lockDevice(id: $id)', { locked: true }],
  ['deviceUnlock(id: ID!): Device', 'deviceUnlock(id: $id)', { locked: false }],
  ['pauseDevice(id: ID!): Device', 'pauseDevice(id: $id)', { paused: true }],
  ['resumeDevice(id: ID!): Device', 'resumeDevice(id: $id)', { paused: false }],
  ['activateDevice(id: ID!): Device', 'activateDevice(id: $id)', { isActive: true }],
  ['deactivateDevice(id: ID!): Device', 'deactivateDevice(id: $id)', { isActive: false }],
  ['stopDevice(id: ID!): Device', 'stopDevice(id: $id)', { status: 'STOPPED', closedAt: null }],
  ['publishDevice(id: ID!): Device', 'publishDevice(id: $id)', { status: 'PUBLISHED', closedAt: null }],
  [
    'closeDevice(id: ID!): Device',
    'closeDevice(id: $id)',
    { status: 'CLOSED', closedAt: expect.stringMatching(/^2026-01-01/) },
  ],
  ['reopenDevice(id: ID!): Device', 'reopenDevice(id: $id)', { status: 'OPEN', closedAt: null }],
  ['editDevice(id: ID!, data: In!): Device', 'editDevice(id: $id, data: { size: 3 })', { size: 3 }],
  ['patchDevice(id: ID!, patch: In!): Device', 'patchDevice(id: $id, patch: { size: 3 })', { size: 3 }],
  ['saveDevice(id: ID, device: In!): Device', 'saveDevice(id: $id, device: { size: 3 })', { size: 3 }],
  ['changeDeviceSize(deviceId: ID!, value: Int!): Device', 'changeDeviceSize(deviceId: $id, value: 3)', { size: 3 }],
])('%s', async (mutation, call, change) => {
  const { data, notes } = emulated(sdl(mutation));
  const { devices } = await data(`{ devices ${fields} }`);
  // What is so already stays, which is noted.
  const others = devices.filter(
    (device: object) => !Object.entries(change).every(([key, value]) => same(device, key, value)),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const device of others.slice(0, 4)) {
    const [answer] = Object.values(await data(`mutation ($id: ID!) { ${call} ${fields} }`, { id: device.id }));
    expect(answer).toEqual({ ...device, ...change });
    expect((await data(`query ($id: ID!) { device(id: $id) ${fields} }`, { id: device.id })).device).toEqual(answer);
  }
  expect(notes).toEqual([]);
});

const same = (device: object, key: string, value: unknown) =>
  (typeof value === 'object' && value !== null) || Reflect.get(device, key) === value;

test('a verb changes only what has a field for it: other objects of the list keep their time of change', async () => {
  const { data } = emulated(`
    type Query { items: [Item!]! }
    interface Item { id: ID! updatedAt: DateTime }
    type Device implements Item { id: ID! updatedAt: DateTime archived: Boolean! }
    type Camera implements Item { id: ID! updatedAt: DateTime }
    scalar DateTime
    type Mutation { archiveItems(ids: [ID!]!): [Item!] }`);
  const items = '{ __typename id updatedAt ... on Device { archived } }';
  const before = (await data(`{ items ${items} }`)).items;
  await data(`mutation ($ids: [ID!]!) { archiveItems(ids: $ids) ${items} }`, {
    ids: before.map(({ id }: { id: string }) => id),
  });
  const after = (await data(`{ items ${items} }`)).items;
  const of = (list: { __typename: string }[], name: string) => list.filter(({ __typename }) => __typename === name);
  expect(of(after, 'Device').every((device) => 'archived' in device && device.archived === true)).toBe(true);
  expect(of(after, 'Camera')).toEqual(of(before, 'Camera'));
  expect(of(after, 'Camera').length).toBeGreaterThan(0);
});
