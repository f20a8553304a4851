import type { Advice } from '../base/advice.ts';
import { isRecord } from '../base/is-record.ts';

const TLS: readonly (readonly [codes: RegExp, what: string, advice: Advice])[] = [
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_UNTRUSTED)$/,
    'its certificate is not from an authority that this process trusts',
    'authority',
  ],
  [/^(?:CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/, 'its certificate is not valid for this connection', 'certificate'],
  [/^(?:ERR_SSL_|EPROTO$)/, 'the TLS handshake failed', 'handshake'],
];

const OPENSSL = /:SSL routines:[^:]*:([\w ]{1,80}):/;

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

const TUNNEL =
  /^(?:Failed to establish tunnel to \S+ via \w+:\/\/(?<host>[\w.:[\]-]+)\S*: HTTP\/[\d.]+ |Proxy response \()(?<status>\d{3})\b/;

function refusingProxy(faults: readonly Fault[]): { readonly host: string; readonly status: number } | undefined {
  for (const { message } of faults) {
    const { host = '', status } = TUNNEL.exec(String(message))?.groups ?? {};
    if (status !== undefined) return { host, status: Number(status) };
  }
  return undefined;
}

/** Codes that runtimes give without a system call. With one, such as `read`, they may follow a request. */
const NEVER_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

const BROKEN_ANSWER =
  /^(?:HPE_|Z_|ERR__ERROR_FORMAT|ZSTD_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/;

const REFUSED = /\bNGHTTP2_REFUSED_STREAM$/;

export function brokeHttp(error: unknown): boolean {
  return faultsIn(error).some(({ code }) => BROKEN_ANSWER.test(code));
}

/** Alerts that only a handshake ends with: a refused or missing client certificate. With TLS 1.3, the client may have written by then. */
const HANDSHAKE_ALERT = /\bSSL alert number (?:4[2-689]|116)\b/;

export function endedHandshake(error: unknown): boolean {
  return faultsIn(error).some(({ message }) => HANDSHAKE_ALERT.test(String(message)));
}

export function neverConnected(error: unknown): boolean {
  return faultsIn(error).some(({ code, syscall }) =>
    syscall === undefined ? NEVER_CONNECTED.test(code) : syscall === 'connect' || syscall === 'getaddrinfo',
  );
}

/** Whether HTTP/2 proves that the server processed nothing: it refused the stream. */
export function neverProcessed(error: unknown): boolean {
  return isRecord(error) && error['code'] === 'ERR_HTTP2_STREAM_ERROR' && REFUSED.test(String(error['message']));
}

interface Fault {
  readonly code: string;
  readonly syscall: unknown;
  readonly message: unknown;
}

/** The coded errors in a chain of causes; of parallel errors (one an address), the last. */
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
