import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import { watchDrift } from '../../../src/drift/watch/watch-drift.ts';
import { ControlApiError, type GraphQLFormattedError, type ObservedDrift } from '../../../src/index.ts';
import { watchedOperation } from '../../helpers/watched-operation.ts';

/** The schema of the operations. */
const sdl = `
enum Color { RED BLUE }
input Place { site: ID!, rack: Int }
input Filter { near: Place }
interface Named { name: String! }
type Network { address: String! }
type Device implements Named { id: ID!, name: String!, network: Network }
type App implements Named { name: String!, note: String }
union Thing = Device | App
type Team { devices(filter: Filter, first: Int, color: Color): [Device!]!, things: [Thing] }
type Query { team: Team! }
type Mutation { move(id: ID!, place: Place!): Device! }
`;

const list = (selection: string): string => `query List { team { ${selection} } }`;
const byColor = 'query List($c: Color) { team { devices(color: $c) { id } } }';
const byPlace = 'mutation Move($place: Place!) { move(id: 1, place: $place) { id } }';
const byNumber = 'query List($n: Int) { team { devices(first: $n) { id } } }';
const moved = (from: string, to: string): string => {
  expect(sdl).toContain(from);
  return sdl.replace(from, to);
};
const other = (from: string, to: string): string => `${moved(from, to)} input Other { id: ID }`;

/** An operation, the live schema that refuses it in such words, and the named change; undefined without a change. */
const cases: Readonly<Record<string, readonly [operation: string, live: string, change: string | undefined]>> = {
  field: [
    list('devices { name }'),
    moved('Device implements Named { id: ID!, name', 'Device { id: ID!, label'),
    'field-removed Device.name',
  ],
  rootField: [list('devices { id }'), moved('{ team: Team! }', '{ crew: Team! }'), 'field-removed Query.team'],
  argument: [list('devices(first: 2) { id }'), moved('first: Int, ', ''), 'argument-removed Team.devices(first:)'],
  argumentRequired: [
    list('devices { id }'),
    moved('devices(', 'devices(site: ID!, '),
    'argument-required Team.devices(site:)',
  ],
  inputRemoved: [
    list('devices(filter: { near: { site: "1" } }) { id }'),
    moved('near: Place', 'rack: Int'),
    'input-field-removed Filter.near',
  ],
  inputRequired: [
    'mutation Move { move(id: 1, place: { site: "1" }) { id } }',
    moved('rack: Int', 'rack: Int, row: Int!'),
    'input-field-required Place.row',
  ],
  enumValue: [list('devices(color: RED) { id }'), moved('RED BLUE', 'BLUE'), 'enum-value-removed Color.RED'],
  type: [
    list('things { ... on App { note } }'),
    moved('Device | App', 'Device').replace(/type App.*/, ''),
    'type-removed App',
  ],
  union: [list('things { ... on App { note } }'), moved('Device | App', 'Device'), 'possible-type-removed Thing'],
  leaf: [
    list('devices { network { address } }'),
    moved('network: Network', 'network: String'),
    'type-changed Device.network',
  ],
  object: [
    list('devices { name }'),
    `${moved('Device implements Named { id: ID!, name: String!', 'Device { id: ID!, name: Name!')} type Name { first: String }`,
    'type-changed Device.name',
  ],
  variableType: [byNumber, moved('first: Int', 'first: String'), 'type-changed Team.devices(first:)'],
  literalType: [
    list('devices(first: 2) { id }'),
    moved('first: Int', 'first: Color'),
    'type-changed Team.devices(first:)',
  ],
  mutation: [
    'mutation Move { move(id: 1, place: { site: "1" }) { id } }',
    moved('type Mutation', 'type Other'),
    'root-removed Mutation',
  ],
  query: [list('devices { id }'), '', 'unknown'],
  inputType: [
    'query List($f: Filter) { team { devices(filter: $f) { id } } }',
    other('input Filter { near: Place }', '').replace('Filter', 'Other'),
    'type-removed Filter',
  ],
  inputKind: [
    'query List($f: Filter) { team { devices(filter: $f) { id } } }',
    other('input Filter { near: Place }', 'type Filter { near: Int }').replace(': Filter', ': Other'),
    'type-changed Team.devices(filter:), type-changed Filter',
  ],
  conflict: [
    list('things { ... on Device { name } ... on App { name } }'),
    moved('App implements Named { name: String!', 'App { name: String'),
    'fields-conflict App.name',
  ],
  kind: [
    list('things { ... on App { note } }'),
    moved('Device | App', 'Device').replace(/type App.*/, 'scalar App'),
    'type-changed App',
  ],
  literalNull: [
    list('devices(first: null) { id }'),
    moved('first: Int', 'first: Int! = 1'),
    'type-changed Team.devices(first:)',
  ],
  literalObject: [
    list('devices(filter: { near: { site: "1" } }) { id }'),
    moved('filter: Filter', 'filter: Int'),
    'type-changed Team.devices(filter:)',
  ],
  variableEnum: [byColor, moved('RED BLUE', 'BLUE'), 'enum-value-removed Color.RED'],
  variableRequired: [byPlace, moved('rack: Int', 'rack: Int, row: Int!'), 'input-field-required Place.row'],
  variableRemoved: [byPlace, moved(', rack: Int', ''), 'input-field-removed Place.rack'],
  ownEnum: [byColor, sdl, undefined],
  ownExtra: [byPlace, sdl, undefined],
  ownMissing: [byPlace, sdl, undefined],
  ownType: [byNumber, sdl, undefined],
  depth: [list('devices { name }'), sdl, undefined],
  cost: [list('devices { id }'), sdl, undefined],
};

