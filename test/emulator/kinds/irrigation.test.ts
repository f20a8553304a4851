import { expect, test } from 'vitest';
import { type Any, asker } from '../world/reads/judge.ts';

/** A control plane of irrigation. The expectations were written before the emulator saw it. */
const sdl = `
  scalar DateTime
  type Query { team: Team! valve(id: ID!): Valve zone(id: ID!): Zone }
  type Mutation {
    createZone(input: CreateZoneInput!): ZonePayload! updateZone(id: ID!, input: UpdateZoneInput!): ZonePayload! deleteZone(id: ID!): DeleteZonePayload!
    renameZone(zoneId: ID!, name: String!): Zone! archiveZone(zoneId: ID!): Zone! unarchiveZone(zoneId: ID!): Zone!
    registerValve(input: RegisterValveInput!): ValvePayload! updateValve(valveId: ID!, patch: ValvePatch!): ValvePayload! removeValve(valveId: ID!): Boolean!
    lockValve(valveId: ID!, reason: String): ValvePayload! unlockValve(valveId: ID!): ValvePayload! setValveStatus(valveId: ID!, status: ValveStatus!): ValvePayload!
    moveValve(valveId: ID!, zoneId: ID!): ValvePayload! setValveFlowLimit(valveId: ID!, flowLimit: Float): ValvePayload! flushValve(valveId: ID!): ValvePayload!
    addValveLabel(valveId: ID!, label: String!): ValvePayload! removeValveLabel(valveId: ID!, label: String!): ValvePayload! calibrateValve(valveId: ID!, factor: Float!): CalibrationResult!
    assignValveTechnician(valveId: ID!, technicianId: ID!): ValvePayload! unassignValveTechnician(valveId: ID!): ValvePayload! deleteValves(ids: [ID!]!): BulkResult!
    createSchedule(zoneId: ID!, cron: String!, minutes: Int!): Schedule! pauseSchedule(id: ID!): Schedule! enableSchedule(id: ID!): Schedule! disableSchedule(id: ID!): Schedule! deleteSchedule(id: ID!): ID!
    acknowledgeIncident(incidentId: ID!, note: String): IncidentResult! resolveIncident(incidentId: ID!): IncidentResult! assignIncident(incidentId: ID!, technicianId: ID!): IncidentResult!
    addTechnicianToCrew(technicianId: ID!, crewId: ID!): Crew! removeTechnicianFromCrew(technicianId: ID!, crewId: ID!): Crew! createCrew(name: String!, technicianIds: [ID!]): Crew!
    rotateGatewayKey(gatewayId: ID!): String! startWatering(zoneId: ID!, minutes: Int!): WateringRun! updateTeam(input: UpdateTeamInput!): Team! inviteTechnician(email: String!): Boolean!
    removeValveFromZone(valveId: ID!): Valve! updateValveLocation(valveId: ID!, latitude: Float!, longitude: Float!): ValvePayload! }
  type Team { id: ID! name: String! timezone: String valveCount: Int! openValveCount: Int! activeIncidentCount: Int!
    valves(first: Int, after: String, last: Int, before: String, filter: ValveFilter, orderBy: ValveOrder, search: String): ValveConnection!
    zones(first: Int, after: String, includeArchived: Boolean = false): ZoneConnection! schedules(zoneId: ID, enabled: Boolean): [Schedule!]!
    incidents(limit: Int = 50, offset: Int = 0, status: IncidentStatus, severity: Severity, sort: IncidentSort): [Incident!]! technicians(page: Int, pageSize: Int): TechnicianPage! crews: [Crew!]! gateways: [Gateway!]!
    incident(id: ID!): Incident technician(email: String!): Technician activeIncidents: [Incident!]! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type ValveConnection { nodes: [Valve!]! edges: [ValveEdge!]! pageInfo: PageInfo! totalCount: Int! } type ValveEdge { cursor: String! node: Valve! }
  type ZoneConnection { nodes: [Zone!]! pageInfo: PageInfo! totalCount: Int! } type TechnicianPage { items: [Technician!]! total: Int! page: Int! totalPages: Int! }
  enum ValveStatus { OPEN CLOSED FAULTY }
  type Valve { id: ID! name: String! serialNumber: String! status: ValveStatus! isOpen: Boolean! zone: Zone! zoneName: String! gateway: Gateway technician: Technician labels: [String!]! flowLimit: Float
    locked: Boolean! lockedAt: DateTime lockedReason: String location: Location incidents(first: Int): [Incident!]! incidentCount: Int! installedAt: DateTime! updatedAt: DateTime! }
  type Location { latitude: Float! longitude: Float! note: String }
  type Zone { id: ID! name: String! areaM2: Int! archived: Boolean! archivedAt: DateTime valves(first: Int, status: ValveStatus): ValveConnection! valveCount: Int! schedules: [Schedule!]! }
  type Schedule { id: ID! zone: Zone! zoneId: ID! cron: String! minutes: Int! enabled: Boolean! createdAt: DateTime! }
  enum IncidentStatus { ACTIVE ACKNOWLEDGED RESOLVED } enum Severity { LOW HIGH CRITICAL } enum IncidentSort { SEVERITY_ASC OPENED_AT_DESC OPENED_AT_ASC }
  type Incident { id: ID! status: IncidentStatus! severity: Severity! valve: Valve technician: Technician acknowledgedAt: DateTime acknowledgedNote: String resolvedAt: DateTime openedAt: DateTime! }
  type Technician { id: ID! name: String! email: String! } type Crew { id: ID! name: String! technicians: [Technician!]! technicianCount: Int! } type Gateway { id: ID! name: String! online: Boolean! valves: [Valve!]! }
  input ValveFilter { status: ValveStatus statuses: [ValveStatus!] zoneId: ID name: TextFilter flowLimit: NumberFilter locked: Boolean label: String nameContains: String installedAt_gt: DateTime and: [ValveFilter!] or: [ValveFilter!] not: ValveFilter phase: String }
  input TextFilter { eq: String ne: String in: [String!] contains: String startsWith: String } input NumberFilter { gt: Float lte: Float isNull: Boolean }
  input ValveOrder { field: ValveOrderField! direction: Direction! = ASC } enum ValveOrderField { NAME FLOW_LIMIT INSTALLED_AT } enum Direction { ASC DESC }
  input CreateZoneInput { name: String! areaM2: Int! } input UpdateZoneInput { name: String areaM2: Int } type ZonePayload { zone: Zone errors: [UserError!]! } type UserError { message: String! field: [String!] }
  type DeleteZonePayload { success: Boolean! deletedZoneId: ID errors: [UserError!]! } input RegisterValveInput { name: String! serialNumber: String! zoneId: ID! labels: [String!] location: LocationInput } input LocationInput { latitude: Float! longitude: Float! }
  input ValvePatch { name: String flowLimit: Float zoneId: ID labels: [String!] } enum ResultStatus { OK NOT_FOUND } type ValvePayload { status: ResultStatus! message: String valve: Valve } type CalibrationResult { valve: Valve! drift: Float! }
  type BulkResult { count: Int! deletedIds: [ID!]! } union IncidentResult = Incident | IncidentNotFound type IncidentNotFound { message: String! id: ID } type WateringRun { id: ID! startedAt: DateTime! } input UpdateTeamInput { name: String timezone: String }`;

