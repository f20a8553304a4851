import type { Advice } from '../base/advice.ts';
import type { WebUrl } from '../base/web.ts';
import type { Endpoint } from '../call/options/call-options.ts';
import { misconfigured } from '../errors.ts';
import type { Environment } from '../key/api-key.ts';
import { askFunctionOption } from '../key/api-key.ts';
import { isLoopback } from '../transport/hosts.ts';

/** The base URL of the service, or a function that returns the base URL, called at the first call. */
export type BaseUrlOption = string | WebUrl | (() => string | WebUrl | Promise<string | WebUrl>);

/** A function, or a variable that is not set yet (as in a build), is asked at the first call; its answer then stays. */
export function readEndpoint(option: BaseUrlOption | undefined, env: Environment): Endpoint {
  const isFunction = typeof option === 'function';
  const advice = option === undefined ? 'base_url_variable' : 'base_url_option';
  const read = (value: unknown) => endpointOf(value, advice, env);
  const source = () => (option === undefined ? env['CONTROL_API_URL'] : option);
  const endpoint: { url: URL | undefined; ask(): Promise<URL> } = {
    url: isFunction || (option === undefined && !env['CONTROL_API_URL']?.trim()) ? undefined : read(source()),
    ask: async () => {
      const url = endpoint.url ?? read(isFunction ? await askFunctionOption('baseUrl', option) : source());
      // Concurrent first calls all go to one place.
      endpoint.url ??= url;
      return endpoint.url;
    },
  };
  return endpoint;
}

/** Messages never show the URL: it may hold secrets. */
function endpointOf(baseUrl: unknown, advice: Advice, env: Environment): URL {
  const value = baseUrl === undefined ? '' : String(baseUrl).trim();
  const url = checkedUrl(value, advice);
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !isLoopback(url)) {
    throw misconfigured('NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone between read the key. Unset it.', {
      advice: 'authority',
    });
  }
  return url;
}

function checkedUrl(value: string, advice: Advice): URL {
  if (value === '') throw misconfigured('No base URL.', { advice: 'no_base_url' });
  const refuse = (why: string) => misconfigured(`The base URL ${why}.`, { advice });
  const url = parsedUrl(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('is not a URL such as https://host or https://host/path');
  if (url.username + url.password !== '' || /[?#]/.test(value)) throw refuse('has credentials, a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw refuse('is plain http, which would show the key: use https (http only to this machine)');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
  return url;
}

/** The jsdom of Jest 29 has no `URL.canParse`. */
function parsedUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}
