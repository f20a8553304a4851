import { describe, expect, test } from 'vitest';
import { type Any, emulated } from '../../helpers/emulated.ts';

/** A service as this one is: everything is under `team`, reads and mutations alike. Of our own making. */
const sdl = `
  scalar DateTime
  type Query { team: Team }
  type Mutation { team: TeamMutations! }
  type Team { id: ID! name: String! deviceCount: Int! totalDevices: Int!
    devices(first: Int, after: String, filter: DeviceFilter, ids: [ID!]): DeviceConnection!
    device(id: ID!): Device
    drivers: [Driver!]! driver(driver_uuid: ID!): Driver vehicles: [Vehicle!]! vehicle(vehicle_id: ID!): Vehicle
    adoptKeys: [TeamAdoptKey!]! adoptKey(id: ID!): TeamAdoptKey members: [Member!]! }
  input DeviceFilter { status: DeviceStatus name: String ids: [ID!] }
  type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  enum DeviceStatus { ONLINE OFFLINE REBOOTING LOCKED }
  type Device { id: ID! name: String! status: DeviceStatus! isOnline: Boolean! isArchived: Boolean!
    archivedAt: DateTime locked: Boolean! lockedAt: DateTime tags: [String!]! deviceGroup: DeviceGroup assignee: Member
    createdAt: DateTime! updatedAt: DateTime! lastRebootAt: DateTime note: String }
  type DeviceGroup { id: ID! name: String! }
  type Driver { driver_uuid: ID! name: String! vehicles: [Vehicle!]! }
  type Vehicle { vehicle_id: ID! plate: String! driver: Driver }
  type TeamAdoptKey { id: ID! label: String! revokedAt: DateTime revoked: Boolean! expiresAt: DateTime }
  type Member { id: ID! name: String! invitedAt: DateTime! joinedAt: DateTime! role: Role! }
  enum Role { ADMIN READER }
  type TeamMutations {
    createDevice(input: CreateDeviceInput!): DevicePayload!
    updateDevice(id: ID!, input: UpdateDeviceInput!): DevicePayload!
    renameDevice(id: ID!, name: String!): DevicePayload! setDeviceStatus(id: ID!, status: DeviceStatus!): DevicePayload!
    lockDevice(id: ID!): DevicePayload! archiveDevice(deviceId: ID!): DevicePayload! rebootDevice(id: ID!): DevicePayload!
    deleteDevice(id: ID!): DeletePayload! deleteDevices(ids: [ID!]!): BulkPayload!
    revokeAdoptKey(adoptKeyId: ID!): TeamAdoptKey revokeTeamAdoptKey(key: ID, id: ID!): RevokeResult!
    updateVehicle(vehicle_id: ID!, plate: String!): Vehicle
    deleteDriver(driver_uuid: ID!): Boolean!
    vehicles: VehicleMutations!
    device(id: ID!): DeviceMutations
  }
  type VehicleMutations { create(plate: String!): Vehicle! delete(vehicle_id: ID!): Boolean! }
  type DeviceMutations { rename(name: String!): Device! archive: Device! }
  input CreateDeviceInput { name: String! deviceGroupId: ID note: String }
  input UpdateDeviceInput { name: String status: DeviceStatus isArchived: Boolean note: String }
  enum ResultCode { SUCCESS NOT_FOUND NAME_TAKEN FAILED }
  type DevicePayload { code: ResultCode! message: String device: Device }
  type DeletePayload { code: ResultCode! deletedDeviceId: ID failureReason: String }
  type BulkPayload { affected: Int! devices: [Device!]! failed: [BulkFailure!]! }
  type BulkFailure { id: ID! reason: String! }
  type RevokeResult { success: Boolean! error: String adoptKey: TeamAdoptKey }
`;

const fields = 'id name status isOnline isArchived archivedAt locked lockedAt createdAt updatedAt';

