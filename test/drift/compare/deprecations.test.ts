import { describe, expect, test } from 'vitest';
import { changeCases, findingLines, titled } from '../helpers/findings.ts';

const sdl = `
  directive @log(level: Int, note: String) on FIELD
  scalar Day
  enum State { ON OFF LOST @deprecated(reason: "old") }
  input Filter { state: State, name: String, other: Int }
  type Device { id: ID, state: State, old: Int @deprecated(reason: "old") }
  type Query { device(id: ID, state: State, filter: Filter): Device, day: Day }
`;

const usual = '{ device { id state old } }';
const cases = changeCases(
  `
a field
  ~ id: ID, state: State, old ⇒ id: ID @deprecated, state: State, old
  = deprecated safe deprecated | Device.id is now deprecated: No longer supported. |  → No longer supported | 1:12
a field, for another reason
  ~ old: Int @deprecated(reason: "old") ⇒ old: Int @deprecated(reason: "slow")
  = deprecated safe deprecated | Device.old changed its deprecation reason from "old" to "slow". | old → slow | 1:21
a field that is no longer deprecated
  ~ old: Int @deprecated(reason: "old") ⇒ old: Int
an argument
  ~ device(id: ID ⇒ device(id: ID @deprecated(reason: "slow")
  ? { device(id: 1) { id } }
  = deprecated safe deprecated | Query.device(id:) is now deprecated: slow. |  → slow | 1:10
an enum value
  ~ { ON OFF ⇒ { ON @deprecated(reason: "slow") OFF
  ? { device(state: ON) { id } }
  = deprecated safe deprecated | State.ON is now deprecated: slow. |  → slow | 1:17
  ? query Q($state: State) { device(state: $state) { id } }
  = deprecated safe deprecated | State.ON is now deprecated: slow. |  → slow | 1:9
an enum value that is new
  ~ { ON OFF ⇒ { ON NEW @deprecated(reason: "slow") OFF
  ? query Q($state: State) { device(state: $state) { id } }
  = types safe enum-value-added | State.NEW was added: variables may now contain it. |  → NEW | 1:9
an input field
  ~ name: String, other ⇒ name: String @deprecated(reason: "slow"), other
  ? query Q($filter: Filter) { device(filter: $filter) { id } }
  = deprecated safe deprecated | Filter.name is now deprecated: slow. |  → slow | 1:9
`,
  usual,
);

describe('a deprecation of what an operation uses', () => {
  test.each(titled(cases))('a deprecation is judged: %s', (_title, change) => {
    expect(findingLines(sdl, change)).toEqual(change.findings);
  });
});
