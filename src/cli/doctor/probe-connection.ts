import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import http from 'node:http';
import { connect, isIP } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { isRecord } from '../../base/is-record.ts';
import type { CertificateFacts, ConnectionFacts, ProxyFacts, TrustFacts } from './judge-connection.ts';

/** What a probe needs besides the URL. */
export interface ProbeOptions {
  readonly signal: AbortSignal;
  /** How long each part may take. */
  readonly timeoutMs: number;
  /** The time in milliseconds. */
  now(): number;
}

/** Looks a host up, connects to it, and looks at its certificate. Nothing is sent, least of all a key. */
export async function probeConnection(url: URL, { signal, timeoutMs, now }: ProbeOptions): Promise<ConnectionFacts> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const ms: { dns?: number; tcp?: number; tls?: number } = {};
  let at: 'dns' | 'tcp' | 'tls' = 'dns';
  let addresses: readonly string[] = [];
  const limited = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const timed = async <Result>(part: typeof at, work: () => Promise<Result>): Promise<Result> => {
    at = part;
    const start = now();
    const result = await work();
    ms[part] = now() - start;
    return result;
  };
  try {
    const found = await timed('dns', () => unlessAborted(lookup(host, { all: true }), limited()));
    addresses = found.map(({ address }) => address);
    await using socket = disposable(connect({ host, port }));
    await timed('tcp', () => once(socket.it, 'connect', { signal: limited() }));
    if (url.protocol !== 'https:') return { host, port, addresses, ms };
    // Not refused here, so that its certificate can be described. No byte of HTTP follows.
    const name = isIP(host) ? {} : { servername: host };
    const secure = connectTls({ socket: socket.it, host, ...name, rejectUnauthorized: false });
    await timed('tls', () => once(secure, 'secureConnect', { signal: limited() }));
    const certificate = certificateOf(secure.getPeerCertificate(), secure.authorizationError);
    secure.destroy();
    return { host, port, addresses, ms, certificate };
  } catch (error) {
    if (signal.aborted) throw error;
    return { host, port, addresses, ms, failure: { at, code: codeOf(error) } };
  }
}

function certificateOf(peer: PeerCertificate, mistrust: unknown): CertificateFacts {
  // Without a certificate, Node gives an empty object.
  const { issuer, subject, subjectaltname, valid_to } = peer as Partial<PeerCertificate>;
  return {
    mistrust: mistrust ? String(mistrust) : undefined,
    issuer: [issuer?.CN ?? issuer?.O ?? 'nobody'].flat().join(', '),
    names: subjectaltname ?? [subject?.CN ?? 'nobody'].flat().join(', '),
    expires: Date.parse(valid_to ?? ''),
  };
}

function disposable(socket: ReturnType<typeof connect>) {
  // What fails after the part that is waited for has no listener left.
  socket.on('error', () => {});
  return { it: socket, [Symbol.asyncDispose]: async () => void socket.destroy() };
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([
    work,
    new Promise<never>((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason), { once: true })),
  ]);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  // Where a name has several addresses, the first failure stands for all.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && 'code' in first ? String(first.code) : error.name;
}

/** Reads the proxy settings for a URL. */
export function readProxyFacts(url: URL, env: NodeJS.ProcessEnv): ProxyFacts {
  const names = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((it) => env[it]);
  const agent: object = http.globalAgent;
  const isLocal = url.protocol === 'http:';
  const except = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/);
  const isNamed = except.some(
    (it) => it === '*' || it === url.hostname || (it !== '' && url.hostname.endsWith(`.${it.replace(/^\*?\./, '')}`)),
  );
  return {
    // Plain http stays on this machine, and takes no proxy.
    variable: name === undefined || isLocal ? undefined : [name, env[name] ?? ''],
    isExcluded: isNamed,
    isOn: 'options' in agent && isRecord(agent.options) && agent.options['proxyEnv'] !== undefined,
    isAskedFor: Boolean(env['NODE_USE_ENV_PROXY']),
  };
}

/** Reads what decides about trust. */
export async function readTrustFacts(env: NodeJS.ProcessEnv): Promise<TrustFacts> {
  const file = env['NODE_EXTRA_CA_CERTS'];
  const isReadable = async (path: string): Promise<boolean> =>
    access(path, constants.R_OK).then(
      () => true,
      () => false,
    );
  return { extra: file ? { file, isReadable: await isReadable(file) } : undefined, now: Date.now() };
}
