import { describe, expect, test } from 'vitest';
import { serverMessageOf } from '../../src/call/judge/server-message.ts';
import { isControlApiError } from '../../src/index.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { graphql, laboratory, laboratoryKey } from '../helpers/laboratory.ts';
import { keptLines, Witness } from '../helpers/witness.ts';

const untouched = (text: string): string => text;
const said = (body: string, type?: string): string | undefined =>
  serverMessageOf({ text: body, header: (name) => (name === 'content-type' ? type : undefined) }, undefined, untouched);

test.each<[string, unknown, string]>([
  ['an `error`', { error: 'no such team' }, 'no such team'],
  ['a `message`', { message: 'try later', status: 503 }, 'try later'],
  ['an `error` that is an object', { error: { message: 'deep', code: 'E1' } }, 'deep; E1'],
  ['a list of errors', { errors: [{ detail: 'first' }, { title: 'second' }] }, 'first; second'],
  ['a list of texts', { errors: ['first', 'second'] }, 'first; second'],
  ['OAuth', { error: 'invalid_token', error_description: 'The token expired' }, 'The token expired; invalid_token'],
  [
    'problem+json',
    { type: 'about:blank', title: 'Forbidden', detail: 'Your plan ended.', status: 403 },
    'Your plan ended.; Forbidden',
  ],
  ['AWS', { __type: 'X', message: 'Rate exceeded' }, 'Rate exceeded'],
  ['errors by index', [{ message: 'one' }, { message: 'two' }], 'one; two'],
  ['a text alone', 'just words', 'just words'],
])('the message of a server is read from JSON with %s', (_what, body, words) => {
  expect(said(JSON.stringify(body), 'application/json')).toBe(words);
});

test('the message of a server has the first five of its errors, of GraphQL or not', () => {
  const errors = Array.from({ length: 9 }, (_, index) => ({ message: `m${index}` }));
  expect(said(JSON.stringify({ errors }))).toBe('m0; m1; m2; m3; m4');
  const answer = { text: '{"message":"beside"}', header: () => undefined };
  expect(serverMessageOf(answer, errors, untouched)).toBe('m0; m1; m2; m3; m4');
  expect(serverMessageOf(answer, [], untouched)).toBe('beside');
});

test.each<[unknown, string | undefined]>([
  [{ reason: 'because' }, 'because'],
  [{ description: 'words' }, 'words'],
  [{ error: { error: { error: { error: 'deep' } } } }, 'deep'],
  [{ error: { error: { error: { error: { error: 'deeper' } } } } }, undefined],
  [[[[['deep']]]], 'deep'],
  [[[[[['deeper']]]]], undefined],
  [{ message: 7 }, undefined],
  [{ other: 'x' }, undefined],
])('the message of a server is read from common names, to some depth: %j', (body, words) => {
  expect(said(JSON.stringify(body))).toBe(words);
});

test('a body that is not a page is its own message', () => {
  expect(said('a < b')).toBe('a < b');
  expect(said('a <b> c', 'text/html')).toBe('a c');
  expect(said(' \n<b>c</b>')).toBe('c');
  expect(said('x<b>c</b>', 'text/plain')).toBe('x<b>c</b>');
  expect(said('<title>Down<b>, they say</title>')).toBe('Down');
  expect(said('<title lang="en">Down</title><p>More</p>')).toBe('Down');
});

test.each<[string, string, string | undefined, string]>([
  [
    'the title of a page',
    '<!doctype html><html><head><title>\n 502 Bad\n Gateway</title></head></html>',
    'text/html',
    '502 Bad Gateway',
  ],
  ['a title with attributes', '<title data-x="1">Down</title>', undefined, 'Down'],
  [
    'the text of a page without a title',
    '<html><body><h1>Bad gateway</h1><hr>proxy/1.2</body></html>',
    'text/html',
    'Bad gateway proxy/1.2',
  ],
  ['the text of a page with an empty title', '<title> </title><p>Closed</p>', 'text/html', 'Closed'],
  ['XML, as far as that is text', '<Error><Code>SlowDown</Code></Error>', 'application/xml', 'SlowDown'],
  ['plain text', '  upstream connect error\r\n\r\nreset  ', 'text/plain', 'upstream connect error reset'],
  ['broken JSON as it is', '{"message":"cut of', 'application/json', '{"message":"cut of'],
])('the message of a server is %s', (_what, body, type, words) => {
  expect(said(body, type)).toBe(words);
});

