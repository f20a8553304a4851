import { expect } from 'vitest';
import { type Checks, judge, type Stranger } from '../../helpers/judged.ts';

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
    accessTokens: [AccessToken!]! users: [User!]! user(id: ID!): User alerts: [Alert!]! alert(id: ID!): Alert }
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
  type Alert { id: ID! severity: Int! acknowledged: Boolean! acknowledgedAt: DateTime resolvedAt: DateTime message: String }
  input GatewayInput { name: String! serialNumber: String siteId: ID labels: [String!] firmware: String }
  input GatewayPatch { name: String firmware: String labels: [String!] siteId: ID state: GatewayState maintenanceMode: Boolean }
  enum MutationStatus { OK NOT_FOUND CONFLICT ERROR }
  type GatewayResult { status: MutationStatus! message: String gateway: Gateway }
  type GatewaysResult { updated: [Gateway!]! notFound: [ID!]! count: Int! }
  type UserError { field: [String!] message: String! }
  type SitePayload { site: Site userErrors: [UserError!]! }
  type TeamMutation {
    registerGateway(input: GatewayInput!): GatewayResult!
    updateGateway(gatewayId: ID!, patch: GatewayPatch!): GatewayResult!
    renameGateway(gatewayId: ID!, newName: String!): GatewayResult!
    suspendGateway(gatewayId: ID!): GatewayResult!
    activateGateway(gatewayId: ID!): GatewayResult!
    retireGateway(gatewayId: ID!): GatewayResult!
    lockGateway(gatewayId: ID!, reason: String): GatewayResult!
    unlockGateway(gatewayId: ID!): GatewayResult!
    setGatewayState(gatewayId: ID!, state: GatewayState!): GatewayResult!
    setGatewayMaintenanceMode(gatewayId: ID!, enabled: Boolean!): GatewayResult!
    toggleGatewayMaintenanceMode(gatewayId: ID!): GatewayResult!
    addGatewayLabel(gatewayId: ID!, label: String!): GatewayResult!
    removeGatewayLabel(gatewayId: ID!, label: String!): GatewayResult!
    moveGatewayToSite(gatewayId: ID!, siteId: ID!): GatewayResult!
    assignGatewayOwner(gatewayId: ID!, userId: ID!): GatewayResult!
    unassignGatewayOwner(gatewayId: ID!): GatewayResult!
    defragmentGateway(gatewayId: ID!): GatewayResult!
    deleteGateway(gatewayId: ID!): MutationStatus!
    deleteGateways(gatewayIds: [ID!]!): GatewaysResult!
    bulkUpdateGateways(ids: [ID!]!, patch: GatewayPatch!): GatewaysResult!
    createSite(name: String!, timezone: String): SitePayload!
    archiveSite(siteId: ID!): SitePayload!
    unarchiveSite(siteId: ID!): SitePayload!
    siteAddGateways(siteId: ID!, gatewayIds: [ID!]!): SitePayload!
    deleteSite(id: ID!): SitePayload!
    enableApp(id: ID!): App!
    disableApp(id: ID!): App!
    publishApp(id: ID!): App
    deployApp(appId: ID!, gatewayId: ID!, version: String!): Deployment!
    createDeployment(appId: ID!, gatewayId: ID!, version: String!): Deployment!
    pauseDeployment(deploymentId: ID!): Deployment!
    resumeDeployment(deploymentId: ID!): Deployment!
    stopDeployment(deploymentId: ID!): Boolean!
    createAccessToken(label: String!): AccessToken!
    revokeAccessToken(id: ID!): AccessToken
    inviteUser(email: String!, role: UserRole = VIEWER): User!
    changeUserRole(userId: ID!, role: UserRole!): User!
    deactivateUser(userId: ID!): User!
    addUserToSite(userId: ID!, siteId: ID!): User!
    removeUserFromSite(userId: ID!, siteId: ID!): User!
    acknowledgeAlert(alertId: ID!): Alert!
    resolveAlert(alertId: ID!): Alert!
    upsertSite(id: ID, name: String!, timezone: String): Site!
  }`;

const all = `id name serialNumber state online locked lockedAt maintenanceMode labels site { id } owner { id } firmware createdAt updatedAt`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const same = (): boolean => true;

function fleet({ ask }: Stranger) {
  const team = async (selection: string): Promise<Any> => (await ask(`{ team { ${selection} } }`)).team;
  const gateways = async (): Promise<Any[]> => (await team(`gateways(first: 100) { nodes { ${all} } }`)).gateways.nodes;
  return {
    team,
    gateways,
    /** Runs a mutation under `team`, and returns its answer. */
    run: async (mutation: string): Promise<Any> =>
      Object.values((await ask(`mutation { team { ${mutation} } }`)).team)[0],
    one: async (is: (gateway: Any) => boolean = same): Promise<Any> => (await gateways()).find(is),
    gateway: async (id: string): Promise<Any> => (await team(`gateway(gatewayId: "${id}") { ${all} }`)).gateway,
  };
}

/** A mutation of one gateway, and what it changes. */
const changes =
  (mutation: (id: string) => string, is: (gateway: Any) => boolean, change: object) => async (stranger: Stranger) => {
    const { one, run, gateway } = fleet(stranger);
    const before = await one(is);
    expect(await run(`${mutation(before.id)} { status gateway { id } }`)).toEqual({
      status: 'OK',
      gateway: { id: before.id },
    });
    const after = await gateway(before.id);
    expect(after).toMatchObject(change);
    expect(after.name === before.name || 'name' in change).toBe(true);
  };

const checks: Checks = {
  registerGateway: async (stranger) => {
    const { team, run, gateway, gateways } = fleet(stranger);
    const before = await gateways();
    const [{ id: siteId }] = (await team('sites { nodes { id } }')).sites.nodes;
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
  'registerGateway with an unknown site': async (stranger) => {
    const { run, gateways } = fleet(stranger);
    const before = await gateways();
    expect(await run('registerGateway(input: { name: "North", siteId: "nope" }) { status gateway { id } }')).toEqual({
      status: 'NOT_FOUND',
      gateway: null,
    });
    expect(await gateways()).toEqual(before);
  },
  'updateGateway to null': changes(
    (id) => `updateGateway(gatewayId: "${id}", patch: { firmware: null, siteId: null })`,
    ({ site }) => site,
    { firmware: null, site: null },
  ),
  moveGatewayToSite: async (stranger) => {
    const { team, one, run, gateway } = fleet(stranger);
    const { id, site } = await one((each) => each.site);
    const to = (await team('sites { nodes { id } }')).sites.nodes.find((each: Any) => each.id !== site.id).id;
    await run(`moveGatewayToSite(gatewayId: "${id}", siteId: "${to}") { status }`);
    expect((await gateway(id)).site).toEqual({ id: to });
    const count = (await team(`site(id: "${to}") { gatewayCount gateways(first: 100) { nodes { id } } }`)).site;
    expect(count.gateways.nodes).toContainEqual({ id });
    expect(count.gatewayCount).toBe(count.gateways.nodes.length);
  },
  unassignGatewayOwner: changes(
    (id) => `unassignGatewayOwner(gatewayId: "${id}")`,
    ({ owner, site }) => owner && site,
    { owner: null, site: { id: expect.any(String) } },
  ),
  deleteGateway: async (stranger) => {
    const { one, run, gateway, gateways } = fleet(stranger);
    const { id } = await one();
    const { length } = await gateways();
    expect(await run(`deleteGateway(gatewayId: "${id}")`)).toBe('OK');
    expect(await gateway(id)).toBeNull();
    expect(await gateways()).toHaveLength(length - 1);
  },
  'deleteGateway, unknown': async (stranger) => {
    const { gateways, run } = fleet(stranger);
    const before = await gateways();
    expect(await run('deleteGateway(gatewayId: "nope")')).toBe('NOT_FOUND');
    expect(await gateways()).toEqual(before);
  },
  createDeployment: async (stranger) => {
    const { team, one, run } = fleet(stranger);
    const [{ id: appId }] = (await team('apps { id }')).apps;
    const { id } = await one();
    const made = await run(`createDeployment(appId: "${appId}", gatewayId: "${id}", version: "2.0") { id }`);
    expect(
      (await team(`deployment(id: "${made.id}") { status app { id } gateway { id } version }`)).deployment,
    ).toEqual({ status: 'PENDING', app: { id: appId }, gateway: { id }, version: '2.0' });
    expect((await team(`app(id: "${appId}") { deployments { id } }`)).app.deployments).toContainEqual({ id: made.id });
  },
  'pauseDeployment, resumeDeployment, stopDeployment': async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = (await team('deployments { id status }')).deployments.find(
      ({ status }: Any) => status === 'RUNNING',
    );
    const status = async () => (await team(`deployment(id: "${id}") { status }`)).deployment.status;
    expect(await run(`pauseDeployment(deploymentId: "${id}") { status }`)).toEqual({ status: 'PAUSED' });
    expect(await status()).toBe('PAUSED');
    await run(`resumeDeployment(deploymentId: "${id}") { status }`);
    expect(await status()).toBe('RUNNING');
    expect(await run(`stopDeployment(deploymentId: "${id}")`)).toBe(true);
    expect(await status()).toBe('STOPPED');
  },
  'createAccessToken and revokeAccessToken': async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = await run('createAccessToken(label: "ci") { id }');
    const token = async () =>
      (await team('accessTokens { id label revoked revokedAt }')).accessTokens.find((each: Any) => each.id === id);
    expect(await token()).toEqual({ id, label: 'ci', revoked: false, revokedAt: null });
    await run(`revokeAccessToken(id: "${id}") { id }`);
    expect(await token()).toEqual({ id, label: 'ci', revoked: true, revokedAt: expect.any(String) });
  },
  changeUserRole: async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = (await team('users { id role }')).users.find(({ role }: Any) => role !== 'ADMIN');
    await run(`changeUserRole(userId: "${id}", role: ADMIN) { id }`);
    expect((await team(`user(id: "${id}") { role }`)).user).toEqual({ role: 'ADMIN' });
  },
  'defragmentGateway does nothing, and says so': async (stranger) => {
    const { one, run } = fleet(stranger);
    await run(`defragmentGateway(gatewayId: "${(await one()).id}") { status }`);
  },
};

judge('mutations under `team`', schema, checks, [
  'pauseDeployment, resumeDeployment, stopDeployment',
  'defragmentGateway does nothing, and says so',
]);
