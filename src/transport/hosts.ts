/** Whether a URL names this machine. The connection shows where a name under `localhost` leads. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

export function isLoopbackAddress(address: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/.test(address);
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export function proxyEnvironment(http: object): ProxyEnvironment | undefined {
  const { globalAgent } = http as {
    readonly globalAgent?: { readonly options?: { readonly proxyEnv?: ProxyEnvironment } };
  };
  return globalAgent?.options?.proxyEnv;
}

/** Runtimes read NO_PROXY by different rules: only a list that all read alike excepts a host. */
export function proxyVariable({ hostname }: URL, env: ProxyEnvironment = {}): string | undefined {
  const proxy = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'].find((name) => env[name]);
  const lists = [env['no_proxy'], env['NO_PROXY']].filter((list) => list !== undefined);
  const excepted = (list: string) => list.split(',').some((name) => name.trim() === hostname);
  return hostname !== '[::1]' && lists.length > 0 && lists.every(excepted) ? undefined : proxy;
}
