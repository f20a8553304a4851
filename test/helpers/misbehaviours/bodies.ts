import { answers, answersJson, atFirst, goodBody, graphqlJson, html, htmlPage, json } from '../answers.ts';
import { each, final, fine, type Misbehaviour, passing, transient } from './misbehaviour.ts';

const malformed = final('malformed_response', 'unknown', { status: 200 });
const partial = final('graphql', 'unknown', { status: 200 });
const deep = '['.repeat(20_000) + ']'.repeat(20_000);

const nonsense: readonly Misbehaviour[] = [
  ...each(malformed, {
    'answers 200 with a page of HTML': answers(200, [html], htmlPage),
    'answers 200 with nothing': answersJson(''),
    'answers 200 with white space': answersJson(' \r\n\t '),
    'answers 200 with JSON cut short': answersJson(goodBody.slice(0, -4)),
    'answers 200 with two JSON texts': answersJson(goodBody + goodBody),
    'answers 200 with JSON and a comma too many': answersJson('{"data":{"team":null,}}'),
    'answers 200 with bytes that are not UTF-8': answersJson(Buffer.from(goodBody.replace('Door', 'D\xf6r'), 'latin1')),
    'answers 200 in UTF-16': answersJson(Buffer.from(goodBody, 'utf16le')),
    'answers 200 with an answer in an array': answersJson(`[${goodBody}]`),
    'answers 200 with null': answersJson('null'),
    'answers 200 with data inside a __proto__ key': answersJson('{"__proto__":{"data":{"team":1}}}'),
    'answers 200 with data null and no errors': answersJson('{"data":null}'),
    'answers 200 with an event stream': answers(
      200,
      [['content-type', 'text/event-stream']],
      `event: next\ndata: ${goodBody}\n\n`,
    ),
    'answers 200 with a multipart body': answers(
      200,
      [['content-type', 'multipart/mixed; boundary=-']],
      `---\r\n\r\n${goodBody}\r\n-----`,
    ),
    'answers 200 with brackets 20,000 deep': answersJson(deep),
  }),
];

/** Answers with a wrong label that a tolerant client accepts. */
const readable: readonly Misbehaviour[] = [
  ...each(fine, {
    'answers with a byte order mark': answersJson(`\ufeff${goodBody}`),
    'answers as application/graphql-response+json': answers(200, [graphqlJson], goodBody),
    'answers as text/plain': answers(200, [['content-type', 'text/plain']], goodBody),
    'answers as text/html': answers(200, [html], goodBody),
    'answers without a content type': answers(200, [], goodBody),
    'answers 201 with data': answers(201, [json], goodBody),
    'answers with data and an empty list of errors': answersJson('{"data":{"team":1},"errors":[]}'),
    'answers with data and errors null': answersJson('{"data":{"team":1},"errors":null}'),
    'answers with __proto__ keys in data': answersJson(
      '{"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
    ),
    'answers with brackets 20,000 deep in data': answersJson(`{"data":{"team":${deep}}}`),
  }),
];

const graphql: readonly Misbehaviour[] = [
  ...each(partial, {
    'answers with errors alone': answersJson('{"errors":[{"message":"Cannot query field x"}]}'),
    'answers with errors and data null': answersJson('{"errors":[{"message":"boom"}],"data":null}'),
    'answers with errors and partial data': answersJson(
      '{"errors":[{"message":"boom","path":["team"]}],"data":{"team":null}}',
    ),
  }),
  // Invalid errors: test/calls/judge-answer.test.ts. Codes: test/dialects/outcomes.
  ...each(malformed, {
    'answers with errors that are null entries': answersJson('{"errors":[null],"data":{"team":1}}'),
  }),
  ...each(partial, {
    'answers with __proto__ keys in errors': answersJson(
      '{"errors":[{"message":"m","__proto__":{"polluted":true},"extensions":{"__proto__":{"polluted":true}}}]}',
    ),
    'answers with 1,000 errors': answersJson(`{"errors":[${'{"message":"again"},'.repeat(999)}{"message":"last"}]}`),
    'answers with an error message of 200 kB': answersJson(`{"errors":[{"message":"${'m'.repeat(200_000)}"}]}`),
    'answers with brackets 20,000 deep in an extension': answersJson(
      `{"errors":[{"message":"m","extensions":{"deep":${deep}}}]}`,
    ),
    'answers with brackets 20,000 deep in partial data': answersJson(
      `{"errors":[{"message":"m"}],"data":{"team":{"deep":${deep}}}}`,
    ),
  }),
  ...each(final('graphql', 'rejected', { status: 400 }), {
    'answers 400 with errors': answers(400, [json], '{"errors":[{"message":"Syntax Error"}]}'),
    'answers 400 with errors as graphql-response+json': answers(
      400,
      [graphqlJson],
      '{"errors":[{"message":"Syntax Error"}]}',
    ),
  }),
  {
    name: 'answers 429 with errors once, then is well',
    server: atFirst(1, answers(429, [json], '{"errors":[{"message":"slow down"}]}')),
    ...passing('rate_limited', 'rejected', { status: 429 }),
  },
  {
    name: 'answers 500 with errors as graphql-response+json',
    server: answers(500, [graphqlJson], '{"errors":[{"message":"Internal server error"}]}'),
    ...transient('http_status', 'unknown', { status: 500 }),
  },
];

export const bodies: readonly Misbehaviour[] = [...nonsense, ...readable, ...graphql];
