import { env } from 'cloudflare:workers';
import { createControlClient, isControlApiError } from 'control-api-sdk';

declare global {
  namespace Cloudflare {
    interface Env {
      readonly CONTROL_API_URL: string;
      readonly CONTROL_API_KEY: string;
    }
  }
}

// One client for each isolate. A Worker's settings are bindings, which are there once a request is.
const control = createControlClient({
  baseUrl: () => env.CONTROL_API_URL,
  apiKey: () => env.CONTROL_API_KEY,
  access: 'read-only',
  timeoutMs: 5000,
});

const SECONDS = 30;

/** Anybody may ask how many devices there are: a number, and nothing else of what the service says. */
async function status(): Promise<Response> {
  try {
    let devices = 0;
    for await (const page of control.devices().pages()) devices += page.nodes.length;
    return Response.json({ devices }, { headers: { 'cache-control': `public, max-age=${SECONDS}` } });
  } catch (error) {
    if (!isControlApiError(error)) throw error;
    console.error(`${error.code}: ${error.message}`); // It holds neither the key nor variables.
    return Response.json({ problem: 'unavailable' }, { status: 503, headers: { 'retry-after': String(SECONDS) } });
  }
}

export default {
  async fetch(request) {
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || pathname !== '/status') return new Response('Not found\n', { status: 404 });
    // Whatever is behind a question mark is no other question: it must not reach the service.
    const asked = new Request(`${origin}/status`);
    const known = await caches.default.match(asked);
    if (known) return known;
    const response = await status();
    if (response.ok) await caches.default.put(asked, response.clone());
    return response;
  },
} satisfies ExportedHandler<Cloudflare.Env>;
