import { expect } from 'vitest';
import type { Any } from '../world/reads/judge.ts';
import { judge, type Team } from './judged.ts';

/** Both roots give the same `Team`: reads and mutations stand beside each other. */
const schema = `
  scalar DateTime
  type Query { team: Team! }
  type Mutation { team: Team! }
  type Team { id: ID! name: String! motto: String
    cameras(first: Int, after: String, roomId: ID): CameraConnection! camera(id: ID!): Camera searchCameras(query: String!): [Camera!]!
    cameraBySerial(serial: String!): Camera recordings(cameraId: ID!, limit: Int): [Recording!]! rooms: [Room!]! room(id: ID!): Room
    models: [Model!]! model(id: ID!): Model memberships: [Membership!]! logoUrl(size: Int): String cameraCount(online: Boolean): Int!
    addCamera(serial: String!, name: String!, roomId: ID): Camera!
    editCamera(id: ID!, name: String, note: String): Camera!
    renameCamera(id: ID!, name: String!): Camera!
    enableCamera(id: ID!): Camera! disableCamera(id: ID!): Camera!
    installModel(cameraId: ID!, modelId: ID!): Camera!
    uninstallModel(cameraId: ID!, modelId: ID!): Camera!
    rebootCamera(id: ID!): RebootResult!
    removeCamera(id: ID!): Boolean!
    removeCameras(ids: [ID!]!): Int!
    deleteRoom(id: ID!): ID
    inviteMember(email: String!, role: Role!): Membership!
    setMemberRole(membershipId: ID!, role: Role!): Membership!
    removeMember(membershipId: ID!): Boolean!
    updateTeam(name: String, motto: String): Team!
    rename(name: String!): Team!
  }
  type CameraConnection { nodes: [Camera!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  enum Mode { DAY NIGHT AUTO }
  type Camera { id: ID! name: String! serial: String! note: String isEnabled: Boolean! muted: Boolean! quarantined: Boolean! quarantinedAt: DateTime
    mode: Mode! room: Room installedModels: [Model!]! lastRebootAt: DateTime updatedAt: DateTime! }
  type Recording { id: ID! camera: Camera! startedAt: DateTime! }
  type Room { id: ID! name: String! floor: Int cameras: [Camera!]! }
  type Model { id: ID! name: String! }
  enum Role { OWNER EDITOR READER }
  type Membership { id: ID! email: String! role: Role! }
  type RebootResult { accepted: Boolean! camera: Camera }`;

const all =
  'id name serial note isEnabled muted quarantined quarantinedAt mode room { id } installedModels { id } lastRebootAt';

const camerasOf = ({ read }: Team) => ({
  cameras: async (): Promise<Any[]> => (await read(`cameras(first: 100) { nodes { ${all} } }`)).cameras.nodes,
  camera: async (id: string): Promise<Any> => (await read(`camera(id: "${id}") { ${all} }`)).camera,
});
type Checked = Team & ReturnType<typeof camerasOf>;

const changes =
  (mutation: string, is: (camera: Any) => boolean, change: object, answer = '{ id }') =>
  async ({ cameras, run, camera }: Checked) => {
    const before = (await cameras()).find(is);
    await run(`${mutation.replace('ID', `"${before.id}"`)} ${answer}`);
    expect(await camera(before.id)).toEqual({ ...before, ...change });
  };
const any = (): boolean => true;

