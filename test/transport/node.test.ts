// A stand-in for node:http, without a connection. Its requests record all calls, and the test makes them emit events.
import { EventEmitter } from 'node:events';
import type http from 'node:http';
import net from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createNodeTransport } from '../../src/transport/node.ts';
import type { HttpAgent, TransportFailure, TransportRequest } from '../../src/transport/transport.ts';
import { rested } from '../helpers/rested.ts';
import { failed, overAtOnce, transportRequest } from '../helpers/transport-request.ts';

type NodeHttp = Parameters<typeof createNodeTransport>[1];

function connectionWith(facts: object, prototype: object | null): EventEmitter {
  const known = { connecting: false, destroyed: false, remoteAddress: undefined, remotePort: undefined, ...facts };
  const it = new EventEmitter();
  if (prototype) Object.setPrototypeOf(it, prototype);
  for (const [name, value] of Object.entries(known)) Object.defineProperty(it, name, { value });
  return it;
}

class Standin extends EventEmitter {
  readonly headers: Record<string, unknown>;
  readonly end = vi.fn();
  readonly destroy = vi.fn();
  reusedSocket = false;
  readonly response = Object.assign(new EventEmitter(), {
    statusCode: 200 as number | undefined,
    headers: {} as Record<string, unknown>,
    complete: false,
  });

  constructor({ headers }: http.RequestOptions = {}) {
    super();
    this.headers = { ...(headers as object) };
  }

  setHeader(name: string, value: unknown): void {
    this.headers[name] = value;
  }

  /** The connection of the request, by default one of Node's. Resolves when the request may be written. */
  async connect(socket: object = {}, prototype: object | null = net.Socket.prototype): Promise<EventEmitter> {
    const it = socket instanceof EventEmitter ? socket : connectionWith(socket, prototype);
    this.emit('socket', it);
    await Promise.resolve();
    return it;
  }

  answer(...body: readonly (string | Buffer)[]): void {
    this.emit('response', this.response);
    for (const piece of body) this.response.emit('data', Buffer.from(piece));
    this.response.complete = true;
    this.response.emit('end');
  }
}

function standin(at = 'https://control.example/graphql', agent?: HttpAgent, options = {}) {
  const opened: { options: http.RequestOptions; request: Standin }[] = [];
  const agents: { options: object; freeSockets: Record<string, object[] | undefined>; sockets: object }[] = [];
  const node = {
    request: (options: http.RequestOptions) => {
      const request = new Standin(options);
      opened.push({ options, request });
      return request;
    },
    Agent: class extends EventEmitter {
      freeSockets = {};
      sockets = {};
      readonly options: object;
      constructor(options: object) {
        super();
        this.options = options;
        agents.push(this);
      }
    },
  };
  const transport = createNodeTransport(new URL(at), node as unknown as NodeHttp, agent, options);
  /** Sends a request, and returns its result and the stand-in that carried it. */
  const send = (given: Partial<TransportRequest> = {}) => {
    const asked = transportRequest(given);
    const settled = transport.send(asked).catch((failure: TransportFailure) => failure);
    return { asked, settled, request: opened.at(-1)?.request ?? new Standin() };
  };
  return { node, transport, opened, agents, send };
}

const text = (it: unknown) => Buffer.from((it as { body: Uint8Array }).body).toString();

test('a request without a key has no header for it, and an IPv6 address has no brackets', () => {
  const { opened, send } = standin('http://[::1]/graphql');
  expect(Object.keys(send({ headers: {} }).request.headers)).toEqual(['Accept-Encoding']);
  expect(opened[0]?.options).toMatchObject({ hostname: '::1', port: undefined });
});

test('a request that node:http refuses to make is a failure of which nothing left, the first or the next', async () => {
  const { node, send } = standin();
  const cause = new TypeError('Invalid character in header content');
  vi.spyOn(node, 'request').mockImplementationOnce(() => {
    throw cause;
  });
  expect(await send().settled).toMatchObject({ ...failed('network', false), cause });
  const { request, settled } = send({ freshSocket: true });
  request.reusedSocket = true;
  vi.spyOn(node, 'request').mockImplementationOnce(() => {
    throw cause;
  });
  await request.connect();
  expect(await settled).toMatchObject({ ...failed('network', false), cause });
});

test('a request that is canceled before it begins is never made', async () => {
  const { opened, send } = standin();
  expect(await send({ onCancel: overAtOnce }).settled).toMatchObject(failed('cancelled', false));
  expect(opened).toEqual([]);
});