function team() {
  const world = emulated(sdl, { devices: 30 });
  const devices = async (): Promise<Any[]> =>
    (await world.data(`{ team { devices(first: 100) { nodes { ${fields} } } } }`)).team.devices.nodes;
  const device = async (id: string): Promise<Any> =>
    (await world.data(`{ team { device(id: "${id}") { ${fields} } } }`)).team.device;
  const run = async (mutation: string): Promise<Any> => (await world.data(`mutation { team { ${mutation} } }`)).team;
  return { ...world, devices, device, run };
}

describe('mutations under `team`', () => {
  test('mutations under `team` archive, reboot, rename and set', async () => {
    const { devices, device, run, notes } = team();
    const { id } = (await devices()).find(({ isArchived, status }) => !isArchived && status === 'ONLINE');
    await run(`archiveDevice(deviceId: "${id}") { code }`);
    expect(await device(id)).toMatchObject({ isArchived: true, archivedAt: expect.stringMatching(/^2026/) });
    await run(`rebootDevice(id: "${id}") { code }`);
    expect(await device(id)).toMatchObject({ status: 'REBOOTING', isOnline: false });
    await run(`renameDevice(id: "${id}", name: "Gate") { code } setDeviceStatus(id: "${id}", status: ONLINE) { code }`);
    expect(await device(id)).toMatchObject({ name: 'Gate', status: 'ONLINE', isOnline: true });
    expect(notes).toEqual([]);
  });

  test('mutations under `team` create one object, and delete one or several', async () => {
    const { data, devices, run, notes } = team();
    const { device: made } = (
      await run(
        'createDevice(input: { name: "New" }) { device { id name status isArchived archivedAt createdAt updatedAt tags deviceGroup { id } } }',
      )
    ).createDevice;
    expect(made).toMatchObject({ name: 'New', isArchived: false, archivedAt: null, tags: [], deviceGroup: null });
    expect(made.createdAt <= made.updatedAt).toBe(true);
    expect((await devices()).length).toBe(31);
    const { deleteDevice } = await run(`deleteDevice(id: "${made.id}") { code deletedDeviceId failureReason }`);
    expect(deleteDevice).toEqual({ code: 'SUCCESS', deletedDeviceId: made.id, failureReason: null });
    const [one, two] = await devices();
    const { deleteDevices } = await run(`deleteDevices(ids: ["${one.id}", "${two.id}"]) { affected }`);
    expect(deleteDevices).toEqual({ affected: 2 });
    expect((await data('{ team { deviceCount totalDevices } }')).team).toEqual({ deviceCount: 28, totalDevices: 28 });
    // No value of the enum is known as the first one.
    expect(notes).toEqual([expect.stringContaining('`Device.status` is drawn')]);
  });

  test('an id is found under every spelling', async () => {
    const { data, run, notes } = team();
    const { drivers, vehicles, adoptKeys } = (
      await data('{ team { drivers { driver_uuid name } vehicles { vehicle_id plate } adoptKeys { id revoked } } }')
    ).team;
    const [driver, vehicle] = [drivers[1], vehicles[2]];
    const key = adoptKeys.find(({ revoked }: Any) => !revoked);
    const found = await data(
      `{ team { driver(driver_uuid: "${driver.driver_uuid}") { name } vehicle(vehicle_id: "${vehicle.vehicle_id}") { plate } adoptKey(id: "${key.id}") { id } } }`,
    );
    const named = { driver: { name: driver.name }, vehicle: { plate: vehicle.plate } };
    expect(found.team).toEqual({ ...named, adoptKey: { id: key.id } });
    const { updateVehicle } = await run(`updateVehicle(vehicle_id: "${vehicle.vehicle_id}", plate: "B-1") { plate }`);
    expect(updateVehicle).toEqual({ plate: 'B-1' });
    expect((await run(`deleteDriver(driver_uuid: "${driver.driver_uuid}")`)).deleteDriver).toBe(true);
    const { revokeAdoptKey } = await run(`revokeAdoptKey(adoptKeyId: "${key.id}") { id revoked revokedAt }`);
    expect(revokeAdoptKey).toEqual({ id: key.id, revoked: true, revokedAt: expect.stringMatching(/^2026/) });
    const other = adoptKeys.find(({ id, revoked }: Any) => !revoked && id !== key.id);
    expect(
      (await run(`revokeTeamAdoptKey(id: "${other.id}") { success error adoptKey { revoked } }`)).revokeTeamAdoptKey,
    ).toEqual({ success: true, error: null, adoptKey: { revoked: true } });
    expect(notes).toEqual([]);
  });

  test('a mutation may be in a namespace below `team`, also of one object', async () => {
    const { data, devices, device, run, notes } = team();
    const { vehicle_id, plate } = (await run('vehicles { create(plate: "X-1") { vehicle_id plate } }')).vehicles.create;
    expect(plate).toBe('X-1');
    expect((await run(`vehicles { delete(vehicle_id: "${vehicle_id}") }`)).vehicles.delete).toBe(true);
    expect((await data('{ team { vehicles { vehicle_id } } }')).team.vehicles).not.toContainEqual({ vehicle_id });
    const { id } = (await devices()).find(({ isArchived }) => !isArchived);
    await run(`device(id: "${id}") { rename(name: "Deep") { id } archive { id } }`);
    expect(await device(id)).toMatchObject({ name: 'Deep', isArchived: true });
    expect((await run('device(id: "none") { archive { id } }')).device).toBeNull();
    expect(notes).toEqual([]);
  });
});

