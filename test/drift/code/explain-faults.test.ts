import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import { FaultExplainer } from '../../../src/drift/code/explain-faults.ts';
import type { CodeMember } from '../../../src/drift/code/operation-members.ts';
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
  { touched = [], file = '' }: { readonly touched?: readonly (readonly CodeMember[])[]; readonly file?: string } = {},
): readonly string[] {
  const live = changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The schema does not hold ${from}.`);
    return changed.replace(from, to);
  }, sdl);
  const operations = [{ file: 'a.graphql', text }];
  const drift = checkDrift({ operations, snapshot: buildSchema(sdl), live: buildSchema(live) });
  const explainer = new FaultExplainer(drift, parseOperations(operations));
  const fault = { path: '/a.ts', line: 1, column: 1, code: 1, message };
  const { findings, change } = explainer.explain(fault, { text: file, touched });
  return [...findings.map(({ coordinate }) => coordinate), ...(change === undefined ? [] : [`(${change.coordinate})`])];
}

const member = (type: string, ...path: readonly string[]): CodeMember => ({ type, path });
const possiblyNull = "Object is possibly 'null'.";

test.for([
  [
    'the member that is read, whatever the message says',
    possiblyNull,
    { touched: [[member('OneQuery', 'device', 'title')]] },
    ['Device.name'],
  ],
  [
    'of several that are read, the innermost',
    possiblyNull,
    { touched: [[], [member('OneQuery', 'device', 'state')], [member('TwoQuery', 'team', 'name')]] },
    ['State.LOST'],
  ],
  [
    'a member around it, where the innermost did not change',
    possiblyNull,
    { touched: [[member('OneQuery', 'device', 'id')], [member('TwoQuery', 'team', 'name')]] },
    ['Team.name'],
  ],
  ['a member of a fragment', possiblyNull, { touched: [[member('NamedFragment', 'note')]] }, ['Team.note']],
  ['a value of an enum', possiblyNull, { touched: [[member('State')]] }, ['State.LOST']],
  [
    'what is in the member that is passed on',
    possiblyNull,
    { touched: [[member('OneQuery', 'device', 'team')]] },
    ['Team.note'],
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
    'the name in the message, in what is read',
    "Types of property 'name' are incompatible.",
    { touched: [[member('OneQuery', 'device')]] },
    ['Device.name'],
  ],
  [
    'the name in the message, if a member of that name is read in a file without operations of it',
    "'it.name' is possibly 'null'.",
    { touched: [[member('Other', 'name')]], file: 'import { Three }' },
    ['Device.name', 'Team.name'],
  ],
  [
    'no name that is read where the message names another',
    "Property 'whatever' does not exist.",
    { touched: [[member('Other', 'name')]] },
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
