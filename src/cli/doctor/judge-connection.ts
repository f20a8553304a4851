import { exitCodes } from '../exit.ts';
import { caution, type Diagnosis, failed, fine } from './diagnosis.ts';

/** Whether requests to the service go through a proxy. */
export interface ProxyFacts {
  /** The variable that names a proxy for the base URL, and its value; undefined if none does. */
  readonly variable: readonly [name: string, value: string] | undefined;
  /** Whether `NO_PROXY` excludes the host. */
  readonly isExcluded: boolean;
  /** Whether Node takes proxies from the environment. */
  readonly isOn: boolean;
  /** Whether `NODE_USE_ENV_PROXY` is set. */
  readonly isAskedFor: boolean;
}

/** Whether a proxy is used, as far as the variables go. */
export function isThroughProxy({ variable, isExcluded, isOn }: ProxyFacts): boolean {
  return variable !== undefined && !isExcluded && isOn;
}

/** Whether the proxy settings do what they seem to do. A proxy's address is shown without its credentials. */
export function judgeProxy(facts: ProxyFacts): Diagnosis {
  const { variable, isExcluded, isOn, isAskedFor } = facts;
  if (variable === undefined) return fine('none is set');
  const [name, value] = variable;
  if (isExcluded) return fine(`${name} is set, but NO_PROXY excludes this host`);
  if (!isOn)
    return isAskedFor
      ? caution(
          `${name} is set, but this version of Node ignores NODE_USE_ENV_PROXY.`,
          'If the service is only reachable through the proxy, use Node 22.21, 24.5 or later.',
        )
      : caution(
          `${name} is set, but Node ignores it.`,
          'If the service is only reachable through the proxy, set NODE_USE_ENV_PROXY=1; otherwise there is nothing to do.',
        );
  if (!URL.canParse(value)) return failed(`${name} is not a URL.`, `Set ${name} to a URL such as http://proxy:8080.`);
  return fine(`${name}: ${new URL(value).host}`);
}

/** How far a connection came. */
export interface ConnectionFacts {
  readonly host: string;
  readonly port: number;
  /** Where the name leads. */
  readonly addresses: readonly string[];
  /** How long each part took, in milliseconds. */
  readonly ms: { readonly dns?: number; readonly tcp?: number; readonly tls?: number };
  /** The part that failed, and the code of its error. */
  readonly failure?: { readonly at: 'dns' | 'tcp' | 'tls'; readonly code: string };
  /** The certificate of the server. */
  readonly certificate?: CertificateFacts;
}

/** What is checked of a certificate. */
export interface CertificateFacts {
  /** Why it is not trusted, as a code of OpenSSL or Node; undefined if it is. */
  readonly mistrust: string | undefined;
  readonly issuer: string;
  /** Whom it was made for. */
  readonly names: string;
  /** When it expires, in milliseconds since 1970. */
  readonly expires: number;
}

/** Whether the name of the host has an address. */
export function judgeDns({ host, addresses, ms, failure }: ConnectionFacts): Diagnosis {
  if (addresses.includes(host)) return fine(`${host} is an address`);
  if (failure?.at !== 'dns') return fine(`${host} is ${addresses.join(', ')}${took(ms.dns)}`);
  const isUnknown = failure.code === 'ENOTFOUND' || failure.code === 'ENODATA';
  return isUnknown
    ? failed(
        `No address was found for ${host} (${failure.code}).`,
        'Check the host in CONTROL_API_URL. If it is internal, connect to its network or VPN.',
        exitCodes.unknown,
      )
    : failed(
        `The address of ${host} could not be looked up (${failure.code}).`,
        'Check the network, and the DNS server of this machine.',
        exitCodes.unknown,
      );
}

/** Whether the server accepts a connection. */
export function judgeConnection({ host, port, ms, failure }: ConnectionFacts): Diagnosis {
  const place = `${host}:${port}`;
  if (failure?.at !== 'tcp') return fine(`connected to ${place}${took(ms.tcp)}`);
  return failure.code === 'ECONNREFUSED'
    ? failed(
        `${place} refused the connection: nothing listens there.`,
        'Check host and port in CONTROL_API_URL, and whether the service runs.',
        exitCodes.unknown,
      )
    : failed(
        `No connection to ${place} (${failure.code}).`,
        'Check the network, the VPN and the firewall. If a proxy is needed, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.',
        exitCodes.unknown,
      );
}

/** What of this process decides about trust. */
export interface TrustFacts {
  /** The file that `NODE_EXTRA_CA_CERTS` names, and whether it can be read. */
  readonly extra: { readonly file: string; readonly isReadable: boolean } | undefined;
  /** The time, in milliseconds since 1970. */
  readonly now: number;
}

const day = 24 * 60 * 60 * 1000;

const privateAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether the certificate of the server is trusted, and what would make it so. */
export function judgeTls({ host, ms, failure, certificate }: ConnectionFacts, { extra, now }: TrustFacts): Diagnosis {
  const bad = (text: string, fix: string): Diagnosis => failed(text, fix, exitCodes.unknown);
  if (failure?.at === 'tls')
    return bad(
      `${host} did not complete a TLS handshake (${failure.code}).`,
      'Check the port in CONTROL_API_URL: this one may serve plain http, or something between cuts the connection.',
    );
  if (certificate === undefined) return fine('plain http, which stays on this machine');
  const { mistrust, issuer, names, expires } = certificate;
  if (mistrust !== undefined && privateAuthority.has(mistrust)) {
    const text = `The certificate of ${host} was issued by “${issuer}”, which Node does not trust (${mistrust}).`;
    if (extra === undefined)
      return bad(
        text,
        'If it is a private authority (or a proxy of your company) that you trust, save its certificate as a PEM file, and name that in NODE_EXTRA_CA_CERTS before the command starts.',
      );
    return extra.isReadable
      ? bad(text, `NODE_EXTRA_CA_CERTS names ${extra.file}: add the certificate of “${issuer}” to it.`)
      : bad(text, `NODE_EXTRA_CA_CERTS names ${extra.file}, which cannot be read: correct the path.`);
  }
  if (mistrust === 'CERT_HAS_EXPIRED')
    return bad(
      `The certificate of ${host} expired on ${dayOf(expires)}.`,
      'The service must renew it. If that day has not come yet, correct the clock of this machine.',
    );
  if (mistrust === 'CERT_NOT_YET_VALID')
    return bad(`The certificate of ${host} is not valid yet.`, 'Check the clock of this machine.');
  if (mistrust === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return bad(`The certificate is for ${names}, not for ${host}.`, 'Check the host in CONTROL_API_URL.');
  if (mistrust !== undefined)
    return bad(
      `The certificate of ${host}, issued by “${issuer}”, is not valid (${mistrust}).`,
      'Ask the service, or whoever runs a proxy between.',
    );
  if (extra !== undefined && !extra.isReadable)
    return caution(
      `The certificate is trusted, but NODE_EXTRA_CA_CERTS names ${extra.file}, which cannot be read.`,
      'Correct the path, or unset it.',
    );
  if (expires - now < 14 * day)
    return caution(`The certificate of ${host} expires on ${dayOf(expires)}.`, 'The service must renew it.');
  return fine(`issued by “${issuer}”, until ${dayOf(expires)}${took(ms.tls)}`);
}

function dayOf(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : 'an unknown day';
}

/** A time in milliseconds, as it is added to a line. */
export function took(ms: number | undefined): string {
  return ms === undefined ? '' : `, ${Math.round(ms)} ms`;
}
