import { expect, test } from 'vitest';
import { changeCases, findingLines, titled } from '../helpers/findings.ts';

const sdl = `
  directive @log(level: Int = 1, note: String) on FIELD
  scalar Day @specifiedBy(url: "https://example.com/day")
  scalar Money
  scalar Raw
  enum State { ON OFF }
  input Range { from: Int = 1, to: Int }
  input Sort { by: [Range] = [{ from: 3, to: 4 }] }
  input Filter { name: String = "x", state: State, day: Day, days: [Day], range: Range = { from: 1, to: 2 }, size: Int! = 5, weight: Float, time: Day }
  type Page { nodes: [Int!] }
  type Paged { nodes: [Int!], pageInfo: PageInfo! }
  type Single { id: ID }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  type Query {
    find(filter: Filter, range: Range, state: State = ON, count: Int = 3, day: Day, other: Int, sort: Sort, raw: Raw): Int
    day: Day, days: [Day], text: String, state: State, float: Float, sure: [Day!], map: Money!
    list(only: State): [Int!], paged(size: Int): [Int!], sized(size: Int = 5): [Int!], mixed(size: Int = 5, skip: Int): [Int!], page: Page, old: Int @deprecated(reason: "old"), connection(first: Int = 5, after: String): Paged, single: Single
  }
`;

