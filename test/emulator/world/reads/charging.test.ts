import { describe } from 'vitest';
import { type Any, by, type Check, judge, listChecks, none, pages } from './judge.ts';

/** A network of chargers for cars: everything is under the team, lists are connections with `nodes`. */
const sdl = `
  scalar DateTime
  type Query { team: Team! }
  type Team {
    id: ID! name: String! slug: String!
    sites(first: Int, after: String, filter: SiteFilter, orderBy: SiteOrder): SiteConnection!
    site(id: ID!): Site
    siteBySlug(slug: String!): Site
    chargers(first: Int, after: String, last: Int, before: String, filter: ChargerFilter, orderBy: [ChargerOrder!], search: String): ChargerConnection!
    charger(chargerId: ID!): Charger
    chargersByIds(ids: [ID!]!): [Charger]!
    sessions(first: Int, after: String, status: SessionStatus, chargerId: ID, startedAfter: DateTime, startedBefore: DateTime): SessionConnection!
    session(id: ID!): ChargingSession!
    tariffs(includeArchived: Boolean = false): [Tariff!]!
    drivers(limit: Int = 10, offset: Int = 0, sortBy: DriverSort): DriverList!
    releases(page: Int = 1, pageSize: Int = 4, channel: ReleaseChannel): ReleasePage!
    activeTariffs: [Tariff!]!
    latestRelease: FirmwareRelease
    siteCount: Int! chargerCount: Int! faultedChargerCount: Int!
    energyReport(from: DateTime!, to: DateTime!): EnergyReport!
    auditEvents(first: Int, after: String, actions: [AuditAction!]): AuditEventConnection!
  }
  input StringFilter { eq: String contains: String in: [String!] }
  input FloatFilter { gte: Float lte: Float }
  input SiteFilter { name: StringFilter isPublic: Boolean countryCode: String not: SiteFilter }
  enum SiteOrder { NAME_ASC NAME_DESC OPENED_AT_DESC }
  input ChargerFilter { siteId: ID siteIds: [ID!] tariffId: ID status: ChargerStatus statuses: [ChargerStatus!] vendor: StringFilter maxPowerKw: FloatFilter isEnabled: Boolean hasTariff: Boolean
    commissionedAt: DateTimeFilter lastSeenBefore: DateTime and: [ChargerFilter!] or: [ChargerFilter!] weather: String }
  input DateTimeFilter { after: DateTime before: DateTime }
  input ChargerOrder { field: ChargerOrderField! direction: OrderDirection! = ASC }
  enum ChargerOrderField { NAME MAX_POWER_KW COMMISSIONED_AT } enum OrderDirection { ASC DESC }
  enum ChargerStatus { AVAILABLE OCCUPIED FAULTED UNAVAILABLE }
  enum SessionStatus { PENDING CHARGING COMPLETED FAILED }
  enum DriverSort { NAME_ASC NAME_DESC CREATED_AT_DESC } enum ReleaseChannel { STABLE BETA }
  enum AuditAction { CREATED UPDATED DELETED }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type SiteConnection { nodes: [Site!]! pageInfo: PageInfo! totalCount: Int! }
  type Site { id: ID! name: String! slug: String! countryCode: String! isPublic: Boolean! openedAt: DateTime address: Address! chargers(first: Int, after: String, filter: ChargerFilter): ChargerConnection!
    chargerCount: Int! availableChargerCount: Int! operator: Driver operatorId: ID }
  type Address { street: String! city: String! postalCode: String latitude: Float! longitude: Float! }
  type ChargerConnection { nodes: [Charger!]! edges: [ChargerEdge!]! pageInfo: PageInfo! totalCount: Int! } type ChargerEdge { cursor: String! node: Charger! }
  type Charger { id: ID! name: String! vendor: String! serialNumber: String! status: ChargerStatus! isEnabled: Boolean! disabledAt: DateTime disabledReason: String maxPowerKw: Float! site: Site! siteId: ID! siteName: String!
    tariff: Tariff connectors: [Connector!]! connectorCount: Int! sessions(first: Int, status: SessionStatus): SessionConnection! release: FirmwareRelease restartCount: Int! lastSeenAt: DateTime commissionedAt: DateTime! createdAt: DateTime! updatedAt: DateTime! }
  type Connector { number: Int! plug: Plug! maxCurrent: Int! } enum Plug { CCS TYPE2 CHADEMO }
  type SessionConnection { nodes: [ChargingSession!]! pageInfo: PageInfo! totalCount: Int! }
  type ChargingSession { id: ID! charger: Charger! driver: Driver status: SessionStatus! energyKwh: Float! startedAt: DateTime! endedAt: DateTime completedAt: DateTime failedAt: DateTime failedReason: String }
  type Tariff { id: ID! name: String! currency: String! isActive: Boolean! archivedAt: DateTime archivedBy: Driver chargers: [Charger!]! }
  type DriverList { items: [Driver!]! total: Int! hasMore: Boolean! }
  type Driver { id: ID! name: String! email: String! sessions: [ChargingSession!]! sessionCount: Int! groups: [DriverGroup!]! createdAt: DateTime! }
  type DriverGroup { id: ID! name: String! drivers: [Driver!]! driverIds: [ID!]! }
  type ReleasePage { items: [FirmwareRelease!]! page: Int! pageSize: Int! totalPages: Int! total: Int! }
  type FirmwareRelease { id: ID! version: String! channel: ReleaseChannel! isPublished: Boolean! publishedAt: DateTime }
  type EnergyReport { totalKwh: Float! sessionCount: Int! }
  type AuditEventConnection { nodes: [AuditEvent!]! pageInfo: PageInfo! } type AuditEvent { id: ID! action: AuditAction! actor: Driver createdAt: DateTime! }
`;

