import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Any, emulated } from '../../helpers/emulated.ts';

const control = 'test/fixtures/control.graphql';
const all = '{ team { deviceCount devices(first: 100) { totalCount nodes { id name status tags group { id } } } } }';
const fields =
  'id name status group { id } tags note archived archivedAt createdAt updatedAt settings network { ipAddress macAddress }';

async function start(settings: Parameters<typeof emulated>[1] = {}) {
  const world = emulated(control, settings);
  const { team } = await world.data(`{ team { devices(first: 100) { nodes { id name group { id } } }
    groups(first: 100) { nodes { id owners { id } } } members { id } } }`);
  const [device, other, third] = team.devices.nodes;
  return {
    ...{ ...world, device, other, third, groups: team.groups.nodes, members: team.members },
    /** Runs one mutation, and returns its answer. */
    run: async (mutation: string): Promise<Any> => Object.values(await world.data(`mutation { ${mutation} }`))[0],
    read: async (id: string) => (await world.data(`{ device(id: "${id}") { ${fields} } }`)).device,
    devicesOf: async (group: string) =>
      (await world.data(`{ group(group_id: "${group}") { devices { nodes { id } } } }`)).group.devices.nodes,
  };
}

describe('mutations', () => {
  test('a created object is in the payload as its input says, and in every later read', async () => {
    const { data, groups, read, devicesOf, notes } = await start();
    const before = await data(all);
    const shown = { name: 'Gate', note: 'new', settings: { mode: 'eco' } };
    const input = { ...shown, groupId: groups[3].id, tags: ['a', 'b'], network: { ipAddress: '10.0.0.9' } };
    const { createDevice } = await data(
      'mutation ($input: CreateDeviceInput!) { createDevice(input: $input) { device { id name tags group { id } } deviceEdge { node { name } } userErrors { message } clientMutationId } }',
      { input: { ...input, clientMutationId: 'm1' } },
    );
    const { id } = createDevice.device;
    expect(createDevice).toEqual({
      device: { id, name: 'Gate', tags: ['a', 'b'], group: { id: groups[3].id } },
      deviceEdge: { node: { name: 'Gate' } },
      userErrors: [],
      clientMutationId: 'm1',
    });
    const network = { ipAddress: '10.0.0.9', macAddress: expect.any(String) };
    expect(await read(id)).toMatchObject({ id, ...shown, network });
    const after = await data(all);
    expect(after.team.deviceCount).toBe(before.team.deviceCount + 1);
    expect(after.team.devices.nodes.slice(0, -1)).toEqual(before.team.devices.nodes);
    expect(after.team.devices.nodes.at(-1).id).toBe(id);
    expect(await devicesOf(groups[3].id)).toContainEqual({ id });
    expect(notes).toEqual([]);
  });

  test('an update changes the given fields and nothing else', async () => {
    const { data, device, groups, read } = await start();
    const before = await read(device.id);
    const input = { status: 'UPDATING', note: 'seen' };
    const group = { id: groups[5].id };
    const { updateDevice } = await data(
      'mutation ($id: ID!, $input: UpdateDeviceInput!) { updateDevice(id: $id, input: $input) { device { id status note group { id } } userErrors { message } } }',
      { id: device.id, input: { ...input, groupId: group.id, network: { ipAddress: '10.9.9.9' } } },
    );
    expect(updateDevice).toEqual({ device: { id: device.id, ...input, group }, userErrors: [] });
    expect(await read(device.id)).toEqual({
      ...{ ...before, ...input, group },
      network: { ...before.network, ipAddress: '10.9.9.9' },
      updatedAt: expect.stringMatching(/^2026-01-01T00:00/),
    });
  });

  test('a deleted object is in no list, no reference and no read', async () => {
    const { data, answer, device, other, third, run } = await start();
    const gone = [device.id, other.id, third.id];
    expect(
      await run(`deleteDevice(id: "${device.id}") { success deletedDeviceId device { name } errors { message } }`),
    ).toEqual({ success: true, deletedDeviceId: device.id, device: { name: device.name }, errors: [] });
    expect(await run(`deleteDevices(ids: ["${other.id}", "${third.id}"]) { deletedIds count }`)).toEqual({
      ...{ deletedIds: [other.id, third.id], count: 2 },
    });
    const { team } = await data(all);
    expect([team.deviceCount, team.devices.totalCount]).toEqual([22, 22]);
    expect(team.devices.nodes.filter(({ id }: Any) => gone.includes(id))).toEqual([]);
    expect(await data(`{ device(id: "${device.id}") { id } node(id: "${device.id}") { id } }`)).toEqual({
      ...{ device: null, node: null },
    });
    // An event must have a device, so its events are gone too.
    const { events } = await data('{ events(limit: 100) { items { sourceDeviceId } } }');
    expect(events.items.length).toBeGreaterThan(0);
    expect(events.items.filter(({ sourceDeviceId }: Any) => gone.includes(sourceDeviceId))).toEqual([]);
    const { errors } = await answer(`mutation { renameDevice(deviceId: "${device.id}", newName: "x") { id } }`);
    expect(errors).toEqual([expect.stringMatching(/^NOT_FOUND/)]);
  });

  test('the devices of a deleted group have no group', async () => {
    const { device, read, run } = await start();
    expect(await run(`deleteGroup(groupId: "${device.group.id}")`)).toBe(device.group.id);
    expect((await read(device.id)).group).toBeNull();
  });

  test('one device and many devices move between groups', async () => {
    const { device, other, groups, read, devicesOf, run } = await start();
    const [from, to] = [groups[7].id, groups[8].id];
    const moved = `moveDevice(input: { deviceId: "${device.id}", toGroupId: "${from}" }) { __typename ... on Device { id group { id } } }`;
    expect(await run(moved)).toEqual({ __typename: 'Device', id: device.id, group: { id: from } });
    const ids = [{ id: device.id }, { id: other.id }];
    expect(
      await run(
        `addDevicesToGroup(groupId: "${to}", deviceIds: ["${device.id}", "${other.id}"]) { id devices { nodes { id } } }`,
      ),
    ).toEqual({ id: to, devices: { nodes: expect.arrayContaining(ids) } });
    expect((await read(device.id)).group).toEqual({ id: to });
    expect(await devicesOf(from)).not.toContainEqual({ id: device.id });
  });

  test('members of several groups are linked and unlinked, as both sides show', async () => {
    const { data, groups, members, run } = await start();
    const [{ id: group, owners: own }] = groups;
    const member = members.find(({ id }: Any) => !own.some((each: Any) => each.id === id)).id;
    const both = `groupId: "${group}", memberId: "${member}"`;
    const owners = async () =>
      (await data(`{ group(group_id: "${group}") { owners { id groups { id } } } }`)).group.owners;
    const before = await owners();
    await run(`addOwnerToGroup(${both}) { id }`);
    const after = await owners();
    expect(after.filter(({ id }: Any) => id === member)).toEqual([
      { id: member, groups: expect.arrayContaining([{ id: group }]) },
    ]);
    expect(after).toHaveLength(before.length + 1);
    await run(`removeMemberFromGroup(${both}) { id }`);
    expect(await owners()).toEqual(before);
    expect(await run(`addGroupMember(${both}) { group { id } member { id } }`)).toEqual({
      ...{ group: { id: group }, member: { id: member } },
    });
    expect(await owners()).toEqual(after);
  });

  test('a list of ids in an input decides the items of an object', async () => {
    const { device, other, run } = await start();
    const ids = [{ id: device.id }, { id: other.id }];
    expect(
      await run(
        `createGroup(name: "North", deviceIds: ["${device.id}", "${other.id}"]) { name devices { nodes { id } totalCount } }`,
      ),
    ).toEqual({ name: 'North', devices: { nodes: ids, totalCount: 2 } });
  });
});

