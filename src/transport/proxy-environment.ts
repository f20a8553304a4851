/** Variables such as HTTPS_PROXY and NO_PROXY. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * By what Node's own agents and `fetch` choose a proxy, or undefined where that is switched off. Its global agent shows whether
 * the switch is on, in whatever way it was set.
 */
export function proxyEnvironment(http: object): ProxyEnvironment | undefined {
  const { globalAgent } = http as {
    readonly globalAgent?: { readonly options?: { readonly proxyEnv?: ProxyEnvironment } };
  };
  return globalAgent?.options?.proxyEnv;
}

/** Whether plain http to this host goes through a proxy. */
export function isProxied({ hostname }: URL, env: ProxyEnvironment = {}): boolean {
  const except = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/);
  return Boolean(env['http_proxy'] || env['HTTP_PROXY']) && !except.includes('*') && !except.includes(hostname);
}
