import { expect } from 'vitest';
import type { Any } from '../world/reads/judge.ts';
import { judge, type Team } from './judged.ts';

/** A fleet's service: reads and mutations under `team`, of two types. */
const schema = `
  scalar DateTime
  scalar JSON
  type Query { team: Team }
  type Mutation { team: TeamMutation }
  type Team { id: ID! name: String!
    gateways(first: Int, after: String, siteId: ID, state: GatewayState): GatewayConnection!
    gateway(gatewayId: ID!): Gateway
    sites(first: Int, after: String): SiteConnection! site(id: ID!): Site
    apps: [App!]! app(slug: String, id: ID): App
    deployments(appId: ID): [Deployment!]! deployment(id: ID!): Deployment
    accessTokens: [AccessToken!]! users: [User!]! user(id: ID!): User }
  type GatewayConnection { nodes: [Gateway!]! totalCount: Int! pageInfo: PageInfo! }
  type SiteConnection { nodes: [Site!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  enum GatewayState { PROVISIONED ACTIVE SUSPENDED RETIRED }
  type Gateway { id: ID! name: String! serialNumber: String! state: GatewayState! online: Boolean! locked: Boolean! lockedAt: DateTime
    maintenanceMode: Boolean! labels: [String!]! config: JSON site: Site owner: User firmware: String lastSeenAt: DateTime
    createdAt: DateTime! updatedAt: DateTime! }
  type Site { id: ID! name: String! timezone: String gatewayCount: Int! gateways(first: Int, after: String): GatewayConnection! archived: Boolean! archivedAt: DateTime }
  type App { id: ID! slug: String! displayName: String! enabled: Boolean! public: Boolean! deployments: [Deployment!]! }
  enum DeploymentStatus { PENDING RUNNING PAUSED STOPPED FAILED }
  type Deployment { id: ID! status: DeploymentStatus! app: App! gateway: Gateway! startedAt: DateTime version: String! }
  type AccessToken { id: ID! label: String! revoked: Boolean! revokedAt: DateTime }
  enum UserRole { ADMIN OPERATOR VIEWER }
  type User { id: ID! email: String! fullName: String role: UserRole! active: Boolean! sites: [Site!]! }
  input GatewayInput { name: String! serialNumber: String siteId: ID labels: [String!] firmware: String }
  input GatewayPatch { name: String firmware: String labels: [String!] siteId: ID state: GatewayState maintenanceMode: Boolean }
  enum MutationStatus { OK NOT_FOUND CONFLICT ERROR }
  type GatewayResult { status: MutationStatus! message: String gateway: Gateway }
  type TeamMutation {
    registerGateway(input: GatewayInput!): GatewayResult!
    updateGateway(gatewayId: ID!, patch: GatewayPatch!): GatewayResult!
    moveGatewayToSite(gatewayId: ID!, siteId: ID!): GatewayResult!
    unassignGatewayOwner(gatewayId: ID!): GatewayResult!
    defragmentGateway(gatewayId: ID!): GatewayResult!
    deleteGateway(gatewayId: ID!): MutationStatus!
    createDeployment(appId: ID!, gatewayId: ID!, version: String!): Deployment!
    pauseDeployment(deploymentId: ID!): Deployment!
    resumeDeployment(deploymentId: ID!): Deployment!
    stopDeployment(deploymentId: ID!): Boolean!
    createAccessToken(label: String!): AccessToken!
    revokeAccessToken(id: ID!): AccessToken
    changeUserRole(userId: ID!, role: UserRole!): User!
  }`;

const all = `id name serialNumber state online locked lockedAt maintenanceMode labels site { id } owner { id } firmware createdAt updatedAt`;

const fleetOf = ({ read }: Team) => {
  const gateways = async (): Promise<Any[]> => (await read(`gateways(first: 100) { nodes { ${all} } }`)).gateways.nodes;
  return {
    gateways,
    one: async (is: (gateway: Any) => boolean = () => true): Promise<Any> => (await gateways()).find(is),
    gateway: async (id: string): Promise<Any> => (await read(`gateway(gatewayId: "${id}") { ${all} }`)).gateway,
  };
};
type Fleet = Team & ReturnType<typeof fleetOf>;

/** A mutation of one gateway, and what it changes. */
const changes =
  (mutation: string, is: (gateway: Any) => boolean, change: object) =>
  async ({ one, run, gateway }: Fleet) => {
    const before = await one(is);
    expect(await run(`${mutation.replace('ID', `"${before.id}"`)} { status gateway { id } }`)).toEqual({
      status: 'OK',
      gateway: { id: before.id },
    });
    const after = await gateway(before.id);
    expect(after).toMatchObject(change);
    expect(after.name === before.name || 'name' in change).toBe(true);
  };