const fields = `id name vendor status isEnabled disabledAt disabledReason maxPowerKw site { id name } siteId siteName tariff { id } lastSeenAt commissionedAt`;
const chargers = (args: string) => ({
  query: `{ team { chargers(${args}) { nodes { ${fields} } } } }`,
  items: (data: Any) => data.team.chargers.nodes,
});
const all = 'first: 100';
const every = async ({ ask }: { ask(query: string): Promise<Any> }): Promise<Any[]> =>
  chargers(all).items(await ask(chargers(all).query));
const ids = (items: Any[]): Any[] => items.map(({ id }) => id);

const lists = listChecks(chargers, all, [
  [`${all}, filter: { status: FAULTED }`, (items) => items.filter(({ status }) => status === 'FAULTED')],
  [
    `${all}, filter: { statuses: [AVAILABLE, OCCUPIED] }`,
    (items) => items.filter(({ status }) => /^(?:AVAILABLE|OCCUPIED)$/.test(status)),
  ],
  [`${all}, filter: { isEnabled: false }`, (items) => items.filter(({ isEnabled }) => !isEnabled)],
  [`${all}, filter: { vendor: { contains: "a" } }`, (items) => items.filter(({ vendor }) => vendor.includes('a'))],
  [
    `${all}, filter: { maxPowerKw: { gte: 300, lte: 800 } }`,
    (items) => items.filter(({ maxPowerKw }) => maxPowerKw >= 300 && maxPowerKw <= 800),
  ],
  [
    `${all}, filter: { or: [{ status: FAULTED }, { and: [{ isEnabled: true }, { status: AVAILABLE }] }] }`,
    (items) => items.filter((each) => each.status === 'FAULTED' || (each.isEnabled && each.status === 'AVAILABLE')),
  ],
  [
    `${all}, filter: { commissionedAt: { after: "2025-03-01T00:00:00Z" } }`,
    (items) => items.filter((each) => each.commissionedAt > '2025-03-01'),
  ],
  [
    `${all}, filter: { lastSeenBefore: "2025-09-01T00:00:00Z" }`,
    (items) => items.filter((each) => each.lastSeenAt !== null && each.lastSeenAt < '2025-09-01'),
  ],
  [`${all}, filter: { weather: "rain" }`, (items) => items, 'noted'],
  [
    `${all}, search: "er"`,
    (items) => items.filter((each) => /er/i.test([each.id, each.name, each.vendor, each.serialNumber].join('\n'))),
    'noted',
  ],
  [
    `${all}, orderBy: [{ field: MAX_POWER_KW, direction: DESC }]`,
    (items) => items.toSorted(by((each) => each.maxPowerKw, -1)),
  ],
  ['last: 3', (items) => items.slice(-3)],
  ['first: 0', none],
]);

