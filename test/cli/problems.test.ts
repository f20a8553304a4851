import { expect, test } from 'vitest';
import { ADVICE, type Advice } from '../../src/base/advice.ts';
import { exitCodeOf } from '../../src/cli/exit.ts';
import { problemOf } from '../../src/cli/problem.ts';
import { ControlApiError } from '../../src/errors.ts';
import { TransportFailure } from '../../src/transport/transport.ts';
import { answers, json } from '../helpers/answers.ts';
import { failure, say, sayIn } from '../helpers/cli-in-process.ts';
import { laboratory, networkFailure, type Step } from '../helpers/laboratory.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

/** Options and fields of the SDK, which a command line lacks. */
const sdkWords =
  /timeoutMs|`limiter`|maxResponseBytes|`apiKey`|baseUrl|error\.errors|retryAfterMs|paginate\(\)|`pageSize`|operationName|maxRetries/;

const failuresOfCalls: readonly (readonly [name: string, step: Step])[] = [
  ['timeout', 'never'],
  ['network', networkFailure('ECONNREFUSED')],
  ['rate_limited', { status: 429, headers: { 'retry-after': '1' } }],
  ['http_status', { status: 503 }],
  ['http_status', { status: 404 }],
  ['unauthenticated', { status: 401, body: '{"message":"no such key"}' }],
  ['forbidden', { status: 403 }],
  ['redirected', { status: 302, headers: { location: 'https://b.example' } }],
  ['malformed_response', { status: 200, body: '<p>', headers: { 'content-type': 'text/html' } }],
  ['graphql', { body: '{"errors":[{"message":"no"}]}' }],
  ['response_too_large', new TransportFailure('too-large', 'service')],
];

const CONTROL_API_URL = 'https://control.example';

test.each([
  ['devices', {}],
  ['devices', { CONTROL_API_URL }],
  ['devices', { CONTROL_API_URL: 'control.example', CONTROL_API_KEY: 'a-key-that-is-long' }],
  ['devices --timeout 99999999999', { CONTROL_API_URL, CONTROL_API_KEY: 'a-key-that-is-long' }],
  ['devices', { CONTROL_API_URL, CONTROL_API_KEY: 'short' }],
  ['schema show', {}],
  ['schema show', { CONTROL_API_URL: 'control.example' }],
  ['check', { CONTROL_API_URL: 'http://control.example' }],
  ['request {team{id}}', {}],
  ['request {team{id}}', { CONTROL_API_URL }],
])('a wrong setting is reported with the options of the command line: %s with %j', async (line, env) => {
  // A config of the generator in the folder would be loaded first.
  const ended = await say(line, { env: env as Record<string, string>, cwd: 'test/types' });
  expect(ended).toEqual(failure(2, /^[^\n]{20,}\n$/));
  expect(ended.stderr).not.toMatch(sdkWords);
});

test.each(failuresOfCalls)('the advice on a failure is for the command line: %s (%j)', async (code, step) => {
  const lab = laboratory(() => step, { maxRetries: 0 });
  const problem = problemOf(await lab.settle('query Q { team { id } }'));
  expect(problem.code).toBe(code);
  expect(`${problem.message} ${problem.hint}`).not.toMatch(sdkWords);
  expect(problem.message).toContain('https://control.example: ');
  expect(problem.exitCode).toBe(problem.status === 404 ? 4 : exitCodeOf(code));
});

test.each(Object.keys(ADVICE) as Advice[])('the advice %s is for the command line', async (advice) => {
  // The command line has no limiter, and no connections of a caller.
  if (['limiter', 'connections', 'read_again'].includes(advice)) return;
  const problem = problemOf(new ControlApiError('configuration', 'It failed within `timeoutMs`.', { advice }));
  expect(problem.message).toBe('It failed within `--timeout`.');
  expect(problem.hint).toMatch(/^[A-Z].*\.$/);
  expect(problem.hint).not.toMatch(sdkWords);
});

