import { describe, expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

const control = 'test/fixtures/control.graphql';
const all = '{ team { deviceCount devices(first: 100) { totalCount nodes { id name status tags group { id } } } } }';

async function start(settings: Parameters<typeof emulated>[1] = {}) {
  const world = emulated(control, settings);
  const { team } = await world.data(`{ team { devices(first: 100) { nodes { id name group { id } } }
    groups(first: 100) { nodes { id owners { id } } } members { id } } }`);
  const [device, other, third] = team.devices.nodes;
  const read = async (id: string) =>
    (
      await world.data(
        'query ($id: ID!) { device(id: $id) { id name status group { id } tags note archived archivedAt createdAt updatedAt settings network { ipAddress macAddress } } }',
        { id },
      )
    ).device;
  return { ...world, device, other, third, groups: team.groups.nodes, members: team.members, read };
}

describe('mutations', () => {
  test('a created object is in the payload as its input says, and in every later read', async () => {
    const { data, groups, read, notes } = await start();
    const before = await data(all);
    const input = {
      name: 'Gate',
      groupId: groups[3].id,
      tags: ['a', 'b'],
      note: 'new',
      settings: { mode: 'eco' },
      network: { ipAddress: '10.0.0.9' },
      clientMutationId: 'm1',
    };
    const { createDevice } = await data(
      'mutation ($input: CreateDeviceInput!) { createDevice(input: $input) { device { id name tags group { id } createdAt } deviceEdge { node { name } } userErrors { message } clientMutationId } }',
      { input },
    );
    expect(createDevice).toMatchObject({
      device: { name: 'Gate', tags: ['a', 'b'], group: { id: groups[3].id } },
      deviceEdge: { node: { name: 'Gate' } },
      userErrors: [],
      clientMutationId: 'm1',
    });
    const { id } = createDevice.device;
    expect(await read(id)).toMatchObject({
      id,
      name: 'Gate',
      note: 'new',
      settings: { mode: 'eco' },
      network: { ipAddress: '10.0.0.9', macAddress: expect.any(String) },
    });
    const after = await data(all);
    expect(after.team.deviceCount).toBe(before.team.deviceCount + 1);
    expect(after.team.devices.nodes.slice(0, -1)).toEqual(before.team.devices.nodes);
    expect(after.team.devices.nodes.at(-1).id).toBe(id);
    const { group } = await data('query ($id: ID!) { group(group_id: $id) { devices { nodes { id } } } }', {
      id: groups[3].id,
    });
    expect(group.devices.nodes).toContainEqual({ id });
    expect(notes).toEqual([]);
  });

  test('an update changes the given fields and nothing else', async () => {
    const { data, device, groups, read } = await start();
    const before = await read(device.id);
    const { updateDevice } = await data(
      'mutation ($id: ID!, $input: UpdateDeviceInput!) { updateDevice(id: $id, input: $input) { device { id status note group { id } } userErrors { message } } }',
      {
        id: device.id,
        input: { status: 'UPDATING', note: 'seen', groupId: groups[5].id, network: { ipAddress: '10.9.9.9' } },
      },
    );
    expect(updateDevice).toEqual({
      device: { id: device.id, status: 'UPDATING', note: 'seen', group: { id: groups[5].id } },
      userErrors: [],
    });
    expect(await read(device.id)).toEqual({
      ...before,
      status: 'UPDATING',
      note: 'seen',
      group: { id: groups[5].id },
      network: { ...before.network, ipAddress: '10.9.9.9' },
      updatedAt: expect.stringMatching(/^2026-01-01T00:00/),
    });
  });

  test('a deleted object is in no list, no reference and no read', async () => {
    const { data, answer, device, other, third } = await start();
    const { deleteDevice } = await data(
      'mutation ($id: ID!) { deleteDevice(id: $id) { success deletedDeviceId device { name } errors { message } } }',
      { id: device.id },
    );
    expect(deleteDevice).toEqual({
      success: true,
      deletedDeviceId: device.id,
      device: { name: device.name },
      errors: [],
    });
    const { deleteDevices } = await data('mutation ($ids: [ID!]!) { deleteDevices(ids: $ids) { deletedIds count } }', {
      ids: [other.id, third.id],
    });
    expect(deleteDevices).toEqual({ deletedIds: [other.id, third.id], count: 2 });
    const { team } = await data(all);
    const gone = [device.id, other.id, third.id];
    expect([team.deviceCount, team.devices.totalCount]).toEqual([22, 22]);
    expect(team.devices.nodes.filter(({ id }: { id: string }) => gone.includes(id))).toEqual([]);
    expect(await data('query ($id: ID!) { device(id: $id) { id } node(id: $id) { id } }', { id: device.id })).toEqual({
      device: null,
      node: null,
    });
    // An event must have a device, so its events are gone too.
    const { events } = await data('{ events(limit: 100) { items { sourceDeviceId } } }');
    expect(events.items.length).toBeGreaterThan(0);
    expect(
      events.items.filter(({ sourceDeviceId }: { sourceDeviceId: string }) => gone.includes(sourceDeviceId)),
    ).toEqual([]);
    expect(
      (await answer('mutation ($id: ID!) { renameDevice(deviceId: $id, newName: "x") { id } }', { id: device.id }))
        .errors,
    ).toEqual([expect.stringMatching(/^NOT_FOUND/)]);
  });

  test('the devices of a deleted group have no group', async () => {
    const { data, device, read } = await start();
    const { deleteGroup } = await data('mutation ($id: ID!) { deleteGroup(groupId: $id) }', { id: device.group.id });
    expect(deleteGroup).toBe(device.group.id);
    expect((await read(device.id)).group).toBeNull();
  });

  test('one device and many devices move between groups', async () => {
    const { data, device, other, groups, read } = await start();
    const { moveDevice } = await data(
      'mutation ($input: MoveDeviceInput!) { moveDevice(input: $input) { __typename ... on Device { id group { id } } } }',
      { input: { deviceId: device.id, toGroupId: groups[7].id } },
    );
    expect(moveDevice).toEqual({ __typename: 'Device', id: device.id, group: { id: groups[7].id } });
    const { addDevicesToGroup } = await data(
      'mutation ($g: ID!, $ids: [ID!]!) { addDevicesToGroup(groupId: $g, deviceIds: $ids) { id devices { nodes { id } } } }',
      { g: groups[8].id, ids: [device.id, other.id] },
    );
    expect(addDevicesToGroup.id).toBe(groups[8].id);
    expect(addDevicesToGroup.devices.nodes).toEqual(expect.arrayContaining([{ id: device.id }, { id: other.id }]));
    expect((await read(device.id)).group).toEqual({ id: groups[8].id });
    const { group } = await data('query ($id: ID!) { group(group_id: $id) { devices { nodes { id } } } }', {
      id: groups[7].id,
    });
    expect(group.devices.nodes).not.toContainEqual({ id: device.id });
  });

  test('members of several groups are linked and unlinked, as both sides show', async () => {
    const { data, groups, members } = await start();
    const group = groups[0].id;
    const member = members.find(
      ({ id }: { id: string }) => !groups[0].owners.some((owner: { id: string }) => owner.id === id),
    ).id;
    const owners = async () =>
      (await data('query ($id: ID!) { group(group_id: $id) { owners { id groups { id } } } }', { id: group })).group
        .owners;
    const before = await owners();
    await data('mutation ($g: ID!, $m: ID!) { addOwnerToGroup(groupId: $g, memberId: $m) { id } }', {
      g: group,
      m: member,
    });
    const after = await owners();
    const added = after.filter(({ id }: { id: string }) => id === member);
    expect(added).toEqual([{ id: member, groups: expect.arrayContaining([{ id: group }]) }]);
    expect(after).toHaveLength(before.length + 1);
    await data('mutation ($g: ID!, $m: ID!) { removeMemberFromGroup(groupId: $g, memberId: $m) { id } }', {
      g: group,
      m: member,
    });
    expect(await owners()).toEqual(before);
    const { addGroupMember } = await data(
      'mutation ($g: ID!, $m: ID!) { addGroupMember(groupId: $g, memberId: $m) { group { id } member { id } } }',
      { g: group, m: member },
    );
    expect(addGroupMember).toEqual({ group: { id: group }, member: { id: member } });
    expect(await owners()).toEqual(after);
  });

  test('a list of ids in an input decides the items of an object', async () => {
    const { data, device, other } = await start();
    const { createGroup } = await data(
      'mutation ($ids: [ID!]) { createGroup(name: "North", deviceIds: $ids) { id name devices { nodes { id } totalCount } } }',
      { ids: [device.id, other.id] },
    );
    expect(createGroup).toMatchObject({
      name: 'North',
      devices: { nodes: [{ id: device.id }, { id: other.id }], totalCount: 2 },
    });
  });
});

describe('unknown ids', () => {
  test('an unknown id is an error of a mutation that returns values alone, whatever its name', async () => {
    const { answer } = emulated(`type Query { devices: [Device!]! } type Device { id: ID! errors: [String!]! }
      type Mutation { setDeviceErrors(deviceId: ID!, errors: [String!]!): [String!]! }`);
    expect((await answer('mutation { setDeviceErrors(deviceId: "x", errors: ["late"]) }')).errors).toEqual([
      expect.stringMatching(/^NOT_FOUND: .*"x"/),
    ]);
  });

  test('an unknown id is the error type of a union', async () => {
    const { data } = await start();
    const { moveDevice } = await data(
      'mutation { moveDevice(input: { deviceId: "x" }) { __typename ... on Error { message } } }',
    );
    expect(moveDevice).toEqual({ __typename: 'NotFoundError', message: expect.stringContaining('"x"') });
  });
});

describe('unknown mutations and inputs', () => {
  test('a document is refused whole if one of its mutations is unknown', async () => {
    const { answer, data, device, world } = await start();
    const { errors } = await answer(
      'mutation ($id: ID!) { renameDevice(deviceId: $id, newName: "y") { id } rebootDevice(id: $id) { acceptedAt } }',
      { id: device.id },
    );
    expect(errors).toEqual([
      'NOT_EMULATED: The emulator does not know what `Mutation.rebootDevice` does: no field or value of a Device says `rebooted` (rule 12 of its page). ' +
        "Give it a resolver: { Mutation: { rebootDevice: (_, { id }, { update }) => ({ device: update('Device', id, { … }), acceptedAt: … }) } }",
    ]);
    expect(world.snapshot().changes).toEqual([]);
    expect((await data('query ($id: ID!) { device(id: $id) { name } }', { id: device.id })).device.name).toBe(
      device.name,
    );
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
      'mutation ($id: ID!, $g: ID!) { renameDevice(deviceId: $id, newName: "Lobby") { id } deleteGroup(groupId: $g) createGroup(name: "North") { id } }',
      { id: device.id, g: groups[2].id },
    );
    await data('mutation { createDevice(input: { name: "Gate" }) { device { id } } }');
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
    const { readFileSync } = await import('node:fs');
    const { move, data, device } = await start();
    await data('mutation ($id: ID!) { renameDevice(deviceId: $id, newName: "Lobby") { id } }', { id: device.id });
    const before = await data(all);
    const sdl = readFileSync(control, 'utf8').replace(
      'type Team implements Node {',
      'type Team implements Node {\n  motto: String',
    );
    move(sdl);
    expect(await data(all)).toEqual(before);
    expect((await data('{ team { motto devices(first: 1) { nodes { name } } } }')).team.devices.nodes).toEqual([
      { name: 'Lobby' },
    ]);
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
