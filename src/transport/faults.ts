import type { Advice } from '../base/advice.ts';
import { isRecord } from '../base/is-record.ts';

/** The codes of connections that TLS refuses, what that means, and what to do. */
const TLS: readonly (readonly [codes: RegExp, what: string, advice: Advice])[] = [
  // No public authority vouches for these: the service's own, a private authority's, or a proxy's.
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_UNTRUSTED)$/,
    'its certificate is not from an authority that this process trusts',
    'authority',
  ],
  [/^(?:CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/, 'its certificate is not valid for this connection', 'certificate'],
  [/^(?:ERR_SSL_|EPROTO$)/, 'the TLS handshake failed', 'handshake'],
];

/** OpenSSL's reason, in the words of its own table. */
const OPENSSL = /:SSL routines:[^:]*:([\w ]{1,80}):/;

/** A failure of the connection in words, what to do, and whether it may pass. */
export function explainFault(error: unknown): { what: string; advice: Advice | undefined; transient: boolean } {
  const faults = faultsIn(error);
  const proxy = refusingProxy(faults);
  if (proxy)
    return {
      what: `the proxy${proxy.host && ` ${proxy.host}`} did not open a way (${proxy.status})`,
      advice: 'proxy',
      transient: proxy.status >= 500,
    };
  const { code = '', message } = faults.find((fault) => /^[A-Z][A-Z0-9_]*$/.test(fault.code)) ?? {};
  const [, refused, advice] = TLS.find(([codes]) => codes.test(code)) ?? [];
  const [, reason] = OPENSSL.exec(String(message)) ?? [];
  const what = refused ?? (neverConnected(error) ? 'no connection was established' : 'no answer arrived');
  return {
    what: `${what}${reason ? `: ${reason}` : ''}${code && ` (${code})`}`,
    advice: advice ?? (code === 'EMFILE' ? 'rate_limited' : undefined),
    transient: !refused,
  };
}

/** How Node and undici say that a proxy refused a tunnel: Node with its place and status line, undici with the status alone. */
const TUNNEL =
  /^(?:Failed to establish tunnel to \S+ via \w+:\/\/(?<host>[\w.:[\]-]+)\S*: HTTP\/[\d.]+ |Proxy response \()(?<status>\d{3})\b/;

/** The proxy that refused a tunnel, by which nothing was sent. */
function refusingProxy(faults: readonly Fault[]): { readonly host: string; readonly status: number } | undefined {
  for (const { message } of faults) {
    const { host = '', status } = TUNNEL.exec(String(message))?.groups ?? {};
    if (status !== undefined) return { host, status: Number(status) };
  }
  return undefined;
}

/** Codes of runtimes that do not name the system call. With another one, such as reading, a host that vanished later gives some, too. */
const NEVER_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The codes of answers that break HTTP, or their own compression. */
const BROKEN_ANSWER =
  /^(?:HPE_|Z_|ERR__ERROR_FORMAT|ZSTD_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

/** Node's name for the code of a stream that was refused. */
const REFUSED = /\bNGHTTP2_REFUSED_STREAM$/;

/** Whether an answer broke HTTP, or its own compression, as far as an error says. */
export function brokeHttp(error: unknown): boolean {
  return faultsIn(error).some(({ code }) => BROKEN_ANSWER.test(code));
}

/** The alerts that end a TLS handshake alone: a client certificate that is refused, or missing. */
const HANDSHAKE_ALERT = /\bSSL alert number (?:4[2-689]|116)\b/;

/** Whether the server refused the connection as it was made: with TLS 1.3, the client may have written by then. */
export function endedHandshake(error: unknown): boolean {
  return faultsIn(error).some(({ message }) => HANDSHAKE_ALERT.test(String(message)));
}

/** Whether the connection never came about, so that nothing was sent, as far as an error says. */
export function neverConnected(error: unknown): boolean {
  return faultsIn(error).some(({ code, syscall }) =>
    syscall === undefined ? NEVER_CONNECTED.test(code) : syscall === 'connect' || syscall === 'getaddrinfo',
  );
}

/** Whether HTTP/2 proves that the server processed nothing of a request: it refused the stream. */
export function neverProcessed(error: unknown): boolean {
  return isRecord(error) && error['code'] === 'ERR_HTTP2_STREAM_ERROR' && REFUSED.test(String(error['message']));
}

/** A coded error of the platform. */
interface Fault {
  readonly code: string;
  readonly syscall: unknown;
  readonly message: unknown;
}

/** The coded errors in an error's chain of causes; of several errors at once (one an address), the last one's. */
export function faultsIn(error: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  for (let it = error, depth = 0; isRecord(it) && depth < 8; depth++) {
    const { name, code, syscall, message, cause, errors } = it;
    // Some parser errors of undici have no code.
    if (name === 'HTTPParserError') faults.push({ code: 'HPE_', syscall, message });
    else if (typeof code === 'string') faults.push({ code, syscall, message });
    it = cause ?? (Array.isArray(errors) ? errors.at(-1) : undefined);
  }
  return faults;
}