const checks = {
  registerGateway: async ({ read, run, gateway, gateways }: Fleet) => {
    const before = await gateways();
    const [{ id: siteId }] = (await read('sites { nodes { id } }')).sites.nodes;
    const { status, gateway: made } = await run(
      `registerGateway(input: { name: "North", siteId: "${siteId}", labels: ["a"] }) { status gateway { id } }`,
    );
    expect(status).toBe('OK');
    expect(await gateway(made.id)).toMatchObject({
      name: 'North',
      site: { id: siteId },
      labels: ['a'],
      state: 'PROVISIONED',
      firmware: null,
      locked: false,
    });
    expect(await gateways()).toHaveLength(before.length + 1);
  },
  'registerGateway with an unknown site': async ({ run, gateways }: Fleet) => {
    const before = await gateways();
    expect(await run('registerGateway(input: { name: "North", siteId: "nope" }) { status gateway { id } }')).toEqual({
      status: 'NOT_FOUND',
      gateway: null,
    });
    expect(await gateways()).toEqual(before);
  },
  'updateGateway to null': changes(
    'updateGateway(gatewayId: ID, patch: { firmware: null, siteId: null })',
    ({ site }) => site,
    { firmware: null, site: null },
  ),
  moveGatewayToSite: async ({ read, one, run, gateway }: Fleet) => {
    const { id, site } = await one((each) => each.site);
    const to = (await read('sites { nodes { id } }')).sites.nodes.find((each: Any) => each.id !== site.id).id;
    await run(`moveGatewayToSite(gatewayId: "${id}", siteId: "${to}") { status }`);
    expect((await gateway(id)).site).toEqual({ id: to });
    const count = (await read(`site(id: "${to}") { gatewayCount gateways(first: 100) { nodes { id } } }`)).site;
    expect(count.gateways.nodes).toContainEqual({ id });
    expect(count.gatewayCount).toBe(count.gateways.nodes.length);
  },
  unassignGatewayOwner: changes('unassignGatewayOwner(gatewayId: ID)', ({ owner, site }) => owner && site, {
    owner: null,
    site: { id: expect.any(String) },
  }),
  deleteGateway: async ({ one, run, gateway, gateways }: Fleet) => {
    const { id } = await one();
    const { length } = await gateways();
    expect(await run(`deleteGateway(gatewayId: "${id}")`)).toBe('OK');
    expect(await gateway(id)).toBeNull();
    expect(await gateways()).toHaveLength(length - 1);
  },
  'deleteGateway, unknown': async ({ gateways, run }: Fleet) => {
    const before = await gateways();
    expect(await run('deleteGateway(gatewayId: "nope")')).toBe('NOT_FOUND');
    expect(await gateways()).toEqual(before);
  },
  createDeployment: async ({ read, one, run }: Fleet) => {
    const [{ id: appId }] = (await read('apps { id }')).apps;
    const { id } = await one();
    const made = await run(`createDeployment(appId: "${appId}", gatewayId: "${id}", version: "2.0") { id }`);
    expect(
      (await read(`deployment(id: "${made.id}") { status app { id } gateway { id } version }`)).deployment,
    ).toEqual({ status: 'PENDING', app: { id: appId }, gateway: { id }, version: '2.0' });
    expect((await read(`app(id: "${appId}") { deployments { id } }`)).app.deployments).toContainEqual({ id: made.id });
  },
  'pauseDeployment, resumeDeployment, stopDeployment': async ({ read, run }: Fleet) => {
    const { id } = (await read('deployments { id status }')).deployments.find(
      ({ status }: Any) => status === 'RUNNING',
    );
    const status = async () => (await read(`deployment(id: "${id}") { status }`)).deployment.status;
    expect(await run(`pauseDeployment(deploymentId: "${id}") { status }`)).toEqual({ status: 'PAUSED' });
    expect(await status()).toBe('PAUSED');
    await run(`resumeDeployment(deploymentId: "${id}") { status }`);
    expect(await status()).toBe('RUNNING');
    expect(await run(`stopDeployment(deploymentId: "${id}")`)).toBe(true);
    expect(await status()).toBe('STOPPED');
  },
  'createAccessToken and revokeAccessToken': async ({ read, run }: Fleet) => {
    const { id } = await run('createAccessToken(label: "ci") { id }');
    const token = async () =>
      (await read('accessTokens { id label revoked revokedAt }')).accessTokens.find((each: Any) => each.id === id);
    expect(await token()).toEqual({ id, label: 'ci', revoked: false, revokedAt: null });
    await run(`revokeAccessToken(id: "${id}") { id }`);
    expect(await token()).toEqual({ id, label: 'ci', revoked: true, revokedAt: expect.any(String) });
  },
  changeUserRole: async ({ read, run }: Fleet) => {
    const { id } = (await read('users { id role }')).users.find(({ role }: Any) => role !== 'ADMIN');
    await run(`changeUserRole(userId: "${id}", role: ADMIN) { id }`);
    expect((await read(`user(id: "${id}") { role }`)).user).toEqual({ role: 'ADMIN' });
  },
  'defragmentGateway does nothing, and says so': async ({ one, run }: Fleet) => {
    await run(`defragmentGateway(gatewayId: "${(await one()).id}") { status }`);
  },
};

judge('of two types', schema, fleetOf, checks, [
  'pauseDeployment, resumeDeployment, stopDeployment',
  'defragmentGateway does nothing, and says so',
]);
