import { buildSchema, graphqlSync, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { watchDrift } from '../../../src/drift/watch/watch-drift.ts';
import { createControlClient, isControlApiError, type ObservedDrift } from '../../../src/index.ts';
import { watchedOperation } from '../../helpers/watched-operation.ts';

const before = `
enum Color { RED BLUE }
input Place { site: ID!, rack: Int }
type Device { id: ID!, name: String!, color: Color }
type App { note: String }
union Thing = Device | App
type Team { devices(color: Color, place: Place, first: Int): [Device!]!, things: [Thing] }
type Query { team: Team! }
`;

/** A service with a replaceable schema and limits on queries. */
function serviceOf(live: string, strict = false, refused = /^never$/) {
  const state = { live, questions: [] as string[], hold: undefined as Promise<void> | undefined };
  const exchange: typeof fetch = async (_url, init) => {
    const { query, variables } = JSON.parse(String(init?.body));
    if (/ExplainDrift|SchemaFeatures/.test(query)) {
      state.questions.push(query);
      init?.signal?.throwIfAborted();
      await Promise.race([
        state.hold,
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      ]);
      if (refused.test(query)) return Response.json({ errors: [{ message: 'No.' }] });
      if (
        strict &&
        (depthOf(query) > 5 || /includeDeprecated: true\) \{ \w+ type/.test(query) || query.split('__type(').length > 2)
      )
        return Response.json({ errors: [{ message: 'Query depth 9 exceeds maximum allowed depth 5' }] });
    }
    const answer = graphqlSync({ schema: buildSchema(state.live), source: query, variableValues: variables });
    return Response.json(JSON.parse(JSON.stringify(answer)), { status: answer.data ? 200 : 400 });
  };
  return { state, exchange };
}

/** The depth of a query. */
function depthOf(text: string): number {
  const depth = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 0;
    const inner = Math.max(0, ...Object.values(node).map(depth));
    return Reflect.get(node, 'kind') === 'Field' ? inner + 1 : inner;
  };
  return depth(parse(text, { noLocation: true }));
}

const clientOf = (exchange: typeof fetch, seen: ObservedDrift[] = []) =>
  createControlClient({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'emulator_0123456789',
    fetch: exchange,
    watch: watchDrift({ onDrift: (drift) => void seen.push(drift) }),
  });

async function changesOf(work: Promise<unknown>): Promise<readonly string[] | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isControlApiError(error)) throw new Error('It did not fail.');
  return error.drift?.changes.map(({ change, coordinate }) => `${change} ${coordinate}`);
}

