import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { folderWith, run } from '../../test/packed/integrator.ts';
import { isLeftOut } from './is-left-out.ts';

/*
 * The targets of the key on Bun and on Deno: over plain http this machine alone, without a proxy, and over https no server with an
 * unchecked certificate. Each case runs the packed package beside a server and a proxy, which record their requests.
 */

const modules = join(import.meta.dirname, 'node_modules');
const binaries = { Bun: join(modules, 'bun/bin/bun.exe'), Deno: join(modules, 'deno/deno') };
type Runtime = keyof typeof binaries;
const left = isLeftOut(
  Object.values(binaries).every((binary) => existsSync(binary)),
  'plain http on Bun and Deno',
);

const key = 'key-beside-a-proxy-0123456789';
const certificates = resolve(import.meta.dirname, '../../test/helpers/certificates');
const tls = {
  key: readFileSync(join(certificates, 'loopback-key.pem')),
  cert: readFileSync(join(certificates, 'loopback.pem')),
};

const got = { server: '', proxy: '' };
const answer = (response: http.ServerResponse): void => void response.end('{"data":{"team":null}}');
const plain = http.createServer((_request, response) => answer(response));
plain.on('connection', (socket: net.Socket) => socket.on('data', (piece) => (got.server += piece)));
const secure = https.createServer(tls, (request, response) => {
  got.server += request.headers.authorization;
  answer(response);
});
/** A proxy that answers plain requests, and leads every tunnel to the server with the untrusted certificate. */
const proxy = http.createServer((request, response) => {
  got.proxy += request.headers.authorization;
  answer(response);
});
proxy.on('connect', (_request, socket, head) => {
  const onward = net.connect(portOf(secure), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  for (const end of [onward, socket]) end.on('error', () => {});
});
const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;

interface Case {
  readonly what: string;
  /** The base URL. `PORT` and `TLS_PORT` stand for those of the servers. */
  readonly url: string;
  /** `PROXY` stands for the URL of the proxy. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the global `fetch` is passed as the option of that name. */
  readonly ownFetch?: boolean;
  /** Code before the client is made, or between that and the call. */
  readonly before?: string;
  readonly later?: string;
  readonly wanted: Readonly<Partial<Record<Runtime, string>>>;
}

const both = (wanted: string) => ({ Bun: wanted, Deno: wanted });
const here = 'http://127.0.0.1:PORT';
const checksOff = "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';";
const ledAway = `
  const { default: net } = await import('node:net');
  net.Socket.prototype._getpeername = () => ({ address: '203.0.113.5', family: 'IPv4', port: Number(new URL(Deno.args[0]).port) });`;

/** A proxy of the environment, and its exceptions if every runtime heeds them. */
const exceptions: readonly (readonly [env: Readonly<Record<string, string>>, wanted: string])[] = [
  [{ HTTP_PROXY: 'PROXY' }, 'refused: the proxy in HTTP_PROXY'],
  [{ http_proxy: 'PROXY' }, 'refused: the proxy in http_proxy'],
  [{ ALL_PROXY: 'PROXY' }, 'refused: the proxy in ALL_PROXY'],
  [{ all_proxy: 'PROXY' }, 'refused: the proxy in all_proxy'],
  [{ HTTPS_PROXY: 'PROXY' }, 'to the server'],
  [{ HTTP_PROXY: 'PROXY', NO_PROXY: '127.0.0.1' }, 'to the server'],
  [{ HTTP_PROXY: 'PROXY', no_proxy: 'a.example, 127.0.0.1' }, 'to the server'],
  [{ HTTP_PROXY: 'PROXY', NO_PROXY: 'localhost' }, 'refused: the proxy in HTTP_PROXY'],
  [{ HTTP_PROXY: 'PROXY', NO_PROXY: '*' }, 'refused: the proxy in HTTP_PROXY'],
  [{ HTTP_PROXY: 'PROXY', NO_PROXY: 'a.example 127.0.0.1' }, 'refused: the proxy in HTTP_PROXY'],
  [{ HTTP_PROXY: 'PROXY', NO_PROXY: '127.0.0.1', no_proxy: '' }, 'refused: the proxy in HTTP_PROXY'],
  [{ HTTP_PROXY: 'PROXY', NO_PROXY: '', no_proxy: '127.0.0.1' }, 'refused: the proxy in HTTP_PROXY'],
];
const textOf = (env: object): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

const cases: readonly Case[] = [
  { what: 'the address of another machine', url: 'http://203.0.113.5', wanted: both('refused: plain http') },
  { what: 'the name of another machine', url: 'http://api.example', wanted: both('refused: plain http') },
  { what: 'this machine', url: here, wanted: both('to the server') },
  { what: 'this machine, by name', url: 'http://localhost:PORT', wanted: both('to the server') },
  {
    what: 'a name under localhost',
    url: 'http://api.localhost:PORT',
    wanted: { Bun: 'refused: cannot be checked', Deno: 'not sent: not found' },
  },
  {
    what: "a name under localhost, by one's own `fetch`",
    url: 'http://api.localhost:PORT',
    ownFetch: true,
    wanted: both('refused: cannot be checked'),
  },
  {
    what: 'localhost, whose connection leads elsewhere',
    url: 'http://localhost:PORT',
    before: ledAway,
    wanted: { Deno: 'refused: leads elsewhere' },
  },
  ...exceptions.flatMap(([env, wanted]): readonly Case[] => [
    { what: textOf(env), url: here, env, wanted: { Bun: wanted, Deno: 'to the server' } },
    {
      what: `${textOf(env)}, by one's own \`fetch\``,
      url: here,
      env,
      ownFetch: true,
      wanted: both(wanted),
    },
  ]),
  {
    what: 'NODE_TLS_REJECT_UNAUTHORIZED=0, another machine',
    url: 'https://control.example',
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTPS_PROXY: 'PROXY' },
    wanted: both('refused: TLS checks are off'),
  },
  {
    what: 'the same, set after the client was made',
    url: 'https://control.example',
    env: { HTTPS_PROXY: 'PROXY' },
    later: checksOff,
    wanted: both('not sent: certificate'),
  },
  {
    what: 'the same, this machine',
    url: 'https://127.0.0.1:TLS_PORT',
    later: checksOff,
    wanted: { Bun: 'to the server', Deno: 'not sent: certificate' },
  },
];