const valve =
  'id name serialNumber status isOpen zone { id name } zoneName gateway { id } technician { id } labels flowLimit locked lockedAt lockedReason location { latitude longitude note } installedAt incidentCount incidents { id }';
const everything = `{ team { id name valves(first: 100) { nodes { ${valve} } } zones(first: 100, includeArchived: true) { nodes { id name areaM2 archived archivedAt valveCount valves(first: 100) { nodes { id } } } } schedules { id zoneId zone { id } cron minutes enabled }
  incidents { id status severity valve { id } technician { id } acknowledgedAt resolvedAt openedAt } technicians(pageSize: 100) { items { id name email } } crews { id name technicians { id } technicianCount } gateways { id valves { id } } } }`;

/** All objects of the team, before a row is asked. */
type World = Record<'valves' | 'zones' | 'schedules' | 'incidents' | 'technicians' | 'crews' | 'gateways', Any[]>;

const ids = (items: Any[]): Any[] => items.map(({ id }) => ({ id }));
const byText = (key: string) => (one: Any, other: Any) => (one[key] < other[key] ? -1 : one[key] > other[key] ? 1 : 0);
const valvesBy = (args: string): string => `{ team { found: valves(first: 100, ${args}) { nodes { id } } } }`;
const nodes = (kept: Any[]) => ({ team: { found: { nodes: ids(kept) } } });

