import { readFileSync } from 'node:fs';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Any, emulated } from '../../helpers/emulated.ts';

const control = 'test/fixtures/control.graphql';
const shared = 'id name status group { id name } tags temperature createdAt';

describe('objects by their ids', () => {
  test('an object that an argument names by its id has the same fields as in the list', async () => {
    const world = emulated(control);
    const { team } = await world.data(`{ team { devices(first: 5) { nodes { ${shared} } } } }`);
    for (const device of team.devices.nodes) {
      const { id, group } = device;
      const found = await world.data(`{ device(id: "${id}") { ${shared} } deviceOrThrow(deviceId: "${id}") { ${shared} }
        devicesById(ids: ["${id}"]) { ${shared} } findDevice(input: { deviceId: "${id}" }) { ... on Device { ${shared} } }
        node(id: "${id}") { ... on Device { ${shared} } } group(group_id: "${group.id}") { id name } }`);
      const same = { device, deviceOrThrow: device, devicesById: [device], findDevice: device, node: device };
      expect(found).toEqual({ ...same, group });
    }
    expect(world.notes).toEqual([]);
  });

  test('an unknown id is null, NOT_FOUND, or the error type of the schema', async () => {
    const { answer } = emulated(control);
    const { data, errors } = await answer(
      '{ device(id: "x") { id } group(group_id: "x") { id } node(id: "x") { id } devicesById(ids: ["x"]) { id } }',
    );
    expect([data, errors]).toEqual([{ device: null, group: null, node: null, devicesById: [null] }, []]);
    expect((await answer('{ deviceOrThrow(deviceId: "x") { id } }')).errors).toEqual([
      expect.stringMatching(/^NOT_FOUND: .*"x"/),
    ]);
    const { findDevice } = (
      await answer('{ findDevice(input: { deviceId: "x" }) { __typename ... on NotFoundError { message } } }')
    ).data;
    expect(findDevice).toEqual({ __typename: 'NotFoundError', message: expect.stringContaining('"x"') });
  });

  test.each(['id: ID!', 'id: Int!', 'id: UUID!', 'uuid: ID!', '_id: String!'])(
    'an object is found by its identity `%s`',
    async (identity) => {
      const [name = '', type = ''] = identity.split(': ');
      const { data } = emulated(
        `scalar UUID type Query { things: [Thing!]! thing(${name}: ${type}): Thing } type Thing { ${identity} name: String! }`,
        { count: { Thing: 40 } },
      );
      const { things } = await data(`{ things { ${name} name } }`);
      expect(new Set(things.map((thing: Any) => thing[name])).size).toBe(40);
      for (const thing of things)
        expect(
          (await data(`query ($id: ${type}) { thing(${name}: $id) { ${name} name } }`, { id: thing[name] })).thing,
        ).toEqual(thing);
    },
  );
});

