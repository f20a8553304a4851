import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import { FaultExplainer } from '../../../src/drift/code/explain-faults.ts';
import type { MovedMember } from '../../../src/drift/code/moved-members.ts';
import type { Touched } from '../../../src/drift/code/touched-members.ts';
import { parseOperations } from '../../../src/graphql/parse-operations.ts';

const sdl = `
type Query { device(id: ID!): Device, team(first: Int = 10): Team, job: Job }
type Device { id: ID!, name: String!, serial: String, string: String!, state: State!, team: Team }
type Team { name: String!, note: String! }
type Job { done: Boolean, gone: Int }
enum State { ON OFF LOST }
`;
const text = `query One($id: ID!) { device(id: $id) { title: name string state team { ...Named } } }
query Two { team { name } }
query Three { job { gone } }
query Four($id: ID!) { device(id: $id) { serial } }
fragment Named on Team { note }
`;
const everything = [
  ['name: String!, serial', 'name: String, serial'],
  [' serial: String,', ''],
  ['string: String!', 'string: String'],
  [' LOST', ''],
  ['{ name: String!, note: String! }', '{ name: String, note: String }'],
  ['done: Boolean', 'done: Boolean!'],
  [', gone: Int', ''],
  ['first: Int = 10', 'first: Int = 11'],
] as const;

/** What explains an error after some changes of the schema. */
function explain(
  changes: readonly (readonly [string, string])[],
  message: string,
  { touched = [], file = '' }: { readonly touched?: readonly Touched[]; readonly file?: string } = {},
): readonly string[] {
  const live = changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The schema does not hold ${from}.`);
    return changed.replace(from, to);
  }, sdl);
  const operations = [{ file: 'a.graphql', text }];
  const drift = checkDrift({ operations, snapshot: buildSchema(sdl), live: buildSchema(live) });
  const explainer = new FaultExplainer(drift, parseOperations(operations), {
    schema: buildSchema(sdl),
    isCurrent: true,
  });
  const fault = { path: '/a.ts', line: 1, column: 1, code: 1, message };
  const { findings, change } = explainer.explain(fault, { text: file, touched });
  return [...findings.map(({ coordinate }) => coordinate), ...(change === undefined ? [] : [`(${change.coordinate})`])];
}

const moved = (type: string, ...path: readonly string[]): MovedMember => ({
  ...{ type, path, move: 'type', hasOtherVariants: false },
});
const reads = (...members: readonly MovedMember[]): Touched => ({ members, isInside: false });
const holds = (...members: readonly MovedMember[]): Touched => ({ members, isInside: true });
const possiblyNull = "Object is possibly 'null'.";

test.for([
  [
    'the member that is read, whatever the message says',
    possiblyNull,
    { touched: [reads(moved('OneQuery', 'device', 'title'))] },
    ['Device.name'],
  ],
  [
    'of several that are read, the innermost',
    possiblyNull,
    { touched: [reads(), reads(moved('OneQuery', 'device', 'state')), reads(moved('TwoQuery', 'team', 'name'))] },
    ['State.LOST'],
  ],
  [
    'a member around it, where no change is behind the innermost',
    possiblyNull,
    { touched: [reads(moved('OneQuery', 'device', 'id')), reads(moved('TwoQuery', 'team', 'name'))] },
    ['Team.name'],
  ],
  ['a member of a fragment', possiblyNull, { touched: [reads(moved('NamedFragment', 'note'))] }, ['Team.note']],
  ['a value of an enum', possiblyNull, { touched: [reads(moved('State'))] }, ['State.LOST']],
  [
    'what is in the member that is passed on',
    possiblyNull,
    { touched: [reads(), holds(moved('OneQuery', 'device', 'team', 'note'))] },
    ['Team.note'],
  ],
  [
    'none, where several members in what is passed on changed and the message names none',
    possiblyNull,
    { touched: [holds(moved('OneQuery', 'device', 'title'), moved('OneQuery', 'device', 'state'))] },
    [],
  ],
  [
    'of several that are read, those that the message names',
    "Property 'state' is not assignable.",
    { touched: [reads(moved('OneQuery', 'device', 'title'), moved('OneQuery', 'device', 'state'))] },
    ['State.LOST'],
  ],
  [
    'what was in a member that is gone',
    "Property 'job' does not exist.",
    { touched: [reads({ ...moved('ThreeQuery', 'job'), move: 'gone' })] },
    ['Job.gone'],
  ],
  [
    'no change of the type of a member whose variants changed',
    possiblyNull,
    { touched: [reads({ ...moved('OneQuery', 'device', 'title'), move: 'variants', hasOtherVariants: true })] },
    [],
  ],
  [
    'a change that is in no finding, by its coordinate',
    possiblyNull,
    { touched: [reads(moved('Job', 'done'))] },
    ['(Job.done)'],
  ],
  ['the name in the message', "Property 'serial' does not exist on type 'A'.", {}, ['Device.serial']],
  ['the alias in the message', "'device.title' is possibly 'null'.", {}, ['Device.name']],
  [
    'the name in the message, in the operation of the file',
    "'it.name' is possibly 'null'.",
    { file: 'import { Two }' },
    ['Team.name'],
  ],
  ['a change that affects no operation', "Property 'done' is missing in type 'A'.", {}, ['(Job.done)']],
  ['no field that is named like a type of TypeScript', "Type 'null' is not assignable to type 'string'.", {}, []],
  ['none, rather than a guess', possiblyNull, {}, []],
  ['none, where the message names something else', "Cannot find name 'whatever'.", { file: 'import { Three }' }, []],
  ['the only change that an operation of the file has', possiblyNull, { file: 'import { Three }' }, ['Job.gone']],
  ['what broke the operation that was left out', "Module has no exported member 'ThreeQuery'.", {}, ['Job.gone']],
  [
    'the name in the message, in what is passed on',
    "Types of property 'title' are incompatible.",
    { touched: [holds(moved('OneQuery', 'device', 'title'), moved('OneQuery', 'device', 'state'))] },
    ['Device.name'],
  ],
  [
    'no name that is read where the message names another',
    "Property 'whatever' does not exist.",
    { touched: [reads(moved('Other', 'name'))] },
    [],
  ],
  [
    'the name that is missing, not those that are there',
    "Property 'serial' is missing in type '{ note: string; }'.",
    {},
    ['Device.serial'],
  ],
  ['a name within a type in the message', "Type '{ note: null; }' is not assignable.", {}, ['Team.note']],
] as const)('an error is explained by %s', ([_what, message, around, expected]) => {
  expect(explain(everything, message, around)).toEqual(expected);
});

test.for([
  ['explains each error', [['string: String!', 'string: String']], ['Device.string']],
  ['explains none if it changes no type', [['first: Int = 10', 'first: Int = 11']], []],
  [
    'explains not each error if something else changed',
    [
      ['string: String!', 'string: String'],
      ['done: Boolean', 'done: Boolean!'],
    ],
    [],
  ],
] as const)('the only change that affects an operation %s', ([_what, changes, expected]) => {
  expect(explain(changes, "Cannot find name 'whatever'.")).toEqual(expected);
});
