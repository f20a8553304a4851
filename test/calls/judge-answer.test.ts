import { describe, expect, test } from 'vitest';
import { readGraphQLAnswer } from '../../src/call/exchange/exchange.ts';
import { evidenceOf } from '../../src/call/judge/evidence.ts';
import type { Failure } from '../../src/call/judge/failure.ts';
import { type ClassifiedCode, describeErrors, proofIn } from '../../src/call/judge/graphql-errors.ts';
import { type Answered, judgeAnswer } from '../../src/call/judge/judge-answer.ts';
import { createRedactor } from '../../src/redaction/redact.ts';

interface Given {
  readonly status?: number;
  /** The body as JSON. */
  readonly graphql?: object | undefined;
  readonly text?: string | undefined;
  readonly type?: string;
}

const answerOf = (json: object) => readGraphQLAnswer(JSON.stringify(json), 'number');

const judge = { redactor: createRedactor([]), epochMs: () => 0 };
const document = { text: '{ team }\n\n  ', rootKeys: new Set(['team']) };

function read(
  { status = 200, graphql, text = '{}', type }: Given,
  classify?: () => ClassifiedCode | undefined,
): Answered | Failure {
  return judgeAnswer(
    {
      status,
      graphql: graphql && answerOf(graphql),
      text,
      body: new TextEncoder().encode(text),
      header: (name) => (name === 'content-type' ? type : undefined),
    },
    document,
    { ...judge, classify },
  );
}
const failure = (given: Given) => {
  const result = read(given);
  return 'outcome' in result ? result : expect.unreachable('it was taken for data');
};
const error = (extra: object = {}) => ({ message: 'm', ...extra });

describe('data without any field', () => {
  const given = { graphql: { data: {} } };

  test('data without any field is not an answer to an operation with fields', () => {
    expect(failure(given)).toMatchObject({
      code: 'malformed_response',
      outcome: 'unknown',
      what: 'the GraphQL answer has none of the fields that were asked for',
    });
    expect(failure({ status: 500, ...given })).toMatchObject({ code: 'http_status', outcome: 'unknown' });
  });

  test('data without any field is an answer to an operation whose fields all have conditions', () => {
    const answer = { status: 200, text: '', body: new Uint8Array(), header: () => undefined, ...given };
    for (const text of ['{ team @include(if: false) }', '{ ... @ skip(if: true) { team } }'])
      expect(judgeAnswer(answer, { text }, judge)).not.toHaveProperty('outcome');
  });
});

describe('data of a status that is not 2xx', () => {
  const graphql = { data: { team: 1 }, errors: [error({ extensions: { code: 'X' } })] };

  test.each([400, 404, 429, 500, 503])(
    'data with the status %i is an answer in the media type of GraphQL alone',
    (status) => {
      const type = 'application/graphql-response+json; charset=utf-8';
      const result = read({ status, type, graphql });
      expect(result).toMatchObject({ data: graphql.data, answer: { graphql }, failure: { answer: graphql } });
      expect(result).not.toHaveProperty('outcome');
      expect(failure({ status, type, graphql: { data: null, errors: graphql.errors } })).toBeDefined();
      for (const other of ['application/json', 'application/graphql-response+jsonx', 'text/html', undefined])
        expect(failure({ status, ...(other && { type: other }), graphql })).toMatchObject({ outcome: 'unknown' });
    },
  );
});

test('only a code for refused documents makes an error say that the document was refused', () => {
  const graphql = { errors: [error({ locations: [{ line: 1, column: 2 }] })] };
  expect(read({ graphql })).toMatchObject({
    advice: 'schema_changed',
    what: '1 GraphQL error (at line 1, column 2 of the document)',
  });
  expect(read({ graphql }, () => 'forbidden')).toMatchObject({ advice: undefined });
});

