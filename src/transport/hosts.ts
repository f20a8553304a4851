/** Whether a URL names this machine. Where a name under `localhost` really leads, its connection shows. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

/** Whether an address, as a connection has it, is this machine's. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/.test(address);
}

/** Variables such as HTTPS_PROXY and NO_PROXY. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The environment by which Node's own agents and `fetch` choose a proxy, or undefined where that is switched off. Its global agent shows whether
 * the switch is on, in whatever way it was set.
 */
export function proxyEnvironment(http: object): ProxyEnvironment | undefined {
  const { globalAgent } = http as {
    readonly globalAgent?: { readonly options?: { readonly proxyEnv?: ProxyEnvironment } };
  };
  return globalAgent?.options?.proxyEnv;
}

/**
 * The variable whose proxy plain http to this host goes through, as far as any runtime takes one. Each reads NO_PROXY by rules of its own:
 * the host must stand in it, in either spelling, as all of them read it. Deno knows no `*`, commas alone between names, and no IPv6.
 */
export function proxyVariable({ hostname }: URL, env: ProxyEnvironment = {}): string | undefined {
  const proxy = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'].find((name) => env[name]);
  const lists = [env['no_proxy'], env['NO_PROXY']].filter((list) => list !== undefined);
  const excepted = (list: string) => list.split(',').some((name) => name.trim() === hostname);
  return hostname !== '[::1]' && lists.length > 0 && lists.every(excepted) ? undefined : proxy;
}
