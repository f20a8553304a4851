import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodes } from '../helpers/nodes.ts';
import { folderWith } from './integrator.ts';

/*
 * The windows of Node in SECURITY.md, through which a process shows a key. These tests hold each sentence on every installed Node.
 * Other versions come with `npm ci --prefix evidence/runtimes`.
 */

const binaries = nodes(22, 24, 26).map(({ program }) => program);
const certificates = resolve('test/helpers/certificates');
const key = 'key-behind-a-window-0123456789';

/** A call by the client or by Node alone, under the given window. It prints nothing of the key by itself. */
const program = `
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createControlClient } from 'control-api-sdk';
const [protocol, by, window] = process.argv.slice(2);
const certificates = ${JSON.stringify(certificates)};
const read = (name) => fs.readFileSync(certificates + '/' + name);
const module = { http, https }[protocol];
const tls = { key: read('loopback-key.pem'), cert: read('loopback.pem') };
const server = protocol === 'https' ? https.createServer(tls) : http.createServer();
server.on('request', (_request, response) => response.end('{"data":{"team":null}}'));
await new Promise((done) => server.listen(0, 'localhost', done));
const { port } = server.address();
const baseUrl = protocol + '://localhost:' + port;
const windows = {
  PerformanceObserver: async () => {
    const { PerformanceObserver } = await import('node:perf_hooks');
    const seen = [];
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ entryTypes: ['http'] });
    return async () => {
      while (seen.length < 2) await new Promise((done) => setTimeout(done, 5));
      return JSON.stringify(seen);
    };
  },
  diagnostics_channel: async () => {
    const { subscribe } = await import('node:diagnostics_channel');
    let seen = '';
    subscribe('http.client.request.start', ({ request }) => (seen += request.getHeader('authorization')));
    return () => seen;
  },
  heapSnapshot: async () => {
    const { writeHeapSnapshot } = await import('node:v8');
    return () => fs.readFileSync(writeHeapSnapshot(), 'utf8');
  },
  inspector: async () => {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    let seen = '';
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => (seen += params.chunk));
    return () => new Promise((done) => session.post('HeapProfiler.takeHeapSnapshot', () => done(seen)));
  },
  report: async () => () => JSON.stringify(process.report.getReport()),
  environ: async () => () => fs.readFileSync('/proc/self/environ', 'utf8'),
  dependency: async () => {
    let seen = '';
    const { request } = module;
    module.request = (...args) => {
      const made = request(...args);
      const { end } = made;
      made.end = (...rest) => {
        seen += made.getHeader('authorization');
        return end.apply(made, rest);
      };
      return made;
    };
    (await import('node:module')).syncBuiltinESMExports();
    return () => seen;
  },
  none: async () => () => '',
};
const look = await windows[window]();
const secret = ['key', 'behind', 'a', 'window', '0123456789'].join('-');
if (by === 'client') {
  const client = createControlClient({ baseUrl });
  delete process.env.CONTROL_API_KEY;
  await client.request('{ team { id } }');
} else if (by === 'node') {
  const headers = { Authorization: 'Bearer ' + secret };
  await new Promise((done) => module.get(baseUrl, { headers }, (response) => response.resume().on('end', done)));
}
console.log((await look()).includes(secret) ? 'SHOWN' : 'HIDDEN');
process.exit();
`;
const cwd = folderWith({ 'main.mjs': program });

interface Look {
  readonly binary: string;
  readonly protocol?: 'http' | 'https';
  readonly by?: 'client' | 'node';
  readonly window?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

async function look({ binary, protocol = 'http', by = 'client', window = 'none', env, flags = [] }: Look) {
  const child = spawn(binary, [...flags, 'main.mjs', protocol, by, window], {
    cwd,
    env: { CONTROL_API_KEY: key, NODE_EXTRA_CA_CERTS: join(certificates, 'loopback.pem'), ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      printed += piece;
    });
  }
  const [code] = await once(child, 'close');
  return { code, printed };
}

describe.each(binaries)('%s', (binary) => {
  test.each(['PerformanceObserver', 'diagnostics_channel', 'heapSnapshot', 'inspector', 'dependency'])(
    'the key is visible through %s, as SECURITY.md says',
    async (window) => {
      expect((await look({ binary, window })).printed).toBe('SHOWN\n');
    },
  );

  test.skipIf(process.platform !== 'linux')('a variable is visible in /proc even after it was deleted', async () => {
    expect((await look({ binary, window: 'environ' })).printed).toBe('SHOWN\n');
  });

  test('a variable is visible in a diagnostic report unless it is deleted or left out', async () => {
    expect((await look({ binary, by: 'node', window: 'report' })).printed).toBe('SHOWN\n');
    expect((await look({ binary, window: 'report' })).printed).toBe('HIDDEN\n');
    const { code, printed } = await look({ binary, by: 'node', window: 'report', flags: ['--report-exclude-env'] });
    // Node 20 does not know the flag.
    expect(code === 0 ? printed : 'HIDDEN\n', printed).toBe('HIDDEN\n');
  });

  test.each([
    ['http', 'net'],
    ['https', 'https'],
  ] as const)('a client over %s prints what Node was asked under NODE_DEBUG=%s', async (protocol, section) => {
    const { printed } = await look({ binary, protocol, by: 'node', env: { NODE_DEBUG: section } });
    expect(printed).toContain(key);
  });

  test.each([
    ['http', 'http,net,stream,timer'],
    ['https', 'http,https,net,tls,stream'],
  ] as const)('a client over %s prints nothing of its key under NODE_DEBUG=%s', async (protocol, sections) => {
    const { code, printed } = await look({ binary, protocol, env: { NODE_DEBUG: sections } });
    expect(code, printed).toBe(0);
    expect(printed.length).toBeGreaterThan(1_000);
    expect(printed).not.toContain(key);
  });
});