describe('a service that limits the depth, the types and the arguments of a query is asked for less', () => {
  test.each<[string, string, readonly [string, string], readonly string[]]>([
    ['an enum value', 'devices(color: RED) { id }', ['RED BLUE', 'BLUE'], ['enum-value-removed Color.RED']],
    [
      'a member of a union',
      'things { ... on App { note } }',
      ['Device | App', 'Device'],
      ['possible-type-removed Thing'],
    ],
    [
      'an input field that became required',
      'devices(place: { site: 1 }) { id }',
      ['rack: Int', 'rack: Int!'],
      ['input-field-required Place.rack'],
    ],
    ['a field', 'devices { name }', ['name: String!', 'label: String!'], ['field-removed Device.name']],
  ])('the report has what the service shows: %s', async (_what, selection, [from, to], expected) => {
    expect(before).toContain(from);
    const text = `query Q { team { ${selection} } }`;
    for (const strict of [false, true]) {
      const { state, exchange } = serviceOf(before.replace(from, to), strict);
      await using client = clientOf(exchange);
      expect(await changesOf(client.request(watchedOperation(before, text)))).toEqual(expected);
      if (!strict) expect(state.questions).toHaveLength(3);
    }
  });

  test('the report has what the service shows if it may hide a deprecated argument', async () => {
    const live = before.replace(', first: Int', ', first: Int! = 10 @deprecated').replace('name: String!', 'label: ID');
    const { exchange } = serviceOf(live, true);
    await using client = clientOf(exchange);
    const text = 'query Q { team { devices(first: 1) { name } } }';
    expect(await changesOf(client.request(watchedOperation(before, text)))).toEqual(['field-removed Device.name']);
  });

  test.each<[string, RegExp, string]>([
    ['a type that the service refuses to show', /__type\(name: "Color"\)/, 'devices(color: RED) { name color }'],
    [
      'an argument that the service names and does not take',
      /(?:args|inputFields)\(include/,
      'devices(first: 1) { name }',
    ],
    ['a directive in use', /^never$/, 'devices @note(text: "a") { name }'],
  ])('the report has no change that the service does not show: %s', async (_what, refused, selection) => {
    const all = `directive @note(text: String) on FIELD ${before}`;
    const live = all.replace('name: String!', 'label: ID').replace(', first: Int', ', first: Int! = 10 @deprecated');
    const { exchange } = serviceOf(live, false, refused);
    await using client = clientOf(exchange);
    const document = watchedOperation(all, `query Q { team { ${selection} } }`);
    expect(await changesOf(client.request(document))).toEqual(['field-removed Device.name']);
  });
});

const Names = watchedOperation(before, 'query Names { team { devices { name } } }');
const moved = before.replace('name: String!', 'label: String!');

test('an aborted first call does not fail the introspection of the others', async () => {
  const { state, exchange } = serviceOf(moved);
  let release = (): void => {};
  state.hold = new Promise((resolve) => {
    release = resolve;
  });
  await using client = clientOf(exchange);
  const abort = new AbortController();
  const first = client.request(Names, {}, { signal: abort.signal }).catch((error: unknown) => error);
  await expect.poll(() => state.questions.length).toBe(1);
  const others = [1, 2, 3].map(() => changesOf(client.request(Names)));
  await new Promise((resolve) => setImmediate(resolve));
  abort.abort();
  await first;
  release();
  expect(await Promise.all(others)).toEqual(others.map(() => ['field-removed Device.name']));
  expect(state.questions.length).toBeLessThanOrEqual(4);
});

test('no report has the values of variables', async () => {
  const seen: ObservedDrift[] = [];
  const { exchange } = serviceOf(before);
  await using client = clientOf(exchange, seen);
  const ByPlace = watchedOperation(
    before,
    'query P($p: Place, $c: Color) { team { devices(place: $p, color: $c) { id } } }',
  );
  const values = [
    { c: 's3cret' },
    { p: { site: '1', s3cret: 1 } },
    { p: { rack: 1 } },
    { p: { site: 'Cannot query field "s3cret" on type "Team".', rack: 'x' } },
  ];
  for (const variables of values) expect(await changesOf(client.request(ByPlace, variables))).toBeUndefined();
  expect(seen).toEqual([]);
});

test('a newly required input field is drift, and the caller’s omission is not', async () => {
  for (const [live, expected] of [
    [before, undefined],
    [before.replace('rack: Int', 'rack: Int!'), ['input-field-required Place.rack']],
  ] as const) {
    const { exchange } = serviceOf(live);
    await using client = clientOf(exchange);
    const ByPlace = watchedOperation(before, 'query P($p: Place) { team { devices(place: $p) { id } } }');
    expect(await changesOf(client.request(ByPlace, { p: { rack: null } }))).toEqual(expected);
  }
});

test('an error of a resolver starts no introspection', async () => {
  const { state, exchange } = serviceOf(moved);
  const failing: typeof fetch = async (url, init) =>
    String(init?.body).includes('Names')
      ? Response.json({ data: null, errors: [{ message: 'Not found', path: ['team'] }] })
      : exchange(url, init);
  await using client = clientOf(failing);
  expect(await changesOf(client.request(Names))).toBeUndefined();
  expect(state.questions).toEqual([]);
});
