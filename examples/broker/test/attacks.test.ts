import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createControlClient, isControlApiError } from 'control-api-sdk';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { ListDevices, RenameDevice } from '../src/generated/control-api.js';
import { hashOf } from '../src/tokens.js';
import { startWorld, type World } from './world.js';

let world: World;
let other: World;
let reader: string;
let renamer: string;
before(async () => {
  [world, other] = await Promise.all([startWorld({ BROKER_RATE: '100000' }), startWorld()]);
  [reader, renamer] = await Promise.all([
    world.issue('reader', '15', 'read'),
    world.issue('renamer', '15', 'RenameDevice'),
  ]);
});
after(() => Promise.all([world, other].map((it) => it[Symbol.asyncDispose]())));

interface Attack {
  readonly token?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: unknown;
}

const list = { query: `${ListDevices}` };
const rename = { query: `${RenameDevice}`, variables: { id: 'd1', name: 'Taken' } };

/** Sends what a program may send that is not the SDK's client. */
async function send({ token = reader, method = 'POST', path = '/graphql', headers = {}, body = list }: Attack) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const own = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`${world.url}${path}`, { method, headers: { ...own, ...headers } }, (response) => {
      let got = '';
      response.setEncoding('utf8').on('data', (chunk) => (got += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: got }));
    });
    sent.on('error', reject).end(['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : text);
  });
}

/** The broker's own signing key: what only somebody with its files could forge with. */
async function signed(
  change: Record<string, unknown>,
  home = world.home,
  header: object = { alg: 'EdDSA' },
): Promise<string> {
  const key = JSON.parse(await readFile(join(home, 'signing-key.json'), 'utf8'));
  const claims = { ...decodeJwt(reader), ...change };
  const left = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  return new SignJWT(left).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(await importJWK(key, 'EdDSA'));
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (fromNow: number): number => Math.floor(Date.now() / 1000) + fromNow;

/** Tokens that are none of this broker's, each with why. */
async function badTokens(): Promise<Record<string, string>> {
  const [header = '', payload = '', signature = ''] = reader.split('.');
  const claims = decodeJwt(reader);
  const stranger = await generateKeyPair('EdDSA', { extractable: true });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rs256 = `${base64url({ alg: 'RS256' })}.${payload}`;
  const revoked = await world.issue('revoked', '15', 'read');
  await world.revoke(revoked);
  const publicKey = JSON.stringify(await exportJWK(stranger.publicKey));
  const hs256 = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
  return {
    'no token': '',
    'an empty signature': `${header}.${payload}.`,
    'no signature': `${header}.${payload}`,
    'alg none': `${base64url({ alg: 'none' })}.${payload}.`,
    'alg None, with the old signature': `${base64url({ alg: 'None' })}.${payload}.${signature}`,
    'a changed payload': `${header}.${base64url({ ...claims, allow: [hashOf(rename.query)] })}.${signature}`,
    'a changed header': `${base64url({ alg: 'EdDSA', kid: 'x' })}.${payload}.${signature}`,
    'a cut signature': `${header}.${payload}.${signature.slice(0, -4)}`,
    'a key of a stranger': await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(stranger.privateKey),
    'a key of a stranger, embedded in the header': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
    RS256: `${rs256}.${createSign('sha256').update(rs256).sign(rsa.privateKey, 'base64url')}`,
    'HS256 with a public key as the secret': await hs256.sign(new TextEncoder().encode(publicKey)),
    'a token of another broker': await other.issue('reader', '15', 'read'),
    'a token that another broker signed in our name': await signed({}, other.home),
    'an issuer that is not this broker': await signed({ iss: 'another' }),
    'no issuer': await signed({ iss: undefined }),
    'another audience': await signed({ aud: 'models-api' }),
    'no audience': await signed({ aud: undefined }),
    'no subject': await signed({ sub: undefined }),
    'an empty subject': await signed({ sub: '' }),
    'no id': await signed({ jti: undefined }),
    'no end': await signed({ exp: undefined }),
    'no beginning': await signed({ iat: undefined }),
    'no permission': await signed({ allow: undefined }),
    'a permission that is not a list': await signed({ allow: 'read' }),
    'an expired token': await signed({ iat: seconds(-1000), exp: seconds(-1) }),
    'a clock that is ahead: issued in the future': await signed({ iat: seconds(60), exp: seconds(600) }),
    'not valid yet': await signed({ nbf: seconds(60) }),
    'older than a day, with an end in a year': await signed({ iat: seconds(-86_500), exp: seconds(31_536_000) }),
    'a critical header that nobody knows': await signed({}, world.home, { crit: ['x'], x: 1 }).catch(
      () => `${header}x.y.z`,
    ),
    'a revoked token': revoked,
    'not a token': 'sk-live-0123456789',
    'a very long text': 'a.'.repeat(4000),
  };
}

const named = (text: string) => ({ query: text });
const inHeader = (name: string, value: string): Attack => ({ headers: { [name]: value } });

/** Requests that are refused even with a valid token. */
const badRequests = (): Record<string, Attack> => ({
  'a mutation with a token for reading': { body: rename },
  'a query with a token for one mutation': { token: renamer },
  'another document of an allowed name': {
    token: renamer,
    body: named('mutation RenameDevice($id: ID!, $name: String!) { deleteDevice(id: $id) { deletedId } }'),
  },
  'the allowed document with one blank more': { token: renamer, body: { ...rename, query: `${rename.query} ` } },
  'the allowed document with a comment': { token: renamer, body: { ...rename, query: `# \n${rename.query}` } },
  'a query that is not in the manifest': { body: named('query Own { team { devices { nodes { name } } } }') },
  'a query that is named as one of the manifest': { body: named('query ListDevices { team { __typename } }') },
  'a mutation hidden behind a query': { body: named(`${list.query}\n${rename.query}`) },
  'two queries': { body: named('query A { team { __typename } } query B { team { __typename } }') },
  'an operation name that chooses': { body: { ...list, operationName: 'ListDevices' } },
  'a subscription': { body: named('subscription S { team { __typename } }') },
  introspection: { body: named('{ __schema { queryType { name } } }') },
  'introspection without a token': { token: '', body: named('{ __schema { queryType { name } } }') },
  'introspection beside data': { body: named('{ __schema { queryType { name } } team { __typename } }') },
  'introspection in a fragment': { body: named('{ ...F } fragment F on Query { __schema { queryType { name } } }') },
  'a mutation that looks like introspection': { body: named('mutation { __typename }') },
  'a mutation after a line separator': { body: named('#\u2028mutation { deleteDevice(id: "d1") { id } }') },
  'a batch': { body: [list, list] },
  'a batch of one': { body: [list] },
  'an empty object': { body: {} },
  null: { body: 'null' },
  'a text': { body: '"query"' },
  'no JSON': { body: '{' },
  'an empty body': { body: '' },
  'a query that is not a text': { body: { query: 7 } },
  'a syntax tree': { body: { query: { kind: 'Document' } } },
  'a syntax error': { body: named('query {') },
  'only a fragment': { body: named('fragment F on Team { __typename }') },
  'variables that are a text': { body: { ...list, variables: '{}' } },
  'variables that are null': { body: { ...list, variables: null } },
  'a persisted query': { body: { extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(list.query) } } } },
  extensions: { body: { ...list, extensions: {} } },
  'a body that is too large': { body: { ...list, variables: { first: 'x'.repeat(300_000) } } },
  GET: { method: 'GET', path: `/graphql?query=${encodeURIComponent('{team{__typename}}')}` },
  HEAD: { method: 'HEAD' },
  PUT: { method: 'PUT' },
  OPTIONS: { method: 'OPTIONS' },
  'a token in the URL': { token: '', path: '/graphql?token=x' },
  'another path': { path: '/graphql/' },
  'a path of two slashes': { path: '//graphql' },
  'a form': { ...inHeader('content-type', 'application/x-www-form-urlencoded'), body: 'query={team{__typename}}' },
  'a text body, which a page may send': inHeader('content-type', 'text/plain'),
  'a multipart body': inHeader('content-type', 'multipart/form-data; boundary=x'),
  'a content type that begins alike': inHeader('content-type', 'application/jsonp'),
  'a page': inHeader('origin', 'https://example.com'),
  'a page on this machine': inHeader('origin', world.url),
  'a page without an origin of its own': inHeader('origin', 'null'),
  'DNS rebinding': inHeader('host', `attacker.example:${new URL(world.url).port}`),
  'a host that begins as ours': inHeader('host', '127.0.0.1.attacker.example'),
  'our host at another port': inHeader('host', '127.0.0.1:1'),
  'our host without a port': inHeader('host', '127.0.0.1'),
  'another scheme': { token: '', headers: { authorization: `Basic ${reader}` } },
  'a token after two blanks': { token: '', headers: { authorization: `Bearer  ${reader}` } },
  'two tokens': { token: '', headers: { authorization: `Bearer ${reader}, Bearer ${reader}` } },
  'a token in a cookie': { token: '', headers: { cookie: `authorization=Bearer ${reader}` } },
});