test.each([false, true])(
  'a request that is canceled while it waits for a connection is never written; a fresh one: %s',
  async (freshSocket) => {
    const { opened, send } = standin();
    const { asked, settled, request } = send({ freshSocket });
    request.reusedSocket = true;
    asked.cancel();
    expect(await settled).toMatchObject(failed('cancelled', false));
    expect(request.destroy).toHaveBeenCalledOnce();
    await request.connect();
    expect(request.end).not.toHaveBeenCalled();
    expect(opened).toHaveLength(1);
  },
);

test('an answer has its headers by name, and repeated ones as one text', async () => {
  const { settled, request } = standin().send();
  request.response.headers = { 'x-one': 'a', 'set-cookie': ['a', 'b'] };
  request.response.statusCode = undefined;
  request.answer();
  const answer = await settled;
  const header = (name: string) => (answer as { header(name: string): unknown }).header(name);
  expect(['x-one', 'set-cookie', 'x-none'].map(header)).toEqual(['a', 'a,b', undefined]);
  expect(answer).toMatchObject({ status: 0 });
});

test('an answer without a visible connection is accepted', async () => {
  const { settled, request } = standin().send();
  request.answer('{}');
  expect(text(await settled)).toBe('{}');
});

test.each<[what: string, socket: object, event: string | undefined]>([
  ['at once over an open connection', {}, undefined],
  ['with the event of its connection', { connecting: true }, 'connect'],
  ['with the end of the TLS handshake, not before', { connecting: true, secureConnecting: true }, 'secureConnect'],
])('a request has left %s', async (_what, socket, event) => {
  for (const isOpen of [false, true]) {
    const { asked, settled, request } = standin().send();
    const connection = await request.connect(socket);
    if (event === 'secureConnect') connection.emit('connect');
    if (isOpen && event) connection.emit(event);
    asked.cancel();
    expect(await settled).toMatchObject(failed('cancelled', isOpen || event === undefined));
  }
});

test('a request has not left over a dead connection', async () => {
  const { asked, settled, request } = standin().send();
  await request.connect({ destroyed: true });
  asked.cancel();
  expect(await settled).toMatchObject(failed('cancelled', false));
});

const why = new Error('read ECONNRESET');

test.each<[what: string, fail: (request: Standin) => void, cause: unknown]>([
  ['ends too early', ({ response }) => response.emit('end'), undefined],
  ['breaks in its body', ({ response }) => response.emit('error', why), why],
  ['loses its connection without an error', (request) => request.emit('close'), undefined],
  ['loses its connection', (request) => request.emit('error', why), why],
])('an answer that %s is truncated', async (_what, fail, cause) => {
  const { settled, request } = standin().send();
  await request.connect();
  request.emit('response', request.response);
  request.response.emit('data', Buffer.from('{'));
  fail(request);
  expect(await settled).toMatchObject({ ...failed('truncated', true), head: { status: 200 }, cause });
  expect(request.destroy).toHaveBeenCalledOnce();
});

test.each(['error', 'close'])('an answer that is complete stands whatever follows: %s', async (event) => {
  const { settled, request } = standin().send();
  await request.connect();
  request.emit('response', request.response);
  request.response.emit('data', Buffer.from('{}'));
  request.response.complete = true;
  request.emit(event, new Error('after it'));
  request.response.emit('end');
  expect(await settled).toMatchObject({ status: 200 });
});

describe('a mutation that must not meet a dead connection', () => {
  /** A connection that earlier requests used a while ago. */
  async function used(now: { ms: number }) {
    const world = standin(undefined, undefined, { now: () => now.ms });
    const socket = new EventEmitter();
    for (const reusedSocket of [false, true]) {
      const { request, settled } = world.send();
      request.reusedSocket = reusedSocket;
      await request.connect(socket);
      await rested();
      request.answer('{}');
      await settled;
    }
    return { ...world, socket };
  }

  test.each<[string, (request: Standin) => void]>([
    ['ends', (request) => request.emit('close')],
    ['is reset', (request) => request.emit('error', new Error('socket hang up'))],
    ['says something', (request) => request.emit('response', request.response)],
  ])('a mutation is not written to a connection that %s in the turn before, and takes another', async (_what, end) => {
    const { send, opened, socket } = await used({ ms: 0 });
    const { request, settled } = send({ freshSocket: true });
    request.reusedSocket = true;
    await request.connect(socket);
    end(request);
    await rested();
    expect(request.end).not.toHaveBeenCalled();
    expect(opened).toHaveLength(4);
    const other = opened.at(-1)?.request;
    await other?.connect();
    other?.answer('{}');
    expect(await settled).toMatchObject({ status: 200 });
  });

  test.each([false, true])(
    'a mutation is written after a whole turn of the event loop, as a query is: %s',
    async (freshSocket) => {
      const { send, socket } = await used({ ms: 0 });
      const { request, settled } = send({ freshSocket });
      request.reusedSocket = true;
      await request.connect(socket);
      // One step ends the current turn, in which arrived bytes may stay unread.
      await new Promise((resolve) => void setImmediate(resolve));
      expect(request.end).not.toHaveBeenCalled();
      await rested();
      expect(request.end).toHaveBeenCalledOnce();
      request.answer('{}');
      expect(await settled).toMatchObject({ status: 200 });
    },
  );

  test('a mutation that is abandoned while it waits leaves nothing open', async () => {
    const { send, opened, socket } = await used({ ms: 0 });
    const { asked, request, settled } = send({ freshSocket: true });
    request.reusedSocket = true;
    await request.connect(socket);
    asked.cancel();
    request.emit('close');
    await rested();
    expect(await settled).toMatchObject(failed('cancelled', false));
    expect(request.end).not.toHaveBeenCalled();
    expect(request.destroy).toHaveBeenCalled();
    expect(opened).toHaveLength(3);
  });
});

