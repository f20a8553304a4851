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

/** A service whose schema can be moved, and that may limit what a question asks for. */
function serviceOf(live: string, strict = false) {
  const state = {
    live,
    questions: [] as string[],
    refusals: undefined as unknown,
    hold: undefined as Promise<void> | undefined,
  };
  const exchange: typeof fetch = async (_url, init) => {
    const { query, variables } = JSON.parse(String(init?.body));
    const isQuestion = query.includes('ExplainDrift');
    if (isQuestion) {
      state.questions.push(query);
      init?.signal?.throwIfAborted();
      await Promise.race([
        state.hold,
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      ]);
      const deep =
        /(?:\{[^{}]*){7}/.test(query.replace(/\{[^{}]*\}/g, '{}')) || query.includes('args(includeDeprecated');
      if (strict && (deep || query.split('__type(').length > 2))
        return Response.json({ errors: [{ message: 'Query depth 9 exceeds maximum allowed depth 5' }] });
    } else if (state.refusals) return Response.json({ errors: state.refusals }, { status: 400 });
    const answer = graphqlSync({ schema: buildSchema(state.live), source: query, variableValues: variables });
    return Response.json(JSON.parse(JSON.stringify(answer)), { status: answer.data ? 200 : 400 });
  };
  return { state, exchange };
}

const clientOf = (exchange: typeof fetch, seen: ObservedDrift[] = []) =>
  createControlClient({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'emulator_0123456789',
    fetch: exchange,
    watch: watchDrift({ explain: true, onDrift: (drift) => void seen.push(drift) }),
  });

async function changesOf(work: Promise<unknown>): Promise<readonly string[] | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isControlApiError(error)) throw new Error('It did not fail.');
  return error.drift?.changes.map(({ change, coordinate, suggestion }) =>
    [change, coordinate, ...(suggestion === undefined ? [] : [suggestion])].join(' '),
  );
}

describe('an explanation compares', () => {
  test.each<[string, string, readonly [string, string], readonly string[]]>([
    [
      'enum values',
      'query Q { team { devices(color: RED) { id } } }',
      ['RED BLUE', 'BLUE'],
      ['enum-value-removed Color.RED'],
    ],
    [
      'the members of a union',
      'query Q { team { things { ... on App { note } } } }',
      ['Device | App', 'Device'],
      ['possible-type-removed Thing'],
    ],
    [
      'removed input fields',
      'query Q { team { devices(place: { site: 1, rack: 2 }) { id } } }',
      ['site: ID!, rack: Int', 'site: ID!'],
      ['input-field-removed Place.rack'],
    ],
    [
      'removed arguments',
      'query Q { team { devices(first: 2) { id } } }',
      [', first: Int', ', limit: Int'],
      ['argument-removed Team.devices(first:) limit'],
    ],
    [
      'arguments, and suggests none that is given',
      'query Q { team { devices(first: 2) { id } } }',
      [', first: Int', ''],
      ['argument-removed Team.devices(first:)'],
    ],
    [
      'fields',
      'query Q { team { devices { name } } }',
      ['name: String!', 'label: String!'],
      ['field-removed Device.name label'],
    ],
  ])('%s, also where the service limits the depth and what is asked for', async (_what, text, [from, to], expected) => {
    expect(before).toContain(from);
    for (const strict of [false, true]) {
      const { state, exchange } = serviceOf(before.replace(from, to), strict);
      await using client = clientOf(exchange);
      expect(await changesOf(client.request(watchedOperation(before, text)))).toEqual(expected);
      expect(state.questions.length).toBeLessThanOrEqual(strict ? 2 : 1);
      for (const question of state.questions) expect(question.match(/__type\(/g)).toHaveLength(1);
    }
  });

  test('the types that a refusal names, each in a request of its own, and one more', async () => {
    const live = before
      .replace('name: String!', 'label: String!')
      .replace(', first: Int', '')
      .replace('RED BLUE', 'BLUE');
    const { state, exchange } = serviceOf(live, true);
    await using client = clientOf(exchange);
    const text = 'query Q { team { devices(color: RED, first: 1) { name } } }';
    expect(await changesOf(client.request(watchedOperation(before, text)))).toHaveLength(3);
    expect(state.questions).toHaveLength(1 + 3);
    for (const question of state.questions.slice(1)) expect(depthOf(question)).toBeLessThanOrEqual(5);
  });
});

/** How many fields lie inside each other. */
function depthOf(text: string): number {
  const depth = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 0;
    const inner = Math.max(0, ...Object.values(node).map(depth));
    return Reflect.get(node, 'kind') === 'Field' ? inner + 1 : inner;
  };
  return depth(parse(text, { noLocation: true }));
}

