import type { MockAnswer, MockFailure, MockNetworkFault } from './mock-answer.ts';

/** The response of a mock's answer. For `no-connection`, Node's error is thrown instead. */
export function responseOf(answer: MockAnswer<unknown>): Response {
  if (answer.error === undefined) return Response.json(answer);
  return typeof answer.error === 'string' ? brokenResponse(answer.error) : failureResponse(answer.error);
}

function failureResponse({
  message = 'Something went wrong.',
  code,
  status = 200,
  retryAfter,
  data,
}: MockFailure): Response {
  const body = {
    ...(data !== undefined && { data }),
    errors: [{ message, ...(code !== undefined && { extensions: { code } }) }],
  };
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return Response.json(body, { status, headers });
}

function brokenResponse(fault: MockNetworkFault): Response {
  if (fault === 'no-connection') {
    const refused = { code: 'ECONNREFUSED', errno: -111, syscall: 'connect', address: '127.0.0.1', port: 443 };
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:443'), refused);
  }
  const broken = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
    pull: (stream) => stream.error(new TypeError('The mock broke off the answer.')),
  });
  return new Response(broken, { headers: { 'content-type': 'application/json' } });
}