test.each<[string, string]>([
  ['an empty body', ''],
  ['white space', ' \r\n\t '],
  ['a page without text', '<html><body></body></html>'],
  ['JSON that says nothing', '{"status":500}'],
  ['JSON that holds values alone', '[1,2,null]'],
  ['data', '{"data":{"team":{"message":"not an error"}}}'],
])('the message of a server is absent for %s', (_what, body) => {
  expect(said(body)).toBeUndefined();
});

test('the message of a server shows control characters and direction marks as escapes', () => {
  expect(said('red \u001b[31malert\u0007 \u202eevil\u2066\u200f \u009b0m\0')).toBe(
    'red \\u001b[31malert\\u0007 \\u202eevil\\u2066\\u200f \\u009b0m\\u0000',
  );
  expect(said(JSON.stringify({ message: 'two\nlines\u2028and\tmore' }))).toBe('two lines and more');
});

test('the message of a server is cut off at 500 characters, between characters', () => {
  expect(said('a'.repeat(500))).toBe('a'.repeat(500));
  expect(said('a'.repeat(501))).toBe(`${'a'.repeat(499)}…`);
  const emoji = said(`${'a'.repeat(498)}💡💡`) ?? '';
  expect(emoji).toBe(`${'a'.repeat(498)}…`);
  expect(encodeURIComponent(emoji)).toBeDefined();
  expect(said(`💡${'a'.repeat(500)}`)).toBe(`💡${'a'.repeat(497)}…`);
});

test('the message of a server is read from the first 64 kB', () => {
  const long = 'a'.repeat(70_000);
  expect(said(JSON.stringify({ message: 'm', long }))).toMatch(/^\{"message":"m","long":"aaa/);
  const scrubbed: number[] = [];
  const scrub = (text: string) => {
    scrubbed.push(text.length);
    return text;
  };
  serverMessageOf({ text: '', header: () => undefined }, [{ message: long }], scrub);
  serverMessageOf({ text: 'a'.repeat(10_000_000), header: () => undefined }, undefined, scrub);
  expect(scrubbed).toEqual([65_536, 65_536]);
});

test.each([485, 490, 495, 499])('a key is removed before the message is cut off at character %i', (at) => {
  const scrub = (text: string): string => text.replaceAll(laboratoryKey, '[redacted]');
  const body = `${'x'.repeat(at)}${laboratoryKey} and more`;
  const message = serverMessageOf({ text: body, header: () => undefined }, undefined, scrub) ?? '';
  expect(message).toBe(`${`${'x'.repeat(at)}[redacted] and more`.slice(0, 499)}…`);
});

describe('`error.serverMessage`', () => {
  const words = 'the words of the server 4711';
  test.each<[string, Parameters<typeof graphql>[1], object | string]>([
    ['GraphQL errors', {}, { errors: [{ message: words }] }],
    ['a limit', { status: 429 }, { error: words }],
    ['a refused key', { status: 401 }, { message: words }],
    ['trouble', { status: 503 }, `<html><title>${words}</title></html>`],
    ['what is no GraphQL answer', { status: 200 }, words],
    ['a redirect', { status: 302 }, words],
    ['GraphQL errors with status 400', { status: 400 }, { errors: [{ message: words }] }],
  ])(
    '`error.serverMessage` has the words of the server for %s, and message, logs and channels do not',
    async (what, step, body) => {
      using witness = new Witness();
      const { lines, logger } = keptLines();
      const answer = { ...step, body: typeof body === 'string' ? body : JSON.stringify(body) };
      const lab = laboratory(() => answer, {}, { logger });
      const name = `Op${what.replace(/\W/g, '')}`;
      const error = await lab.settle(`query ${name} { team }`);
      if (!isControlApiError(error)) throw error;
      expect(error.serverMessage).toBe(words);
      expect(error.message).not.toContain(words);
      expect(lines.length).toBeGreaterThan(0);
      expect(whereRevealed(lines, words)).toEqual([]);
      expect(witness.eventsOf(name).length).toBeGreaterThan(0);
      expect(whereRevealed(witness.eventsOf(name), words)).toEqual([]);
    },
  );

  test('`error.serverMessage` is there with partial data, and never has a key', async () => {
    const body = { data: { team: null }, errors: [{ message: `${words} ${laboratoryKey}` }] };
    const error: unknown = await laboratory([graphql(body)])
      .client.request('query A { team }')
      .catch((it) => it);
    expect(error).toMatchObject({ code: 'graphql', serverMessage: `${words} [redacted]` });
    expect(whereRevealed(error, laboratoryKey)).toEqual([]);
  });

  test('`error.serverMessage` is absent if the server said nothing', async () => {
    const error = await laboratory(() => ({ status: 500 })).settle('mutation A { a }');
    expect(Object.keys(error as object)).not.toContain('serverMessage');
  });
});