test.each<[socket: object, leads: boolean]>([
  [{ remoteAddress: '127.0.0.1', remotePort: 4000 }, true],
  [{ remoteAddress: undefined, remotePort: undefined }, true],
  [{ remoteAddress: '127.0.0.1', remotePort: 9 }, false],
  [{ remoteAddress: '203.0.113.5', remotePort: 4000 }, false],
])(
  'plain http is written to a connection that leads to this machine and port, or has no address: %j',
  async (socket, leads) => {
    const { settled, request } = standin('http://localhost:4000/graphql').send();
    await request.connect(socket);
    expect(request.end).toHaveBeenCalledTimes(leads ? 1 : 0);
    request.answer('{}');
    expect(await settled).toMatchObject(
      leads
        ? { status: 200 }
        : { ...failed('network', false), cause: expect.objectContaining({ code: 'configuration' }) },
    );
  },
);

test('plain http without a port leads to 80, and https may lead anywhere', async () => {
  for (const [at, remotePort, written] of [
    ['http://localhost/graphql', 80, 1],
    ['http://localhost/graphql', 443, 0],
    ['https://localhost/graphql', 1, 1],
  ] as const) {
    const { request } = standin(at).send();
    await request.connect({ remoteAddress: at.startsWith('https') ? '203.0.113.5' : '::1', remotePort });
    expect(request.end).toHaveBeenCalledTimes(written);
  }
});

test('an agent keeps connections, and checks certificates off this machine whatever the environment says', () => {
  const optionsFor = (at?: string) => standin(at).agents[0]?.options;
  expect(optionsFor()).toMatchObject({ keepAlive: true, rejectUnauthorized: true });
  for (const at of ['http://localhost/graphql', 'https://localhost/graphql']) {
    expect(optionsFor(at)).toMatchObject({ keepAlive: true });
    expect(optionsFor(at)).not.toHaveProperty('rejectUnauthorized');
  }
});

test.each([
  ['https://control.example/graphql', 'control.example'],
  ['https://1and1.example/graphql', '1and1.example'],
  ['https://control.example2:8443/graphql', 'control.example2'],
  ['https://192.0.2.1/graphql', ''],
  ['https://[2001:db8::1]/graphql', ''],
])('an agent names the server of %s to TLS: %j', (at, servername) => {
  expect(standin(at).agents[0]?.options).toMatchObject({ servername });
});

test('an agent has one name for all of its connections', () => {
  const [agent] = standin('https://control.example:8443/graphql').agents;
  expect(agent).toMatchObject({ getName: expect.any(Function) });
  expect((agent as unknown as { getName(): string }).getName()).toBe('control.example:8443');
});

test('an agent serves all transports to an origin with the same limit and proxy', () => {
  const { node, agents } = standin();
  const proxied = (proxyEnv: object) => ({ ...node, globalAgent: { options: { proxyEnv } } }) as unknown as NodeHttp;
  const [origin, first] = ['https://control.example', proxied({})];
  const open = (at: string, http: NodeHttp, maxConnections?: number) =>
    createNodeTransport(new URL(at), http, undefined, { maxConnections });
  open(`${origin}/one`, first);
  open(`${origin}/two`, first, 128);
  expect(agents).toHaveLength(2);
  const [last] = [
    open(origin, first, 5),
    open(`${origin}:8443`, first),
    open(origin.replace('https', 'http'), first),
    open(origin, proxied({ HTTPS_PROXY: 'http://proxy.example' })),
  ].reverse();
  expect(agents).toHaveLength(6);
  last?.close();
  open(origin, first);
  expect(agents).toHaveLength(7);
});
