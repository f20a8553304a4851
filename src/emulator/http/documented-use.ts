import { wantsPage } from './explorer-page.ts';
import { errorReply, type HttpAsked, type HttpHead, type HttpReply } from './http-exchange.ts';

/** The sentence for every request that is not as documented. */
export const documentedUse: string =
  'The endpoint takes what is documented, a POST of a JSON object (Content-Type: application/json) with a query or a mutation in `query`: set your client to that, without GET, lists of operations, persisted queries, uploads and subscriptions.';

/** The answer to a request to the endpoint that is not as documented, as its head shows; undefined for all others. */
export function refuseHead(head: HttpHead): HttpReply | undefined {
  const { method, url, header } = head;
  if (!/^\/graphql(?:\?|$)/.test(url) || wantsPage(head)) return undefined;
  const isJson = /^application\/json\b/i.test(header('content-type') ?? '');
  return method === 'POST' && isJson ? undefined : errorReply(400, documentedUse);
}

/** The same with its body, which may still be wrong. */
export function refuseAsked(asked: HttpAsked): HttpReply | undefined {
  const { body } = asked;
  const isForeign = /^\s*\[/.test(body) || (!/"query"/.test(body) && /"persistedQuery"/.test(body));
  return isForeign ? errorReply(400, documentedUse) : refuseHead(asked);
}
