import { readdirSync, readFileSync } from 'node:fs';
import {
  BreakingChangeType,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  validateSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { changeCodes } from '../../../src/base/observed-drift.ts';
import { type ChangeCase, changeCases, edited, findingLines, schemaOf, titled } from '../helpers/findings.ts';

const sdl = readFileSync(new URL('../fixtures/fleet.graphql', import.meta.url), 'utf8');

const cases = changeCases(`
a field is removed, and a similar one is added
  ~ battery: Float ⇒ batteryLevel: Float
  ? { byKey(key: { id: 1 }) { battery } }
  = broken breaking field-removed | Device.battery was removed. | Float →  | 1:27
  ? { byKey(key: { id: 1 }) { id } }
an object becomes a scalar
  ~ application: Application ⇒ application: ID
  ? { byKey(key: { id: 1 }) { application { id } } }
  = broken breaking type-changed | Device.application changed its type from Application to ID: remove its selection. | Application → ID | 1:27
  ? { byKey(key: { id: 1 }) { id } }
two selections of one response key no longer agree
  ~ id: ID! name: String! state ⇒ id: ID! name: [String!]! state
  ? { search(text: "") { ... on Device { title: name } ... on Member { title: login } } }
  = broken breaking fields-conflict | Device.name changed its type from String! to [String!]!, and a field beside it has the same name and another type: give it an alias of its own. | String! → [String!]! | 1:38
  ? { search(text: "") { ... on Member { title: login } } }
an enum value is removed
  ~ OFFLINE LOST } ⇒ OFFLINE MISSING }
  ? { team { devices(filter: { states: [LOST] }) { total } } }
  = broken breaking enum-value-removed | State.LOST was removed. | LOST →  | 1:37
  ? query Q($f: Filter) { team { devices(filter: $f) { total } } }
  = types breaking enum-value-removed | State.LOST was removed: variables that contain it are rejected. | LOST →  | 1:9
  = types safe enum-value-added | State.MISSING was added: variables may now contain it. |  → MISSING | 1:9
  ? { team { devices { total } } }
a union gains a member
  ~ union JobResult = Device | Problem ⇒ union JobResult = Device | Problem | Team
  ? mutation M($i: ScheduleInput!) { schedule(input: $i) { result { __typename } } }
  = types breaking possible-type-added | Team now belongs to JobResult: results may now contain it. |  → Team | 1:56
  ? mutation M($i: ScheduleInput!) { schedule(input: $i) { state } }
a union loses a member
  ~ union Result = Device | Application | Member ⇒ union Result = Device | Application
  ? { search(text: "") { ... on Member { login } } }
  = broken breaking possible-type-removed | Result can no longer be Member, so this fragment can never match. | Member →  | 1:22
  ? { search(text: "") { __typename } }
  = types unclear possible-type-removed | Member no longer belongs to Result: results no longer contain it. Code that compares \`__typename\` with it no longer compiles. | Member →  | 1:3
  ? { search(text: "") { ... on Device { id } } }
a type now implements an interface
  ~ type Robot implements Actor { ⇒ type Robot implements Actor & Node { id: ID!
  ? { byKey(key: { id: 1 }) { owner { login ... on Node { id } } } }
  = types safe fragment-match-changed | Robot now implements Node: it now returns id here. |  → id | 1:27
  ? { node(id: 1) { id } }
a type no longer implements an interface
  ~ type Application implements Node & Owned ⇒ type Application implements Node
  ? { search(text: "") { ... on Application { version } ... on Owned { id } } }
  = types breaking fragment-match-changed | Application no longer implements Owned: it no longer returns id here. | id →  | 1:3
  ? { node(id: 1) { id } }
a type is removed
  ~ type Robot implements Actor { ⇒ type Machine implements Actor {
  ? { byKey(key: { id: 1 }) { owner { ... on Robot { model } } } }
  = broken breaking type-removed | Type Robot was removed. | an object type →  | 1:42
  ? { byKey(key: { id: 1 }) { owner { login } } }
an input object is removed
  ~ input RenameInput { ⇒ input RenameDeviceInput {
  ~ rename(input: RenameInput!) ⇒ rename(input: RenameDeviceInput!)
  ? mutation M($i: RenameInput!) { rename(input: $i) { device { id } } }
  = broken breaking type-removed | Type RenameInput was removed. | an input object →  | 1:16
  ? mutation M { rename(input: { id: 1, name: "" }) { device { id } } }
a type changes its kind
  ~ enum Unit { HOUR DAY } ⇒ scalar Unit
  ? mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }
  = types safe type-changed | Unit is now a scalar; it was an enum. | an enum → a scalar | 1:12
  ? { ping }
an argument is removed
  ~ devices(first: Int = 20, after: String ⇒ devices(limit: Int = 20, after: String
  ? { team { devices(first: 5) { total } } }
  = broken breaking argument-removed | Team.devices(first:) was removed. | Int →  | 1:18
  ? { team { devices(after: "x") { total } } }
an argument becomes required
  ~ avatar(size: Int = 64): String } union ⇒ avatar(size: Int!): String } union
  ~ avatar(size: Int = 64): String role ⇒ avatar(size: Int!): String role
  ~ avatar(size: Int = 64): String model ⇒ avatar(size: Int!): String model
  ? { byKey(key: { id: 1 }) { owner { avatar } } }
  = broken breaking argument-required | Actor.avatar(size:) is now required; it was Int. Its type is Int!. | Int → Int! | 1:35
  ? { byKey(key: { id: 1 }) { owner { avatar(size: 1) } } }
a required argument is added
  ~ node(id: ID!): Node ⇒ node(id: ID!, tenant: ID!): Node
  ? { node(id: 1) { id } }
  = broken breaking argument-required | Query.node(tenant:) is new and required. Its type is ID!. |  → ID! | 1:3
  ? { team { id } }
the default of an argument changes
  ~ devices(first: Int = 20 ⇒ devices(first: Int = 50
  ? { team { devices { total } } }
  = behaviour unclear default-changed | Team.devices(first:) changed its default from 20 to 50; this applies where it is omitted. | 20 → 50 | 1:10
  ? { team { devices(first: 5) { total } } }
an input field is removed
  ~ note: String meta ⇒ comment: String meta
  ? mutation M { rename(input: { id: 1, name: "", note: "x" }) { device { id } } }
  = broken breaking input-field-removed | RenameInput.note was removed. | String →  | 1:47
  ? mutation M($i: RenameInput!) { rename(input: $i) { device { id } } }
  = types breaking input-field-removed | RenameInput.note was removed: variables that contain it are rejected. | String →  | 1:12
  = types safe input-field-added | RenameInput.comment: String was added and is optional. |  → String | 1:12
  ? mutation M { rename(input: { id: 1, name: "" }) { device { id } } }
a nested input field becomes required
  ~ times: Int until ⇒ times: Int! until
  ? mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }
  = types breaking input-field-required | Repeat.times is now required: it changed from Int to Int!. | Int → Int! | 1:12
  ? mutation M { schedule(input: { device: 1, at: "", repeat: { every: DAY } }) { id } }
  = broken breaking input-field-required | Repeat.times is now required; it was Int. Its type is Int!. | Int → Int! | 1:59
  ? mutation M { schedule(input: { device: 1, at: "" }) { id } }
a required input field is added
  ~ at: DateTime! ⇒ at: DateTime! zone: String!
  ? mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }
  = types breaking input-field-required | ScheduleInput.zone: String! was added and is required. |  → String! | 1:12
  ? mutation M { remove(id: 1) }
an input object becomes one-of, and another no longer is
  ~ input Key @oneOf { id: ID serial: String } ⇒ input Key { id: ID serial: String }
  ~ input Range { ⇒ input Range @oneOf {
  ~ inclusive: Boolean = true ⇒ inclusive: Boolean
  ? query Q($k: Key!, $f: Filter) { byKey(key: $k) { id } team { devices(filter: $f) { total } } }
  = types breaking one-of-changed | Range now accepts exactly one of its fields. | all of its fields → one of its fields | 1:19
  = behaviour unclear default-changed | Range.inclusive no longer has the default true; this applies where it is omitted. | true →  | 1:19
  = types safe one-of-changed | Key no longer requires exactly one of its fields. | one of its fields → all of its fields | 1:9
  ? { team { devices(filter: { since: { from: "", to: "" } }) { total } } }
  = broken breaking one-of-changed | Range accepts exactly one of its fields, and not null. |  → one of its fields | 1:35
  ? { byKey(key: { id: 1 }) { id } }
a directive is removed
  ~ directive @tag(name: String!) repeatable on FIELD ⇒
  ? { ping @tag(name: "a") }
  = broken breaking directive-removed | @tag was removed. |  →  | 1:8
  ? { ping }
a directive is no longer repeatable
  ~ repeatable on FIELD ⇒ on FIELD
  ? { ping @tag(name: "a") @tag(name: "b") }
  = broken breaking directive-changed | @tag may be used only once here. | repeatable → not repeatable | 1:24
  ? { ping @tag(name: "a") }
a directive loses a location
  ~ on QUERY | MUTATION | FIELD ⇒ on MUTATION | FIELD
  ? query Q @audit(reason: "") { ping }
  = broken breaking directive-changed | Directive "@audit" may not be used on QUERY. | QUERY | MUTATION | FIELD → MUTATION | FIELD | 1:9
  ? { ping @audit(reason: "") }
an argument of a directive is removed
  ~ reason: String!, level: Int = 1 ⇒ reason: String!
  ? { ping @audit(reason: "", level: 2) }
  = broken breaking argument-removed | @audit(level:) was removed. | Int →  | 1:27
  ? { ping @audit(reason: "") }
a directive gets a required argument, and another default
  ~ @tag(name: String!) ⇒ @tag(name: String!, value: Int!)
  ~ level: Int = 1 ⇒ level: Int = 2
  ? { ping @tag(name: "a") }
  = broken breaking argument-required | @tag(value:) is new and required. Its type is Int!. |  → Int! | 1:8
  ? { ping }
the mutation root is removed with its inputs, which are not listed beside it
  ~ mutation: Mutation ⇒
  ~ type Mutation { rename(input: RenameInput!): RenamePayload! schedule(input: ScheduleInput!, dryRun: Boolean = false): Job remove(id: ID!): Boolean! } ⇒
  ~ input RenameInput ⇒ input OtherInput
  ? mutation M($input: RenameInput!) { rename(input: $input) { __typename } }
  = broken breaking root-removed | The schema no longer has a mutation type. | Mutation →  | 1:1
  ? { ping }
an operation was invalid before
  ~ ping: Boolean ⇒ ping: Int
  ? { nothing }
  = broken breaking invalid-document | Query.nothing does not exist. The snapshot rejects this too: correct the operation. |  →  | 1:3
`);

test.each(titled(cases))('a change is judged: %s', (_title, change) => {
  expect(validateSchema(schemaOf(edited(sdl, change.edits)))).toEqual([]);
  expect(findingLines(sdl, change)).toEqual(change.findings);
});

test('every kind of graphql-js has an operation that it affects, and one that it does not', () => {
  const kindsOf = (isOne: (change: ChangeCase) => boolean): ReadonlySet<string> =>
    new Set(
      cases.filter(isOne).flatMap(({ edits }) => {
        const [old, live] = [schemaOf(sdl), schemaOf(edited(sdl, edits))];
        return [...findBreakingChanges(old, live), ...findDangerousChanges(old, live)].map(({ type }) => type);
      }),
    );
  const all = [...Object.values(BreakingChangeType), ...Object.values(DangerousChangeType)].sort();
  // An added optional argument never affects an operation.
  const affecting = [...kindsOf(({ findings }) => findings.length > 0), DangerousChangeType.OPTIONAL_ARG_ADDED];
  expect([...new Set(affecting)].sort()).toEqual(all);
  expect([...kindsOf(({ findings }) => findings.length === 0)].sort()).toEqual(all);
});

test('every code of a change has a case in this folder', () => {
  const tables = readdirSync(import.meta.dirname).map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  const used = tables.join('').matchAll(/^ {2}= \w+ \w+ (\S+) \|/gm);
  expect([...new Set([...used].map(([, code]) => code))].sort()).toEqual([...changeCodes].sort());
});
