import { loadPeer } from '../../graphql/files/load-peer.ts';
import { isControlApiError } from '../../index.ts';
import type { HttpAsked, HttpReply } from './http-exchange.ts';

/** Whether a browser asks for a page to explore the schema, rather than a client for data. */
export function wantsPage({ method, url, header }: HttpAsked, path: string): boolean {
  if (method !== 'GET' || (path !== '/' && path !== '/graphql')) return false;
  return /\btext\/html\b/.test(header('accept') ?? '') && !/[?&]query=/.test(url);
}

/** GraphiQL as a page that needs nothing from elsewhere; without its package, a page that says how to install it. */
export async function explorerPage(key: string): Promise<HttpReply> {
  try {
    const { renderGraphiQL } = await loadPeer(
      'GraphiQL',
      ['@graphql-yoga/render-graphiql'],
      () => import('@graphql-yoga/render-graphiql'),
    );
    const page = renderGraphiQL({ title: 'control-api emulator', defaultQuery, endpoint: '/graphql' });
    return htmlReply(
      200,
      page.replace('<div id="root"></div>', (root) => `${root}${keyButton(key)}`),
    );
  } catch (error) {
    if (!isControlApiError(error, 'configuration')) throw error;
    return htmlReply(501, `<!doctype html><title>control-api emulator</title><p>${error.message}</p>`);
  }
}

const defaultQuery = `# Introspection needs no key. For everything else, press “Use the emulator’s key”.
query ListDevices {
  team {
    devices {
      nodes {
        id
        name
      }
    }
  }
}
`;

/** The key of an emulator is worth nothing anywhere else, so the page may hold it. */
function keyButton(key: string): string {
  return `<button id="emulator-key" type="button" aria-pressed="false" style="position:fixed;right:12px;bottom:12px;z-index:9;padding:6px 12px">Use the emulator’s key</button>
<script>{
  const button = document.getElementById('emulator-key');
  const send = window.fetch;
  let used = false;
  window.fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (used && !headers.has('authorization')) headers.set('authorization', ${JSON.stringify(`Bearer ${key}`)});
    return send(input, { ...init, headers });
  };
  button.onclick = () => {
    used = !used;
    button.setAttribute('aria-pressed', String(used));
    button.textContent = used ? 'The emulator’s key is used: press to stop' : 'Use the emulator’s key';
  };
}</script>`;
}

function htmlReply(status: number, body: string): HttpReply {
  return {
    status,
    // The page's own parts only, workers from its own text included: nothing is loaded from elsewhere.
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'; form-action 'none'",
    },
    body,
  };
}
