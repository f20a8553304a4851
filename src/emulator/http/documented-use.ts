import { errorReply, type HttpAsked, type HttpReply } from './http-exchange.ts';

export const documentedUse: string =
  'The endpoint takes what is documented, a POST of a JSON object with a query or a mutation in `query`, and answers in JSON (`content-type: application/json`, `accept: application/json`): set your client to that, without GET, lists of operations, persisted queries, uploads and subscriptions.';

/** The answer to a request to the endpoint that is not as documented, whatever its body is; undefined for all others. */
export function refuseHead({ method, header }: HttpAsked): HttpReply | undefined {
  const isJson = /^application\/json\b/i.test(header('content-type') ?? '');
  return method === 'POST' && isJson ? undefined : errorReply(400, documentedUse);
}
