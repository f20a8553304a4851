import { describe, expect, test } from 'vitest';
import { type Any, asker, type Check, judge } from './judge.ts';

/** A water board, whose names ask for more, for less and for other things than its types say. */
const sdl = `
  scalar DateTime scalar Key
  type Query {
    node(id: ID!): Node
    pumps(zoneName: String = "", makerEmail: String, labels: [String!] = [], page: Int = 0, limit: Int = 0, sort: PumpSort, input: PumpInput): Pumps!
    pump(id: ID!): Pump findAnyPump(id: ID!): Pump activePumps: [Pump!]! pumpsClosed: [Pump!]! myPumps: [Pump!]! latestPump: Pump keyPumps: [Pump!]! tours(limit: Int): Tours! shifts(limit: Int): Shifts!
    pumpSettings(pumpId: ID, pumpKey: Key): PumpSettings pumpKeys: [Key!]! pumpKey: Key! makers: [String!]! pump_ids: [ID!]! pumpCount(status: PumpStatus, zoneId: ID, phase: String): Int! fluid: String!
    rack: Rack! zones: [Zone!]! similarPumps(pumpId: ID!): [Pump!]! crew: [Person!]! openTickets(filter: OpenTicketFilter): [Ticket!]! jobs: [Job!]! tasks: [JobLite!]!
    zoneStats: ZoneStats! notices(filter: NoticeFilter): NoticeList!
  }
  interface Node { id: ID! } type SiteError implements Node { id: ID! message: String! }
  input PumpSort { field: PumpField! ascending: Boolean } enum PumpField { KEY SIZE } input PumpInput { page: Int limit: Int status: PumpStatus phase: String } type Tours { tours: [Tour!]! count: Int! } type Tour { id: ID! } type Shifts { shifts: [Shift!]! paging: Paging! } type Shift { id: ID! } type Paging { hasMore: Boolean! }
  enum PumpStatus { ACTIVE CLOSED } enum PayStatus { ACTIVE PAID LATE }
  type Pumps { items: [Pump!]! totalNoOfPumps: Int! filteredPumpCount: Int! }
  type Pump implements Node { id: ID! key: Key! status: PumpStatus! size: Int! zone: Zone! zoneName: String! makerName: String! maker: Maker! aide: Worker aideName: String! zoneCode: String!
    lastPump: Pump neighbours: [Pump!]! payStatus: PayStatus! paidAt: DateTime settings: PumpSettings! workerName: String! totalParts: Int! partCode: String! }
  type PumpSettings { pump: Pump! mode: String! } type Maker { id: ID! name: String! email: String! } type Zone { id: ID! name: String! zoneCode: String! parentZone: Zone childZones: [Zone!]! pumps: [Pump!]! latestPump: Pump pumpsTotal: Int! brokenPumpCount: Int! }
  type Worker { id: ID! name: String! } type Person { id: ID! name: String! worker: Worker! }
  type Rack { slots: [Slot!]! spares: [Slot!]! odds: [Slot!]! } type Slot { id: ID! kind: SlotKind! count: Int! } enum SlotKind { SPARE BOX }
  input OpenTicketFilter { id: ID } type Ticket { id: ID! title: String! }
  type Job { id: ID! a: Int b: Int c: Int } type JobLite { id: ID! a: Int b: Int d: Int }
  type ZoneStats { totalZones: Int! totalActivePumps: Int! coldZones: Int! }
  input NoticeFilter { text: String } type Mutation { renameZone(id: ID!, name: String!): Zone! }
  type Notice { id: ID! text: String! } type NoticeList { items: [Notice!]! total: Int! unread: Int! meta: Meta! } type Meta { total: Int! newest: String! }`;

const fields = 'id key status size zone { id name }';
const pumpsOf = async ({ ask }: { ask(query: string): Promise<Any> }): Promise<Any[]> =>
  (await ask(`{ pumps { items { ${fields} } } }`)).pumps.items;
const idsOf = (items: Any[]): Any[] => items.map(({ id }) => id);

/** A read beside what it must be, by all pumps. */
const row =
  (query: (pumps: Any[]) => string, right: (pumps: Any[], data: Any) => [unknown, unknown]): Check[1] =>
  async ({ ask, ...other }) => {
    const pumps = await pumpsOf({ ask, ...other });
    return right(pumps, await ask(query(pumps)));
  };
