import { afterEach, describe, expect, test } from 'vitest';
import { readOptions } from '../../src/client/options.ts';
import { createControlClient } from '../../src/index.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { messageOf } from '../helpers/message-of.ts';

const query = 'query List { team }';
const fine = { baseUrl: 'https://control.example', apiKey: 'key-of-options-0123' };
const make = createControlClient as unknown as (options: unknown) => unknown;

test('an unknown option of the client is reported with the known ones', () => {
  const said = messageOf(() => make({ ...fine, proxy: 'http://me:secret@proxy' }));
  expect(said).toMatch(/^There is no option `proxy`\. There are: `baseUrl`, `apiKey`, .*`fetch`, `agent`/);
  expect(said).not.toContain('secret');
});

test.each<[string, unknown]>([
  ['null', null],
  ['a list', [fine]],
  ['a text', 'https://control.example'],
  ['a number', 7],
  ['a function', () => fine],
])('an option of a wrong type is refused by the constructor, and by each call: %s', async (_what, options) => {
  expect(messageOf(() => make(options))).toBe('The options must be an object, or left out.');
  const { client } = laboratory([]);
  const request = client.request as (...all: readonly unknown[]) => Promise<unknown>;
  await expect(request(query, {}, options)).rejects.toMatchObject({
    code: 'configuration',
    message: 'The options must be an object, or left out.',
  });
});

test('an option whose getter throws is reported by its name alone', () => {
  const logger = Object.defineProperty({}, 'error', { get: () => expect.unreachable('secret') });
  expect(messageOf(() => make({ ...fine, logger }))).toBe('The option `logger` cannot be read: it throws.');
});

test('null is not a base URL', () => {
  const message = messageOf(() =>
    laboratory([], { baseUrl: null as never }, { env: { CONTROL_API_URL: 'https://x.example' } }),
  );
  expect(message).toMatch(/^The base URL is not a URL .* Correct the `baseUrl` option\.$/);
});

test('only the known environment variables are read, each by name', () => {
  const asked = new Set<string | symbol>();
  const note = (name: string | symbol): void => void asked.add(name);
  const environment = new Proxy<Record<string, string>>(
    { CONTROL_API_URL: 'https://control.example', CONTROL_API_KEY: 'key-of-options-0123' },
    {
      ownKeys: () => expect.unreachable('listed'),
      get: (target, name) => {
        note(name);
        return Reflect.get(target, name);
      },
      getOwnPropertyDescriptor: (target, name) => {
        note(name);
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  readOptions({}, environment);
  expect([...asked].sort()).toEqual([
    'CONTROL_API_ACCESS',
    'CONTROL_API_KEY',
    'CONTROL_API_LOG',
    'CONTROL_API_URL',
    'NODE_TLS_REJECT_UNAUTHORIZED',
  ]);
});

test.each([['timeout'], ['apiKey']])('an unknown option of a call is reported: %s', async (typed) => {
  const lab = laboratory([]);
  expect(await lab.settle(query, {}, { [typed]: 5 } as object)).toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    message: `There is no option \`${typed}\`. There are: \`signal\`, \`timeoutMs\`, \`maxRetries\`, \`operationName\`, \`headers\`.`,
  });
  expect(lab.sent).toEqual([]);
});

describe('a polluted Object.prototype', () => {
  const pollution = {
    baseUrl: 'https://evil.example',
    apiKey: 'key-of-an-attacker-0123',
    fetch: () => expect.unreachable('asked'),
    access: 'full',
    limiter: () => expect.unreachable('asked'),
    timeoutMs: 1,
    maxRetries: 10,
    signal: 'polluted',
    headers: { 'x-evil': '1' },
    operationName: 'Evil',
    data: { team: null },
    errors: [{ message: 'polluted' }],
    extensions: { evil: true },
    method: 'GET',
    query: 'query Evil { evil }',
    variables: { evil: true },
    CONTROL_API_URL: 'https://evil.example',
    CONTROL_API_KEY: 'key-of-an-attacker-0123',
  };
  afterEach(() => {
    for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
  });
  const pollute = () => Object.assign(Object.prototype, pollution);

  test('a polluted Object.prototype supplies no option to a client or a call, and no part of their result', async () => {
    pollute();
    const settings = readOptions({ ...fine }, {});
    expect(settings).toMatchObject({ limiter: undefined, timeoutMs: 30_000, maxRetries: 2 });
    expect(settings.options).toMatchObject({ fetch: undefined, agent: undefined, dispatcher: undefined });
    expect(settings.endpoint.url?.host).toBe('control.example');
    const lab = laboratory([{ status: 503 }], { access: 'read-only' });
    const answer = await lab.settle(query, undefined, {});
    expect(answer).toMatchObject({ meta: { attempts: 2 } });
    expect(Object.keys(answer as object)).toEqual(['data', 'meta']);
    expect(lab.keys).toEqual(['key-in-the-laboratory', 'key-in-the-laboratory']);
    for (const { headers, body } of lab.sent) {
      expect(Object.hasOwn(headers, 'x-evil')).toBe(false);
      expect(body).toBe(JSON.stringify({ query }));
    }
    expect(await lab.settle('mutation A { a }')).toMatchObject({ code: 'operation_not_allowed' });
  });

  test.each([
    ['without JSON', 'good morning', 'malformed_response'],
    ['without a member', '{}', 'malformed_response'],
    ['with errors alone', '{"errors":[{"message":"m"}]}', 'graphql'],
    ['with null in place of data', '{"data":null,"errors":[{"message":"m"}]}', 'graphql'],
  ])('a polluted Object.prototype supplies no part of an answer %s', async (_which, body, code) => {
    pollute();
    const lab = laboratory([{ body }], { maxRetries: 0 });
    expect(await lab.settle(query)).toMatchObject({ code });
  });

  test('a polluted Object.prototype supplies no option that is absent', async () => {
    pollute();
    const reasons = [{ baseUrl: undefined }, { apiKey: undefined }].map(async (options) =>
      String(await laboratory([], options).settle(query)),
    );
    expect(await Promise.all(reasons)).toEqual([
      expect.stringContaining('No base URL'),
      expect.stringContaining('There is no API key'),
    ]);
  });
});