/** A server with one answer, and the settings for it. */
async function answering(status: number, body: string) {
  const server = await MisbehavingServer.start(answers(status, [json], body));
  return {
    env: { CONTROL_API_URL: server.url, CONTROL_API_KEY: 'emulator_for-this-test' },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const query = '{ team { id } }';

test.each([
  [401, '{"errors":[{"message":"The key was revoked"}]}', 'The key was revoked', 4],
  [401, '{"error":"The key was revoked"}', 'The key was revoked', 4],
  [403, '{"detail":"Not your team"}', 'Not your team', 4],
  [403, 'Not your team', 'Not your team', 4],
  [400, '{"errors":[{"message":"Bad field"}]}', 'Bad field', 4],
  [418, '["short and stout"]', 'short and stout', 4],
  [200, '{"errors":[{"message":"No such device"}]}', 'No such device', 4],
])('the message of the service is quoted for status %i, %s', async (status, body, words, code) => {
  await using service = await answering(status, body);
  const ended = await say(['request', query], { env: service.env });
  expect(ended).toEqual(failure(code, `\nThe service says: “${words}”\n`));
  expect(ended.stderr).toContain(service.env.CONTROL_API_URL);
  expect(ended.stderr).not.toContain(service.env.CONTROL_API_KEY);
});

test('a refusal is quoted once for a list that is not proven whole', async () => {
  await using service = await answering(401, '{"message":"The key was revoked"}');
  const ended = await say('devices', { env: service.env });
  expect(ended).toEqual(failure(3, 'the service does not show its schema: “The key was revoked”.'));
  expect(ended.stderr.match(/The key was revoked/g)).toHaveLength(1);
});

test('a refusal is quoted if the schema could not be read', async () => {
  await using service = await answering(403, '{"message":"Ask the administrator"}');
  const ended = await say('schema show', { env: service.env });
  expect(ended).toEqual(failure(3, 'The service says: “Ask the administrator”'));
});

test('a refusal is quoted once if the message quotes it', async () => {
  await using service = await answering(400, '{"errors":[{"message":"Introspection is off"}]}');
  const { stderr } = await say('schema show', { env: service.env });
  expect(stderr.match(/Introspection is off/g)).toHaveLength(1);
});

test.each([
  [400, '{"errors":[{"message":"Introspection is off"}]}', 3, true],
  [200, '{"errors":[{"message":"Introspection is off"}]}', 3, true],
  [200, '{"data":{"__schema":null}}', 3, true],
  [401, '{}', 3, true],
  [403, '{"errors":[{"message":"no"}]}', 3, true],
  [404, '', 4, false],
  [429, '{"errors":[{"message":"slowly"}]}', 3, false],
  [503, '{"errors":[{"message":"later"}]}', 3, false],
  [200, '<p>', 3, false],
])('a hidden schema is no result: status %i with %s exits with %i', async (status, body, expected, isRefusal) => {
  await using service = await answering(status, body);
  const ended = await say('schema pull --output -', { env: service.env });
  const { stderr } = ended;
  expect(ended).toEqual(failure(expected, service.env.CONTROL_API_URL));
  expect(stderr).not.toMatch(sdkWords);
  expect(/whether it was disabled/.test(stderr)).toBe(isRefusal);
  expect(/A file with the schema .* does as well/.test(stderr)).toBe(isRefusal);
});

test('a failure as JSON is one object on stderr, with code, message, hint and outcome', async () => {
  await using service = await answering(401, '{"message":"revoked"}');
  const { code, stdout, stderr } = await say(['request', query, '--format', 'json'], { env: service.env });
  expect([code, stdout]).toEqual([4, '']);
  expect(JSON.parse(stderr)).toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining(service.env.CONTROL_API_URL),
    hint: expect.stringContaining('only support can revoke one'),
    outcome: 'rejected',
    serverMessage: 'revoked',
    status: 401,
    exitCode: 4,
  });
});

test.each([
  ['devices --format=json --limt 3'],
  ['list --format ndjson --fields'],
  ['devices --format json --settings none'],
])('a wrong command line fails as JSON, too: %s', async (line) => {
  const { code, stderr } = await say(line);
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({ code: 'usage', outcome: 'not-sent', exitCode: 2 });
});

test('a failure as JSON has no notes beside it', async () => {
  await using service = await answering(401, '{"message":"revoked"}');
  const files = { 'schema.graphql': 'type Query { team: Team } type Team { groups: [ID] }' };
  const { stderr } = await sayIn(files, 'list team.groups --format json --verbose', { env: service.env });
  expect(JSON.parse(stderr)).toMatchObject({ code: 'unauthenticated' });
});

test('`--verbose` shows the causes and the code of a failure', async () => {
  const env = { CONTROL_API_URL: 'http://127.0.0.1:9', CONTROL_API_KEY: 'emulator_for-this-test' };
  const ended = await say('devices --verbose', { env });
  expect(ended).toEqual(failure(3, /\nCaused by .*ECONNREFUSED/));
  expect(ended.stderr).toContain('Code: network.\n');
});
