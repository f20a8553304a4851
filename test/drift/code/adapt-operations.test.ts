import { buildSchema, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { adaptOperations } from '../../../src/drift/code/adapt-operations.ts';
import { parseDefinitions } from '../../../src/graphql/parse-operations.ts';
import { rowsOf } from '../../helpers/rows.ts';

const schema = buildSchema(`
type Query { device(id: ID!): Device, devices(state: State!, first: Int!): [Device!]!, node: Node, search(text: String!): [Device!]! }
type Mutation { rename(id: ID!, name: String!, reason: String!, note: String): Device, retire(id: ID!, reason: Int!): Device, tag(input: TagInput!): Device }
interface Node { id: ID! }
type Device implements Node { id: ID!, name: String!, team(first: Int): Team }
type Team { title: String! }
enum State { ON OFF }
directive @late(by: Int!) on FIELD
input TagInput { label: String!, colour: String! }
`);

/** The same text, whichever version of graphql printed it. */
const printed = (text: string): string => print(parse(text));

function adapted(text: string): { readonly text: string; readonly left: readonly string[] } {
  const { document, left } = adaptOperations(parseDefinitions([{ file: 'a.graphql', text }]), schema);
  return { text: print(document), left };
}

const adaptations = rowsOf(`
is kept as it is
  ? query A($id: ID!) { device(id: $id) { name } }
  = query A($id: ID!) { device(id: $id) { name } }
loses a selection that has nothing left, and its variable
  ? query A($id: ID!, $first: Int) { device(id: $id) { name team(first: $first) { name } } }
  = query A($id: ID!) { device(id: $id) { name } }
loses the part for a type that is gone
  ? { node { id ... on Sensor { id } } }
  = { node { id } }
loses a fragment that has nothing left, and its spreads
  ? { node { id ...Serial } } fragment Serial on Device { serial }
  = { node { id } }
loses an argument that is gone, and its variable
  ? query A($id: ID!, $at: Int) { device(id: $id, at: $at) { name } }
  = query A($id: ID!) { device(id: $id) { name } }
loses a directive that is gone
  ? query A($id: ID!) { device(id: $id) { name @slow } }
  = query A($id: ID!) { device(id: $id) { name } }
loses a directive that now requires an argument
  ? query A($id: ID!) { device(id: $id) { name @late } }
  = query A($id: ID!) { device(id: $id) { name } }
gets variables for arguments that are now required
  ? mutation A($id: ID!) { rename(id: $id, name: "new") { id } }
  = mutation A($id: ID!, $reason: String!) { rename(id: $id, name: "new", reason: $reason) { id } }
takes a variable that it has for an argument that is now required
  ? mutation A($id: ID!, $reason: String!) { rename(id: $id, name: $reason) { id } }
  = mutation A($id: ID!, $reason: String!) { rename(id: $id, name: $reason, reason: $reason) { id } }
gets the type of a variable that is now wanted, without its default value
  ? query A($words: Int = 5) { search(text: $words) { id } }
  = query A($words: String!) { search(text: $words) { id } }
gets a variable for an enum value that is gone
  ? query A($first: Int!) { devices(state: LOST, first: $first) { id } }
  = query A($first: Int!, $state: State!) { devices(first: $first, state: $state) { id } }
gets a variable for an input object that is incomplete
  ? mutation A { tag(input: { label: "a" }) { id } }
  = mutation A($input: TagInput!) { tag(input: $input) { id } }
loses a field of an input object that is gone
  ? mutation A { tag(input: { label: "a", colour: "b", size: 1 }) { id } }
  = mutation A { tag(input: { label: "a", colour: "b" }) { id } }
`);

test.each(adaptations)('an operation $what', (row) => {
  expect(adapted(row.one('?'))).toEqual({ text: printed(row.one('=')), left: [] });
});

test('an operation that does not come right is left out and named, and no other', () => {
  const torn = 'mutation Torn($id: ID!) { rename(id: $id, name: "a") { id } retire(id: $id) { id } }';
  expect(adapted(`${torn} query Kept { node { id name } }`)).toEqual({
    text: printed('query Kept { node { id } }'),
    left: ['Torn'],
  });
});

test('what is no change of the schema is left to the generator to report', () => {
  const text = 'query A { node { id } }\nfragment Unused on Device { name }\nquery A { node { id } }\n{ node { id } }';
  expect(adapted(text)).toEqual({ text: printed(text), left: [] });
});