const cases = changeCases(
  `
a removed default
  ~ count: Int = 3 ⇒ count: Int
  ? { find }
  = behaviour unclear default-changed | Query.find(count:) no longer has the default 3; this applies where it is omitted. | 3 →  | 1:3
another default of an argument
  ~ count: Int = 3 ⇒ count: Int = 4
  ? query Q($n: Int) { find(count: $n) }
  = behaviour unclear default-changed | Query.find(count:) changed its default from 3 to 4; this applies where it is omitted. | 3 → 4 | 1:20
  ? query Q($n: Int!) { find(count: $n) }
  ? query Q($n: Int = 2, $o: Int) { find(count: $n, other: $o) }
a default with its fields in another order
  ~ input Range { from: Int = 1, to: Int } ⇒ input Range { to: Int, from: Int = 1 }
  ? { find(filter: {}) }
a default of a field that never was null
  ~ size: Int! = 5 ⇒ size: Int! = 6
  = behaviour unclear default-changed | Filter.size changed its default from 5 to 6; this applies where it is omitted. | 5 → 6 | 1:9
another default of an argument of a directive
  ~ level: Int = 1 ⇒ level: Int = 2
  ? { text @log }
  = behaviour unclear default-changed | @log(level:) changed its default from 1 to 2; this applies where it is omitted. | 1 → 2 | 1:8
a list that another argument may cut off
  ~ list(only: State) ⇒ list(only: State, size: Int)
  ? { list }
  = behaviour unclear paging-added | Query.list may now be cut off (size: Int): the answer may now be a part of the list. |  → size: Int | 1:3
a list that another argument cuts off
  ~ list(only: State) ⇒ list(only: State, size: Int = 10)
  ? { list }
  = behaviour unclear paging-added | Query.list may now be cut off (size: Int = 10): the answer may now be a part of the list. |  → size: Int = 10 | 1:3
a list that could be cut off, and is now
  ~ paged(size: Int) ⇒ paged(size: Int = 5)
  ? { paged }
  = behaviour unclear default-changed | Query.paged(size:) now has the default 5; this applies where it is omitted. |  → 5 | 1:3
a list that could be cut off, by another argument
  ~ paged(size: Int) ⇒ paged(size: Int, skip: Int)
  ? { paged }
a list that could be cut off, by another argument with a default
  ~ paged(size: Int) ⇒ paged(size: Int, rows: Int = 5)
  ? { paged }
  = behaviour unclear paging-added | Query.paged may now be cut off (rows: Int = 5): the answer may now be a part of the list. |  → rows: Int = 5 | 1:3
an object that becomes a list that may be cut off
  ~ single: Single ⇒ single(size: Int): Single
  ~ type Single { id: ID ⇒ type Single { id: ID, nodes: [Int!]
  ? { single { id } }
a connection that pages now
  ~ type Page { ⇒ type Page { pageInfo: PageInfo!
  ? { page { nodes } }
  = behaviour unclear paging-added | Query.page may now be cut off (pageInfo): the answer may now be a part of the list. |  → pageInfo | 1:3
a connection that pages, by an argument with a default
  ~ after: String): Paged ⇒ after: String, state: State = ON, limit: Int, sort: State = ON): Paged
  ? { connection { nodes pageInfo { endCursor } } }
  = behaviour unclear paging-added | Query.connection may now be cut off (state: State = "ON"): the answer may now be a part of the list. |  → state: State = "ON" | 1:3
a list with arguments in place of one value
  ~ text: String ⇒ text(size: Int): [String]
  ? { text }
  = types breaking type-changed | Query.text changed its type from String to [String]. | String → [String] | 1:3
a list of a scalar whose items become non-null
  ~ days: [Day], text ⇒ days: [Day!], text
  ? { days }
  = behaviour safe nullability-changed | Query.days changed from [Day] to [Day!]; the generated type stays unknown. | [Day] → [Day!] | 1:3
a list of a scalar that becomes non-null
  ~ days: [Day], text ⇒ days: [Day]!, text
  ? { days }
  = types safe nullability-changed | Query.days changed its type from [Day] to [Day]!. | [Day] → [Day]! | 1:3
an Int in place of a Float
  ~ float: Float ⇒ float: Int
  ? { float }
  = behaviour unclear scalar-changed | Query.float changed from Float to Int; the generated type stays number. | Float → Int | 1:3
a scalar with another specification
  ~ com/day ⇒ com/date
  ? query Q($day: Day) { find(day: $day) }
  = behaviour unclear scalar-changed | Scalar Day is now specified by https://example.com/date; it was https://example.com/day. | https://example.com/day → https://example.com/date | 1:9
a scalar of an input field in place of another
  ~ day: Day, days: [Day], range ⇒ day: Money, days: [Day], range
  = behaviour unclear scalar-changed | Filter.day changed from Day to Money; the generated type stays unknown. | Day → Money | 1:9
a scalar of an input field that becomes non-null with a default
  ~ day: Day, days: [Day], range ⇒ day: Day! = "1", days: [Day], range
  = behaviour breaking nullability-changed | Filter.day changed from Day to Day!: null is now rejected; the generated type stays unknown. | Day → Day! | 1:9
a fraction that is rejected
  ~ weight: Float ⇒ weight: Int
  = behaviour breaking scalar-changed | Filter.weight changed from Float to Int: fractions are now rejected; the generated type stays number. | Float → Int | 1:9
a fraction that is rejected, of a field with a default
  ~ weight: Float ⇒ weight: Int! = 1
  = types breaking type-changed | Filter.weight changed from Float to Int! with a default. | Float → Int! with a default | 1:9
a list of a scalar whose items become nullable
  ~ sure: [Day!] ⇒ sure: [Day]
  ? { sure }
  = behaviour breaking nullability-changed | Query.sure changed from [Day!] to [Day]: null may now come; the generated type stays unknown. | [Day!] → [Day] | 1:3
a list of another scalar whose items become nullable
  ~ sure: [Day!] ⇒ sure: [Money]
  ? { sure }
  = behaviour breaking scalar-changed | Query.sure changed from [Day!] to [Money]: null may now come; the generated type stays unknown. | [Day!] → [Money] | 1:3
an input field of another scalar that becomes non-null
  ~ days: [Day], range ⇒ days: [Money!], range
  = behaviour breaking scalar-changed | Filter.days changed from [Day] to [Money!]: null is now rejected; the generated type stays unknown. | [Day] → [Money!] | 1:9
a list of lists of a scalar
  ~ sure: [Day!] ⇒ sure: [[Day!]!]
  ? { sure }
  = types breaking type-changed | Query.sure changed its type from [Day!] to [[Day!]!]. | [Day!] → [[Day!]!] | 1:3
a scalar that becomes an input object, which is written
  ~ scalar Raw ⇒ input Raw { year: Int, zone: Int = 2 }
  ? { find(raw: { year: 1 }) }
a connection that becomes another object
  ~ type Page { nodes: [Int!] } ⇒ type Page { nodes: Int }
  ~ page: Page ⇒ page(size: Int): Page
  ? { page { nodes } }
  = types breaking type-changed | Page.nodes changed its type from [Int!] to Int. | [Int!] → Int | 1:10
a list that two arguments may cut off
  ~ list(only: State) ⇒ list(only: State, size: Int, skip: Int)
  ? { list }
  = behaviour unclear paging-added | Query.list may now be cut off (size: Int, skip: Int): the answer may now be a part of the list. |  → size: Int, skip: Int | 1:3
a scalar with a specification that becomes an enum
  ~ scalar Day @specifiedBy(url: "https://example.com/day") ⇒ enum Day { MONDAY }
  ? { day }
  = types safe type-changed | Day is now an enum; it was a scalar. | a scalar → an enum | 1:3
an enum that becomes a scalar with a specification
  ~ enum State { ON OFF } ⇒ scalar State @specifiedBy(url: "https://example.com/state")
  ~ state: State = ON ⇒ state: State = "ON"
  ? { state }
  = types breaking type-changed | State is now a scalar; it was an enum. | an enum → a scalar | 1:3
a field that is deprecated
  ~ text: String ⇒ text: String @deprecated
  ? { text }
  = deprecated safe deprecated | Query.text is now deprecated: No longer supported. |  → No longer supported | 1:3
a field that is deprecated for another reason
  ~ (reason: "old") ⇒ (reason: "slow")
  ? { old }
  = deprecated safe deprecated | Query.old changed its deprecation reason from "old" to "slow". | old → slow | 1:3
a field that is no longer deprecated
  ~ old: Int @deprecated(reason: "old") ⇒ old: Int
  ? { old }
an argument that is deprecated
  ~ other: Int, sort ⇒ other: Int @deprecated(reason: "slow"), sort
  ? { find(other: 1) }
  = deprecated safe deprecated | Query.find(other:) is now deprecated: slow. |  → slow | 1:8
an enum value that is deprecated
  ~ { ON OFF ⇒ { ON @deprecated(reason: "slow") OFF
  ? { find(state: ON) }
  = deprecated safe deprecated | State.ON is now deprecated: slow. |  → slow | 1:15
  ? query Q($state: State) { find(state: $state) }
  = deprecated safe deprecated | State.ON is now deprecated: slow. |  → slow | 1:9
an enum value that is new and deprecated
  ~ { ON OFF ⇒ { ON NEW @deprecated(reason: "slow") OFF
  ? query Q($state: State) { find(state: $state) }
  = types safe enum-value-added | State.NEW was added: variables may now contain it. |  → NEW | 1:9
an input field that is deprecated
  ~ name: String = "x" ⇒ name: String = "x" @deprecated(reason: "slow")
  = deprecated safe deprecated | Filter.name is now deprecated: slow. |  → slow | 1:9
`,
  'query Q($filter: Filter) { find(filter: $filter) }',
);

test.each(titled(cases))('a change of behavior is judged: %s', (_title, change) => {
  expect(findingLines(sdl, change)).toEqual(change.findings);
});