const Names = watchedOperation(before, 'query Names { team { devices { name } } }');
const moved = before.replace('name: String!', 'label: String!');

test('many refused calls at once ask once', async () => {
  const { state, exchange } = serviceOf(moved);
  await using client = clientOf(exchange);
  const all = await Promise.all(Array.from({ length: 20 }, () => changesOf(client.request(Names))));
  expect(new Set(all.flat())).toEqual(new Set(['field-removed Device.name label']));
  expect(state.questions).toHaveLength(1);
});

test('a first call that is aborted does not spoil it for the others', async () => {
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
  expect(await Promise.all(others)).toEqual(others.map(() => ['field-removed Device.name label']));
  expect(state.questions.length).toBeLessThanOrEqual(2);
});

test('what was learnt never overrides what the service says later', async () => {
  const { state, exchange } = serviceOf(moved);
  await using client = clientOf(exchange);
  expect(await changesOf(client.request(Names))).toEqual(['field-removed Device.name label']);
  state.live = before.replace('id: ID!, ', '');
  const Ids = watchedOperation(before, 'query Ids { team { devices { id name } } }');
  expect(await changesOf(client.request(Ids))).toEqual(['field-removed Device.id']);
});

test('the values of variables are the caller’s, and in no report', async () => {
  const seen: ObservedDrift[] = [];
  const { state, exchange } = serviceOf(before);
  await using client = clientOf(exchange, seen);
  const ByPlace = watchedOperation(
    before,
    'query P($p: Place, $c: Color) { team { devices(place: $p, color: $c) { id } } }',
  );
  const values = [
    { c: 's3cret' },
    { p: { site: '1', s3cret: 1 } },
    { p: { rack: 1 } },
    { p: { site: '1', rack: 's3cret' } },
    { p: { site: 'Cannot query field "s3cret" on type "Team".', rack: 'x' } },
  ];
  for (const variables of values) expect(await changesOf(client.request(ByPlace, variables))).toBeUndefined();
  expect([seen, state.questions]).toEqual([[], []]);
});

test.each([true, false])(
  'a leaf with a selection is named, and nothing inside of it (explain: %s)',
  async (explain) => {
    const named = before
      .replace('name: String!', 'name: Name!')
      .replace('type App', 'type Name { first: String } type App');
    const text = 'query Q { team { devices { name { first } } } }';
    for (const operation of [watchedOperation(named, text), text]) {
      const { state, exchange } = serviceOf(before);
      // As graph-gophers refuses it: with both sentences.
      state.refusals = [
        {
          message: 'Field "name" must not have a selection since type "String!" has no subfields.',
          locations: [{ line: 1, column: 28 }],
        },
        { message: 'Cannot query field "first" on type "String".', locations: [{ line: 1, column: 35 }] },
      ];
      await using client = createControlClient({
        baseUrl: 'http://127.0.0.1:9',
        apiKey: 'emulator_0123456789',
        fetch: exchange,
        watch: watchDrift({ explain }),
      });
      const changes = await changesOf(client.request(operation));
      expect(changes).toEqual([expect.stringMatching(/^type-changed (?:Device\.)?name$/)]);
    }
  },
);

test('a deprecated argument that the server cannot list is not called removed', async () => {
  const live = before
    .replace(', first: Int', ', first: Int! = 10 @deprecated')
    .replace('name: String!', 'label: String!');
  const { exchange } = serviceOf(live, true);
  await using client = clientOf(exchange);
  const text = 'query Q { team { devices(first: 1) { name } } }';
  expect(await changesOf(client.request(watchedOperation(before, text)))).toEqual(['field-removed Device.name label']);
});

test.each([true, false])(
  'a newly required field of an input object is drift, the caller’s omission is not (explain: %s)',
  async (explain) => {
    const { state, exchange } = serviceOf(before);
    await using client = createControlClient({
      baseUrl: 'http://127.0.0.1:9',
      apiKey: 'emulator_0123456789',
      fetch: exchange,
      watch: watchDrift({ explain }),
    });
    const ByPlace = watchedOperation(before, 'query P($p: Place) { team { devices(place: $p) { id } } }');
    expect(await changesOf(client.request(ByPlace, { p: {} }))).toBeUndefined();
    state.live = before.replace('rack: Int', 'rack: Int!');
    expect(await changesOf(client.request(ByPlace, { p: { site: '1' } }))).toEqual(['input-field-required Place.rack']);
  },
);
