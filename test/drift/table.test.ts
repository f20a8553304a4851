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
import { type ChangeCode, checkDrift, type Drift } from '../../src/drift/index.ts';
import { texts } from '../helpers/texts.ts';

const sdl = readFileSync(new URL('./fixtures/fleet.graphql', import.meta.url), 'utf8');
const snapshot = buildSchema(sdl);

/** One change of the schema, the operations that it affects with their exact findings, and those that it does not affect. */
interface Row {
  readonly what: string;
  /** The kinds of change that graphql-js sees in it. */
  readonly kinds: readonly (BreakingChangeType | DangerousChangeType)[];
  readonly edit: readonly (readonly [from: string, to: string])[];
  readonly used: readonly (readonly [operation: string, ...findings: string[]])[];
  readonly unused: readonly string[];
}

const { TYPE_REMOVED, TYPE_CHANGED_KIND, TYPE_REMOVED_FROM_UNION, VALUE_REMOVED_FROM_ENUM } = BreakingChangeType;
const { REQUIRED_INPUT_FIELD_ADDED, IMPLEMENTED_INTERFACE_REMOVED, FIELD_REMOVED, FIELD_CHANGED_KIND } =
  BreakingChangeType;
const { REQUIRED_ARG_ADDED, ARG_REMOVED, ARG_CHANGED_KIND, DIRECTIVE_REMOVED, DIRECTIVE_ARG_REMOVED } =
  BreakingChangeType;
const { REQUIRED_DIRECTIVE_ARG_ADDED, DIRECTIVE_REPEATABLE_REMOVED, DIRECTIVE_LOCATION_REMOVED } = BreakingChangeType;
const { VALUE_ADDED_TO_ENUM, TYPE_ADDED_TO_UNION, OPTIONAL_INPUT_FIELD_ADDED, OPTIONAL_ARG_ADDED } =
  DangerousChangeType;
const { IMPLEMENTED_INTERFACE_ADDED, ARG_DEFAULT_VALUE_CHANGE } = DangerousChangeType;

