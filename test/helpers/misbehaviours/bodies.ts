import { answers, answersJson, atFirst, goodBody, graphqlJson, html, htmlPage, json } from '../answers.ts';
import { final, fine, type Misbehaviour, passing, transient } from './misbehaviour.ts';

const malformed = final('malformed_response', 'unknown', { status: 200 });
const partial = final('graphql', 'unknown', { status: 200 });
const withCode = (code: string) => `{"errors":[{"message":"no","extensions":{"code":"${code}"}}]`;
const deep = '['.repeat(20_000) + ']'.repeat(20_000);

/** Bodies with status 200 that are no GraphQL answer. */
const nonsense: readonly Misbehaviour[] = [
  { name: 'answers 200 with a page of HTML', server: answers(200, [html], htmlPage), ...malformed },
  { name: 'answers 200 with nothing', server: answersJson(''), ...malformed },
  { name: 'answers 200 with white space', server: answersJson(' \r\n\t '), ...malformed },
  { name: 'answers 200 with JSON cut short', server: answersJson(goodBody.slice(0, -4)), ...malformed },
  { name: 'answers 200 with two JSON texts', server: answersJson(goodBody + goodBody), ...malformed },
  { name: 'answers 200 with JSON and a comma too many', server: answersJson('{"data":{"team":null,}}'), ...malformed },
  {
    name: 'answers 200 with bytes that are not UTF-8',
    server: answersJson(Buffer.from(goodBody.replace('Door', 'D\xf6r'), 'latin1')),
    ...malformed,
  },
  { name: 'answers 200 in UTF-16', server: answersJson(Buffer.from(goodBody, 'utf16le')), ...malformed },
  { name: 'answers 200 with an array', server: answersJson('[]'), ...malformed },
  { name: 'answers 200 with an answer in an array', server: answersJson(`[${goodBody}]`), ...malformed },
  { name: 'answers 200 with a string', server: answersJson('"data"'), ...malformed },
  { name: 'answers 200 with a number', server: answersJson('42'), ...malformed },
  { name: 'answers 200 with true', server: answersJson('true'), ...malformed },
  { name: 'answers 200 with null', server: answersJson('null'), ...malformed },
  { name: 'answers 200 with {}', server: answersJson('{}'), ...malformed },
  { name: 'answers 200 with an object of other keys', server: answersJson('{"status":"ok"}'), ...malformed },
  {
    name: 'answers 200 with data inside a __proto__ key',
    server: answersJson('{"__proto__":{"data":{"team":1}}}'),
    ...malformed,
  },
  { name: 'answers 200 with data that is a string', server: answersJson('{"data":"x"}'), ...malformed },
  { name: 'answers 200 with data that is an array', server: answersJson('{"data":[]}'), ...malformed },
  { name: 'answers 200 with data null and no errors', server: answersJson('{"data":null}'), ...malformed },
  {
    name: 'answers 200 with data null and an empty list of errors',
    server: answersJson('{"data":null,"errors":[]}'),
    ...malformed,
  },
  { name: 'answers 200 with an empty list of errors alone', server: answersJson('{"errors":[]}'), ...malformed },
  {
    name: 'answers 200 with an event stream',
    server: answers(200, [['content-type', 'text/event-stream']], `event: next\ndata: ${goodBody}\n\n`),
    ...malformed,
  },
  {
    name: 'answers 200 with a multipart body',
    server: answers(200, [['content-type', 'multipart/mixed; boundary=-']], `---\r\n\r\n${goodBody}\r\n-----`),
    ...malformed,
  },
  { name: 'answers 200 with brackets 20,000 deep', server: answersJson(deep), ...malformed },
];

/** Answers a tolerant client takes: what they say is plain, whatever their label. */
const readable: readonly Misbehaviour[] = [
  { name: 'answers with a byte order mark', server: answersJson(`\ufeff${goodBody}`), ...fine },
  { name: 'answers as application/graphql-response+json', server: answers(200, [graphqlJson], goodBody), ...fine },
  { name: 'answers as text/plain', server: answers(200, [['content-type', 'text/plain']], goodBody), ...fine },
  { name: 'answers as text/html', server: answers(200, [html], goodBody), ...fine },
  { name: 'answers without a content type', server: answers(200, [], goodBody), ...fine },
  { name: 'answers 201 with data', server: answers(201, [json], goodBody), ...fine },
  {
    name: 'answers with data and an empty list of errors',
    server: answersJson('{"data":{"team":1},"errors":[]}'),
    ...fine,
  },
  { name: 'answers with data and errors null', server: answersJson('{"data":{"team":1},"errors":null}'), ...fine },
  {
    name: 'answers with __proto__ keys in data',
    server: answersJson('{"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}'),
    ...fine,
  },
  { name: 'answers with brackets 20,000 deep in data', server: answersJson(`{"data":{"team":${deep}}}`), ...fine },
];

