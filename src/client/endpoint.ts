import { ConfigurationError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The messages never show the URL: it may hold what should not be printed. */
export function readEndpoint(option: string | URL | undefined, env: Environment): URL {
  const from = option === undefined ? 'CONTROL_API_URL' : 'the baseUrl option';
  const value = String(option === undefined ? (env['CONTROL_API_URL'] ?? '') : option).trim();
  if (value === '') throw new ConfigurationError('No base URL. Pass the baseUrl option or set CONTROL_API_URL.');
  const refuse = (why: string) => new ConfigurationError(`The base URL (from ${from}) ${why}`);
  const url = parsedUrl(value);
  if (!url) throw refuse('is not a URL. It looks like https://host or https://host/path.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw refuse('holds credentials. Take them out; the key is its own option.');
  if (/[?#]/.test(value)) throw refuse('has a query or a fragment. Take it out.');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw refuse('is plain http, which would show the key to the network. Use https (http only to this machine).');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
  return url;
}

/** Not by `URL.canParse`, which the jsdom of Jest 29 doesn't have. */
function parsedUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

/** Whether a URL names this machine. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