const checks = {
  addCamera: async ({ read, run, camera, cameras }: Checked) => {
    const [, { id: roomId }] = (await read('rooms { id }')).rooms;
    const { length } = await cameras();
    const { id } = await run(`addCamera(serial: "s1", name: "Door", roomId: "${roomId}") { id }`);
    expect(await camera(id)).toMatchObject({ name: 'Door', serial: 's1', room: { id: roomId }, installedModels: [] });
    expect(await cameras()).toHaveLength(length + 1);
    expect((await read(`room(id: "${roomId}") { cameras { id } }`)).room.cameras).toContainEqual({ id });
  },
  editCamera: changes('editCamera(id: ID, name: "Door", note: "x")', any, { name: 'Door', note: 'x' }),
  enableCamera: changes('enableCamera(id: ID)', ({ isEnabled }) => !isEnabled, { isEnabled: true }),
  disableCamera: changes('disableCamera(id: ID)', ({ isEnabled }) => isEnabled, { isEnabled: false }),
  rebootCamera: changes(
    'rebootCamera(id: ID)',
    any,
    { lastRebootAt: expect.stringMatching(/^2026/) },
    '{ accepted camera { id } }',
  ),
  'installModel and uninstallModel': async ({ read, cameras, run, camera }: Checked) => {
    const [{ id, installedModels }] = await cameras();
    const model = (await read('models { id }')).models.find(
      (each: Any) => !installedModels.some((own: Any) => own.id === each.id),
    ).id;
    await run(`installModel(cameraId: "${id}", modelId: "${model}") { id }`);
    expect((await camera(id)).installedModels).toEqual(expect.arrayContaining([...installedModels, { id: model }]));
    await run(`uninstallModel(cameraId: "${id}", modelId: "${model}") { id }`);
    expect((await camera(id)).installedModels).toEqual(installedModels);
  },
  removeCamera: async ({ cameras, run, camera }: Checked) => {
    const [{ id }, ...others] = await cameras();
    expect(await run(`removeCamera(id: "${id}")`)).toBe(true);
    expect(await camera(id)).toBeNull();
    expect(await cameras()).toEqual(others);
  },
  removeCameras: async ({ cameras, run }: Checked) => {
    const [one, two, ...others] = await cameras();
    expect(await run(`removeCameras(ids: ["${one.id}", "${two.id}"])`)).toBe(2);
    expect(await cameras()).toEqual(others);
  },
  deleteRoom: async ({ read, run, cameras, camera }: Checked) => {
    const { id, room } = (await cameras()).find((each) => each.room);
    expect(await run(`deleteRoom(id: "${room.id}")`)).toBe(room.id);
    expect((await read(`room(id: "${room.id}") { id }`)).room).toBeNull();
    expect((await camera(id)).room).toBeNull();
  },
  'inviteMember, setMemberRole, removeMember': async ({ read, run }: Checked) => {
    const before = (await read('memberships { id email role }')).memberships;
    const { id } = await run('inviteMember(email: "a@example.org", role: READER) { id }');
    await run(`setMemberRole(membershipId: "${id}", role: EDITOR) { id }`);
    expect((await read('memberships { id email role }')).memberships).toEqual([
      ...before,
      { id, email: 'a@example.org', role: 'EDITOR' },
    ]);
    expect(await run(`removeMember(membershipId: "${id}")`)).toBe(true);
    expect((await read('memberships { id email role }')).memberships).toEqual(before);
  },
  'updateTeam and rename': async ({ read, run }: Checked) => {
    await run('updateTeam(motto: "On") { id }');
    await run('rename(name: "Ours") { id }');
    expect(await read('name motto')).toEqual({ name: 'Ours', motto: 'On' });
  },
  'an unknown id': async ({ cameras, answer }: Checked) => {
    const before = await cameras();
    const { codes } = await answer('mutation { team { renameCamera(id: "nope", name: "x") { id } } }');
    expect(codes).toEqual(['NOT_FOUND']);
    expect(await cameras()).toEqual(before);
  },
  'reads beside mutations stay reads': async ({ ask }: Checked) => {
    const [{ id, serial }] = (await ask('{ team { cameras { nodes { id serial } } } }')).team.cameras.nodes;
    const reads = `name cameras(first: 3) { nodes { id } } camera(id: "${id}") { name } recordings(cameraId: "${id}", limit: 2) { id } rooms { id }
      cameraBySerial(serial: "${serial}") { id } searchCameras(query: "a") { id } cameraCount logoUrl`;
    expect((await ask(`mutation { team { ${reads} } }`)).team).toEqual((await ask(`{ team { ${reads} } }`)).team);
  },
};

judge('of the type that queries read', schema, camerasOf, checks, [
  'rebootCamera',
  'installModel and uninstallModel',
  'inviteMember, setMemberRole, removeMember',
]);
