import { expect, test } from 'vitest';
import { generateText } from './generate-text.ts';

const schema = `
scalar DateTime
"What it shines in."
enum Color { RED BLUE }
input Filter { color: Color = RED, ids: [ID!], nested: Filter, tags: [String] }
interface Named { name: String! }
type Device implements Named { id: ID!, name: String!, color: Color!, colors: [Color], at: DateTime }
type App implements Named { id: ID!, name: String!, device: Device }
type Team { devices(filter: Filter, id: ID, color: Color): [Device!]!, named: [Named!]! }
type Query { team: Team! }
type Mutation { rename(id: ID!, name: String!): Device }
`;

test('the output is the same, byte for byte, for any order of files, definitions and the schema', async () => {
  const a = 'query A { team { devices { ...Core } } }';
  const b = 'mutation B($id: ID!) { rename(id: $id, name: "x") { ...Core at } }';
  const core = 'fragment Core on Device { id name }';
  const first = await generateText(schema, { 'a.graphql': a, 'b.graphql': b, 'c.graphql': core });
  const backwards = schema.split('\n').reverse().join('\n');
  const second = await generateText(backwards, { '1.graphql': `${core}\n${b}`, '2.graphql': a });
  expect(second).toBe(first);
});

test('a document holds exactly the fragments that its operation uses, each once, in the order of first use', async () => {
  const text = await generateText(schema, {
    'fragments.graphql': `fragment Two on Device { name } fragment One on Device { id ...Two } fragment Three on Team { named { name } }`,
    'operations.graphql': `query A { team { devices { ...One ...Two ... on Device { ...One } } } } query B { team { ...Three } }`,
  });
  const [, a, b] =
    /new TypedOperation<\w+, \w+>\(\n\s*`(.*?)`.*new TypedOperation<\w+, \w+>\(\n\s*`(.*?)`/s.exec(text) ?? [];
  expect(a?.match(/fragment \w+/g)).toEqual(['fragment One', 'fragment Two']);
  expect(b?.match(/fragment \w+/g)).toEqual(['fragment Three']);
});