/** GraphQL answers with errors. */
const graphql: readonly Misbehaviour[] = [
  {
    name: 'answers with errors alone',
    server: answersJson('{"errors":[{"message":"Cannot query field x"}]}'),
    ...partial,
  },
  {
    name: 'answers with errors and data null',
    server: answersJson('{"errors":[{"message":"boom"}],"data":null}'),
    ...partial,
  },
  {
    name: 'answers with errors and partial data',
    server: answersJson('{"errors":[{"message":"boom","path":["team"]}],"data":{"team":null}}'),
    ...partial,
  },
  {
    name: 'answers with errors that are a string',
    server: answersJson('{"errors":"boom"}'),
    ...malformed,
  },
  {
    name: 'answers with errors that are an object',
    server: answersJson('{"errors":{"message":"boom"}}'),
    ...malformed,
  },
  {
    name: 'answers with errors that are null entries',
    server: answersJson('{"errors":[null,7,"x",[]],"data":{"team":1}}'),
    ...malformed,
  },
  { name: 'answers with errors without a message', server: answersJson('{"errors":[{}]}'), ...malformed },
  {
    name: 'answers with errors whose parts have wrong types',
    server: answersJson('{"errors":[{"message":5,"path":"team","locations":{"line":"x"},"extensions":[1]}]}'),
    ...malformed,
  },
  {
    name: 'answers with __proto__ keys in errors',
    server: answersJson(
      '{"errors":[{"message":"m","__proto__":{"polluted":true},"extensions":{"__proto__":{"polluted":true}}}]}',
    ),
    ...partial,
  },
  {
    name: 'answers with 1,000 errors',
    server: answersJson(`{"errors":[${'{"message":"again"},'.repeat(999)}{"message":"last"}]}`),
    ...partial,
  },
  {
    name: 'answers with an error message of 200 kB',
    server: answersJson(`{"errors":[{"message":"${'m'.repeat(200_000)}"}]}`),
    ...partial,
  },
  {
    name: 'answers with brackets 20,000 deep in an extension',
    server: answersJson(`{"errors":[{"message":"m","extensions":{"deep":${deep}}}]}`),
    ...partial,
  },
  {
    name: 'answers with brackets 20,000 deep in partial data',
    server: answersJson(`{"errors":[{"message":"m"}],"data":{"deep":${deep}}}`),
    ...partial,
  },
  {
    name: 'answers UNAUTHENTICATED in extensions',
    server: answersJson(`${withCode('UNAUTHENTICATED')}}`),
    ...final('unauthenticated', 'rejected', { status: 200 }),
  },
  {
    name: 'answers FORBIDDEN in extensions',
    server: answersJson(`${withCode('FORBIDDEN')}}`),
    ...final('forbidden', 'rejected', { status: 200 }),
  },
  {
    name: 'answers FORBIDDEN in extensions, with partial data',
    server: answersJson(`${withCode('FORBIDDEN')},"data":{"team":{}}}`),
    ...partial,
  },
  {
    name: 'answers 400 with errors',
    server: answers(400, [json], '{"errors":[{"message":"Syntax Error"}]}'),
    ...final('graphql', 'rejected', { status: 400 }),
  },
  {
    name: 'answers 400 with errors as graphql-response+json',
    server: answers(400, [graphqlJson], '{"errors":[{"message":"Syntax Error"}]}'),
    ...final('graphql', 'rejected', { status: 400 }),
  },
  {
    name: 'answers 401 with errors as graphql-response+json',
    server: answers(401, [graphqlJson], '{"errors":[{"message":"who?"}]}'),
    ...final('unauthenticated', 'rejected', { status: 401 }),
  },
  {
    name: 'answers 403 with errors',
    server: answers(403, [json], '{"errors":[{"message":"not you"}]}'),
    ...final('forbidden', 'rejected', { status: 403 }),
  },
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
  {
    name: 'answers 503 with errors and data null',
    server: answers(503, [graphqlJson], '{"errors":[{"message":"down"}],"data":null}'),
    ...transient('http_status', 'unknown', { status: 503 }),
  },
];

/** What stands in the body. */
export const bodies: readonly Misbehaviour[] = [...nonsense, ...readable, ...graphql];