test.each<[Given, string]>([
  [{ text: '' }, 'status 200 with an empty body'],
  [{ text: '{"hasNext":true}' }, 'status 200 with a part of an incremental answer'],
  [{ text: '{"hasNext":false}' }, 'status 200 with JSON of another shape'],
  [{ text: '[]' }, 'status 200 with JSON of another shape'],
  [{ text: 'null' }, 'status 200 with JSON of another shape'],
  [{ text: '<!doctype html>' }, 'status 200 with an HTML page, so probably from a proxy'],
  [{ text: ' \n<HTML>' }, 'status 200 with an HTML page, so probably from a proxy'],
  [{ text: 'oops', type: 'text/html' }, 'status 200 with an HTML page, so probably from a proxy'],
  [{ text: 'oops <html>' }, 'status 200 with a body that is not JSON'],
  [{ text: '<xml>' }, 'status 200 with a body that is not JSON'],
  [{ text: 'oops', type: 'text/plain' }, 'status 200 with a body that is not JSON'],
])('a response that is not GraphQL is described: %j', (given, what) => {
  expect(failure(given)).toMatchObject({
    code: 'malformed_response',
    outcome: 'unknown',
    what: `the answer is not a GraphQL answer: ${what}`,
  });
});

test('a response that is not UTF-8, or has neither data nor errors, is described', () => {
  const notText = {
    status: 200,
    graphql: undefined,
    text: undefined,
    body: new Uint8Array([255]),
    header: () => undefined,
  };
  expect(judgeAnswer(notText, document, judge)).toMatchObject({
    what: 'the answer is not a GraphQL answer: status 200 with a body that is not UTF-8, which JSON must be',
  });
  const header = () => 'application/json; charset=iso-8859-1';
  expect(judgeAnswer({ ...notText, header }, document, judge)).toMatchObject({
    what: expect.stringMatching(/must be, but iso-8859-1$/),
  });
  expect(failure({ graphql: { data: null } })).toMatchObject({
    code: 'malformed_response',
    outcome: 'unknown',
    what: 'the GraphQL answer has neither data nor errors',
  });
  expect(failure({ status: 502, type: 'text/html' }).what).toBe(
    'the answer has status 502 with an HTML page, so probably from a proxy',
  );
});

describe('a GraphQL answer', () => {
  const step = ['team', 0, 'name'];
  const place = { line: 1, column: 2 };

  test.each<[object]>([
    [{ data: {} }],
    [{ data: null }],
    [{ errors: [] }],
    [{ data: { a: 1 }, errors: [error({ path: step, locations: [place], extensions: { a: 1 } })] }],
    [{ data: {}, extensions: { cost: 1 } }],
  ])('a GraphQL answer is taken as it is: %j', (graphql) => {
    expect(answerOf(graphql)).toEqual(graphql);
  });

  test('a GraphQL answer loses null errors and invalid extensions', () => {
    const nulls = error({ path: null, locations: null, extensions: null, other: 1 });
    expect(answerOf({ errors: [nulls], extensions: 7 })).toEqual({ errors: [error({ other: 1 })] });
    expect(answerOf({ data: {}, errors: null, extensions: null })).toEqual({ data: {} });
    expect(answerOf({ errors: [] })).toEqual({ errors: [] });
  });

  test.each<[string, object]>([
    ['no member', {}],
    ['a member of its prototype alone', JSON.parse('{"__proto__":{"data":{"a":1}}}')],
    ['a list around it', [{ data: {} }]],
    ['more to come', { data: {}, hasNext: true }],
    ['extensions alone', { extensions: {} }],
    ['data that is a list', { data: [] }],
    ['data that is a text', { data: 'x' }],
    ['errors that are no list', { data: {}, errors: {} }],
    ['errors that are a text', { data: {}, errors: 'every' }],
    ['an error that is a text', { errors: ['m'] }],
    ['an error that is null', { errors: [null] }],
    ['an error without a message', { errors: [{}] }],
    ['an error whose message is a number', { errors: [error(), { message: 7 }] }],
    ['a path that is a text', { errors: [error({ path: 'team' })] }],
    ['a path with an odd step', { errors: [error({ path: ['a', null] })] }],
    ['locations that are no list', { errors: [error({ locations: place })] }],
    ['a location that is none', { errors: [error({ locations: [place, null] })] }],
    ['a location without a line', { errors: [error({ locations: [{ column: 1 }] })] }],
    ['a location without a column', { errors: [error({ locations: [{ line: 1 }] })] }],
    ['a location in words', { errors: [error({ locations: [{ line: '1', column: '2' }] })] }],
    ['extensions that are a list', { errors: [error({ extensions: [] })] }],
    ['extensions that are a text', { errors: [error({ extensions: 'x' })] }],
  ])('a response with %s is not a GraphQL answer', (_what, graphql) => {
    expect(answerOf(graphql)).toBeUndefined();
  });
});

