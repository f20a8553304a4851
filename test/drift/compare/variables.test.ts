import { expect, test } from 'vitest';
import { changeCases, findingLines, titled } from '../helpers/findings.ts';

const sdl = `
  scalar Day
  enum State { ON OFF }
  enum Mode { ON }
  input Filter { state: State, states: [State!], name: String, size: Int! = 5, weight: Float, day: Day, and: [Filter!], range: Range, key: Key, limit: Int!, rate: Float!, days: [Day], both: Both, one: One, due: Day! }
  input Range { from: Int, to: Int }
  input Span { from: Int, to: Int }
  input Key @oneOf { id: ID, serial: String }
  input Only @oneOf { id: ID }
  input Both { from: Int!, to: Int! }
  input One { id: ID! }
  input Change { id: ID!, note: String }
  type Query { find(filter: Filter, state: State, day: Day, change: Change, only: Only): Int }
`;

const cases = changeCases(
  `
an enum that becomes a scalar
  ~ enum State { ON OFF } ⇒ scalar State
  ? query Q($state: State) { find(state: $state) }
  = types safe type-changed | State is now a scalar; it was an enum. | an enum → a scalar | 1:9
a scalar that becomes an enum
  ~ scalar Day ⇒ enum Day { MONDAY }
  ? query Q($day: Day) { find(day: $day) }
  = types breaking type-changed | Day is now an enum; it was a scalar. | a scalar → an enum | 1:9
a scalar that becomes an input object
  ~ scalar Day ⇒ input Day { year: Int }
  ? query Q($day: Day) { find(day: $day) }
  = types breaking type-changed | Day is now an input object; it was a scalar. | a scalar → an input object | 1:9
an input object that becomes a scalar
  ~ input Change { id: ID!, note: String } ⇒ scalar Change
  ? query Q($change: Change) { find(change: $change) }
  = types safe type-changed | Change is now a scalar; it was an input object. | an input object → a scalar | 1:9
a String in place of an enum
  ~ { state: State, ⇒ { state: String,
  = types safe type-changed | Filter.state changed from State to String. | State → String | 1:9
an enum in place of a String
  ~ name: String, ⇒ name: Mode,
  = types breaking type-changed | Filter.name changed from String to Mode. | String → Mode | 1:9
a list in place of one value
  ~ name: String, ⇒ name: [String],
  = types breaking type-changed | Filter.name changed from String to [String]. | String → [String] | 1:9
another input object with a field of another type
  ~ range: Range ⇒ range: Span
  ~ input Span { from: Int ⇒ input Span { from: String
  = types breaking type-changed | Span.from changed from Int to String. | Int → String | 1:9
a field of type \`unknown\` that becomes required
  ~ day: Day, ⇒ day: Day!,
  = types breaking input-field-required | Filter.day is now required: it changed from Day to Day!. | Day → Day! | 1:9
a field that becomes optional
  ~ limit: Int! ⇒ limit: Int
  = types safe nullability-changed | Filter.limit changed from Int! to Int. | Int! → Int | 1:9
a field that gets a default
  ~ limit: Int! ⇒ limit: Int! = 1
  = types safe nullability-changed | Filter.limit changed from Int! to Int! with a default. | Int! → Int! with a default | 1:9
a field that loses its default
  ~ size: Int! = 5 ⇒ size: Int!
  = types breaking input-field-required | Filter.size is now required: it changed from Int! with a default to Int!. | Int! with a default → Int! | 1:9
a field with a default that becomes nullable
  ~ size: Int! = 5 ⇒ size: Int = 5
  = types safe nullability-changed | Filter.size changed from Int! with a default to Int with a default. | Int! with a default → Int with a default | 1:9
an input field with a default that is removed
  ~ size: Int! = 5, ⇒
  = types breaking input-field-removed | Filter.size was removed: variables that contain it are rejected. | Int! with a default →  | 1:9
a one-of input with a field of another type
  ~ serial: String ⇒ serial: Int
  = types breaking type-changed | Key.serial changed from String to Int. | String → Int | 1:9
all fields in place of one of them, one of which is required
  ~ input Key @oneOf { id: ID, ⇒ input Key { id: ID!,
  = types breaking input-field-required | Key.id is now required: it changed from ID to ID!. | ID → ID! | 1:9
  = types safe one-of-changed | Key no longer requires exactly one of its fields. | one of its fields → all of its fields | 1:9
an enum of the same values, by another name and in another order
  ~ enum State { ON OFF } ⇒ enum State { ON OFF } enum Power { OFF ON }
  ~ { state: State, ⇒ { state: Power,
all fields in place of one of them, and there is one
  ~ input Only @oneOf ⇒ input Only
  ? query Q($only: Only) { find(only: $only) }
  = types safe one-of-changed | Only no longer requires exactly one of its fields. | one of its fields → all of its fields | 1:9
one of two fields, where there was one
  ~ input Only @oneOf { id: ID ⇒ input Only @oneOf { id: ID, name: Int
  ? query Q($only: Only) { find(only: $only) }
  = types safe input-field-added | Only.name: Int was added and is optional. |  → Int | 1:9
an input object in place of a scalar of type \`unknown\`
  ~ day: Day, ⇒ day: Range,
  = types breaking type-changed | Filter.day changed from Day to Range. | Day → Range | 1:9
a Float that becomes a nullable Int
  ~ rate: Float! ⇒ rate: Int
  = behaviour breaking scalar-changed | Filter.rate changed from Float to Int: fractions are now rejected; the generated type stays number. | Float → Int | 1:9
  = types breaking type-changed | Filter.rate changed from Float! to Int. | Float! → Int | 1:9
one field that is required, whatever its form
  ~ input One { id: ID! ⇒ input One @oneOf { id: ID
a list of input objects that may be null
  ~ and: [Filter!] ⇒ and: [Filter]
  = types safe nullability-changed | Filter.and changed from [Filter!] to [Filter]. | [Filter!] → [Filter] | 1:9
a scalar of type \`any\` in a list whose items become non-null
  * {"scalars":{"Day":"any"}}
  ~ days: [Day] ⇒ days: [Day!]
  = behaviour breaking nullability-changed | Filter.days changed from [Day] to [Day!]: null is now rejected; the generated type stays any. | [Day] → [Day!] | 1:9
a scalar with the type of the number that it takes the place of
  * {"scalars":{"Day":{"input":"number","output":"string"}}}
  ~ rate: Float! ⇒ rate: Day
  = behaviour unclear scalar-changed | Filter.rate changed from Float to Day; the generated type stays number. | Float → Day | 1:9
  = types safe type-changed | Filter.rate changed from Float! to Day. | Float! → Day | 1:9
a scalar with another type than the text that it takes the place of
  * {"scalars":{"Day":{"input":"Date","output":"string"}}}
  ~ name: String, ⇒ name: Day,
  = types breaking type-changed | Filter.name changed from String to Day. | String → Day | 1:9
an Int in place of a scalar of type \`number\`
  * {"scalars":{"Day":"number"}}
  ~ day: Day, ⇒ day: Int,
  = behaviour unclear scalar-changed | Filter.day changed from Day to Int; the generated type stays number. | Day → Int | 1:9
a number, or null, in place of a scalar with its type
  * {"scalars":{"Day":{"input":"number","output":"string"}}}
  ~ due: Day! ⇒ due: Float
  = behaviour unclear scalar-changed | Filter.due changed from Day to Float; the generated type stays number. | Day → Float | 1:9
  = types safe type-changed | Filter.due changed from Day! to Float. | Day! → Float | 1:9
a scalar of a variable with another type in results
  * {"scalars":{"Day":{"input":"Date","output":"string"}}}
  ~ scalar Day ⇒ scalar Day @specifiedBy(url: "https://example.com")
  ? query Q($day: Day) { find(day: $day) }
  = behaviour unclear scalar-changed | Scalar Day is now specified by https://example.com; it was nothing. |  → https://example.com | 1:9
another enum, with open enums in results
  * {"openEnums":true}
  ~ state: State, states ⇒ state: Mode, states
  = types breaking type-changed | Filter.state changed from State to Mode. | State → Mode | 1:9
`,
  'query Q($filter: Filter) { find(filter: $filter) }',
);

test.each(titled(cases))('a change of a variable is judged: %s', (_title, change) => {
  expect(findingLines(sdl, change)).toEqual(change.findings);
});

test('a required argument that the operation lacks is one finding, at its field', () => {
  const schema = 'input Filter { size: Int } type Query { find(filter: Filter): Int }';
  const edits = [
    ['size: Int', 'size: Int!'],
    ['filter: Filter', 'filter: Filter!'],
  ] as const;
  expect(findingLines(schema, { edits, operation: '{ find }' })).toEqual([
    'broken breaking argument-required | Query.find(filter:) is now required; it was Filter. Its type is Filter!. | Filter → Filter! | 1:3',
  ]);
});
