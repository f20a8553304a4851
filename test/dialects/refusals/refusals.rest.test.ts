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

const refusal = (path: readonly string[] | undefined): GraphQLFormattedError => ({
  message: 'So geht das nicht (s3cret).',
  ...(path && { path }),
});

/** A refusal with the path by which servers name a place in the document or in the variables. */
const refusals: Readonly<Record<string, GraphQLFormattedError>> = {
  'no path': refusal(undefined),
  'the path of graphql-ruby': refusal(['query List', 'team']),
  'the path of Cosmo': refusal(['query', 'team']),
  'the path of gqlgen': refusal(['variable', 'c']),
  'the path of Hot Chocolate': refusal(['place']),
};

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

const named = (drift: ObservedDrift | undefined): string | undefined =>
  drift && (drift.changes.map(({ change, coordinate }) => `${change} ${coordinate}`).join(', ') || 'unknown');

const rows = Object.keys(cases).flatMap((name) => Object.keys(refusals).map((form) => [name, form] as const));
test.each(rows)('a refusal is named by the change of the live schema, in any words: %s, %s', async (name, form) => {
  const watch = watchers.get(name) ?? expect.unreachable(name);
  const drift = await watch(refusals[form] ?? expect.unreachable(form));
  expect(named(drift)).toEqual(cases[name]?.[2]);
  expect(JSON.stringify(drift) ?? '').not.toContain('s3cret');
});
