import { readFileSync } from 'node:fs';
import { buildASTSchema, buildSchema, findBreakingChanges, findDangerousChanges, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schemaChanges } from '../../src/drift/compare/schema-changes.ts';
import type { SchemaChange } from '../../src/drift/model/drift.ts';
import { cases } from '../helpers/cases.ts';
import { editSchema, range } from './oracle/compare-edits.ts';
import { chance } from './oracle/random.ts';

const before = `
  directive @tag(name: String) repeatable on FIELD | QUERY
  scalar Day @specifiedBy(url: "https://example.com/day")
  interface Node { id: ID! }
  enum State { ON OFF }
  union Found = Device | Team
  input Filter { state: State, size: Int! = 5, name: String }
  type Device implements Node { id: ID!, name: String!, state: State, team(deep: Boolean, size: Int! = 5): Team, seen: Day }
  type Team { name: String, devices: [Device!], old: Int @deprecated(reason: "soon") }
  type Query { "a device" device(filter: Filter, id: ID): Device, found: Found, team: Team }
`;

type Level = SchemaChange['level'];

/** The highest level of some changes; undefined without any. */
function highest(changes: readonly SchemaChange[]): Level | undefined {
  return (['major', 'minor', 'patch'] as const).find((level) => changes.some((change) => change.level === level));
}

/** A change of the schema, and the step that a version of it would make. */
const rows: readonly (readonly [what: string, level: Level | undefined, from: string, to: string])[] = [
  ['nothing', undefined, 'found: Found', 'found:  Found'],
  ['a description', undefined, '"a device"', '"one device"'],
  ['another deprecation reason', 'patch', '"soon"', '"now"'],
  ['a new field', 'minor', 'found: Found', 'found: Found, more: Int'],
  ['a new type', 'minor', 'enum State', 'enum More { A } enum State'],
  ['a new enum value', 'minor', 'ON OFF', 'ON OFF LOST'],
  ['a new possible type', 'minor', 'Device | Team', 'Device | Team | Query'],
  ['a new interface', 'minor', 'type Team {', 'type Team implements Node { id: ID!,'],
  ['a new optional argument', 'minor', 'deep: Boolean', 'deep: Boolean, more: Int'],
  ['a new argument with a default', 'minor', 'deep: Boolean', 'deep: Boolean, more: Int! = 1'],
  ['a new optional input field', 'minor', 'name: String }', 'name: String, more: Int }'],
  ['a deprecation', 'minor', 'name: String,', 'name: String @deprecated,'],
  ['a deprecation that is gone', 'minor', ' @deprecated(reason: "soon")', ''],
  ['another default', 'minor', 'Int! = 5, name', 'Int! = 6, name'],
  ['a result that is never null any more', 'minor', 'String!, state: State,', 'String!, state: State!,'],
  ['an input that may be null now', 'minor', 'Int! = 5, name', 'Int = 5, name'],
  ['another specification of a scalar', 'minor', 'com/day', 'com/date'],
  ['a new place for a directive', 'minor', 'on FIELD | QUERY', 'on FIELD | QUERY | MUTATION'],
  ['a new root', 'minor', 'type Query', 'type Mutation { a: Int } type Query'],
  ['a field is gone', 'major', 'found: Found,', ''],
  ['an enum value is gone', 'major', 'ON OFF', 'ON'],
  ['a possible type is gone', 'major', 'Device | Team', 'Device'],
  ['an interface is gone', 'major', 'Device implements Node', 'Device'],
  ['an argument is gone', 'major', 'deep: Boolean, ', ''],
  ['an input field is gone', 'major', ', name: String }', ' }'],
  ['a new required argument', 'major', 'deep: Boolean', 'deep: Boolean, more: Int!'],
  ['a new required input field', 'major', 'name: String }', 'name: String, more: Int! }'],
  ['a default is gone and the input is required', 'major', 'Int! = 5, name', 'Int!, name'],
  ['a result that may be null now', 'major', 'name: String!', 'name: String'],
  ['an input that may not be null any more', 'major', 'id: ID)', 'id: ID!)'],
  ['another named type', 'major', 'seen: Day', 'seen: String'],
  ['another list', 'major', '[Device!]', '[[Device!]]'],
  ['another kind of type', 'major', 'scalar Day @specifiedBy(url: "https://example.com/day")', 'enum Day { MONDAY }'],
  ['a directive is gone', 'major', 'directive @tag(name: String) repeatable on FIELD | QUERY', ''],
  ['a directive is not repeatable any more', 'major', 'repeatable ', ''],
  ['a place for a directive is gone', 'major', 'FIELD | QUERY', 'FIELD'],
];

describe('the level of a change of the schema', () => {
  test.each(rows)('%s: %s', (_what, level, from, to) => {
    expect(before).toContain(from);
    const [snapshot, live] = [buildSchema(before), buildSchema(before.replace(from, to))];
    expect(highest(schemaChanges(snapshot, live))).toBe(level);
  });

  test('it is what graphql-js calls breaking, over seeded changes, and additions that it calls dangerous are minor', () => {
    const document = parse(readFileSync(new URL('./fixtures/fleet.graphql', import.meta.url), 'utf8'), {
      noLocation: true,
    });
    const snapshot = buildASTSchema(document, { assumeValidSDL: true });
    const seen = { major: 0, minor: 0, dangerous: 0 };
    for (const seed of range(1, cases(300))) {
      const { live, made } = editSchema(document, chance(seed));
      const changes = schemaChanges(snapshot, live);
      const breaking = findBreakingChanges(snapshot, live);
      const own = changes.filter(({ level, message }) => level === 'major' && !notInGraphqlJs.test(message));
      const known = changes.some(({ level, message }) => level === 'major' && notInGraphqlJs.test(message));
      if (!known) expect(own.length > 0, `seed ${seed}: ${made}`).toBe(breaking.length > 0);
      const level = highest(changes);
      if (level === 'major' || level === 'minor') seen[level] += 1;
      if (level === 'minor' && findDangerousChanges(snapshot, live).length > 0) seen.dangerous += 1;
    }
    // A run in which one outcome hardly ever comes up would prove little.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThanOrEqual(cases(16));
  });
});

/** Breaks that graphql-js does not look for: an input that lost its default, one-of inputs, roots. */
const notInGraphqlJs = /changed its default|one-of input|no longer the/;