const list = (field: string, keeps: (pump: Any) => boolean): Check[1] =>
  row(
    () => `{ found: ${field} { id } }`,
    (pumps, { found }) => {
      const kept = pumps.filter(keeps);
      expect([kept.length > 0, kept.length < pumps.length]).toEqual([true, true]);
      return [idsOf(found), idsOf(kept)];
    },
  );
const chosen = (args: (pumps: Any[]) => string, keeps: (pumps: Any[]) => Any[]): Check[1] =>
  row(
    (pumps) => `{ pumps(${args(pumps)}) { items { id } } }`,
    (pumps, data) => [idsOf(data.pumps.items), idsOf(keeps(pumps))],
  );

describe('names, arguments and values', () =>
  judge(sdl, [
    [
      'a list with a state in its name has the items in that state',
      list('activePumps', ({ status }) => status === 'ACTIVE'),
    ],
    [
      'a list with a state at the end of its name has the items in that state',
      list('pumpsClosed', ({ status }) => status === 'CLOSED'),
    ],
    [
      'a list with an enum value in its name has the items with that value',
      async ({ ask }) => {
        const { rack } = await ask('{ rack { slots { id kind } spares { id kind } } }');
        return [rack.spares, rack.slots.filter(({ kind }: Any) => kind === 'SPARE')];
      },
    ],
    [
      'an object is found by its id, whatever the name of the field',
      row(
        (pumps) => `{ findAnyPump(id: "${pumps[3].id}") { id } }`,
        (pumps, data) => [data.findAnyPump.id, pumps[3].id],
      ),
    ],
    [
      'two states of one object each have their own moment',
      async ({ ask }) => {
        const { pumps } = await ask('{ pumps { items { payStatus paidAt } } }');
        return [
          pumps.items.map(({ paidAt }: Any) => paidAt !== null),
          pumps.items.map(({ payStatus }: Any) => payStatus === 'PAID'),
        ];
      },
    ],
    [
      'an empty default filters nothing',
      async ({ ask }) => [(await ask('{ pumps { items { id } } }')).pumps.items.length, 12],
    ],
    [
      'the first page is 0 if that is the default',
      chosen(
        () => 'page: 1, limit: 5',
        (pumps) => pumps.slice(5, 10),
      ),
    ],
  ]));

test.each([
  ['a list with a name that no field of its items explains', '{ myPumps { id } }', ['Query.myPumps']],
  ['a list with the name of a text field', '{ keyPumps { id } }', ['Query.keyPumps']],
  [
    'one latest object of several',
    '{ latestPump { id } zones { latestPump { id } } }',
    ['Query.latestPump', 'Zone.latestPump'],
  ],
  ['another list of the same part', '{ rack { odds { id } } }', ['Rack.odds']],
  ['a count of things that the schema does not have', '{ pumps { items { totalParts } } }', ['Pump.totalParts']],
  [
    'a count of a state that the items of its list do not have',
    '{ zones { brokenPumpCount } }',
    ['Zone.brokenPumpCount'],
  ],
  ['a count of a state that no field shows', '{ zoneStats { coldZones } }', ['ZoneStats.coldZones']],
  ['an unknown field of a page', '{ notices { unread meta { newest } } }', ['Meta.newest', 'NoticeList.unread']],
  [
    'an input object around the arguments of a page',
    '{ pumps(input: { limit: 3, phase: "x" }) { items { id } } }',
    ['input.limit` of `Query.pumps', 'input.phase` of `Query.pumps'],
  ],
  ['an unknown argument of a count', '{ pumpCount(phase: "x") }', ['phase` of `Query.pumpCount']],
  ['a total beside a filtered count', '{ pumps { totalNoOfPumps } }', ['Pumps.totalNoOfPumps']],
  ['the key of the owner of a part', '{ pumpSettings(pumpKey: "x") { mode } }', ['pumpKey` of `Query.pumpSettings']],
])('%s is drawn or ignored, and noted once', async (_, query, names) => {
  const { ask, notes } = await asker(sdl);
  await ask(query);
  const noted = [...new Set(notes)].map((note) => /`((?:[\w.]+` of `)?\w+\.\w+)`/.exec(note)?.[1]);
  expect(noted.sort()).toEqual(names);
});

test('the id of an object that a list is about chooses no item, and is noted', async () => {
  const { ask, notes } = await asker(sdl);
  const { pumps, similarPumps } = await ask('{ pumps { items { id } } similarPumps(pumpId: "x") { id } }');
  expect(similarPumps).toEqual(pumps.items);
  expect(notes).toEqual([expect.stringContaining('`pumpId` of `Query.similarPumps`')]);
});