test('an unknown id is an error of a mutation that returns values alone, whatever its name', async () => {
  const { answer } = emulated(`type Query { devices: [Device!]! } type Device { id: ID! errors: [String!]! }
    type Mutation { setDeviceErrors(deviceId: ID!, errors: [String!]!): [String!]! }`);
  const { errors } = await answer('mutation { setDeviceErrors(deviceId: "x", errors: ["late"]) }');
  expect(errors).toEqual([expect.stringMatching(/^NOT_FOUND: .*"x"/)]);
});

describe('unknown mutations and inputs', () => {
  test('a document is refused whole if one of its mutations is unknown', async () => {
    const { answer, device, read, world } = await start();
    const { errors } = await answer(
      `mutation { renameDevice(deviceId: "${device.id}", newName: "y") { id } rebootDevice(id: "${device.id}") { acceptedAt } }`,
    );
    expect(errors).toEqual([
      'NOT_EMULATED: The emulator does not know what `Mutation.rebootDevice` does: no field or value of a Device says `rebooted` (rule 12 of its page). ' +
        "Give it a resolver: { Mutation: { rebootDevice: (_, { id }, { update }) => ({ device: update('Device', id, { … }), acceptedAt: … }) } }",
    ]);
    expect(world.snapshot().changes).toEqual([]);
    expect((await read(device.id)).name).toBe(device.name);
  });

  test('an input without a field is noted by its name', async () => {
    const { data, notes } = await start();
    await data('mutation { createDevice(input: { name: "a", colour: "red" }) { device { name } } }');
    expect(notes).toEqual([expect.stringContaining('`input.colour` of `Mutation.createDevice`')]);
  });
});

