import { describe, expect, test } from 'vitest';
import { edited, findingLines, type SchemaEdit } from '../helpers/findings.ts';

const sdl = `
  scalar Day
  enum State { ON OFF }
  enum Mode { ON OFF }
  interface Node { id: ID! name: String }
  interface Owned { owner: String! }
  interface Spare { id: ID! }
  union Found = Device | Team | Site
  union Other = Device | Team | Site
  union Listed = Device
  type Device implements Node & Owned {
    id: ID! name: String owner: String! label: String day: Day state: State states: [State!] days: [Day]
    team: Team! next: Device size: Int weight: Float
  }
  type Gadget implements Node & Owned { id: ID! name: String owner: String! label: String! team: Team! next: Device size: Int }
  type Team implements Node { id: ID! name: String device: Device lead: Owned }
  type Site implements Node & Owned & Spare { id: ID! name: String owner: String! }
  type Query { device: Device devices: [Device!] node: Node found: Found owned: Owned! team: Team both: [Found!]! }
`;

type Row = readonly [what: string, edits: readonly SchemaEdit[], operation: string, findings: readonly string[]];

const rows: readonly Row[] = [
  [
    'another object type that may be null no more',
    [['device: Device devices', 'device: Gadget! devices']],
    '{ device { id } }',
    ['types safe type-changed | Query.device changed its type from Device to Gadget!. | Device → Gadget! | 1:3'],
  ],
  [
    'another object type that may be null no more, with a worse field',
    [
      ['device: Device devices', 'device: Gadget! devices'],
      ['next: Device size: Int }', 'next: Device size: String }'],
    ],
    '{ device { size } }',
    ['types breaking type-changed | Query.device changed its type from Device to Gadget!. | Device → Gadget! | 1:3'],
  ],
  [
    'another object type with the same fields',
    [['device: Device devices', 'device: Gadget devices']],
    '{ device { id next { id } } }',
    [],
  ],
  [
    'another object type with a better field',
    [['device: Device devices', 'device: Gadget devices']],
    '{ device { label } }',
    ['types safe type-changed | Query.device changed its type from Device to Gadget. | Device → Gadget | 1:3'],
  ],
  [
    'another object type with a worse field',
    [
      ['device: Device devices', 'device: Gadget devices'],
      ['next: Device size: Int }', 'next: Device size: String }'],
    ],
    '{ device { label size } }',
    ['types breaking type-changed | Query.device changed its type from Device to Gadget. | Device → Gadget | 1:3'],
  ],
  [
    'another object type, whose name is read',
    [['device: Device devices', 'device: Gadget devices']],
    '{ device { id __typename } }',
    ['types breaking type-changed | Query.device changed its type from Device to Gadget. | Device → Gadget | 1:3'],
  ],
  [
    'another object type in which an enum lost a value',
    [
      ['device: Device devices', 'device: Gadget devices'],
      ['size: Int }', 'size: Int state: State }'],
      ['State { ON OFF', 'State { ON'],
    ],
    '{ device { state } }',
    ['types unclear type-changed | Query.device changed its type from Device to Gadget. | Device → Gadget | 1:3'],
  ],
  [
    'another object type in a list',
    [['devices: [Device!]', 'devices: [Gadget]']],
    '{ devices { id } }',
    [
      'types breaking type-changed | Query.devices changed its type from [Device!] to [Gadget]. | [Device!] → [Gadget] | 1:3',
    ],
  ],
  [
    'an object type in place of a list of it',
    [['devices: [Device!]', 'devices: Device']],
    '{ devices { id } }',
    [
      'types breaking type-changed | Query.devices changed its type from [Device!] to Device. | [Device!] → Device | 1:3',
    ],
  ],
  [
    'an interface in place of an object type',
    [['device: Device devices', 'device: Node devices']],
    '{ device { id name } }',
    [],
  ],
  [
    'an interface in place of an object type, with a field that may be null',
    [
      ['device: Device devices', 'device: Node devices'],
      ['interface Node { id: ID!', 'interface Node { id: ID'],
      ['Team implements Node { id: ID!', 'Team implements Node { id: ID'],
    ],
    '{ device { id name } }',
    ['types breaking type-changed | Query.device changed its type from Device to Node. | Device → Node | 1:3'],
  ],
  [
    'a union with the same members in place of another',
    [['found: Found', 'found: Other']],
    '{ found { ... on Device { id } ... on Team { name } } }',
    [],
  ],
  [
    'a union with fewer members in place of another',
    [['found: Found', 'found: Listed']],
    '{ found { ... on Device { id } } }',
    ['types safe type-changed | Query.found changed its type from Found to Listed. | Found → Listed | 1:3'],
  ],
  [
    'a union with fewer members in place of another, and a better field',
    [
      ['found: Found', 'found: Listed'],
      ['implements Node & Owned {\n    id: ID! name: String ', 'implements Node & Owned {\n    id: ID! name: String! '],
    ],
    '{ found { ... on Device { name } } }',
    ['types safe type-changed | Query.found changed its type from Found to Listed. | Found → Listed | 1:3'],
  ],
  [
    'a union with fewer members in place of another, and a worse field',
    [
      ['found: Found', 'found: Listed'],
      ['label: String day', 'label: Int day'],
    ],
    '{ found { ... on Device { label } } }',
    ['types breaking type-changed | Query.found changed its type from Found to Listed. | Found → Listed | 1:3'],
  ],
  [
    'a union with more members in place of another',
    [
      ['found: Found', 'found: Other'],
      ['Other = Device | Team | Site', 'Other = Device | Team | Site | Gadget'],
    ],
    '{ found { ... on Device { id } ... on Node { name } } }',
    [],
  ],
  [
    'an enum in place of another with the same values',
    [['state: State states', 'state: Mode states']],
    '{ device { state } }',
    [],
  ],
  [
    'an enum in place of another with more values',
    [
      ['state: State states', 'state: Mode states'],
      ['Mode { ON OFF', 'Mode { ON OFF AUTO'],
    ],
    '{ device { state } }',
    ['types breaking type-changed | Device.state changed its type from State to Mode. | State → Mode | 1:12'],
  ],
  [
    'a text in place of an enum',
    [['state: State states', 'state: String states']],
    '{ device { state } }',
    ['types breaking type-changed | Device.state changed its type from State to String. | State → String | 1:12'],
  ],
  [
    'an enum in place of a text',
    [['label: String day', 'label: State day']],
    '{ device { label } }',
    ['types safe type-changed | Device.label changed its type from String to State. | String → State | 1:12'],
  ],
  [
    'a scalar that becomes an enum',
    [['scalar Day', 'enum Day { MONDAY }']],
    '{ device { day days } }',
    ['types safe type-changed | Day is now an enum; it was a scalar. | a scalar → an enum | 1:12 1:16'],
  ],
  [
    'an enum that becomes a scalar',
    [['enum State { ON OFF }', 'scalar State']],
    '{ device { state } }',
    ['types breaking type-changed | State is now a scalar; it was an enum. | an enum → a scalar | 1:12'],
  ],
  [
    'an enum in a list that gained and lost a value, where null may come',
    [
      ['states: [State!]', 'states: [State]'],
      ['State { ON OFF', 'State { ON AUTO'],
    ],
    '{ device { states } }',
    [
      'types breaking nullability-changed | Device.states changed its type from [State!] to [State]. | [State!] → [State] | 1:12',
      'types breaking enum-value-added | State.AUTO was added: results may now contain it. |  → AUTO | 1:12',
      'types unclear enum-value-removed | State.OFF was removed: results no longer contain it. Code that compares with it no longer compiles. | OFF →  | 1:12',
    ],
  ],
  [
    'a number that may have a fraction',
    [['size: Int weight', 'size: Float weight']],
    '{ device { size } }',
    [
      'behaviour unclear scalar-changed | Device.size changed from Int to Float; the generated type stays number. | Int → Float | 1:12',
    ],
  ],
  [
    'two fields of one object',
    [
      ['label: String day', 'label: Int day'],
      ['size: Int weight', 'size: String weight'],
    ],
    '{ device { label size } }',
    [
      'types breaking type-changed | Device.label changed its type from String to Int. | String → Int | 1:12',
      'types breaking type-changed | Device.size changed its type from Int to String. | Int → String | 1:18',
    ],
  ],
  [
    'one field at two places',
    [['label: String day', 'label: Int day']],
    '{ device { label next { label } } }',
    ['types breaking type-changed | Device.label changed its type from String to Int. | String → Int | 1:12 1:25'],
  ],
  [
    'one field under two names, and twice',
    [['label: String day', 'label: Int day']],
    '{ device { label label a: label } }',
    ['types breaking type-changed | Device.label changed its type from String to Int. | String → Int | 1:12 1:18 1:24'],
  ],
  [
    'a union that gained a member which reads like another',
    [['Found = Device | Team | Site', 'Found = Device | Team | Site | Gadget']],
    '{ found { ... on Node { name } } }',
    [],
  ],
  [
    'a union that gained a member which reads like none',
    [['Found = Device | Team | Site', 'Found = Device | Team | Site | Query']],
    '{ found { ... on Node { id } } }',
    ['types breaking possible-type-added | Query now belongs to Found: results may now contain it. |  → Query | 1:3'],
  ],
  [
    'a union that gained a member, whose name is read',
    [['Found = Device | Team | Site', 'Found = Device | Team | Site | Gadget']],
    '{ found { __typename ... on Node { name } } }',
    ['types breaking possible-type-added | Gadget now belongs to Found: results may now contain it. |  → Gadget | 1:3'],
  ],
  [
    'a union that lost a member which reads like another',
    [['Found = Device | Team | Site', 'Found = Device | Site']],
    '{ found { ... on Node { name } } }',
    [],
  ],
  [
    'a union that lost a member which reads like none',
    [['Found = Device | Team | Site', 'Found = Team | Site']],
    '{ found { ... on Device { id } ... on Node { name } } }',
    [
      'broken breaking possible-type-removed | Found can no longer be Device, so this fragment can never match. | Device →  | 1:11',
    ],
  ],
  [
    'a union that lost a member, whose name is read',
    [['Found = Device | Team | Site', 'Found = Team | Site']],
    '{ found { __typename ... on Node { name } } }',
    [
      'types unclear possible-type-removed | Device no longer belongs to Found: results no longer contain it. Code that compares `__typename` with it no longer compiles. | Device →  | 1:3',
    ],
  ],
  [
    'an interface that lost a type, whose name is read',
    [['Team implements Node', 'Team']],
    '{ node { __typename } }',
    [
      'types unclear possible-type-removed | Team no longer implements Node: results no longer contain it. Code that compares `__typename` with it no longer compiles. | Team →  | 1:3',
    ],
  ],
  [
    'an interface that an object type joins',
    [
      ['Team implements Node', 'Team implements Node & Owned'],
      ['lead: Owned }', 'lead: Owned owner: String! }'],
    ],
    '{ owned { owner } team { id ... on Owned { owner } } found { ... on Owned { owner } } }',
    ['types breaking fragment-match-changed | Team now implements Owned: it now returns owner here. |  → owner | 1:54'],
  ],
  [
    'an interface that an object type leaves',
    [['type Device implements Node & Owned', 'type Device implements Node']],
    '{ found { ... on Node { id } ... on Owned { owner } ... on Team { team: id } } }',
    [
      'types breaking fragment-match-changed | Device no longer implements Owned: it no longer returns owner here. | owner →  | 1:3',
    ],
  ],
  [
    'an interface that an object type leaves, with two fields',
    [['type Device implements Node & Owned', 'type Device implements Owned']],
    '{ found { ... on Node { id name } ... on Owned { owner } } }',
    [
      'types breaking fragment-match-changed | Device no longer implements Node: it no longer returns id, name here. | id, name →  | 1:3',
    ],
  ],
  [
    'an interface that an object type leaves, read under a condition',
    [['type Device implements Node & Owned', 'type Device implements Node']],
    'query Q($if: Boolean!) { found { ... on Node { id } ... on Owned @include(if: $if) { owner } ... on Team { team: id } } }',
    [
      'types safe fragment-match-changed | Device no longer implements Owned: it no longer returns owner here. | owner →  | 1:26',
    ],
  ],
  [
    'an object type that leaves one interface and joins another',
    [['type Device implements Node & Owned', 'type Device implements Node & Spare']],
    '{ found { ... on Node { id } ... on Owned { owner } ... on Spare { spare: id } } }',
    [
      'types breaking fragment-match-changed | Device no longer implements Owned and now implements Spare: it no longer returns owner and it now returns spare here. | owner → spare | 1:3',
    ],
  ],
  [
    'an object type that joins an interface, and is read by nothing else',
    [['type Device implements Node & Owned', 'type Device implements Node & Owned & Spare']],
    '{ found { ... on Spare { id } ... on Team { id } } }',
    ['types breaking fragment-match-changed | Device now implements Spare: it now returns id here. |  → id | 1:3'],
  ],
  [
    'a field that a fragment made certain',
    [['type Device implements Node & Owned', 'type Device implements Owned']],
    'query Q($if: Boolean!) { found { ... on Node { id } ... on Device @include(if: $if) { id } } }',
    [
      'types breaking fragment-match-changed | Device no longer implements Node: it no longer returns id here. | id →  | 1:26',
    ],
  ],
  [
    'a field that a fragment makes certain now',
    [['type Device implements Node & Owned', 'type Device implements Node & Owned & Spare']],
    'query Q($if: Boolean!) { found { ... on Spare { id } ... on Device @include(if: $if) { id } } }',
    ['types safe fragment-match-changed | Device now implements Spare: it now returns id here. |  → id | 1:26'],
  ],
  [
    'an object type that joins a union for which there is a fragment',
    [['union Listed = Device', 'union Listed = Device | Team']],
    '{ found { ... on Listed { ... on Node { id } } ... on Team { name } } }',
    ['types safe fragment-match-changed | Team matches other fragments: it now returns id here. |  → id | 1:3'],
  ],
  [
    'two object types that leave an interface',
    [
      ['type Device implements Node', 'type Device implements Spare'],
      ['type Team implements Node', 'type Team implements Spare'],
    ],
    '{ found { ... on Spare { x: id } ... on Node { id } ... on Owned { owner } } }',
    [
      'types breaking fragment-match-changed | Device no longer implements Node and now implements Spare: it no longer returns id and it now returns x here. | id → x | 1:3',
      'types breaking fragment-match-changed | Team no longer implements Node and now implements Spare: it no longer returns id and it now returns x here. | id → x | 1:3',
    ],
  ],
  [
    'a field of an interface',
    [[/name: String/g, 'name: [String]']],
    '{ node { name } }',
    ['types breaking type-changed | Node.name changed its type from String to [String]. | String → [String] | 1:10'],
  ],
  [
    'a field of an interface that an object type declared more narrowly',
    [
      [/name: String/g, 'name: [String]'],
      [
        'Site implements Node & Owned & Spare { id: ID! name: [String]',
        'Site implements Node & Owned & Spare { id: ID! name: [String!]',
      ],
    ],
    '{ node { name } }',
    [
      'types breaking type-changed | Node.name changed its type from String to [String]. | String → [String] | 1:10',
      'types breaking type-changed | Site.name changed its type from String to [String!]. | String → [String!] | 1:10',
    ],
  ],
  [
    'a field of two object types that the interface declares more widely',
    [[/(?<!Node \{ id: ID! )name: String /g, 'name: String! ']],
    '{ node { name } found { ... on Node { name } } }',
    [
      'types safe nullability-changed | Device.name changed its type from String to String!. | String → String! | 1:10 1:39',
      'types safe nullability-changed | Gadget.name changed its type from String to String!. | String → String! | 1:10',
      'types safe nullability-changed | Site.name changed its type from String to String!. | String → String! | 1:10 1:39',
    ],
  ],
  [
    'a field that an interface declares now as its object types did',
    [
      ['interface Node { id: ID! name: String }', 'interface Node { id: ID! name: String! }'],
      [/name: String /g, 'name: String! '],
    ],
    '{ found { ... on Node { name } } }',
    ['types safe nullability-changed | Node.name changed its type from String to String!. | String → String! | 1:25'],
  ],
];

describe('what a change of a result means', () => {
  test.each(rows)('%s', (_what, edits, operation, findings) => {
    expect(findingLines(sdl, edited(sdl, edits), operation)).toEqual(findings);
  });
});