test.each<[readonly object[], string]>([
  [[{}], '1 GraphQL error'],
  [[{}, {}], '2 GraphQL errors'],
  [[], '0 GraphQL errors'],
  [[{ extensions: { code: 'OOPS_1' } }], '1 GraphQL error (OOPS_1)'],
  [[{ extensions: { code: 'oops' } }], '1 GraphQL error'],
  [[{ extensions: { code: 'OOPS!' } }], '1 GraphQL error'],
  [[{ extensions: { code: '1OOPS' } }], '1 GraphQL error'],
  [[{ extensions: { code: 7 } }], '1 GraphQL error'],
  [[{ extensions: { code: ['OOPS'] } }], '1 GraphQL error'],
  [[{ extensions: { code: `A${'B'.repeat(64)}` } }], '1 GraphQL error'],
  [[{ path: ['a', 0, 'b c', '_d'] }], '1 GraphQL error (at a.0.?._d)'],
  [[{ path: ['x'.repeat(65)] }], '1 GraphQL error (at ?)'],
  [[{ path: [] }, {}], '2 GraphQL errors'],
  [[{ locations: [{ line: 1, column: 9 }] }], '1 GraphQL error (at line 1, column 9 of the document)'],
  [[{ locations: [{ line: 3, column: 3 }] }], '1 GraphQL error (at line 3, column 3 of the document)'],
  [[{ locations: [{ line: 1, column: 10 }] }], '1 GraphQL error'],
  [[{ locations: [{ line: 4, column: 1 }] }], '1 GraphQL error'],
  [[{ locations: [{ line: 0, column: 0 }] }], '1 GraphQL error'],
  [[{ locations: [{ line: 1, column: 0 }] }], '1 GraphQL error'],
  [[{ locations: [{ line: 1, column: 4 }], path: ['a'] }], '1 GraphQL error (at a)'],
  [[{ extensions: { code: 'A' }, path: ['a'] }, {}], '2 GraphQL errors (first: A at a)'],
])('the message about GraphQL errors fits the errors %j', (errors, said) => {
  expect(describeErrors(errors.map((it) => error(it)) as never, document)).toBe(said);
});

test.each([
  ['GRAPHQL_PARSE_FAILED', true],
  ['GRAPHQL_VALIDATION_FAILED', true],
  ['validation-failed', true],
  ['parse-failed', true],
  ['undefinedField', true],
  ['argumentNotAccepted', true],
  ['selectionMismatch', true],
  ['NOT_GRAPHQL_PARSE_FAILED', false],
  ['undefinedFields', false],
])('the code %s means a refused document', (code, refused) => {
  const one = { message: 'm', extensions: { code } };
  expect(proofIn({ errors: [one] }, { text: '' })).toBe(refused ? 'refused' : undefined);
  // An execution outweighs any code.
  expect(proofIn({ errors: [one, { message: 'm', path: ['a'] }] }, { text: '', rootKeys: new Set(['a']) })).toBe('ran');
});

test.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ 'x-request-id': 'a', 'cf-ray': 'b' }, 'a'],
  [{ 'x-request-id': '', 'request-id': 'b' }, 'b'],
  [{ 'x-correlation-id': 'c' }, 'c'],
  [{ 'x-amzn-requestid': 'd' }, 'd'],
  [{ 'cf-ray': 'e' }, 'e'],
  [{ 'x-request-id': '' }, undefined],
])('the request id comes from the first header that has one: %j', (headers, id) => {
  expect(evidenceOf({ status: 200, header: (name) => headers[name] }, judge).requestId).toBe(id);
});
