import { loadPeer } from '../../graphql/files/load-peer.ts';
import { isControlApiError } from '../../index.ts';
import type { HttpReply, HttpRequest } from './http-exchange.ts';

export function wantsPage({ method, url, header }: HttpRequest): boolean {
  if (method !== 'GET' || !/^\/(?:graphql)?(?:\?|$)/.test(url)) return false;
  return /\btext\/html\b/.test(header('accept') ?? '') && !/[?&]query=/.test(url);
}

/** GraphiQL, or a page that says how to install it. */
export async function explorerPage(key: string): Promise<HttpReply> {
  try {
    const { renderGraphiQL } = await loadPeer(
      'GraphiQL',
      ['@graphql-yoga/render-graphiql'],
      () => import('@graphql-yoga/render-graphiql'),
    );
    // A key of an emulator opens nothing else, so the page may hold it.
    const headers = JSON.stringify({ authorization: `Bearer ${key}` });
    return htmlReply(
      200,
      renderGraphiQL({ title: 'control-api emulator', defaultQuery, endpoint: '/graphql', headers }),
    );
  } catch (error) {
    if (!isControlApiError(error, 'configuration')) throw error;
    return htmlReply(501, `<!doctype html><title>control-api emulator</title><p>${error.message}</p>`);
  }
}

const defaultQuery = `# Introspection needs no key. For everything else, the emulator’s key is in the tab “Headers”.
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

function htmlReply(status: number, body: string): HttpReply {
  return {
    status,
    // Nothing is loaded from elsewhere. Workers come from the text of the page.
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'; form-action 'none'",
    },
    body,
  };
}