const program = ({ before = '', later = '', ownFetch = false }: Case): string => `
  import { createControlClient } from 'control-api-sdk';
  ${before}
  const [baseUrl] = globalThis.Deno?.args ?? process.argv.slice(2);
  try {
    const control = createControlClient({ baseUrl, apiKey: '${key}', maxRetries: 0${ownFetch ? ', fetch' : ''} });
    ${later}
    await control.request('{ team { id } }');
    console.log('answered');
  } catch (error) {
    const causes = (error) => (error ? error.message + ' ' + (error.code ?? '') + ' ' + causes(error.cause) : '');
    console.log(error.code + ' ' + error.outcome + ': ' + causes(error));
  }`;

/** The output, in the words of the table. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^configuration .* is plain http/, 'refused: plain http'],
  [/^configuration .* cannot be checked/, 'refused: cannot be checked'],
  [/^configuration not-sent: .* leads to 203\.0\.113\.5/, 'refused: leads elsewhere'],
  [/^configuration .* (the proxy in \w+) would get the key/, 'refused: $1'],
  [/^configuration .*NODE_TLS_REJECT_UNAUTHORIZED=0/, 'refused: TLS checks are off'],
  [/^network not-sent: .* no connection was established \(ENOTFOUND\)/, 'not sent: not found'],
  [/^network .*(?:certificate|UnknownIssuer)/i, 'not sent: certificate'],
];

function outcomeOf(printed: string): string {
  if (got.proxy.includes(key)) return 'the proxy got the key';
  if (printed === 'answered') return got.server.includes(key) ? 'to the server' : 'answered without the key';
  if (got.server !== '') return `the server got ${got.server.length} bytes`;
  const [pattern, word] = words.find(([it]) => it.test(printed)) ?? [];
  return pattern && word ? printed.replace(new RegExp(`${pattern.source}.*$`, `${pattern.flags}s`), word) : printed;
}

describe.skipIf(left)('plain http', () => {
  beforeAll(async () => {
    for (const server of [plain, secure, proxy]) await listen(server);
  });
  beforeEach(() => Object.assign(got, { server: '', proxy: '' }));
  afterAll(() => {
    for (const server of [plain, secure, proxy]) server.close().closeAllConnections();
  });

  const cells = cases.flatMap((it) =>
    Object.entries(it.wanted).map(([runtime, wanted]) => ({ ...it, runtime: runtime as Runtime, wanted })),
  );

  test.each(cells)('plain http by $runtime is as documented: $what', async ({ runtime, wanted, ...it }) => {
    const filled = (text: string): string =>
      text
        .replace('TLS_PORT', String(portOf(secure)))
        .replace('PORT', String(portOf(plain)))
        .replace(/^PROXY$/, `http://127.0.0.1:${portOf(proxy)}`);
    const args = {
      Bun: ['run', 'main.mjs'],
      Deno: ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-env', 'main.mjs'],
    }[runtime];
    const ended = await run(binaries[runtime], [...args, filled(it.url)], {
      cwd: folderWith({ 'main.mjs': program({ ...it, wanted: {} }) }),
      env: Object.fromEntries(Object.entries(it.env ?? {}).map(([name, value]) => [name, filled(value)])),
    });
    expect(outcomeOf(ended.stdout.trim() || ended.stderr.trim())).toBe(wanted);
  });
});