describe('references', () => {
  test('an id in a field names an existing object, which lists the owner of the field', async () => {
    const { data } = emulated(control);
    const { events } = await data('{ events(limit: 12) { items { id sourceDeviceId } } }');
    expect(events.items).toHaveLength(12);
    for (const { id, sourceDeviceId } of events.items) {
      const { device } = await data(`{ device(id: "${sourceDeviceId}") { events { nodes { id } } } }`);
      expect(device.events.nodes).toContainEqual({ id });
    }
  });

  test('an id field of another type than the object’s own id has a value of that type', async () => {
    const { data } = emulated(
      'type Query { users: [User!]! devices: [Device!]! } type User { id: ID! } type Device { id: ID! userId: Int userUuid: ID }',
    );
    const { devices, users } = await data('{ devices { userId userUuid } users { id } }');
    expect(Number.isInteger(devices[0].userId)).toBe(true);
    expect(users).toContainEqual({ id: devices[0].userUuid });
  });

  test('two lists of each other agree, whichever is read first', async () => {
    const sdl =
      'type Query { devices: [Device!]! tags: [Tag!]! } type Device { id: ID! tags: [Tag!]! } type Tag { id: ID! devices: [Device!]! }';
    const [devices, tags] = ['{ devices { id tags { id } } }', '{ tags { id devices { id } } }'];
    const read = async (...queries: string[]) => {
      const { data } = emulated(sdl, { count: { Device: 40 }, nulls: 0.3 });
      const answers = [];
      for (const query of queries) answers.push(await data(query));
      return Object.assign({}, ...answers);
    };
    const first = await read(devices, tags);
    expect(await read(tags, devices)).toEqual(first);
    for (const tag of first.tags)
      expect(tag.devices).toEqual(
        first.devices
          .filter((each: Any) => each.tags.some(({ id }: Any) => id === tag.id))
          .map(({ id }: Any) => ({ id })),
      );
  });

  test('a tree has one root, and every other object has a parent that lists it', async () => {
    const { data } = emulated(
      'type Query { folders: [Folder!]! } type Folder { id: ID! parent: Folder children: [Folder!]! }',
      { count: { Folder: 20 } },
    );
    const { folders } = await data('{ folders { id parent { id } children { id parent { id } } } }');
    expect(folders.filter(({ parent }: Any) => parent === null)).toHaveLength(1);
    expect(folders.flatMap(({ children }: Any) => children)).toHaveLength(19);
    for (const { id, children } of folders) for (const child of children) expect(child.parent.id).toBe(id);
  });
});

describe('drawn values', () => {
  const everything = `{ team { devices(first: 25) { nodes { ${shared} updatedAt firmwareVersion } } } events(limit: 20) { items { id kind message mimeType at } } }`;

  test('a sorted schema, and one with another enum value elsewhere, give the same world', async () => {
    const sdl = readFileSync(control, 'utf8');
    const sorted = printSchema(lexicographicSortSchema(buildSchema(sdl)));
    const wider = sdl
      .replace('enum MemberRole {', 'enum MemberRole {\n  AUDITOR')
      .replace('type Team implements', 'type Added { id: ID! }\ntype Team implements');
    const world = await emulated(sdl).data(everything);
    expect(await emulated(sorted).data(everything)).toEqual(world);
    expect(await emulated(wider).data(everything)).toEqual(world);
    expect(await emulated(sdl, { seed: 2 }).data(everything)).not.toEqual(world);
  });

  test('a new enum value changes only the objects that have it', async () => {
    const ask = async (values: string) =>
      (
        await emulated(`type Query { things: [Thing!]! } type Thing { id: ID! kind: Kind! } enum Kind { ${values} }`, {
          count: { Thing: 200 },
        }).data('{ things { kind } }')
      ).things;
    const [before, after] = [await ask('A B C'), await ask('NEW C A B')];
    const changed = before.filter((_: unknown, at: number) => before[at].kind !== after[at].kind);
    expect(changed.length).toBe(after.filter(({ kind }: Any) => kind === 'NEW').length);
    expect(changed.length).toBeGreaterThan(20);
  });

  test('names, times and addresses fit the names of their fields', async () => {
    const { data } = emulated(control);
    const { team, events } = await data(
      `{ team { members { name email } devices { nodes { createdAt updatedAt firmwareVersion network { ipAddress macAddress latitude longitude } } } } events { items { at } } }`,
    );
    for (const { name, email } of team.members) {
      expect(name).toMatch(/^[a-z]+-[a-z]+$/);
      expect(email).toBe(`${name}@example.com`);
    }
    for (const { createdAt, updatedAt, firmwareVersion, network } of team.devices.nodes) {
      expect(createdAt < updatedAt && updatedAt < '2026-01-01').toBe(true);
      expect(firmwareVersion).toMatch(/^\d+\.\d+\.\d+$/);
      expect(network.ipAddress).toMatch(/^10(?:\.\d{1,3}){3}$/);
      expect(network.macAddress).toMatch(/^02(?::[\da-f]{2}){5}$/);
      expect(Math.abs(network.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(network.longitude)).toBeLessThanOrEqual(180);
    }
    for (const { at } of events.items) expect(at < '2026-01-01').toBe(true);
  });
});
