import { expect, test } from 'vitest';
import { readEndpoint } from '../../src/client/endpoint.ts';
import { isLoopback } from '../../src/transport/hosts.ts';
import { messageOf } from '../helpers/message-of.ts';

test.each([
  ['https://control.example', 'https://control.example/graphql'],
  ['https://control.example/', 'https://control.example/graphql'],
  ['https://control.example/graphql', 'https://control.example/graphql'],
  ['https://control.example/graphql/', 'https://control.example/graphql'],
  ['https://control.example//', 'https://control.example/graphql'],
  ['https://control.example/v0//', 'https://control.example/v0/graphql'],
  ['https://control.example/v0/graphql', 'https://control.example/v0/graphql'],
  ['https://control.example/graphql/v0', 'https://control.example/graphql/v0/graphql'],
  ['https://control.example/mygraphql', 'https://control.example/mygraphql/graphql'],
  ['https://control.example:8443/a//b', 'https://control.example:8443/a//b/graphql'],
  [' https://control.example\n', 'https://control.example/graphql'],
  ['HTTPS://Control.Example', 'https://control.example/graphql'],
  ['http://localhost:4000', 'http://localhost:4000/graphql'],
])('the endpoint of %j is %s', (given, endpoint) => {
  expect(readEndpoint(given, {}).url?.href).toBe(endpoint);
  expect(readEndpoint(undefined, { CONTROL_API_URL: given }).url?.href).toBe(endpoint);
});

test('the base URL may be a URL object, which is not changed', () => {
  const given = new URL('https://control.example/v0');
  expect(readEndpoint(given, {}).url?.href).toBe('https://control.example/v0/graphql');
  expect(given.href).toBe('https://control.example/v0');
});

test('the `baseUrl` option comes before the environment', () => {
  const environment = { CONTROL_API_URL: 'https://environment.example' };
  expect(readEndpoint('https://option.example', environment).url?.host).toBe('option.example');
  expect(messageOf(() => readEndpoint('', environment))).toMatch(/^No base URL/);
});

test.each([
  'localhost',
  'api.localhost',
  'a.b.localhost',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
])('plain http may lead to %s', (host) => {
  expect(isLoopback(new URL(`http://${host}:4000/`))).toBe(true);
  expect(readEndpoint(`http://${host}:4000`, {}).url?.protocol).toBe('http:');
});

test.each([
  'control.example',
  'localhost.example',
  'notlocalhost',
  '.localhost',
  '127.0.0.1.example',
  'a127.0.0.1.example',
  '127.example',
  '128.0.0.1',
  '10.0.0.1',
  '192.168.0.1',
  '0.0.0.0',
  '[::2]',
  '[::1:1]',
  '[::]',
])('plain http may not lead to %s', (host) => {
  expect(isLoopback(new URL(`http://${host}:4000/`))).toBe(false);
  expect(messageOf(() => readEndpoint(`http://${host}:4000`, {}))).toMatch(/plain http/);
});

test('a wrong base URL is refused with a reason, and never quoted', () => {
  const refused = [
    'control.example',
    'ftp://secret.example',
    'https://secret@control.example',
    'https://:secret@control.example',
    'https://control.example?key=secret',
    'https://control.example/?',
    'https://control.example#secret',
    'https://control.example/#',
    'http://secret.example',
  ];
  const said = refused.map((given) => {
    const message = messageOf(() => readEndpoint(given, {}));
    expect(message).not.toContain('secret');
    expect(messageOf(() => readEndpoint(undefined, { CONTROL_API_URL: given }))).toBe(
      message.replace('Correct the `baseUrl` option.', 'Correct CONTROL_API_URL.'),
    );
    return `${given}: ${message}`;
  });
  expect(said).toMatchInlineSnapshot(`
    [
      "control.example: The base URL is not a URL such as https://host or https://host/path. Correct the \`baseUrl\` option.",
      "ftp://secret.example: The base URL is not a URL such as https://host or https://host/path. Correct the \`baseUrl\` option.",
      "https://secret@control.example: The base URL has credentials, a query or a fragment. Correct the \`baseUrl\` option.",
      "https://:secret@control.example: The base URL has credentials, a query or a fragment. Correct the \`baseUrl\` option.",
      "https://control.example?key=secret: The base URL has credentials, a query or a fragment. Correct the \`baseUrl\` option.",
      "https://control.example/?: The base URL has credentials, a query or a fragment. Correct the \`baseUrl\` option.",
      "https://control.example#secret: The base URL has credentials, a query or a fragment. Correct the \`baseUrl\` option.",
      "https://control.example/#: The base URL has credentials, a query or a fragment. Correct the \`baseUrl\` option.",
      "http://secret.example: The base URL is plain http, which would show the key: use https (http only to this machine). Correct the \`baseUrl\` option.",
    ]
  `);
});

test.each([undefined, '', ' '])('a base URL that is not set (%j) is an error of the first call', async (value) => {
  const endpoint = readEndpoint(undefined, { CONTROL_API_URL: value });
  expect(endpoint.url).toBeUndefined();
  await expect(endpoint.ask()).rejects.toThrow(/^No base URL\. Pass the `baseUrl` option or set CONTROL_API_URL\.$/);
});
