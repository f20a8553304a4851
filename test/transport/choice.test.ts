import http from 'node:http';
import https from 'node:https';
import { expect, test } from 'vitest';
import { type ControlClientOptions, createControlClient } from '../../src/index.ts';
import { undici6, undici7 } from '../helpers/transports.ts';

const apiKey = 'key-of-a-choice-0123456789';
const make = (options: object) => createControlClient({ apiKey, ...options } as ControlClientOptions);
const baseUrl = 'https://control.example';
const local = 'http://127.0.0.1:1';
const agent = new https.Agent();
const dispatcher = new undici7.Agent();

test.each<readonly [what: string, options: object, message: RegExp]>([
  ['an agent of node:http for https', { baseUrl, agent: new http.Agent() }, /`agent` must be an agent of `node:https`/],
  ['an agent of node:https for http', { baseUrl: local, agent }, /`agent` must be an agent of `node:http`/],
  [
    'an agent without `destroy`',
    { baseUrl, agent: { addRequest: () => {}, maxSockets: 1 } },
    /`agent` must be an agent of `node:https`/,
  ],
  ['an agent that is a text', { baseUrl, agent: 'https' }, /`agent` must be an agent/],
  ['an agent that is null', { baseUrl, agent: null }, /`agent` must be an agent/],
  ["undici's Agent as an agent", { baseUrl, agent: dispatcher }, /`agent` must be .* goes to `dispatcher`/],
  ["Node's agent as a dispatcher", { baseUrl, dispatcher: agent }, /`dispatcher` must be .* goes to `agent`/],
  ['a dispatcher that is null', { baseUrl, dispatcher: null }, /`dispatcher` must be a dispatcher of undici/],
  ['a RetryAgent of undici 7', { baseUrl, dispatcher: new undici7.RetryAgent(dispatcher) }, /RetryAgent.*twice/],
  [
    'a RetryAgent of undici 6',
    { baseUrl, dispatcher: new undici6.RetryAgent(new undici6.Agent()) },
    /RetryAgent.*twice/,
  ],
  ['an agent beside fetch', { baseUrl, agent, fetch }, /`fetch` and `agent` don't go together/],
  ['a dispatcher beside fetch', { baseUrl, dispatcher, fetch }, /`fetch` and `dispatcher` don't go together/],
  ['a dispatcher beside an agent', { baseUrl, dispatcher, agent }, /`agent` and `dispatcher` don't go together/],
  [
    '`maxConnections` beside fetch',
    { baseUrl, maxConnections: 5, fetch },
    /`fetch` and `maxConnections` don.t go together/,
  ],
  [
    '`maxConnections` beside an agent',
    { baseUrl, maxConnections: 5, agent },
    /`agent` and `maxConnections` don.t go together/,
  ],
  [
    '`maxConnections` beside a dispatcher',
    { baseUrl, maxConnections: 5, dispatcher },
    /`dispatcher` and `maxConnections` don.t go/,
  ],
  ['no connection', { baseUrl, maxConnections: 0 }, /`maxConnections` must be a whole number from 1/],
  ['half a connection', { baseUrl, maxConnections: 0.5 }, /`maxConnections` must be a whole number from 1/],
])('the client refuses %s when it is made', (_what, options, message) => {
  expect(() => make(options)).toThrow(expect.objectContaining({ code: 'configuration' }));
  expect(() => make(options)).toThrow(message);
});

test('an agent that chooses its protocol at each request is taken for either', () => {
  // The common proxy agents do this.
  class ProxyAgent extends http.Agent {
    get protocol() {
      return 'http:';
    }
    set protocol(_ignored: string) {}
  }
  expect(() => make({ baseUrl, agent: new ProxyAgent() }).close()).not.toThrow();
});
