import { wantsPage } from './explorer-page.ts';
import { errorReply, type HttpAsked, type HttpHead, type HttpReply } from './http-exchange.ts';

/**
 * The answer to a request that is not as documented (POST with `application/json` and an object with `query`), with the
 * setting of the client that usually sends such requests; undefined for a request as documented.
 */
export function foreignHabit(asked: HttpAsked): HttpReply | undefined {
  return foreignHead(asked) ?? foreignBody(asked);
}

/** The same for what is known before the body is read. Pages and other paths are answered by others. */
export function foreignHead(head: HttpHead): HttpReply | undefined {
  const { method, url, header } = head;
  if (!/^\/graphql(?:\?|$)/.test(url) || wantsPage(head)) return undefined;
  if (method !== 'POST') {
    const query = /[?&](query|extensions)=/.test(url);
    return errorReply(
      405,
      query
        ? 'The endpoint accepts only POST, as documented, and this is a query by GET. In urql set `preferGetMethod: false`; in Apollo Client set `useGETForQueries: false`; in graphql-request set `method: "POST"`.'
        : 'The endpoint accepts only POST.',
      { headers: { allow: 'POST' } },
    );
  }
  const type = header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type))
    return errorReply(415, `The endpoint accepts only application/json. ${remedy(type)}`);
  return undefined;
}

function foreignBody({ body }: HttpAsked): HttpReply | undefined {
  if (/^\s*\[/.test(body)) {
    return errorReply(
      400,
      'The endpoint accepts one operation in a request, not a list. In Apollo Client use `HttpLink` in place of `BatchHttpLink`.',
    );
  }
  if (!/"query"/.test(body) && /"persistedQuery"/.test(body)) {
    // Clients of persisted queries answer this by sending the whole text.
    return errorReply(200, 'PersistedQueryNotFound', { code: 'PERSISTED_QUERY_NOT_FOUND' });
  }
  return undefined;
}

function remedy(type: string): string {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return "This is what curl sends by default: add -H 'content-type: application/json'.";
  if (/^multipart\//i.test(type)) return 'File uploads are not documented: send the operation as JSON.';
  if (/^application\/graphql\b/i.test(type)) return 'Send the operation as JSON: { "query": "…" }.';
  return 'Send the header `content-type: application/json`.';
}