const rows: readonly Row[] = [
  {
    what: 'a field goes, and a new one like it comes',
    kinds: [FIELD_REMOVED],
    edit: [['  battery: Float', '  batteryLevel: Float']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { battery } }',
        'broken breaking field-removed | Device.battery was removed. | 1:27 (query)',
      ],
      [
        'query Q { ...F } fragment F on Query { byKey(key: { id: 1 }) { id battery } }',
        'broken breaking field-removed | Device.battery was removed. | 1:67 Q',
      ],
      [
        'query A { ...F } query B { ...F } fragment F on Query { search(text: "") { ... on Device { battery } } }',
        'broken breaking field-removed | Device.battery was removed. | 1:92 A,B',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }', '{ search(text: "") { ... on Application { version } } }'],
  },
  {
    what: 'a field of an interface goes',
    kinds: [FIELD_REMOVED],
    edit: [
      ['  owner: Actor\n  since: DateTime\n}', '  since: DateTime\n}'],
      ['  states: [State!]\n  owner: Actor', '  states: [State!]\n  owner: Actor'],
    ],
    used: [
      [
        '{ node(id: 1) { ... on Owned { owner { login } } } }',
        'broken breaking field-removed | Owned.owner was removed. | 1:32 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { login } } }'],
  },
  {
    what: 'a deprecated field goes at last',
    kinds: [FIELD_REMOVED],
    edit: [['  serial: String @deprecated(reason: "Use `key`.")\n', '']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { serial } }',
        'broken breaking field-removed | Device.serial was removed. It was deprecated: Use `key`. → key | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { serial: "1" }) { key } }'],
  },
  {
    what: 'a result may become null',
    kinds: [FIELD_CHANGED_KIND],
    edit: [['  id: ID!\n  name: String!\n  state: State!', '  id: ID!\n  name: String\n  state: State!']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { name } }',
        'types breaking nullability-changed | Device.name changed its type from String! to String. | 1:27 (query)',
      ],
      [
        '{ search(text: "") { ... on Device { label: name } } }',
        'types breaking nullability-changed | Device.name changed its type from String! to String. | 1:38 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { state } }', '{ team { name } }'],
  },
  {
    what: 'a result can no longer be null',
    kinds: [],
    edit: [['  battery: Float', '  battery: Float!']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { battery } }',
        'types safe nullability-changed | Device.battery changed its type from Float to Float!. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'the items of a list may become null, at any depth',
    kinds: [FIELD_CHANGED_KIND],
    edit: [['  matrix: [[Int!]]', '  matrix: [[Int]]']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { matrix } }',
        'types breaking nullability-changed | Device.matrix changed its type from [[Int!]] to [[Int]]. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { states } }'],
  },
  {
    what: 'a field of an interface may become null, and in what implements it',
    kinds: [FIELD_CHANGED_KIND],
    edit: [
      ['interface Actor {\n  login: String!', 'interface Actor {\n  login: String'],
      ['  id: ID!\n  login: String!', '  id: ID!\n  login: String'],
    ],
    used: [
      [
        '{ byKey(key: { id: 1 }) { owner { login } } }',
        'types breaking nullability-changed | Actor.login changed its type from String! to String. | 1:35 (query)',
      ],
      [
        '{ search(text: "") { ... on Member { login } } }',
        'types breaking nullability-changed | Member.login changed its type from String! to String. | 1:38 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { avatar } } }'],
  },
  {
    what: 'a scalar becomes another',
    kinds: [FIELD_CHANGED_KIND],
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
    kinds: [FIELD_CHANGED_KIND],
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
    what: 'a field gets an object type whose selected fields are the same',
    kinds: [FIELD_CHANGED_KIND],
    edit: [['  application: Application\n', '  application: Team\n']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { application { name } } }',
        'types safe type-changed | Device.application changed its type from Application to Team. | 1:27 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { application { __typename } } }',
        'types breaking type-changed | Device.application changed its type from Application to Team. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { application { id } } }'],
  },
  {
    what: 'a field gets a type that its fragments never match',
    kinds: [FIELD_CHANGED_KIND],
    edit: [
      ['  application: Application\n', '  application: Team\n'],
      ['  neighbours(first: Int! = 3): [Owned!]!', '  neighbours(first: Int! = 3): [Actor!]!'],
    ],
    used: [
      [
        '{ byKey(key: { id: 1 }) { application { ...F } } } fragment F on Application { name }',
        'broken breaking type-changed | Device.application changed its type from Application to Team, which can never be Application: this fragment never matches. | 1:41 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { neighbours { ... @include(if: true) { ... on Application { version } } } } }',
        'broken breaking type-changed | Device.neighbours changed its type from [Owned!]! to [Actor!]!, which can never be Application: this fragment never matches. | 1:65 (query)',
      ],
    ],
    unused: ['{ search(text: "") { ... on Application { version } } }'],
  },
  {
    what: 'two selections of one response key no longer agree',
    kinds: [FIELD_CHANGED_KIND],
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
    kinds: [VALUE_REMOVED_FROM_ENUM],
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
        'query Q($s: [State!] = [LOST]) { team { devices(filter: { states: $s }) { total } } }',
        'broken breaking enum-value-removed | State.LOST was removed. | 1:25 Q',
      ],
      [
        'query Q($f: Filter) { team { devices(filter: $f) { total } } }',
        'types breaking enum-value-removed | State.LOST was removed: variables that contain it are rejected. | 1:9 Q',
        'types safe enum-value-added | State.MISSING was added: variables may now contain it. | 1:9 Q',
      ],
      [
        '{ byKey(key: { id: 1 }) { state } }',
        'types breaking enum-value-added | State.MISSING was added: results may now contain it. | 1:27 (query)',
        'types unclear enum-value-removed | State.LOST was removed: results no longer contain it. Code that compares with it no longer compiles. | 1:27 (query)',
      ],
    ],
    unused: ['{ team { devices { total } } }', '{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'an enum gains a value',
    kinds: [VALUE_ADDED_TO_ENUM],
    edit: [['OFFLINE LOST }', 'OFFLINE LOST BROKEN }']],
    used: [
      [
        '{ search(text: "") { ... on Application { status } } }',
        'types breaking enum-value-added | State.BROKEN was added: results may now contain it. | 1:43 (query)',
      ],
      [
        'query Q($f: Filter) { team { devices(filter: $f) { nodes { states } } } }',
        'types breaking enum-value-added | State.BROKEN was added: results may now contain it. | 1:60 Q',
        'types safe enum-value-added | State.BROKEN was added: variables may now contain it. | 1:9 Q',
      ],
    ],
    unused: ['{ team { devices(filter: { states: [LOST] }) { total } } }', '{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'a union gains a type',
    kinds: [TYPE_ADDED_TO_UNION],
    edit: [['union JobResult = Device | Problem', 'union JobResult = Device | Problem | Team']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { result { __typename } } }',
        'types breaking possible-type-added | Team now belongs to JobResult: results may now contain it. | 1:56 M',
      ],
    ],
    unused: [
      'mutation M($i: ScheduleInput!) { schedule(input: $i) { state } }',
      // The new type gives an empty object, and so did Device before.
      'mutation M($i: ScheduleInput!) { schedule(input: $i) { result { ... on Problem { message } } } }',
    ],
  },
  {
    what: 'a union loses a type',
    kinds: [TYPE_REMOVED_FROM_UNION],
    edit: [['union Result = Device | Application | Member', 'union Result = Device | Application']],
    used: [
      [
        '{ search(text: "") { ... on Member { login } } }',
        'broken breaking possible-type-removed | Result can no longer be Member, so this fragment can never match. | 1:22 (query)',
      ],
      [
        '{ search(text: "") { ...F } } fragment F on Result { ... on Member { login } }',
        'broken breaking possible-type-removed | Result can no longer be Member, so this fragment can never match. | 1:54 (query)',
      ],
      [
        '{ search(text: "") { __typename } }',
        'types unclear possible-type-removed | Member no longer belongs to Result: results no longer contain it. Code that compares `__typename` with it no longer compiles. | 1:3 (query)',
      ],
    ],
    unused: ['{ search(text: "") { ... on Device { id } } }', '{ node(id: 1) { ... on Member { login } } }'],
  },
  {
    what: 'a type begins to implement an interface',
    kinds: [IMPLEMENTED_INTERFACE_ADDED],
    edit: [['type Robot implements Actor {', 'type Robot implements Actor & Node {\n  id: ID!']],
    used: [
      [
        '{ node(id: 1) { __typename } }',
        'types breaking possible-type-added | Robot now implements Node: results may now contain it. | 1:3 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { owner { login ... on Node { id } } } }',
        'types safe fragment-match-changed | Robot now implements Node: it now returns id here. | 1:27 (query)',
      ],
    ],
    unused: ['{ node(id: 1) { id } }', '{ byKey(key: { id: 1 }) { owner { login } } }'],
  },
  {
    what: 'a type ceases to implement an interface',
    kinds: [IMPLEMENTED_INTERFACE_REMOVED],
    edit: [['type Application implements Node & Owned', 'type Application implements Node']],
    used: [
      [
        '{ search(text: "") { ... on Application { version } ... on Owned { id } } }',
        'types breaking fragment-match-changed | Application no longer implements Owned: it no longer returns id here. | 1:3 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { neighbours { ... on Application { id } } } }',
        'broken breaking possible-type-removed | Owned can no longer be Application, so this fragment can never match. | 1:40 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { neighbours { __typename } } }',
        'types unclear possible-type-removed | Application no longer implements Owned: results no longer contain it. Code that compares `__typename` with it no longer compiles. | 1:27 (query)',
      ],
    ],
    unused: [
      '{ node(id: 1) { id } }',
      '{ byKey(key: { id: 1 }) { neighbours { id } } }',
      // Other members of the union gave an empty object before.
      '{ search(text: "") { ... on Owned { since } } }',
    ],
  },
  {
    what: 'a type goes',
    kinds: [TYPE_REMOVED],
    edit: [['type Robot implements Actor {', 'type Machine implements Actor {']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { owner { ... on Robot { model } } } }',
        'broken breaking type-removed | Type Robot was removed. → Machine | 1:42 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { owner { __typename } } }',
        'types breaking possible-type-added | Machine now implements Actor: results may now contain it. | 1:27 (query)',
        'types unclear possible-type-removed | Robot no longer implements Actor: results no longer contain it. Code that compares `__typename` with it no longer compiles. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { login } } }'],
  },
  {
    what: 'an input type goes',
    kinds: [TYPE_REMOVED, ARG_CHANGED_KIND],
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
    kinds: [TYPE_CHANGED_KIND],
    edit: [['enum Unit { HOUR DAY }', 'scalar Unit']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }',
        'types safe type-changed | Unit is now a scalar; it was an enum. | 1:12 M',
      ],
      [
        'mutation M($u: Unit!) { schedule(input: { device: 1, at: "", repeat: { every: $u } }) { id } }',
        'types safe type-changed | Unit is now a scalar; it was an enum. | 1:12 M',
      ],
    ],
    unused: ['{ ping }'],
  },
  {
    what: 'an interface becomes a union',
    kinds: [TYPE_CHANGED_KIND, IMPLEMENTED_INTERFACE_REMOVED],
    edit: [
      ['interface Actor {\n  login: String!\n  avatar(size: Int = 64): String\n}', 'union Actor = Member | Robot'],
      ['implements Node & Actor', 'implements Node'],
      ['type Robot implements Actor', 'type Robot'],
    ],
    used: [
      [
        '{ byKey(key: { id: 1 }) { owner { login } } }',
        'broken breaking field-removed | Actor.login was removed. | 1:35 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { __typename } } }'],
  },
  {
    what: 'an argument goes',
    kinds: [ARG_REMOVED],
    edit: [['devices(first: Int = 20, after: String', 'devices(limit: Int = 20, after: String']],
    used: [
      [
        '{ team { devices(first: 5) { total } } }',
        'broken breaking argument-removed | Team.devices(first:) was removed. | 1:18 (query)',
      ],
      [
        'query Q($n: Int) { team { devices(first: $n) { total } } }',
        'broken breaking argument-removed | Team.devices(first:) was removed. | 1:35 Q',
      ],
    ],
    unused: ['{ team { devices(after: "x") { total } } }'],
  },
  {
    what: 'an argument gets another type',
    kinds: [ARG_CHANGED_KIND],
    edit: [['search(text: String!, first: Int = 10', 'search(text: String!, first: String = "10"']],
    used: [
      [
        '{ search(text: "", first: 1) { __typename } }',
        'broken breaking type-changed | Query.search(first:) changed its type from Int to String. | 1:27 (query)',
      ],
      [
        'query Q($n: Int) { search(text: "", first: $n) { __typename } }',
        'broken breaking type-changed | Query.search(first:) changed its type from Int to String. | 1:9 Q',
      ],
    ],
    unused: ['{ ping }'],
  },
  {
    what: 'an argument becomes required',
    kinds: [ARG_CHANGED_KIND],
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
      [
        'query Q($s: Int) { byKey(key: { id: 1 }) { owner { avatar(size: $s) } } }',
        'broken breaking type-changed | Actor.avatar(size:) changed its type from Int to Int!. | 1:9 Q',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { owner { avatar(size: 1) } } }'],
  },
  {
    what: 'a required argument comes',
    kinds: [REQUIRED_ARG_ADDED],
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
    what: 'an optional argument comes',
    kinds: [OPTIONAL_ARG_ADDED],
    edit: [['node(id: ID!): Node', 'node(id: ID!, tenant: ID = "x"): Node']],
    used: [],
    unused: ['{ node(id: 1) { id } }'],
  },
  {
    what: 'the default of an argument changes',
    kinds: [ARG_DEFAULT_VALUE_CHANGE],
    edit: [['devices(first: Int = 20', 'devices(first: Int = 50']],
    used: [
      [
        '{ team { devices { total } } }',
        'behaviour unclear default-changed | Team.devices(first:) changed its default from 20 to 50; this applies where it is omitted. | 1:10 (query)',
      ],
      [
        'query Q($n: Int) { team { devices(first: $n) { total } } }',
        'behaviour unclear default-changed | Team.devices(first:) changed its default from 20 to 50; this applies where it is omitted. | 1:27 Q',
      ],
    ],
    unused: [
      '{ team { devices(first: 5) { total } } }',
      'query Q($n: Int! = 3) { team { devices(first: $n) { total } } }',
    ],
  },
  {
    what: 'the default of an argument goes, or comes',
    kinds: [ARG_DEFAULT_VALUE_CHANGE],
    edit: [
      ['kind: Kind = ANY', 'kind: Kind'],
      ['dryRun: Boolean = false', 'dryRun: Boolean = true'],
      ['after: String, filter', 'after: String = "a", filter'],
    ],
    used: [
      [
        'query Q { search(text: "") { __typename } team { devices(first: 1) { total } } }',
        'behaviour unclear default-changed | Query.search(kind:) no longer has the default "ANY"; this applies where it is omitted. | 1:11 Q',
        'behaviour unclear default-changed | Team.devices(after:) now has the default "a"; this applies where it is omitted. | 1:50 Q',
      ],
    ],
    unused: ['{ search(text: "", kind: DEVICE) { __typename } }'],
  },
  {
    what: 'an input field goes',
    kinds: [FIELD_REMOVED],
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
    kinds: [FIELD_CHANGED_KIND],
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
      [
        'mutation M($n: Int) { schedule(input: { device: 1, at: "", repeat: { every: DAY, times: $n } }) { id } }',
        'broken breaking type-changed | Repeat.times changed its type from Int to Int!. | 1:12 M',
      ],
    ],
    unused: [
      'mutation M { schedule(input: { device: 1, at: "" }) { id } }',
      'mutation M { schedule(input: { device: 1, at: "", repeat: { every: DAY, times: 2 } }) { id } }',
    ],
  },
  {
    what: 'an input field need no longer be given',
    kinds: [],
    edit: [
      ['at: DateTime!\n', 'at: DateTime\n'],
      ['input RenameInput { id: ID! name: String!', 'input RenameInput { id: ID! name: String! = "x"'],
    ],
    used: [
      [
        'mutation M($i: ScheduleInput!, $r: RenameInput!) { schedule(input: $i) { id } rename(input: $r) { device { id } } }',
        'types safe nullability-changed | ScheduleInput.at changed from DateTime! to DateTime. | 1:12 M',
        'types safe nullability-changed | RenameInput.name changed from String! to String! with a default. | 1:32 M',
      ],
    ],
    unused: ['mutation M { schedule(input: { device: 1, at: "" }) { id } }'],
  },
  {
    what: 'a required input field comes',
    kinds: [REQUIRED_INPUT_FIELD_ADDED],
    edit: [['at: DateTime!\n', 'at: DateTime!\n  zone: String!\n']],
    used: [
      [
        'mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }',
        'types breaking input-field-required | ScheduleInput.zone: String! was added and is required. | 1:12 M',
      ],
      [
        'mutation M { schedule(input: { device: 1, at: "" }) { id } }',
        'broken breaking input-field-required | ScheduleInput.zone is new and required. Its type is String!. | 1:30 M',
      ],
    ],
    unused: ['mutation M { remove(id: 1) }'],
  },
  {
    what: 'an optional input field comes, deep inside a variable',
    kinds: [OPTIONAL_INPUT_FIELD_ADDED],
    edit: [['inclusive: Boolean = true }', 'inclusive: Boolean = true zone: String }']],
    used: [
      [
        'query Q($f: Filter) { team { devices(filter: $f) { total } } }',
        'types safe input-field-added | Range.zone: String was added and is optional. | 1:9 Q',
      ],
    ],
    unused: ['{ team { devices(filter: { since: { from: "" } }) { total } } }'],
  },
  {
    what: 'the default of an input field changes',
    kinds: [],
    edit: [['limit: Int! = 50', 'limit: Int! = 99']],
    used: [
      [
        'query Q($f: Filter) { team { devices(filter: $f) { total } } }',
        'behaviour unclear default-changed | Filter.limit changed its default from 50 to 99; this applies where it is omitted. | 1:9 Q',
      ],
      [
        '{ team { devices(filter: { name: "x" }) { total } } }',
        'behaviour unclear default-changed | Filter.limit changed its default from 50 to 99; this applies where it is omitted. | 1:26 (query)',
      ],
    ],
    unused: ['{ team { devices(filter: { limit: 3 }) { total } } }', '{ team { devices { total } } }'],
  },
  {
    what: 'an input becomes one-of, and another ceases to be',
    kinds: [],
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
    kinds: [DIRECTIVE_REMOVED],
    edit: [['directive @tag(name: String!) repeatable on FIELD\n', '']],
    used: [['{ ping @tag(name: "a") }', 'broken breaking directive-removed | @tag was removed. | 1:8 (query)']],
    unused: ['{ ping }', 'query Q @audit(reason: "") { ping }'],
  },
  {
    what: 'a directive is no longer repeatable',
    kinds: [DIRECTIVE_REPEATABLE_REMOVED],
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
    kinds: [DIRECTIVE_LOCATION_REMOVED],
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
    kinds: [DIRECTIVE_ARG_REMOVED],
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
    kinds: [REQUIRED_DIRECTIVE_ARG_ADDED],
    edit: [
      ['@tag(name: String!)', '@tag(name: String!, value: Int!)'],
      ['level: Int = 1', 'level: Int = 2'],
    ],
    used: [
      [
        '{ ping @tag(name: "a") }',
        'broken breaking argument-required | @tag(value:) is new and required. Its type is Int!. | 1:8 (query)',
      ],
      [
        '{ ping @audit(reason: "") }',
        'behaviour unclear default-changed | @audit(level:) changed its default from 1 to 2; this applies where it is omitted. | 1:8 (query)',
      ],
    ],
    unused: ['{ ping }', '{ ping @audit(reason: "", level: 1) }'],
  },
  {
    what: 'the mutations go',
    kinds: [TYPE_REMOVED],
    edit: [
      ['  mutation: Mutation\n', ''],
      [/type Mutation \{[^}]*\}/.exec(sdl)?.[0] ?? '', ''],
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
    kinds: [FIELD_CHANGED_KIND],
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
      [
        'mutation M($i: RenameInput!) { rename(input: $i) { device { id } } }',
        'behaviour unclear scalar-changed | RenameInput.meta changed from JSON to DateTime; the generated type stays unknown. | 1:12 M',
      ],
      [
        'query Q($d: DateTime) { team { devices(filter: { since: { from: $d } }) { total } } }',
        'behaviour unclear scalar-changed | Scalar DateTime is now specified by https://example.com/instant; it was https://example.com/date-time. | 1:9 Q',
      ],
    ],
    unused: ['{ team { id } }'],
  },
  {
    what: 'built-in scalars that look alike in TypeScript are exchanged',
    kinds: [FIELD_CHANGED_KIND],
    edit: [
      ['  battery: Float', '  battery: Int'],
      ['  key: String', '  key: ID'],
    ],
    used: [
      [
        '{ byKey(key: { id: 1 }) { battery key } }',
        'behaviour unclear scalar-changed | Device.battery changed from Float to Int; the generated type stays number. | 1:27 (query)',
        'behaviour unclear scalar-changed | Device.key changed from String to ID; the generated type stays string. | 1:35 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }'],
  },
  {
    what: 'a list is no longer one',
    kinds: [FIELD_CHANGED_KIND],
    edit: [['  states: [State!]\n  owner', '  states: State\n  owner']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { states } }',
        'types breaking type-changed | Device.states changed its type from [State!] to State. | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { state } }'],
  },
  {
    what: 'a list can no longer be proven whole',
    kinds: [],
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
      [
        '{ search(text: "") { ... on Application { devices { id } } } }',
        'behaviour unclear paging-added | Application.devices may now be cut off (limit: Int): the answer may now be a part of the list. | 1:43 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { neighbours { id } } }', '{ team { labels name } }'],
  },
  {
    what: 'the reason of a deprecation changes: it may name a date',
    kinds: [],
    edit: [['"Use `key`."', '"Use `key`. Removed on 2027-01-31."']],
    used: [
      [
        '{ byKey(key: { id: 1 }) { serial } }',
        'deprecated safe deprecated | Device.serial changed its deprecation reason from "Use `key`." to "Use `key`. Removed on 2027-01-31.". | 1:27 (query)',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { key } }'],
  },
  {
    what: 'what is in use is deprecated',
    kinds: [],
    edit: [
      ['  battery: Float', '  battery: Float @deprecated(reason: "Use `power`.")'],
      ['after: String, filter: Filter, order', 'after: String @deprecated, filter: Filter, order'],
      ['enum State { ONLINE', 'enum State { ONLINE @deprecated(reason: "Use AWAKE.")'],
      [
        '  name: String\n  states: [State!]\n  since',
        '  name: String @deprecated(reason: "Use `title`.")\n  states: [State!]\n  since',
      ],
    ],
    used: [
      [
        '{ byKey(key: { id: 1 }) { battery } }',
        'deprecated safe deprecated | Device.battery is now deprecated: Use `power`. | 1:27 (query)',
      ],
      [
        '{ team { devices(after: "x") { total } } }',
        'deprecated safe deprecated | Team.devices(after:) is now deprecated: No longer supported. | 1:18 (query)',
      ],
      [
        '{ team { devices(filter: { states: [ONLINE], name: "x" }) { total } } }',
        'deprecated safe deprecated | State.ONLINE is now deprecated: Use AWAKE. | 1:37 (query)',
        'deprecated safe deprecated | Filter.name is now deprecated: Use `title`. | 1:46 (query)',
      ],
      [
        '{ byKey(key: { id: 1 }) { state } }',
        'deprecated safe deprecated | State.ONLINE is now deprecated: Use AWAKE. | 1:27 (query)',
      ],
      [
        'query Q($f: Filter) { team { devices(filter: $f) { total } } }',
        'deprecated safe deprecated | Filter.name is now deprecated: Use `title`. | 1:9 Q',
        'deprecated safe deprecated | State.ONLINE is now deprecated: Use AWAKE. | 1:9 Q',
      ],
    ],
    unused: ['{ byKey(key: { id: 1 }) { id } }', '{ team { devices(filter: { states: [LOST] }) { total } } }'],
  },
  {
    what: 'what nobody uses changes in every way',
    kinds: [FIELD_REMOVED, VALUE_ADDED_TO_ENUM, REQUIRED_INPUT_FIELD_ADDED],
    edit: [
      ['  detail: String\n', ''],
      ['enum UnusedKind { ONE TWO }', 'enum UnusedKind { ONE TWO THREE }'],
      [
        'input UnusedInput { a: String b: UnusedKind }',
        'input UnusedInput { a: String b: UnusedKind c: Int! }\ntype New { a: Int }',
      ],
      ['"""\nA schema for', '"""\nAnother description of a schema for'],
    ],
    used: [],
    unused: ['{ team { id } node(id: 1) { id ... on Device { state } } }'],
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
    expect([...seen(({ used }) => used.length > 0).add(OPTIONAL_ARG_ADDED)].sort()).toEqual(all);
    expect([...seen(({ unused }) => unused.length > 0)].sort()).toEqual(all);
    for (const { edit, kinds, what } of rows) {
      const live = buildSchema(editSdl(edit));
      const types = [...findBreakingChanges(snapshot, live), ...findDangerousChanges(snapshot, live)].map(
        ({ type }) => type,
      );
      expect(types, what).toEqual(expect.arrayContaining([...kinds]));
    }
  });
});
