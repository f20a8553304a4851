import { GraphQLObjectType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { resultType, textIds } from '../../../src/drift/compare/result-type.ts';
import { compareResults } from '../../../src/drift/compare/results.ts';
import { usageLookup } from '../../../src/drift/compare/usage.ts';
import type { Fact } from '../../../src/drift/model/finding.ts';
import { parseOperations } from '../../../src/graphql/parse-operations.ts';
import { changeCases, edited, findingLines, schemaOf, titled } from '../helpers/findings.ts';

const sdl = `
  scalar Day
  enum State { ON OFF }
  enum Mode { ON OFF }
  interface Node { id: ID! name: String mark: String }
  interface Owned { owner: String! }
  interface Spare { id: ID! }
  union Found = Device | Team | Site
  union Other = Device | Team | Site
  union Listed = Device
  type Device implements Node & Owned {
    id: ID! name: String mark: String owner: String! label: String day: Day state: State states: [State!] days: [Day]
    team: Team! next: Device size: Int weight: Float
  }
  type Gadget implements Node & Owned { id: ID! name: String mark: String owner: String! label: String! team: Team! next: Device size: Int }
  type Team implements Node { id: ID! name: String mark: String device: Device lead: Owned }
  type Site implements Node & Owned & Spare { id: ID! name: String mark: String! owner: String! }
  type Query { device: Device devices: [Device!] node: Node found: Found owned: Owned! team: Team both: [Found!]! set(state: State): Int constructor: String }
`;

const cases = changeCases(
  `
a field with the name of a member of every object
  ~ constructor: String ⇒ constructor: Int
  ? { constructor }
  = types breaking type-changed | Query.constructor changed its type from String to Int. | String → Int | 1:3
an interface that an object type leaves
  ~ type Device implements Node & Owned ⇒ type Device implements Owned
  ? { found { ... on Node { id name } ... on Owned { owner } } }
  = types breaking fragment-match-changed | Device no longer implements Node: it no longer returns id, name here. | id, name →  | 1:3
  ? query Q($if: Boolean!) { found { ... on Node { id } ... on Device @include(if: $if) { id } } }
  = types breaking fragment-match-changed | Device no longer implements Node: it no longer returns id here. | id →  | 1:26
another enum with fewer values
  ~ state: State states ⇒ state: Mode states
  ~ Mode { ON OFF ⇒ Mode { ON
  = types safe type-changed | Device.state changed its type from State to Mode. | State → Mode | 1:12
another object type that becomes non-null
  ~ device: Device devices ⇒ device: Gadget! devices
  ? { device { id } }
  = types safe type-changed | Query.device changed its type from Device to Gadget!. | Device → Gadget! | 1:3
another object type
  ~ device: Device devices ⇒ device: Gadget devices
  ? { device { id __typename } }
  = types breaking type-changed | Query.device changed its type from Device to Gadget. | Device → Gadget | 1:3
another object type in which an enum lost a value
  ~ device: Device devices ⇒ device: Gadget devices
  ~ size: Int } ⇒ size: Int state: State }
  ~ State { ON OFF ⇒ State { ON
  = types unclear type-changed | Query.device changed its type from Device to Gadget. | Device → Gadget | 1:3
an interface in place of an object type, with a field that may be null
  ~ device: Device devices ⇒ device: Node devices
  ~ interface Node { id: ID! ⇒ interface Node { id: ID
  ~ Team implements Node { id: ID! ⇒ Team implements Node { id: ID
  ? { device { id name } }
  = types breaking type-changed | Query.device changed its type from Device to Node. | Device → Node | 1:3
a union with fewer members in place of another
  ~ found: Found ⇒ found: Listed
  ? { found { ... on Device { id } } }
  = types safe type-changed | Query.found changed its type from Found to Listed. | Found → Listed | 1:3
an enum in a list that gained and lost a value, where null may come
  ~ states: [State!] ⇒ states: [State]
  ~ State { ON OFF ⇒ State { ON AUTO
  ? { device { states } }
  = types breaking nullability-changed | Device.states changed its type from [State!] to [State]. | [State!] → [State] | 1:12
  = types breaking enum-value-added | State.AUTO was added: results may now contain it. |  → AUTO | 1:12
  = types unclear enum-value-removed | State.OFF was removed: results no longer contain it. Code that compares with it no longer compiles. | OFF →  | 1:12
a union that gained a member whose fields are narrower
  ~ Found = Device | Team | Site ⇒ Found = Device | Team | Site | Gadget
  ~ type Gadget implements Node & Owned { id: ID! name: String mark ⇒ type Gadget implements Node & Owned { id: ID! name: String! mark
  ? { found { ... on Node { name } } }
  = types safe possible-type-added | Gadget now belongs to Found: results may now contain it. |  → Gadget | 1:3
a union that gained a member with new fields
  ~ Found = Device | Team | Site ⇒ Found = Device | Team | Site | Query
  ? { found { ... on Node { id } } }
  = types breaking possible-type-added | Query now belongs to Found: results may now contain it. |  → Query | 1:3
a union that lost a member
  ~ Found = Device | Team | Site ⇒ Found = Device | Site
  ? { found { ... on Owned { owner } ... on Node { id } } }
  = types safe possible-type-removed | Team no longer belongs to Found: results no longer contain it. | Team →  | 1:3
an interface that lost a type, whose name is read
  ~ Team implements Node ⇒ Team
  ? { node { __typename } }
  = types unclear possible-type-removed | Team no longer implements Node: results no longer contain it. Code that compares \`__typename\` with it no longer compiles. | Team →  | 1:3
an interface that an object type joins
  ~ Team implements Node ⇒ Team implements Node & Owned
  ~ lead: Owned } ⇒ lead: Owned owner: String! }
  ? { owned { owner } team { id ... on Owned { owner } } found { ... on Owned { owner } } }
  = types breaking fragment-match-changed | Team now implements Owned: it now returns owner here. |  → owner | 1:54
an interface that an object type leaves, read under a condition
  ~ type Device implements Node & Owned ⇒ type Device implements Node
  ? query Q($if: Boolean!) { found { ... on Node { id } ... on Owned @include(if: $if) { owner } ... on Team { team: id } } }
  = types safe fragment-match-changed | Device no longer implements Owned: it no longer returns owner here. | owner →  | 1:26
an object type that leaves one interface and joins another
  ~ type Device implements Node & Owned ⇒ type Device implements Node & Spare
  ? { found { ... on Node { id } ... on Owned { owner } ... on Spare { spare: id } } }
  = types breaking fragment-match-changed | Device no longer implements Owned and now implements Spare: it no longer returns owner and it now returns spare here. | owner → spare | 1:3
an interface that an object type joins
  ~ type Device implements Node & Owned ⇒ type Device implements Node & Owned & Spare
  ? { found { ... on Spare { id } ... on Team { id } } }
  = types breaking fragment-match-changed | Device now implements Spare: it now returns id here. |  → id | 1:3
  ? query Q($if: Boolean!) { found { ... on Spare { id } ... on Device @include(if: $if) { id } } }
  = types safe fragment-match-changed | Device now implements Spare: it now returns id here. |  → id | 1:26
an object type that joins a union for which there is a fragment
  ~ union Listed = Device ⇒ union Listed = Device | Team
  ? { found { ... on Listed { ... on Node { id } } ... on Team { name } } }
  = types safe fragment-match-changed | Team matches other fragments: it now returns id here. |  → id | 1:3
a field of two object types that the interface declares more widely
  ~ /(?<!Node \\{ id: ID! )name: String(?= )/ ⇒ name: String!
  ? { node { name } found { ... on Node { name } } }
  = types safe nullability-changed | Device.name changed its type from String to String!. | String → String! | 1:10 1:39
  = types safe nullability-changed | Gadget.name changed its type from String to String!. | String → String! | 1:10
  = types safe nullability-changed | Site.name changed its type from String to String!. | String → String! | 1:10 1:39
an interface that an object type joins, with fields of others
  ~ type Team implements Node ⇒ type Team implements Node & Spare
  ? { found { ... on Spare { id: id spare: id } ... on Team { name } } }
  = types safe fragment-match-changed | Team now implements Spare: it now returns id, spare here. |  → id, spare | 1:3
a field that an interface declares now as one object type did
  ~ /mark: String!?/ ⇒ mark: [String]
  ? { node { mark } }
  = types breaking type-changed | Node.mark changed its type from String to [String]. | String → [String] | 1:10
  = types breaking type-changed | Site.mark changed its type from String! to [String]. | String! → [String] | 1:10
a field that only an interface declared as it is
  ~ id: ID! name: String mark: String! owner ⇒ id: ID! name: String mark: String owner
  ~ interface Node { id: ID! name: String mark: String } ⇒ interface Node { id: ID! name: String }
  ? { node { ... on Owned { owner } ... on Site { mark } } }
  = types breaking nullability-changed | Site.mark changed its type from String! to String. | String! → String | 1:47
a union that gained a member with the fields of another, and a field that changed
  ~ Found = Device | Team | Site ⇒ Found = Device | Team | Site | Gadget
  ~ size: Int weight ⇒ size: String weight
  ? { found { ... on Owned { owner } ... on Device { size } } }
  = types breaking type-changed | Device.size changed its type from Int to String. | Int → String | 1:50
a union that lost a member with the fields of another, and a field that changed
  ~ Found = Device | Team | Site ⇒ Found = Device | Site
  ~ size: Int weight ⇒ size: String weight
  ? { found { ... on Device { size } } }
  = types breaking type-changed | Device.size changed its type from Int to String. | Int → String | 1:27
two members that read now as the other did, and a field that changed
  ~ type Device implements Node & Owned ⇒ type Device implements Node
  ~ Team implements Node { ⇒ Team implements Node & Owned { owner: String!
  ~ mark: String! owner ⇒ mark: [String] owner
  ~ /mark: String(?= )/ ⇒ mark: [String]
  ? { found { ... on Owned { owner } ... on Node { id } ... on Site { mark } } }
  = types breaking type-changed | Site.mark changed its type from String! to [String]. | String! → [String] | 1:67
an open enum that gained and lost a value
  * {"openEnums":true}
  ~ { ON OFF ⇒ { ON AUTO
  = types safe enum-value-added | State.AUTO was added: results may now contain it. |  → AUTO | 1:12
  = types safe enum-value-removed | State.OFF was removed: results no longer contain it. | OFF →  | 1:12
a text in place of an open enum
  * {"openEnums":true}
  ~ state: State states ⇒ state: String states
  = types safe type-changed | Device.state changed its type from State to String. | State → String | 1:12
a number in place of an open enum
  * {"openEnums":true}
  ~ state: State states ⇒ state: Int states
  = types breaking type-changed | Device.state changed its type from State to Int. | State → Int | 1:12
another open enum
  * {"openEnums":true}
  ~ state: State states ⇒ state: Mode states
  ~ Mode { ON OFF ⇒ Mode { ON AUTO
  = types safe type-changed | Device.state changed its type from State to Mode. | State → Mode | 1:12
a scalar of type \`any\` in place of an enum
  * {"scalars":{"State":"any"}}
  ~ enum State { ON OFF } ⇒ scalar State
  = types safe type-changed | State is now a scalar; it was an enum. | an enum → a scalar | 1:12
a scalar with one type in results and another in variables
  * {"scalars":{"Day":{"input":"Date","output":"string"}}}
  ~ label: String day: Day ⇒ label: Day day: Day
  ? { device { label } }
  = behaviour unclear scalar-changed | Device.label changed from String to Day; the generated type stays string. | String → Day | 1:12
`,
  '{ device { state } }',
);

test.each(titled(cases))('a change of a result is judged: %s', (_title, change) => {
  expect(findingLines(sdl, change)).toEqual(change.findings);
});

/** The reported facts of two results of one operation. */
function reported(text: string, live = sdl): readonly string[] {
  const { document, ...operation } = parseOperations([{ file: 'a.graphql', text }])[0] ?? expect.unreachable();
  const schemas = [schemaOf(sdl), schemaOf(live)] as const;
  const shared = {
    fragments: operation.fragments,
    mapping: { scalars: {}, openEnums: false },
    idOfText: textIds(),
  };
  const [old, now] = schemas.map((schema) => resultType({ ...shared, schema }, operation.node));
  const usage = usageLookup(document);
  const messages: string[] = [];
  if (old === undefined || now === undefined) return messages;
  const context = {
    snapshotUsage: usage(schemas[0]),
    liveUsage: usage(schemas[1]),
    report: (fact: Fact) => messages.push(fact.message),
  };
  compareResults(context, old, now, operation.node);
  return messages;
}

test('a change is reported equally often at any depth, however many ways lead to it', () => {
  const levels = (count: number): string => {
    const fragments = Array.from(
      { length: count },
      (_, at) => `fragment F${at} on Device { a: next { ...F${at + 1} } b: next { ...F${at + 1} } }`,
    );
    return `query Q { device { ...F0 } } ${fragments.join(' ')} fragment F${count} on Device { label }`;
  };
  const worse = edited(sdl, [['label: String day', 'label: Int day']]);
  expect(reported(levels(8), worse)).toEqual(reported(levels(2), worse));
  expect(reported(levels(2), worse)).toContain('Device.label changed its type from String to Int.');
});

test('an operation whose root type the schema lacks has no result', () => {
  expect(reported('subscription { a }')).toEqual([]);
});

test('a difference that no rule explains is breaking', () => {
  const type = new GraphQLObjectType({ name: 'Device', fields: {} });
  const messages: string[] = [];
  const usage = usageLookup(parse('{ a }'))(schemaOf(sdl));
  const report = ({ direction, message }: Fact) => messages.push(`${direction} ${message}`);
  const context = { snapshotUsage: usage, liveUsage: usage, report };
  const objects = { kind: 'objects', type, variants: [] } as const;
  compareResults(context, { ...objects, id: 1 }, { ...objects, id: 2 }, parse('{ a }'));
  expect(messages).toEqual(['breaking Device is now an object type; it was an object type.']);
});