test('every attack is refused before anything is sent to the service', async () => {
  const attacks = { ...badRequests() };
  for (const [why, token] of Object.entries(await badTokens())) attacks[why] = { token };
  assert.ok(Object.keys(attacks).length >= 60, `${Object.keys(attacks).length} attacks`);
  assert.equal((await send({})).status, 200, 'a request without a fault is answered');
  const before = world.service.requests.length;
  const through: string[] = [];
  for (const [why, attack] of Object.entries(attacks)) {
    const { status, text } = await send(attack);
    if (![401, 403].includes(status) || text.includes(reader)) through.push(`${why}: ${status} ${text}`);
  }
  assert.deepEqual(through, []);
  assert.equal(world.service.requests.length, before);
});

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(isControlApiError(error), String(error));
  return error;
};

test("the application's client reads each refusal for what it is, and that nothing was executed", async () => {
  await using reading = createControlClient({ baseUrl: world.url, apiKey: reader });
  await using stranger = createControlClient({ baseUrl: world.url, apiKey: 'not-a-token-of-this-broker' });
  const variables = { id: 'd1', name: 'Taken' };
  for (const [client, code] of [
    [reading, 'forbidden'],
    [stranger, 'unauthenticated'],
  ] as const) {
    const error = await failureOf(client.request(RenameDevice, variables));
    assert.deepEqual([error.code, error.outcome], [code, 'rejected']);
  }
});

test('a token that is used too often is refused until a second is over, and no other token with it', async () => {
  await using slow = await startWorld({ BROKER_RATE: '2' });
  const [busy, calm] = await Promise.all([slow.issue('busy', '15', 'read'), slow.issue('calm', '15', 'read')]);
  const statuses: number[] = [];
  for (const token of [busy, busy, busy, busy, calm]) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    statuses.push((await fetch(`${slow.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(list) })).status);
  }
  assert.ok(statuses.slice(0, 4).includes(429), `${statuses}`);
  assert.equal(statuses[4], 200);
});

test('no token is made that lives longer than a day, names nobody, or allows what is not in the manifest', async () => {
  for (const args of [
    ['a', '1441', 'read'],
    ['a', '0', 'read'],
    ['', '15', 'read'],
    ['a', '15'],
    ['a', '15', 'DeleteDevice'],
  ])
    await assert.rejects(world.issue(...args), /24 hours|what it allows/, String(args));
});