const reads: readonly (readonly [query: (world: World) => string, right: (world: World) => object])[] = [
  [
    () => '{ team { valveCount openValveCount activeIncidentCount } }',
    ({ valves, incidents }) => ({
      team: {
        valveCount: valves.length,
        openValveCount: valves.filter(({ status }) => status === 'OPEN').length,
        activeIncidentCount: incidents.filter(({ status }) => status === 'ACTIVE').length,
      },
    }),
  ],
  [
    ({ zones }) => `{ zone(id: "${zones[2].id}") { valveCount valves { totalCount nodes { zone { id } } } } }`,
    ({ zones }) => ({
      zone: {
        valveCount: zones[2].valveCount,
        valves: {
          totalCount: zones[2].valveCount,
          nodes: zones[2].valves.nodes.map(() => ({ zone: { id: zones[2].id } })),
        },
      },
    }),
  ],
  [
    () => '{ team { found: valves(last: 2) { edges { node { id } } } } }',
    ({ valves }) => ({ team: { found: { edges: ids(valves.slice(-2)).map((node) => ({ node })) } } }),
  ],
  [
    () => valvesBy('filter: { statuses: [OPEN, FAULTY] }'),
    ({ valves }) => nodes(valves.filter(({ status }) => status !== 'CLOSED')),
  ],
  [({ valves }) => valvesBy(`filter: { name: { ne: "${valves[0].name}" } }`), ({ valves }) => nodes(valves.slice(1))],
  [
    () => valvesBy('filter: { flowLimit: { gt: 400 } }'),
    ({ valves }) => nodes(valves.filter(({ flowLimit }) => flowLimit !== null && flowLimit > 400)),
  ],
  [
    ({ valves }) => valvesBy(`filter: { label: "${valves[3].labels[0]}" }`),
    ({ valves }) => nodes(valves.filter(({ labels }) => labels.includes(valves[3].labels[0]))),
  ],
  [
    () => valvesBy('filter: { installedAt_gt: "2025-03-01T00:00:00Z" }'),
    ({ valves }) => nodes(valves.filter(({ installedAt }) => installedAt > '2025-03-01T00:00:00Z')),
  ],
  [({ valves }) => valvesBy(`search: "${valves[6].name}"`), ({ valves }) => nodes([valves[6]])],
  [
    () => '{ team { incidents(status: ACTIVE, sort: OPENED_AT_DESC) { id } activeIncidents { id } } }',
    ({ incidents }) => {
      const active = incidents.filter(({ status }) => status === 'ACTIVE');
      return { team: { incidents: ids(active.toSorted(byText('openedAt')).reverse()), activeIncidents: ids(active) } };
    },
  ],
  [
    () => '{ team { technicians(page: 2, pageSize: 5) { items { id } total page totalPages } } }',
    ({ technicians }) => ({
      team: { technicians: { items: ids(technicians.slice(5, 10)), total: 12, page: 2, totalPages: 3 } },
    }),
  ],
  [
    ({ technicians }) => `{ team { technician(email: "${technicians[5].email}") { id } } }`,
    ({ technicians }) => ({ team: { technician: { id: technicians[5].id } } }),
  ],
  [
    ({ valves }) => `{ valve(id: "${valves[0].id}") { zoneName isOpen incidentCount } }`,
    ({ valves: [one] }) => ({
      valve: { zoneName: one.zone.name, isOpen: one.status === 'OPEN', incidentCount: one.incidents.length },
    }),
  ],
];

/** A mutation, what it and the read after it answer, and the read if there is one. */
type Row = readonly [mutation: string, right: object | 'refused', read?: string];

