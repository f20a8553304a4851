import { readFileSync } from 'node:fs';
import {
  BreakingChangeType,
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  validateSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkDrift, type Drift } from '../../src/drift/index.ts';
import type { ChangeCode } from '../../src/drift/model/finding.ts';
import { texts } from '../helpers/texts.ts';

const sdl = readFileSync(new URL('./fixtures/fleet.graphql', import.meta.url), 'utf8');
const snapshot = buildSchema(sdl);

/** One change of the schema, the operations that it affects with their exact findings, and those that it does not affect. */
interface Row {
  readonly what: string;
  readonly edit: readonly (readonly [from: string, to: string])[];
  readonly used: readonly (readonly [operation: string, ...findings: string[]])[];
  readonly unused: readonly string[];
}

const rows: readonly Row[] = [
  {
    what: 'a field goes, and a new one like it comes',
    edit: [['  battery: Float', '  batteryLevel: Float']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { battery } }',
        'broken breaking field-removed | Device.battery was removed. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'a result may become null',
    edit: [['  id: ID!\n  name: String!\n  state: State!', '  id: ID!\n  name: String\n  state: State!']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { name } }',
        'types breaking nullability-changed | Device.name changed its type from String! to String. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { state } }'],
  },
  {
    what: 'a scalar becomes another',
    edit: [['  version: Int!', '  version: String!']],
    used: [
      [
        '{ search(text: "") { ... on Application { version } } }',
        'types breaking type-changed | Application.version changed its type from Int! to String!. | 1:43 (query)',
      ],
    ],
    unused: ['{ search(text: "") { ... on Application { name } } }'],
  },
  {
    what: 'an object becomes a scalar',
    edit: [['  application: Application\n', '  application: ID\n']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { application { id } } }',
        'broken breaking type-changed | Device.application changed its type from Application to ID: remove its selection. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'two selections of one response key no longer agree',
    edit: [['  id: ID!\n  name: String!\n  state', '  id: ID!\n  name: [String!]!\n  state']],
    used: [
      [
        '{ search(text: "") { ... on Device { title: name } ... on Member { title: login } } }',
        'broken breaking fields-conflict | Fields "title" conflict because they return conflicting types "[String!]!" and "String!". Use different aliases on the fields to fetch both if this was intentional. | 1:38 (query)',
      ],
    ],
    unused: ['{ search(text: "") { ... on Member { title: login } } }'],
  },
  {
    what: 'an enum loses a value',
    edit: [
      ['OFFLINE LOST }', 'OFFLINE MISSING }'],
      ['enum State', 'enum State'],
    ],
    used: [
      [
        '{ team { devices(filter: { states: [LOST] }) { total } } }',
        'broken breaking enum-value-removed | State.LOST was removed. | 1:37 (query)',
      ],
      [
        'query Q($f: Filter) { team { devices(filter: $f) { total } } }',
        'types breaking enum-value-removed | State.LOST was removed: variables that contain it are rejected. | 1:9 Q',
        'types safe enum-value-added | State.MISSING was added: variables may now contain it. | 1:9 Q',
      ],
    ],
    unused: ['{ team { devices { total } } }'],
  },
  {
    what: 'a union gains a type',
    edit: [['union JobResult = Device | Problem', 'union JobResult = Device | Problem | Team']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { result { __typename } } }',
        'types breaking possible-type-added | Team now belongs to JobResult: results may now contain it. | 1:56 M',
      ],
    ],
    unused: ['mutation M($i: ScheduleInput!) { schedule(input: $i) { state } }'],
  },
  {
    what: 'a union loses a type',
    edit: [['union Result = Device | Application | Member', 'union Result = Device | Application']],
    used: [
      [
        '{ search(text: "") { ... on Member { login } } }',
        'broken breaking possible-type-removed | Result can no longer be Member, so this fragment can never match. | 1:22 (query)',
      ],
      [
        '{ search(text: "") { __typename } }',
        'types unclear possible-type-removed | Member no longer belongs to Result: results no longer contain it. Code that compares `__typename` with it no longer compiles. | 1:3 (query)',
      ],
    ],
    unused: ['{ search(text: "") { ... on Device { id } } }'],
  },
  {
    what: 'a type begins to implement an interface',
    edit: [['type Robot implements Actor {', 'type Robot implements Actor & Node {\n  id: ID!']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { owner { login ... on Node { id } } } }',
        'types safe fragment-match-changed | Robot now implements Node: it now returns id here. | 1:27 (query)',
      ],
    ],
    unused: ['{ node(id: 1) { id } }'],
  },
  {
    what: 'a type ceases to implement an interface',
    edit: [['type Application implements Node & Owned', 'type Application implements Node']],
    used: [
      [
        '{ search(text: "") { ... on Application { version } ... on Owned { id } } }',
        'types breaking fragment-match-changed | Application no longer implements Owned: it no longer returns id here. | 1:3 (query)',
      ],
    ],
    unused: ['{ node(id: 1) { id } }'],
  },
  {
    what: 'a type goes',
    edit: [['type Robot implements Actor {', 'type Machine implements Actor {']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { owner { ... on Robot { model } } } }',
        'broken breaking type-removed | Type Robot was removed. → Machine | 1:42 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { login } } }'],
  },
  {
    what: 'an input type goes',
    edit: [
      ['input RenameInput {', 'input RenameDeviceInput {'],
      ['rename(input: RenameInput!)', 'rename(input: RenameDeviceInput!)'],
    ],
    used: [
      [
        'mutation M($i: RenameInput!) { rename(input: $i) { device { id } } }',
        'broken breaking type-removed | Type RenameInput was removed. → RenameDeviceInput | 1:16 M',
      ],
    ],
    unused: ['mutation M { rename(input: { id: 1, name: "" }) { device { id } } }'],
  },
  {
    what: 'a type becomes of another kind',
    edit: [['enum Unit { HOUR DAY }', 'scalar Unit']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }',
        'types safe type-changed | Unit is now a scalar; it was an enum. | 1:12 M',
      ],
    ],
    unused: ['{ ping }'],
  },
  {
    what: 'an argument goes',
    edit: [['devices(first: Int = 20, after: String', 'devices(limit: Int = 20, after: String']],
    used: [
      [
        '{ team { devices(first: 5) { total } } }',
        'broken breaking argument-removed | Team.devices(first:) was removed. | 1:18 (query)',
      ],
    ],
    unused: ['{ team { devices(after: "x") { total } } }'],
  },
  {
    what: 'an argument becomes required',
    edit: [
      ['avatar(size: Int = 64): String\n}\n\nunion', 'avatar(size: Int!): String\n}\n\nunion'],
      ['  avatar(size: Int = 64): String\n  role', '  avatar(size: Int!): String\n  role'],
      ['  avatar(size: Int = 64): String\n  model', '  avatar(size: Int!): String\n  model'],
    ],
    used: [
      [
        '{ byKey(key: { id: 1 }) { owner { avatar } } }',
        'broken breaking argument-required | Actor.avatar(size:) is now required; it was Int. Its type is Int!. | 1:35 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { avatar(size: 1) } } }'],
  },
  {
    what: 'a required argument comes',
    edit: [['node(id: ID!): Node', 'node(id: ID!, tenant: ID!): Node']],
    used: [
      [
        '{ node(id: 1) { id } }',
        'broken breaking argument-required | Query.node(tenant:) is new and required. Its type is ID!. | 1:3 (query)',
      ],
    ],
    unused: ['{ team { id } }'],
  },
  {
    what: 'the default of an argument changes',
    edit: [['devices(first: Int = 20', 'devices(first: Int = 50']],
    used: [
      [
        '{ team { devices { total } } }',
        'behaviour unclear default-changed | Team.devices(first:) changed its default from 20 to 50; this applies where it is omitted. | 1:10 (query)',
      ],
    ],
    unused: ['{ team { devices(first: 5) { total } } }'],
  },
  {
    what: 'an input field goes',
    edit: [['note: String meta', 'comment: String meta']],
    used: [
      [
        'mutation M { rename(input: { id: 1, name: "", note: "x" }) { device { id } } }',
        'broken breaking input-field-removed | RenameInput.note was removed. | 1:47 M',
      ],
      [
        'mutation M($i: RenameInput!) { rename(input: $i) { device { id } } }',
        'types breaking input-field-removed | RenameInput.note was removed: variables that contain it are rejected. | 1:12 M',
        'types safe input-field-added | RenameInput.comment: String was added and is optional. | 1:12 M',
      ],
    ],
    unused: ['mutation M { rename(input: { id: 1, name: "" }) { device { id } } }'],
  },
  {
    what: 'a nested input field becomes required',
    edit: [['times: Int until', 'times: Int! until']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }',
        'types breaking input-field-required | Repeat.times is now required: it changed from Int to Int!. | 1:12 M',
      ],
      [
        'mutation M { schedule(input: { device: 1, at: "", repeat: { every: DAY } }) { id } }',
        'broken breaking input-field-required | Repeat.times is now required; it was Int. Its type is Int!. | 1:59 M',
      ],
    ],
    unused: ['mutation M { schedule(input: { device: 1, at: "" }) { id } }'],
  },
  {
    what: 'a required input field comes',
    edit: [['at: DateTime!\n', 'at: DateTime!\n  zone: String!\n']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }',
        'types breaking input-field-required | ScheduleInput.zone: String! was added and is required. | 1:12 M',
      ],
    ],
    unused: ['mutation M { remove(id: 1) }'],
  },
  {
    what: 'an input becomes one-of, and another ceases to be',
    edit: [
      ['input Key @oneOf { id: ID serial: String }', 'input Key { id: ID serial: String }'],
      ['input Range {', 'input Range @oneOf {'],
      ['inclusive: Boolean = true', 'inclusive: Boolean'],
    ],
    used: [
      [
        'query Q($k: Key!, $f: Filter) { byKey(key: $k) { id } team { devices(filter: $f) { total } } }',
        'types breaking one-of-changed | Range now accepts exactly one of its fields. | 1:19 Q',
        'behaviour unclear default-changed | Range.inclusive no longer has the default true; this applies where it is omitted. | 1:19 Q',
        'types safe one-of-changed | Key no longer requires exactly one of its fields. | 1:9 Q',
      ],
      [
        '{ team { devices(filter: { since: { from: "", to: "" } }) { total } } }',
        'broken breaking one-of-changed | Range accepts exactly one of its fields, and not null. | 1:35 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'a directive goes',
    edit: [['directive @tag(name: String!) repeatable on FIELD\n', '']],
    used: [['{ ping @tag(name: "a") }', 'broken breaking directive-removed | @tag was removed. | 1:8 (query)']],
    unused: ['{ ping }'],
  },
  {
    what: 'a directive is no longer repeatable',
    edit: [['repeatable on FIELD', 'on FIELD']],
    used: [
      [
        '{ ping @tag(name: "a") @tag(name: "b") }',
        'broken breaking directive-changed | @tag may be used only once here. | 1:24 (query)',
      ],
    ],
    unused: ['{ ping @tag(name: "a") }'],
  },
  {
    what: 'a directive has no longer its place',
    edit: [['on QUERY | MUTATION | FIELD', 'on MUTATION | FIELD']],
    used: [
      [
        'query Q @audit(reason: "") { ping }',
        'broken breaking directive-changed | Directive "@audit" may not be used on QUERY. | 1:9 Q',
      ],
    ],
    unused: ['{ ping @audit(reason: "") }'],
  },
  {
    what: 'an argument of a directive goes',
    edit: [['reason: String!, level: Int = 1', 'reason: String!']],
    used: [
      [
        '{ ping @audit(reason: "", level: 2) }',
        'broken breaking argument-removed | @audit(level:) was removed. | 1:27 (query)',
      ],
    ],
    unused: ['{ ping @audit(reason: "") }'],
  },
  {
    what: 'a directive gets a required argument, and another default',
    edit: [
      ['@tag(name: String!)', '@tag(name: String!, value: Int!)'],
      ['level: Int = 1', 'level: Int = 2'],
    ],
    used: [
      [
        '{ ping @tag(name: "a") }',
        'broken breaking argument-required | @tag(value:) is new and required. Its type is Int!. | 1:8 (query)',
      ],
    ],
    unused: ['{ ping }'],
  },
  {
    what: 'the mutations go',
    edit: [
      ['  mutation: Mutation\n', ''],
      [
        'type Mutation {\n  rename(input: RenameInput!): RenamePayload!\n  schedule(input: ScheduleInput!, dryRun: Boolean = false): Job\n  remove(id: ID!): Boolean!\n}',
        '',
      ],
    ],
    used: [
      [
        'mutation M { remove(id: 1) }',
        'broken breaking root-removed | The schema no longer has a mutation type. | 1:1 M',
      ],
    ],
    unused: ['{ ping }'],
  },
  {
    what: 'a custom scalar is specified anew, renamed, or may be null',
    edit: [
      ['https://example.com/date-time', 'https://example.com/instant'],
      ['  settings: JSON', '  settings: DateTime'],
      ['  owner: Actor\n  since: DateTime!', '  owner: Actor\n  since: DateTime'],
      ['meta: JSON', 'meta: DateTime'],
    ],
    used: [
      [
        '{ team { settings } }',
        'behaviour unclear scalar-changed | Team.settings changed from JSON to DateTime; the generated type stays unknown. | 1:10 (query)',
      ],
      [
        '{ search(text: "") { ... on Application { since } } }',
        'behaviour breaking nullability-changed | Application.since changed from DateTime! to DateTime: null may now come; the generated type stays unknown. | 1:43 (query)',
        'behaviour unclear scalar-changed | Scalar DateTime is now specified by https://example.com/instant; it was https://example.com/date-time. | 1:43 (query)',
      ],
    ],
    unused: ['{ team { id } }'],
  },
  {
    what: 'a list can no longer be proven whole',
    edit: [
      ['members: [Member!]', 'members(first: Int = 20, after: String): [Member!]'],
      ['  version: Int!\n  devices: [Device!]!', '  version: Int!\n  devices(colour: Color, limit: Int): [Device!]!'],
      ['enum Unit', 'enum Color { RED } enum Locale { EN } enum Unit'],
      ['neighbours(first: Int! = 3)', 'neighbours(first: Int! = 3, after: String)'],
      ['labels: [String!]!', 'labels(locale: Locale): [String!]!'],
      ['  name: String!\n  devices(first: Int = 20', '  name(first: Int): String!\n  devices(first: Int = 20'],
    ],
    used: [
      [
        '{ team { members { id } } }',
        'behaviour unclear paging-added | Team.members may now be cut off (first: Int = 20, after: String): the answer may now be a part of the list. | 1:10 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { neighbours { id } } }'],
  },
  {
    what: 'the reason of a deprecation changes: it may name a date',
    edit: [['"Use `key`."', '"Use `key`. Removed on 2027-01-31."']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { serial } }',
        'deprecated safe deprecated | Device.serial changed its deprecation reason from "Use `key`." to "Use `key`. Removed on 2027-01-31.". | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { key } }'],
  },
];

function editSdl(edit: Row['edit']): string {
  return edit.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The fixture does not hold ${JSON.stringify(from)}.`);
    return text.replace(from, () => to);
  }, sdl);
}

function driftOf(row: Row, text: string): Drift {
  const live = buildSchema(editSdl(row.edit));
  expect(validateSchema(live)).toEqual([]);
  return checkDrift({ operations: [{ file: 'f', text }], snapshot, live });
}

/** Every code that a finding may have: the compiler sees to it that none is missing. */
const codes = {
  'field-removed': true,
  'argument-removed': true,
  'argument-required': true,
  'input-field-removed': true,
  'input-field-required': true,
  'input-field-added': true,
  'enum-value-removed': true,
  'enum-value-added': true,
  'type-removed': true,
  'type-changed': true,
  'nullability-changed': true,
  'possible-type-added': true,
  'possible-type-removed': true,
  'fragment-match-changed': true,
  'one-of-changed': true,
  'directive-removed': true,
  'directive-changed': true,
  'root-removed': true,
  'fields-conflict': true,
  'invalid-document': true,
  'default-changed': true,
  'scalar-changed': true,
  'paging-added': true,
  deprecated: true,
} satisfies Record<ChangeCode, true>;

function findingsOf(row: Row, text: string): string[] {
  return driftOf(row, text).findings.map(({ kind, direction, change, message, suggestion, places }) => {
    const at = places.map(({ line, column, operations }) => `${line}:${column} ${operations}`).join(', ');
    const hint = suggestion === undefined ? '' : ` → ${suggestion}`;
    return `${kind} ${direction} ${change} | ${message}${hint} | ${at}`;
  });
}

describe('what a change means for an operation', () => {
  describe.each(rows)('$what', (row) => {
    test.each(row.used)('affects %s', (operation, ...expected) => {
      expect(findingsOf(row, operation)).toEqual(expected);
    });
    test.each(row.unused)('does not affect %s', (operation) => {
      expect(findingsOf(row, operation)).toEqual([]);
    });
  });

  test('a field may have the name of a member of every object, such as `constructor`', () => {
    const operations = [{ file: 'a.graphql', text: 'query A { constructor }' }];
    const schemaWith = (type: string) => buildSchema(`type Query { constructor: ${type} }`);
    const { findings } = checkDrift({ operations, live: schemaWith('Int'), snapshot: schemaWith('String') });
    expect(findings.map(({ coordinate, change }) => `${coordinate} ${change}`)).toEqual([
      'Query.constructor type-changed',
    ]);
  });

  test('the message of every finding reads as reviewed, and every code of a change has one', async () => {
    const byCode = new Map<string, Set<string>>();
    for (const row of rows)
      for (const { change, message } of [...row.used.map(([operation]) => operation), '{ nothing }'].flatMap(
        (operation) => driftOf(row, operation).findings,
      ))
        byCode.set(change, (byCode.get(change) ?? new Set()).add(message));
    expect([...byCode.keys()].sort()).toEqual(Object.keys(codes).sort());
    const parts = [...byCode].sort().map(([code, messages]) => [code, [...messages].sort().join('\n')] as const);
    await expect(texts(parts)).toMatchFileSnapshot('__snapshots__/findings.txt');
  });

  test('every kind of change that graphql-js knows is in the table, used and unused', () => {
    const seen = (filter: (row: Row) => boolean): Set<string> =>
      new Set(
        rows.filter(filter).flatMap(({ edit }) => {
          const live = buildSchema(editSdl(edit));
          return [...findBreakingChanges(snapshot, live), ...findDangerousChanges(snapshot, live)].map(
            ({ type }) => type,
          );
        }),
      );
    const all = [...Object.values(BreakingChangeType), ...Object.values(DangerousChangeType)].sort();
    // An added optional argument never touches an operation.
    expect([...seen(({ used }) => used.length > 0).add(DangerousChangeType.OPTIONAL_ARG_ADDED)].sort()).toEqual(all);
    expect([...seen(({ unused }) => unused.length > 0)].sort()).toEqual(all);
  });
});
