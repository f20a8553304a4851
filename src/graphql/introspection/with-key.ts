import { member } from './json.ts';

/** An operation that needs a key, which a client never sends with introspection. */
export const keyedOperation = 'query SchemaWithKey($document: String!) { schemaWithKey(document: $document) }';

/**
 * An exchange that sends the introspection query in the variables of {@link keyedOperation} in place of that operation. So the
 * key goes where the client sends it, and nowhere else.
 */
export function sendingDocument(exchange: typeof fetch): typeof fetch {
  return async (url, init) => {
    const body: unknown = await new Response(init?.body).json();
    const query = member(member(body, 'variables'), 'document');
    return exchange(url, { ...init, body: JSON.stringify({ query }) });
  };
}
