import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import type { Access } from '../../src/call/document/access.ts';
import { type CallOptions, isControlApiError } from '../../src/index.ts';
import { laboratory, mutation, networkFailure } from '../helpers/laboratory.ts';

const query = 'query List { team { devices { nodes { id name } } } }';

/** A client with this access, and what comes of its calls. */
function allowing(access: Access) {
  const { client, sent } = laboratory([], { access });
  const refused = async (document: unknown, options?: CallOptions) => {
    const before = sent.length;
    for (const way of ['request', 'execute'] as const) {
      const call = client[way](document as string, undefined, options);
      await expect(call).rejects.toMatchObject({ code: 'operation_not_allowed', outcome: 'not-sent', attempts: 0 });
    }
    expect(sent).toHaveLength(before);
  };
  return { client, sent, refused };
}

describe("with access 'read-only'", () => {
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
    const { client, sent } = allowing('read-only');
    await client.request(document);
    expect(sent).toHaveLength(1);
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
    await allowing('read-only').refused(document);
  });

  test('a document with both kinds counts as its most powerful one', async () => {
    await allowing('read-only').refused(`${query}\n${mutation}`, { operationName: 'List' });
  });

  test('the kind that a generated operation states is not believed', async () => {
    await allowing('read-only').refused(
      new TypedOperation(mutation, { name: 'Rename', kind: 'query', connections: {} }),
    );
  });
});

test('a list of operations allows exactly its texts, whatever their names', async () => {
  const { client, refused } = allowing({ only: [query, mutation] });
  await client.request(query);
  await client.request(mutation);
  await refused('query List { team { devices { nodes { id name secret } } } }');
  await refused('mutation Rename { remove { id } }');
  await refused(`${query} `);
});

test('a list of operations takes the operations and the document in any form', async () => {
  const generated = new TypedOperation(query, { name: 'List', kind: 'query', connections: {} });
  const { client, refused } = allowing({ only: [generated, parse(mutation)] });
  await client.request(query);
  await client.request(parse(mutation));
  await refused(parse('mutation Other { rename { id } }'));
});

test('a list of operations is read once, so a later change of it allows nothing more', async () => {
  const only = [query];
  const { refused } = allowing({ only });
  only.push(mutation);
  await refused(mutation);
});

test('a document of unknown kind counts as a mutation, and is tried once', async () => {
  const lab = laboratory([networkFailure('ECONNRESET', true)]);
  const error = await lab.settle('query Q { team {');
  expect(error).toMatchObject({ code: 'network', outcome: 'unknown', attempts: 1 });
  expect(lab.sent).toHaveLength(1);
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