test('an unknown id is the payload’s own outcome, and nothing changes', async () => {
  const { run, notes, world } = team();
  for (const mutation of ['renameDevice(id: "x", name: "y")', 'lockDevice(id: "x")', 'archiveDevice(deviceId: "x")']) {
    const [answer] = Object.values(await run(`${mutation} { code message device { id } }`));
    expect(answer).toEqual({ code: 'NOT_FOUND', message: expect.stringContaining('"x"'), device: null });
  }
  expect(await run('deleteDevice(id: "x") { code deletedDeviceId failureReason }')).toEqual({
    deleteDevice: { code: 'NOT_FOUND', deletedDeviceId: null, failureReason: expect.stringContaining('"x"') },
  });
  expect([world.snapshot().changes, notes]).toEqual([[], []]);
});

describe('fields that agree', () => {
  test('fields agree and times are in order, at the start and after mutations', async () => {
    const { data, devices, run } = team();
    const { members } = (await data('{ team { members { invitedAt joinedAt } } }')).team;
    for (const { invitedAt, joinedAt } of members) expect(invitedAt <= joinedAt).toBe(true);
    const check = async () => {
      for (const device of await devices()) {
        expect(device.isOnline).toBe(device.status === 'ONLINE');
        expect(device.isArchived).toBe(device.archivedAt !== null);
        expect(device.locked).toBe(device.lockedAt !== null);
        expect(device.createdAt <= device.updatedAt).toBe(true);
      }
    };
    await check();
    for (const { id, status } of (await devices()).slice(0, 10)) {
      await run(
        `updateDevice(id: "${id}", input: { status: ${status === 'ONLINE' ? 'OFFLINE' : 'ONLINE'}, isArchived: true }) { code }`,
      );
      await check();
    }
  });

  test('a list is filtered by ids', async () => {
    const { data, devices, notes } = team();
    const [, { id: one }, , { id: two }] = await devices();
    const ask = async (args: string) =>
      (await data(`{ team { devices(${args}) { nodes { id } } } }`)).team.devices.nodes;
    expect(await ask(`ids: ["${one}", "${two}"]`)).toEqual([{ id: one }, { id: two }]);
    expect(await ask(`filter: { ids: ["${two}"] }`)).toEqual([{ id: two }]);
    expect(notes).toEqual([]);
  });
});