interface Family {
  readonly server: string;
  readonly version: string;
  readonly source: string;
  readonly locations?: boolean;
  readonly errors: Readonly<Record<string, string | GraphQLFormattedError>>;
}

const families = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name): readonly [string, Family] => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')),
  ]);

const refusals = families.flatMap(([family, { errors, locations }]) =>
  Object.entries(errors).map(
    ([name, error]) =>
      [family, name, typeof error === 'string' ? { message: error } : error, locations !== false] as const,
  ),
);

/** A watcher for each case, which remembers the live schema. */
const watchers = new Map(
  Object.entries(cases).map(([name, [text, live]]) => {
    const schema = live === '' ? undefined : buildSchema(live);
    const watch = watchDrift();
    const call = {
      event: { callId: '1', origin: undefined, operationName: 'List', operationKind: 'query' },
      document: watchedOperation(sdl, text),
      now: 0,
      redactor: { text: (it: string) => it },
      ask: async (question: string) => {
        const { data, errors } = schema ? graphqlSync({ schema, source: question }) : { errors: [{ message: 'No.' }] };
        if (errors) throw new ControlApiError('graphql', 'It was refused.', { outcome: 'rejected', errors } as never);
        return data;
      },
    } as const;
    return [name, (error: GraphQLFormattedError) => watch({ ...call, errors: [error] })] as const;
  }),
);

/** The drift that a watcher finds for a refusal. */
async function driftOf(name: string, error: GraphQLFormattedError): Promise<ObservedDrift | undefined> {
  return (watchers.get(name) ?? expect.unreachable(name))(error);
}

const named = (drift: ObservedDrift | undefined): string | undefined =>
  drift && (drift.changes.map(({ change, coordinate }) => `${change} ${coordinate}`).join(', ') || 'unknown');

test.each(refusals)('a refusal of %s is named by the change of the live schema: %s', async (_family, name, said) => {
  const drift = await driftOf(name, said);
  expect(named(drift)).toEqual(cases[name]?.[2]);
  expect(JSON.stringify(drift) ?? '').not.toContain('s3cret');
});

test.each(Object.keys(cases))(
  'a refusal in unknown words is named by the change of the live schema: %s',
  async (name) => {
    expect(named(await driftOf(name, { message: 'So geht das nicht (17).' }))).toEqual(cases[name]?.[2]);
  },
);

test('each family names its server, version and source', () => {
  expect(families.map(([, { server, version, source }]) => server && version && source).every(Boolean)).toBe(true);
});