const others: Check[] = [
  [
    'chargers are found by their ids, and an unknown charger is null',
    async (asker) => {
      const [, one, two] = await every(asker);
      const { team } = await asker.ask(
        `{ team { charger(chargerId: "${one.id}") { ${fields} } chargersByIds(ids: ["${two.id}", "x"]) { id } gone: charger(chargerId: "x") { id } } }`,
      );
      return [team, { charger: one, chargersByIds: [{ id: two.id }, null], gone: null }];
    },
  ],
  [
    'an unknown session that may not be null is NOT_FOUND',
    async ({ answer }) => {
      const { data, codes } = await answer('{ team { session(id: "x") { id } } }');
      return [
        [data, codes],
        [null, ['NOT_FOUND']],
      ];
    },
  ],
  [
    'a site is found by its slug',
    async ({ ask }) => {
      const { team } = await ask('{ team { sites(first: 5) { nodes { id slug } } } }');
      const site = team.sites.nodes[3];
      return [(await ask(`{ team { siteBySlug(slug: "${site.slug}") { id slug } } }`)).team.siteBySlug, site];
    },
  ],
  [
    'the chargers of a site refer to it, and are counted',
    async (asker) => {
      const items = await every(asker);
      const { team } = await asker.ask(
        '{ team { sites(first: 50) { nodes { id chargerCount availableChargerCount chargers(first: 50) { nodes { id } } } } } }',
      );
      const sites: Any[] = team.sites.nodes;
      const of = (site: Any) => items.filter(({ siteId }) => siteId === site.id);
      return [
        sites.map((each) => [ids(each.chargers.nodes), each.chargerCount, each.availableChargerCount]),
        sites.map((each) => [
          ids(of(each)),
          of(each).length,
          of(each).filter(({ status }) => status === 'AVAILABLE').length,
        ]),
      ];
    },
  ],
  [
    'a list below a site is filtered',
    async (asker) => {
      const items = await every(asker);
      const [{ siteId }] = items;
      const { team } = await asker.ask(
        `{ team { site(id: "${siteId}") { chargers(first: 50, filter: { isEnabled: true }) { nodes { id } totalCount } } } }`,
      );
      const right = ids(items.filter((each) => each.siteId === siteId && each.isEnabled));
      return [
        [ids(team.site.chargers.nodes), team.site.chargers.totalCount],
        [right, right.length],
      ];
    },
  ],
  [
    'chargers are filtered by site, sites, tariff, and whether they have a tariff',
    async (asker) => {
      const items = await every(asker);
      const [one, two] = items;
      const found = async (filter: string) => {
        const list = chargers(`${all}, filter: { ${filter} }`);
        return ids(list.items(await asker.ask(list.query)));
      };
      const { tariff } = items.find((each) => each.tariff !== null);
      return [
        [
          await found(`siteId: "${one.siteId}"`),
          await found(`siteIds: ["${one.siteId}", "${two.siteId}"]`),
          await found(`tariffId: "${tariff.id}"`),
          await found('hasTariff: true'),
        ],
        [
          ids(items.filter((each) => each.siteId === one.siteId)),
          ids(items.filter((each) => [one.siteId, two.siteId].includes(each.siteId))),
          ids(items.filter((each) => each.tariff?.id === tariff.id)),
          ids(items.filter((each) => each.tariff !== null)),
        ],
      ];
    },
  ],
  [
    'the name and the id of a site agree with the site',
    async (asker) => {
      const items = await every(asker);
      return [items.map((each) => [each.siteName, each.siteId]), items.map(({ site }) => [site.name, site.id])];
    },
  ],
  [
    'only a disabled charger has the time and the reason',
    async (asker) => {
      const items = await every(asker);
      return [
        items.map(({ disabledAt, disabledReason }) => [disabledAt !== null, disabledReason !== null]),
        items.map(({ isEnabled }) => [!isEnabled, !isEnabled]),
      ];
    },
  ],
  [
    'the moments of sessions agree with their status',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { sessions(first: 50) { nodes { status completedAt failedAt failedReason } } } }',
      );
      const nodes: Any[] = team.sessions.nodes;
      return [
        nodes.map((each) => [each.completedAt !== null, each.failedAt !== null, each.failedReason !== null]),
        nodes.map(({ status }) => [status === 'COMPLETED', status === 'FAILED', status === 'FAILED']),
      ];
    },
  ],
  [
    'sessions are filtered by status, charger and start',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { sessions(first: 100) { nodes { id status startedAt charger { id } } totalCount } } }',
      );
      const nodes: Any[] = team.sessions.nodes;
      const middle = nodes.map(({ startedAt }) => startedAt).sort()[6];
      const [{ charger }] = nodes;
      const found = async (args: string) =>
        ids((await ask(`{ team { sessions(first: 100, ${args}) { nodes { id } } } }`)).team.sessions.nodes);
      return [
        [
          await found('status: COMPLETED'),
          await found(`chargerId: "${charger.id}"`),
          await found(`startedAfter: "${middle}"`),
          await found(`startedBefore: "${middle}"`),
        ],
        [
          ids(nodes.filter(({ status }) => status === 'COMPLETED')),
          ids(nodes.filter((each) => each.charger.id === charger.id)),
          ids(nodes.filter(({ startedAt }) => startedAt > middle)),
          ids(nodes.filter(({ startedAt }) => startedAt < middle)),
        ],
      ];
    },
  ],
  [
    'paging forward reaches every charger once',
    async (asker) => {
      const items = await every(asker);
      const seen = await pages(async (cursor) => {
        const after = cursor === null ? '' : `, after: "${cursor}"`;
        const { team } = await asker.ask(
          `{ team { chargers(first: 7${after}) { nodes { id } edges { cursor node { id } } pageInfo { hasNextPage endCursor } } } }`,
        );
        const { nodes, pageInfo } = team.chargers;
        return { ids: ids(nodes), cursor: pageInfo.endCursor, more: pageInfo.hasNextPage };
      });
      return [seen, ids(items)];
    },
  ],
  [
    'a list omits archived tariffs unless an argument includes them',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { some: tariffs { id archivedAt } all: tariffs(includeArchived: true) { id archivedAt archivedBy { id } } } }',
      );
      const whole: Any[] = team.all;
      const kept = ids(whole.filter(({ archivedAt }) => archivedAt === null));
      return [
        [ids(team.some), kept.length > 0 && kept.length < whole.length, whole.map((each) => each.archivedBy !== null)],
        [kept, true, whole.map((each) => each.archivedAt !== null)],
      ];
    },
  ],
  [
    'a list with a state in its name has the tariffs in that state',
    async ({ ask }) => {
      const { team } = await ask('{ team { tariffs(includeArchived: true) { id isActive } activeTariffs { id } } }');
      return [ids(team.activeTariffs), ids(team.tariffs.filter(({ isActive }: Any) => isActive))];
    },
  ],
  [
    'drivers are sorted, and paged by offset',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { all: drivers(limit: 100) { items { id name } total } some: drivers(limit: 4, offset: 3, sortBy: NAME_DESC) { items { id } total hasMore } } }',
      );
      const sorted = team.all.items.toSorted(by((each) => each.name, -1));
      return [team.some, { items: sorted.slice(3, 7).map(({ id }: Any) => ({ id })), total: 12, hasMore: true }];
    },
  ],
  [
    'releases are paged by number, and filtered by channel',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { all: releases(pageSize: 100) { items { id channel } } third: releases(page: 3) { items { id } page pageSize totalPages total } beta: releases(pageSize: 100, channel: BETA) { items { id } } } }',
      );
      const whole: Any[] = team.all.items;
      return [
        [team.third, ids(team.beta.items)],
        [
          { items: whole.slice(8).map(({ id }) => ({ id })), page: 3, pageSize: 4, totalPages: 3, total: 12 },
          ids(whole.filter(({ channel }) => channel === 'BETA')),
        ],
      ];
    },
  ],
  [
    'the latest release is noted, since nothing says which it is',
    async ({ ask }) => [(await ask('{ team { latestRelease { id } } }')).team.latestRelease, 'noted'],
    'noted',
  ],
  [
    'the counts of the team are right',
    async (asker) => {
      const items = await every(asker);
      const { team } = await asker.ask(
        '{ team { siteCount chargerCount faultedChargerCount sites(first: 1) { totalCount } } }',
      );
      return [
        [team.siteCount, team.chargerCount, team.faultedChargerCount],
        [team.sites.totalCount, items.length, items.filter(({ status }) => status === 'FAULTED').length],
      ];
    },
  ],
  [
    'numbers of a report for a period are noted',
    async ({ ask }) => [
      await ask(
        '{ team { energyReport(from: "2025-01-01T00:00:00Z", to: "2025-02-01T00:00:00Z") { totalKwh sessionCount } } }',
      ),
      'noted',
    ],
    'noted',
  ],
  [
    'parts are the same on every path, and are counted',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { chargers(first: 3) { nodes { id connectorCount connectors { number plug maxCurrent } } } } }',
      );
      const [one] = team.chargers.nodes;
      const again = await ask(
        `{ team { charger(chargerId: "${one.id}") { id connectorCount connectors { number plug maxCurrent } } } }`,
      );
      return [
        [again.team.charger, one.connectorCount],
        [one, one.connectors.length],
      ];
    },
  ],
  [
    'two lists of each other agree, as do their ids',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { drivers(limit: 100) { items { id sessionCount sessions { id driver { id } } groups { id driverIds drivers { id } } } } } }',
      );
      const drivers: Any[] = team.drivers.items;
      return [
        drivers.map((each) => [
          each.sessionCount,
          each.sessions.every(({ driver }: Any) => driver.id === each.id),
          each.groups.every((group: Any) => group.driverIds.includes(each.id)),
          each.groups.map(({ driverIds }: Any) => driverIds),
        ]),
        drivers.map((each) => [each.sessions.length, true, true, each.groups.map((group: Any) => ids(group.drivers))]),
      ];
    },
  ],
  [
    'audit events are filtered by several actions',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { all: auditEvents(first: 50) { nodes { id action } } some: auditEvents(first: 50, actions: [CREATED, DELETED]) { nodes { id } } } }',
      );
      return [
        ids(team.some.nodes),
        ids(team.all.nodes.filter(({ action }: Any) => action === 'CREATED' || action === 'DELETED')),
      ];
    },
  ],
  [
    'sites are filtered by a boolean and its negation, and sorted',
    async ({ ask }) => {
      const { team } = await ask(
        '{ team { all: sites(first: 50) { nodes { id isPublic openedAt } } open: sites(first: 50, filter: { isPublic: true }) { nodes { id } } closed: sites(first: 50, filter: { not: { isPublic: true } }, orderBy: OPENED_AT_DESC) { nodes { id } } } }',
      );
      const whole: Any[] = team.all.nodes;
      return [
        [ids(team.open.nodes), ids(team.closed.nodes)],
        [
          ids(whole.filter(({ isPublic }) => isPublic)),
          ids(whole.filter(({ isPublic }) => !isPublic).toSorted(by((each) => each.openedAt, -1))),
        ],
      ];
    },
  ],
];

describe('a network of chargers', () => judge(sdl, [...lists, ...others]));
