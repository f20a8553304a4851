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
  updateGateway: changes((id) => `updateGateway(gatewayId: "${id}", patch: { name: "New", firmware: "9.9.9" })`, same, {
    name: 'New',
    firmware: '9.9.9',
  }),
  'updateGateway to null': changes(
    (id) => `updateGateway(gatewayId: "${id}", patch: { firmware: null, siteId: null })`,
    ({ site }) => site,
    { firmware: null, site: null },
  ),
  'updateGateway, its state': changes(
    (id) => `updateGateway(gatewayId: "${id}", patch: { state: RETIRED })`,
    ({ state }) => state !== 'RETIRED',
    { state: 'RETIRED' },
  ),
  renameGateway: changes((id) => `renameGateway(gatewayId: "${id}", newName: "Roof")`, same, { name: 'Roof' }),
  'renameGateway, unknown': async (stranger) => {
    expect(
      await fleet(stranger).run('renameGateway(gatewayId: "nope", newName: "x") { status gateway { id } }'),
    ).toEqual({ status: 'NOT_FOUND', gateway: null });
  },
  suspendGateway: changes(
    (id) => `suspendGateway(gatewayId: "${id}")`,
    ({ state }) => state !== 'SUSPENDED',
    { state: 'SUSPENDED' },
  ),
  activateGateway: changes(
    (id) => `activateGateway(gatewayId: "${id}")`,
    ({ state }) => state !== 'ACTIVE',
    { state: 'ACTIVE' },
  ),
  retireGateway: changes(
    (id) => `retireGateway(gatewayId: "${id}")`,
    ({ state }) => state !== 'RETIRED',
    { state: 'RETIRED' },
  ),
  lockGateway: changes(
    (id) => `lockGateway(gatewayId: "${id}")`,
    ({ locked }) => !locked,
    { locked: true, lockedAt: expect.any(String) },
  ),
  unlockGateway: changes(
    (id) => `unlockGateway(gatewayId: "${id}")`,
    ({ locked }) => locked,
    { locked: false, lockedAt: null },
  ),
  setGatewayState: changes(
    (id) => `setGatewayState(gatewayId: "${id}", state: SUSPENDED)`,
    ({ state }) => state !== 'SUSPENDED',
    { state: 'SUSPENDED' },
  ),
  setGatewayMaintenanceMode: changes(
    (id) => `setGatewayMaintenanceMode(gatewayId: "${id}", enabled: true)`,
    ({ maintenanceMode }) => !maintenanceMode,
    { maintenanceMode: true },
  ),
  toggleGatewayMaintenanceMode: changes(
    (id) => `toggleGatewayMaintenanceMode(gatewayId: "${id}")`,
    ({ maintenanceMode }) => maintenanceMode,
    { maintenanceMode: false },
  ),
  addGatewayLabel: changes((id) => `addGatewayLabel(gatewayId: "${id}", label: "roof")`, same, {
    labels: expect.arrayContaining(['roof']),
  }),
  removeGatewayLabel: async (stranger) => {
    const { one, run, gateway } = fleet(stranger);
    const { id, labels } = await one((each) => each.labels.length > 1);
    await run(`removeGatewayLabel(gatewayId: "${id}", label: "${labels[0]}") { status }`);
    expect((await gateway(id)).labels).toEqual(labels.slice(1));
  },
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
  assignGatewayOwner: async (stranger) => {
    const { team, one, run, gateway } = fleet(stranger);
    const { id, owner } = await one();
    const to = (await team('users { id }')).users.find((each: Any) => each.id !== owner?.id).id;
    await run(`assignGatewayOwner(gatewayId: "${id}", userId: "${to}") { status }`);
    expect((await gateway(id)).owner).toEqual({ id: to });
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
  deleteGateways: async (stranger) => {
    const { gateways, run } = fleet(stranger);
    const [one, two, ...others] = await gateways();
    const answer = await run(`deleteGateways(gatewayIds: ["${one.id}", "nope", "${two.id}"]) { notFound count }`);
    expect(answer).toEqual({ notFound: ['nope'], count: 2 });
    expect((await gateways()).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  },
  bulkUpdateGateways: async (stranger) => {
    const { gateways, gateway, run } = fleet(stranger);
    const [one, two, three] = await gateways();
    const answer = await run(
      `bulkUpdateGateways(ids: ["${one.id}", "${two.id}"], patch: { firmware: "7" }) { updated { id firmware } notFound count }`,
    );
    expect(answer).toEqual({
      updated: [
        { id: one.id, firmware: '7' },
        { id: two.id, firmware: '7' },
      ],
      notFound: [],
      count: 2,
    });
    expect((await gateway(three.id)).firmware).toBe(three.firmware);
  },
  createSite: async (stranger) => {
    const { team, run } = fleet(stranger);
    const { site, userErrors } = await run(
      'createSite(name: "Depot", timezone: "UTC") { site { id } userErrors { message } }',
    );
    expect(userErrors).toEqual([]);
    expect((await team(`site(id: "${site.id}") { name timezone archived archivedAt gatewayCount }`)).site).toEqual({
      ...{ name: 'Depot', timezone: 'UTC', archived: false, archivedAt: null, gatewayCount: 0 },
    });
  },
  'archiveSite and unarchiveSite': async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = (await team('sites { nodes { id archived } }')).sites.nodes.find((site: Any) => !site.archived);
    const site = async () => (await team(`site(id: "${id}") { archived archivedAt }`)).site;
    await run(`archiveSite(siteId: "${id}") { userErrors { message } }`);
    expect(await site()).toEqual({ archived: true, archivedAt: expect.any(String) });
    await run(`unarchiveSite(siteId: "${id}") { userErrors { message } }`);
    expect(await site()).toEqual({ archived: false, archivedAt: null });
  },
  siteAddGateways: async (stranger) => {
    const { team, run, gateways } = fleet(stranger);
    const { id } = (await team('sites { nodes { id } }')).sites.nodes[4];
    const others = (await gateways()).filter(({ site }) => site?.id !== id).slice(0, 2);
    await run(
      `siteAddGateways(siteId: "${id}", gatewayIds: ${JSON.stringify(others.map((each) => each.id))}) { site { id } }`,
    );
    const found = (await team(`site(id: "${id}") { gateways(first: 100) { nodes { id } } }`)).site.gateways.nodes;
    expect(found).toEqual(expect.arrayContaining(others.map((each) => ({ id: each.id }))));
  },
  deleteSite: async (stranger) => {
    const { team, one, run, gateway } = fleet(stranger);
    const { id, site } = await one((each) => each.site);
    await run(`deleteSite(id: "${site.id}") { userErrors { message } }`);
    expect((await gateway(id)).site).toBeNull();
    expect((await team(`site(id: "${site.id}") { id }`)).site).toBeNull();
  },
  'deleteSite, unknown': async (stranger) => {
    expect(await fleet(stranger).run('deleteSite(id: "nope") { site { id } userErrors { field } }')).toEqual({
      site: null,
      userErrors: [{ field: ['id'] }],
    });
  },
  'enableApp and disableApp': async (stranger) => {
    const { team, run } = fleet(stranger);
    const app = (await team('apps { id enabled }')).apps.find(({ enabled }: Any) => enabled);
    expect(await run(`disableApp(id: "${app.id}") { enabled }`)).toEqual({ enabled: false });
    expect(await run(`enableApp(id: "${app.id}") { enabled }`)).toEqual({ enabled: true });
    expect((await team(`app(id: "${app.id}") { enabled }`)).app).toEqual({ enabled: true });
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
  deployApp: async (stranger) => {
    const { team, one, run } = fleet(stranger);
    const { length } = (await team('deployments { id }')).deployments;
    const [{ id: appId }] = (await team('apps { id }')).apps;
    const { id } = await one();
    const made = await run(
      `deployApp(appId: "${appId}", gatewayId: "${id}", version: "2.0") { version app { id } gateway { id } }`,
    );
    expect(made).toEqual({ version: '2.0', app: { id: appId }, gateway: { id } });
    expect((await team('deployments { id }')).deployments).toHaveLength(length + 1);
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
  'inviteUser, with the default of the schema': async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = await run('inviteUser(email: "a@example.org") { id }');
    expect((await team(`user(id: "${id}") { email role fullName }`)).user).toMatchObject({
      email: 'a@example.org',
      role: 'VIEWER',
    });
  },
  changeUserRole: async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = (await team('users { id role }')).users.find(({ role }: Any) => role !== 'ADMIN');
    await run(`changeUserRole(userId: "${id}", role: ADMIN) { id }`);
    expect((await team(`user(id: "${id}") { role }`)).user).toEqual({ role: 'ADMIN' });
  },
  deactivateUser: async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = (await team('users { id active }')).users.find(({ active }: Any) => active);
    await run(`deactivateUser(userId: "${id}") { id }`);
    expect((await team(`user(id: "${id}") { active }`)).user).toEqual({ active: false });
  },
  'addUserToSite and removeUserFromSite': async (stranger) => {
    const { team, run } = fleet(stranger);
    const [{ id, sites }] = (await team('users { id sites { id } }')).users;
    const other = (await team('sites { nodes { id } }')).sites.nodes.find(
      (site: Any) => !sites.some((each: Any) => each.id === site.id),
    ).id;
    const now = async () => (await team(`user(id: "${id}") { sites { id } }`)).user.sites;
    await run(`addUserToSite(userId: "${id}", siteId: "${other}") { id }`);
    expect(await now()).toEqual(expect.arrayContaining([...sites, { id: other }]));
    await run(`removeUserFromSite(userId: "${id}", siteId: "${other}") { id }`);
    expect(await now()).toEqual(sites);
  },
  'acknowledgeAlert and resolveAlert': async (stranger) => {
    const { team, run } = fleet(stranger);
    const { id } = (await team('alerts { id acknowledged resolvedAt }')).alerts.find(
      (each: Any) => !each.acknowledged && !each.resolvedAt,
    );
    await run(`acknowledgeAlert(alertId: "${id}") { id } resolveAlert(alertId: "${id}") { id }`);
    expect((await team(`alert(id: "${id}") { acknowledged acknowledgedAt resolvedAt }`)).alert).toEqual({
      ...{ acknowledged: true, acknowledgedAt: expect.any(String), resolvedAt: expect.any(String) },
    });
  },
  'upsertSite finds, and makes': async (stranger) => {
    const { team, run } = fleet(stranger);
    const [{ id }, ...others] = (await team('sites { nodes { id } }')).sites.nodes;
    expect(await run(`upsertSite(id: "${id}", name: "Known") { id name }`)).toEqual({ id, name: 'Known' });
    const made = await run('upsertSite(name: "Fresh") { id name }');
    expect(made.name).toBe('Fresh');
    expect((await team('sites { nodes { id } }')).sites.nodes).toEqual([{ id }, ...others, { id: made.id }]);
  },
  'defragmentGateway does nothing, and says so': async (stranger) => {
    const { one, run } = fleet(stranger);
    await run(`defragmentGateway(gatewayId: "${(await one()).id}") { status }`);
  },
};

judge('mutations under `team`', schema, checks, [
  'toggleGatewayMaintenanceMode',
  'deleteGateways',
  'bulkUpdateGateways',
  'siteAddGateways',
  'deployApp',
  'pauseDeployment, resumeDeployment, stopDeployment',
  'inviteUser, with the default of the schema',
  'upsertSite finds, and makes',
  'defragmentGateway does nothing, and says so',
]);
