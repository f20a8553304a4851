import { parse } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { good, mutation } from '../helpers/answers.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { serverSettled } from '../helpers/settled.ts';

const apiKey = 'key-with-access-0123456789';
const query = 'query List { team { devices { nodes { id name } } } }';
const server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
afterAll(() => server[Symbol.asyncDispose]());

const refused = async (call: Promise<unknown>) => {
  const before = server.connections;
  await expect(call).rejects.toMatchObject({ code: 'operation_not_allowed', outcome: 'not-sent', attempts: 0 });
  expect((await serverSettled(server)).connections).toBe(before);
};

describe("with access 'read-only'", () => {
  const client = () => createControlClient({ baseUrl: server.url, apiKey, access: 'read-only' });

  test.each([
    ['a query', query],
    ['a query with fragments', 'query Q { ...Root } fragment Root on Query { team { devices { nodes { id } } } }'],
    ['a query of a field called mutation', 'query mutation { mutation: team { devices { nodes { id } } } }'],
    [
      'a query with a comment in any language',
      '# Geräte, 装置 и 🧰: می‌خواهم\tall\nquery Q { team { devices { nodes { id } } } }',
    ],
    ['a query with a line separator in a string', 'query Q { team(note: "a\u2028b") { devices { nodes { id } } } }'],
  ])('a client with read-only access sends %s', async (_what, document) => {
    await using it = client();
    const before = server.deliveries.length;
    await it.request(document);
    expect((await serverSettled(server)).deliveries).toHaveLength(before + 1);
  });

  test.each([
    ['a mutation', mutation],
    ['an anonymous mutation', 'mutation { rename { id } }'],
    ['a mutation behind a comment', '# query Q { a }\n,,,mutation M { rename { id } }'],
    ['a mutation behind a byte order mark', '\ufeffmutation M { rename { id } }'],
    ...['\u2028', '\u2029', '\u0085', '\f', '\v', '\0', '\x1c', '\x7f', '\u200b', '\ud800'].map((mark) => [
      `a query behind a comment that servers end differently: ${JSON.stringify(mark)}`,
      `#${mark}mutation M { rename { id } } #\n${query}`,
    ]),
    ['a query after a space that not all servers skip', 'query\u00a0Q { team }'],
    ['a mutation of a field that both roots may have', 'mutation M { team { devices { nodes { id } } } }'],
    ['a document that cannot be read', 'query Q { team {'],
    ['a text that is no document', 'hello'],
    ['nothing', ''],
    ['a subscription', 'subscription S { changes { id } }'],
  ])('a client with read-only access refuses %s before anything is sent', async (_what, document) => {
    await using it = client();
    await refused(it.request(document));
    await refused(it.execute(document));
  });

  test('a document with both kinds counts as its most powerful one', async () => {
    await using it = client();
    await refused(it.request(`${query}\n${mutation}`, undefined, { operationName: 'List' }));
  });

  test('the kind that a generated operation states is not believed', async () => {
    await using it = client();
    const lying = new TypedOperation<unknown, Record<never, never>>(mutation, {
      name: 'Rename',
      kind: 'query',
      connections: {},
    });
    await refused(it.request(lying));
  });
});

test('a list of operations allows exactly its texts, whatever their names', async () => {
  await using it = createControlClient({ baseUrl: server.url, apiKey, access: { only: [query, mutation] } });
  await it.request(query);
  await it.request(mutation);
  await refused(it.request('query List { team { devices { nodes { id name secret } } } }'));
  await refused(it.request('mutation Rename { remove { id } }'));
  await refused(it.request(`${query} `));
});

test('a list of operations takes the operations and the document in any form', async () => {
  const generated = new TypedOperation<unknown, Record<never, never>>(query, {
    name: 'List',
    kind: 'query',
    connections: {},
  });
  await using it = createControlClient({
    baseUrl: server.url,
    apiKey,
    access: { only: [generated, parse(mutation)] },
  });
  await it.request(query);
  await it.request(parse(mutation));
  await refused(it.request(parse('mutation Other { rename { id } }')));
});

test('a list of operations is read once, so a later change of it allows nothing more', async () => {
  const only = [query];
  await using it = createControlClient({ baseUrl: server.url, apiKey, access: { only } });
  only.push(mutation);
  await refused(it.request(mutation));
});

test('a document of unknown kind counts as a mutation, and is tried once', async () => {
  await using broken = await MisbehavingServer.start({ answer: ({ client }) => void client.resetAndDestroy() });
  await using it = createControlClient({ baseUrl: broken.url, apiKey });
  await expect(it.request('query Q { team {')).rejects.toMatchObject({
    code: 'network',
    outcome: 'unknown',
    attempts: 1,
  });
  expect((await serverSettled(broken)).deliveries).toHaveLength(1);
});

test('the kind is read from the operation, not from field names', async () => {
  await using broken = await MisbehavingServer.start({ answer: ({ client }) => void client.resetAndDestroy() });
  await using it = createControlClient({ baseUrl: broken.url, apiKey });
  await it.request('query createDevice { createDevice { id } }').catch(() => {});
  expect((await serverSettled(broken)).deliveries).toHaveLength(3);
  await it.request('mutation team { team { devices { nodes { id } } } }').catch(() => {});
  expect((await serverSettled(broken)).deliveries).toHaveLength(4);
});

test('a refusal names the operation, its kind and the reason', async () => {
  const said = await Promise.all(
    (
      [
        ['full', 'subscription S { changes { id } }'],
        ['read-only', mutation],
        ['read-only', 'mutation { rename { id } }'],
        ['read-only', 'query Q { team {'],
        [{ only: [] }, query],
      ] as const
    ).map(async ([access, document]) => {
      const error = await laboratory([], { access }).settle(document);
      if (!isControlApiError(error, 'operation_not_allowed')) return expect.unreachable('it was let pass');
      const { message, operationName, operationKind, outcome } = error;
      return { message, operationName, operationKind, outcome };
    }),
  );
  expect(said).toMatchInlineSnapshot(`
    [
      {
        "message": "S was not sent: subscriptions are not supported (the service documents none).",
        "operationKind": "subscription",
        "operationName": "S",
        "outcome": "not-sent",
      },
      {
        "message": "Rename was not sent: its kind is mutation, and this client has access 'read-only'.",
        "operationKind": "mutation",
        "operationName": "Rename",
        "outcome": "not-sent",
      },
      {
        "message": "The anonymous mutation was not sent: its kind is mutation, and this client has access 'read-only'.",
        "operationKind": "mutation",
        "operationName": undefined,
        "outcome": "not-sent",
      },
      {
        "message": "The anonymous operation was not sent: its kind is unknown (a syntax error, or an odd character in a comment), and this client has access 'read-only'.",
        "operationKind": undefined,
        "operationName": undefined,
        "outcome": "not-sent",
      },
      {
        "message": "List was not sent: it is not in \`access: { only: […] }\`.",
        "operationKind": "query",
        "operationName": "List",
        "outcome": "not-sent",
      },
    ]
  `);
});