describe('reset, snapshots and moved schemas', () => {
  test('a reset undoes every change, and a snapshot brings them back, also in another emulator', async () => {
    const { world, data, device, groups } = await start({ devices: 30 });
    const fresh = await data(all);
    await data(
      `mutation { renameDevice(deviceId: "${device.id}", newName: "Lobby") { id } deleteGroup(groupId: "${groups[2].id}") createGroup(name: "North") { id } createDevice(input: { name: "Gate" }) { device { id } } }`,
    );
    const changed = await data(all);
    expect(changed).not.toEqual(fresh);
    const snapshot = JSON.parse(JSON.stringify(world.snapshot()));
    world.reset();
    expect(await data(all)).toEqual(fresh);
    world.restore(snapshot);
    expect(await data(all)).toEqual(changed);
    expect(world.snapshot()).toEqual(snapshot);
    const another = emulated(control, { devices: 30 });
    another.world.restore(snapshot);
    expect(await another.data(all)).toEqual(changed);
    world.reset();
    expect(await data(all)).toEqual(fresh);
  });

  test('a value that is no snapshot is refused, and the world stays', async () => {
    const { world, data } = await start();
    const before = await data(all);
    for (const wrong of [null, {}, { version: 3 }, { ...world.snapshot(), changes: [{ object: 'Device#x' }] }])
      expect(() => world.restore(wrong)).toThrow('The snapshot cannot be restored');
    expect(await data(all)).toEqual(before);
  });

  test('another schema serves the same objects and changes', async () => {
    const { move, data, device, read, run } = await start();
    await run(`renameDevice(deviceId: "${device.id}", newName: "Lobby") { id }`);
    const before = await data(all);
    move(readFileSync(control, 'utf8').replace('type Team implements Node {', '$& motto: String'));
    expect(await data(all)).toEqual(before);
    expect(await data('{ team { motto } }')).toEqual({ team: { motto: expect.any(String) } });
    expect((await read(device.id)).name).toBe('Lobby');
  });

  test('a reference with another target in a moved schema is listed by that target', async () => {
    const sdl = (owner: string) =>
      `type Query { owners: [${owner}!]! } type ${owner} { id: ID! devices: [Device!]! } type Device { id: ID! owner: ${owner}! }`;
    const owned = '{ owners { id devices { owner { id } } } }';
    const { move, data } = emulated(sdl('User'));
    await data(owned);
    move(sdl('Member'));
    const { owners } = await data(owned);
    expect(owners).toHaveLength(12);
    for (const { id, devices } of owners) expect(devices).toEqual([{ owner: { id } }]);
  });
});

test('a part that was null and is written again has nothing of its fixture', async () => {
  const { data } = emulated(
    `type Query { device(id: ID!): Device devices: [Device!]! }
     type Device { id: ID! network: Network } type Network { ip: String mac: String }
     input NetworkInput { ip: String mac: String } input DeviceInput { network: NetworkInput }
     type Mutation { updateDevice(id: ID!, input: DeviceInput!): Device }`,
    { fixtures: { Device: [{ id: 'd1', network: { ip: '10.0.0.1', mac: 'fixed' } }] } },
  );
  const update = (network: object | null) =>
    data('mutation ($input: DeviceInput!) { updateDevice(id: "d1", input: $input) { network { ip mac } } }', {
      input: { network },
    });
  expect((await update(null)).updateDevice).toEqual({ network: null });
  const { network } = (await update({ ip: '10.0.0.2' })).updateDevice;
  expect(network).toEqual({ ip: '10.0.0.2', mac: expect.any(String) });
  expect(network.mac).not.toBe('fixed');
});
