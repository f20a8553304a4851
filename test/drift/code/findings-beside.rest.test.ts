import { beforeAll, expect, test } from 'vitest';
import { generate } from '../../../src/codegen/generate.ts';
import { rowsOf } from '../../helpers/rows.ts';
import { Project } from '../helpers/check.ts';
import { compilerOptions, configFile, operationModule } from './projects.ts';

const sdl = `
type Query { device(id: ID!): Device, search: [Found!]!, pair: Pair!, limit: Limit! }
type Mutation { rename(id: ID!, name: String!): Device, tag(input: TagInput!): Device }
type Device { id: ID!, name: String!, serial: String, state: State!, ticks: Int!, owner: Owner, note: String! }
type Limit { cost: Int! }
type Owner { login: String! }
type Team { id: ID!, title: String! }
type Sensor { id: ID! }
type Pair { left: Side!, right: Side! }
type Side { text: String! }
union Found = Device | Team
enum State { ON OFF LOST }
input TagInput { label: String!, colour: String, size: Int }
`;

/** Every one of these breaks code. */
const moves = [
  ['name: String!, serial: String,', 'name: String,'],
  ['ticks: Int!', 'ticks: String!'],
  ['note: String!', 'note: String'],
  ['login: String!', 'handle: String!'],
  ['union Found = Device | Team', 'union Found = Device | Team | Sensor'],
  [' LOST', ''],
  ['name: String!): Device,', 'name: String!, reason: String!): Device,'],
  ['colour: String, size: Int', 'size: String, weight: Int!'],
  ['right: Side!', 'right: [Side!]'],
  ['type Limit { cost: Int! }', 'union Limit = Team'],
] as const;

const moved = moves.reduce<string>((text, [from, to]) => {
  if (!text.includes(from)) throw new Error(`The schema does not hold ${from}.`);
  return text.replace(from, to);
}, sdl);

const operations = `
query One($id: ID!) { device(id: $id) { name state ticks } }
query Gone($id: ID!) { device(id: $id) { id name note serial owner { login } } }
query Search { search { __typename ... on Device { id } ... on Team { id title } } }
query Costs { limit { cost } pair { left { text } } }
query Pairs { pair { left { ...Side } right { ...Side } } }
fragment Side on Side { text }
mutation Rename($id: ID!, $name: String!) { rename(id: $id, name: $name) { id } }
mutation Tag($input: TagInput!) { tag(input: $input) { id } }
`;

const head = `import { type CostsQuery, type GoneQuery, type OneQuery, type PairsQuery, Rename, type SearchQuery, type State, type TagInput } from './generated/api.js';
import type { Client } from './operation.js';
type Device = NonNullable<OneQuery['device']>;
type Gone = NonNullable<GoneQuery['device']>;
type Found = SearchQuery['search'][number];
interface Own { name: string }
declare const print: (text: string) => string;
declare const show: (own: Own) => void;
`;

/** What is wrong with a line, the line, and the findings that it stands beside. */
const rows = rowsOf(`
a null is read (TS18047)
  > export const a = (it: Device) => it.name.trim();
  = Device.name
a null is returned (TS2322)
  > export const c = ({ name }: Device): string => name;
  = Device.name
a null is in an object that is passed on (TS2345)
  > export const e = (it: Device) => show(it);
  = Device.name
a field is gone (TS2339)
  > export const j = (it: Gone) => it.serial;
  = Device.serial
an object is gone with all that was in it (TS2339)
  > export const l = (it: Gone) => it.owner;
  = nothing
a number is a text: it lacks a method (TS2339)
  > export const m = (it: Device) => it.ticks.toFixed();
  = Device.ticks
a number is a text: it is calculated with (TS2362)
  > export const n = (it: Device) => it.ticks * 2;
  = Device.ticks
a comparison cannot be true (TS2367)
  > export const o = (it: Device) => it.state === 'LOST';
  = State.LOST
a case is missing (TS2322)
  > export const s = (it: Found) => { switch (it.__typename) { case 'Device': return; case 'Team': return; default: { const never: never = it; return never; } } };
  = Found
a field is not in each variant (TS2339)
  > export const t = (all: Found[]) => { for (const it of all) print(it.id); };
  = Found
a variable is missing (TS2345)
  > export const u = (client: Client) => client.request(Rename, { id: '1', name: 'a' });
  = Mutation.rename(reason:)
a field of an input is gone (TS2353)
  > export const w = (weight: { weight: number }): TagInput => ({ label: 'a', colour: 'red', ...weight });
  = TagInput.colour
a field of an input is missing (TS2741)
  > export const x: TagInput = { label: 'a' };
  = TagInput.weight
a field of an input has another type (TS2322)
  > export const y = (weight: { weight: number }): TagInput => ({ label: 'a', size: 1, ...weight });
  = TagInput.size, TagInput.weight
a change that is found in another operation
  > export const A = (it: Gone) => it.name.trim();
  = Device.name
what else changed in an operation that is broken
  > export const B = (it: Gone) => it.note.trim();
  = Device.note
a list is read as an object, and another object of its type is not
  > export const z = ({ pair }: PairsQuery) => [pair.left.text, pair.right.text];
  = Pair.right
an object is a union now (TS2339)
  > export const C = (it: CostsQuery) => it.limit;
  = nothing
`);

interface Line {
  readonly line: number;
}

interface Report {
  readonly findings: readonly { readonly coordinate: string; readonly codePlaces: readonly Line[] }[];
  readonly code: { readonly unexplained: readonly Line[] };
}

const found = new Map<number, string[]>();

beforeAll(async () => {
  await using project = await Project.create({
    'package.json': '{ "type": "module" }',
    'schema.graphql': sdl,
    'live.graphql': moved,
    'operations/all.graphql': operations,
    'codegen.mjs': configFile(),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'src/operation.ts': operationModule,
    'src/report.ts': head + rows.map((row) => `${row.one('>')}\n`).join(''),
  });
  await project.install('typescript', 'node_modules/typescript');
  await generate('codegen.mjs', { check: false, cwd: project.folder });
  const args = ['--config', 'codegen.mjs', '--live', 'live.graphql', '--code', '--format', 'json'];
  const { findings, code }: Report = JSON.parse((await project.check(args, {})).stdout);
  const beside = findings.flatMap((it) => it.codePlaces.map(({ line }) => [line, it.coordinate] as const));
  for (const [line, name] of [...beside, ...code.unexplained.map(({ line }) => [line, 'nothing'] as const)])
    found.set(line, [...(found.get(line) ?? []), name]);
});

test.each(rows)('among many changes, a line stands beside those that it names: $what', (row) => {
  const line = head.split('\n').length + rows.indexOf(row);
  expect([...new Set(found.get(line))].join(', ')).toBe(row.one('='));
});

test('no other line is listed', () => {
  expect(found.size).toBe(rows.length);
});