const writes: readonly (readonly [name: string, make: (world: World) => Row])[] = [
  [
    'createZone',
    () => [
      'createZone(input: { name: "North", areaM2: 40 }) { zone { name areaM2 archived archivedAt valveCount } errors { message } }',
      {
        createZone: {
          zone: { name: 'North', areaM2: 40, archived: false, archivedAt: null, valveCount: 0 },
          errors: [],
        },
      },
    ],
  ],
  [
    'registerValve',
    ({ zones }) => [
      `registerValve(input: { name: "V", serialNumber: "S", zoneId: "${zones[3].id}", location: { latitude: 1, longitude: 2 } }) { status valve { name serialNumber zone { id } labels flowLimit locked lockedAt location { latitude longitude note } incidentCount technician { id } } }`,
      {
        registerValve: {
          status: 'OK',
          valve: {
            ...{ name: 'V', serialNumber: 'S', zone: { id: zones[3].id }, labels: [], flowLimit: null, locked: false },
            ...{ lockedAt: null, location: { latitude: 1, longitude: 2, note: null } },
            ...{ incidentCount: 0, technician: null },
          },
        },
        team: { valveCount: 13 },
      },
      'team { valveCount }',
    ],
  ],
  [
    'updateValve',
    ({ valves: [{ id, name }], zones }) => [
      `updateValve(valveId: "${id}", patch: { flowLimit: 5, zoneId: "${zones[4].id}", labels: ["a"] }) { valve { id } }`,
      { valve: { name, flowLimit: 5, labels: ['a'], zone: { id: zones[4].id }, zoneName: zones[4].name } },
      `valve(id: "${id}") { name flowLimit labels zone { id } zoneName }`,
    ],
  ],
  [
    'unlockValve',
    ({ valves }) => {
      const { id } = valves.find(({ locked }) => locked);
      return [
        `unlockValve(valveId: "${id}") { valve { id } }`,
        { valve: { locked: false, lockedAt: null, lockedReason: null } },
        `valve(id: "${id}") { locked lockedAt lockedReason }`,
      ];
    },
  ],
  ['calibrateValve', () => ['calibrateValve(valveId: "x", factor: 1) { drift }', 'refused']],
  [
    'createSchedule',
    ({ zones }) => [
      `createSchedule(zoneId: "${zones[6].id}", cron: "0 6", minutes: 9) { zone { id } zoneId cron minutes createdAt }`,
      {
        createSchedule: {
          zone: { id: zones[6].id },
          zoneId: zones[6].id,
          cron: '0 6',
          minutes: 9,
          createdAt: '2026-01-01T00:00:01Z',
        },
      },
    ],
  ],
  ['pauseSchedule', () => ['pauseSchedule(id: "x") { id }', 'refused']],
  [
    'acknowledgeIncident',
    ({ incidents }) => {
      const { id } = incidents.find(({ status }) => status === 'ACTIVE');
      return [
        `acknowledgeIncident(incidentId: "${id}", note: "seen") { ... on Incident { status acknowledgedAt acknowledgedNote resolvedAt } }`,
        {
          acknowledgeIncident: {
            status: 'ACKNOWLEDGED',
            acknowledgedAt: expect.any(String),
            acknowledgedNote: 'seen',
            resolvedAt: null,
          },
        },
      ];
    },
  ],
  [
    'resolveIncident of none',
    () => [
      'resolveIncident(incidentId: "none") { __typename ... on IncidentNotFound { id } }',
      { resolveIncident: { __typename: 'IncidentNotFound', id: 'none' } },
    ],
  ],
  [
    'addTechnicianToCrew',
    ({ crews, technicians }) => {
      const [{ id, technicians: own }] = crews;
      const other = technicians.find((each) => !own.some((one: Any) => one.id === each.id));
      return [
        `addTechnicianToCrew(technicianId: "${other.id}", crewId: "${id}") { id technicianCount technicians { id } }`,
        {
          addTechnicianToCrew: {
            id,
            technicianCount: own.length + 1,
            technicians: expect.arrayContaining([...own, { id: other.id }]),
          },
        },
      ];
    },
  ],
  ['rotateGatewayKey', () => ['rotateGatewayKey(gatewayId: "x")', 'refused']],
  ['inviteTechnician', () => ['inviteTechnician(email: "x")', 'refused']],
  ['startWatering', () => ['startWatering(zoneId: "x", minutes: 1) { id }', 'refused']],
  [
    'updateValveLocation',
    ({ valves: [{ id }] }) => [
      `updateValveLocation(valveId: "${id}", latitude: 3, longitude: 4) { status }`,
      { valve: { location: { latitude: 3, longitude: 4 } } },
      `valve(id: "${id}") { location { latitude longitude } }`,
    ],
  ],
];

/** A team of which every row is asked anew. */
async function irrigation() {
  const each = await asker(sdl);
  const { team } = await each.ask(everything);
  each.notes.length = 0;
  const lists = Object.entries<Any>(team).map(([name, list]) => [name, list.nodes ?? list.items ?? list]);
  return { ...each, world: Object.fromEntries(lists) as World };
}

test(`${reads.length} reads are right, and none is noted`, async () => {
  for (const [query, right] of reads) {
    const { ask, notes, world } = await irrigation();
    const asked = query(world);
    expect(await ask(asked), asked).toEqual(right(world));
    expect(notes, asked).toEqual([]);
  }
});

test.each(writes)('the mutation %s is right, or refused where the schema does not decide', async (_, make) => {
  const { ask, answer, notes, world } = await irrigation();
  const [mutation, right, read = 'team { id }'] = make(world);
  const { data, codes } = await answer(`mutation { ${mutation} }`);
  if (right === 'refused') return expect(codes).toEqual(['NOT_EMULATED']);
  expect(codes).toEqual([]);
  expect({ ...data, ...(await ask(`{ ${read} }`)) }).toMatchObject(right);
  expect(notes).toEqual([]);
});
