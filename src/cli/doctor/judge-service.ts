import { todos } from '../explanations.ts';
import type { CliIo } from '../io.ts';
import { openClient } from '../line/open-client.ts';
import { caution, type Diagnosis, fine, skipped } from './diagnosis.ts';

/** Refusals come from the service, or from what stands before it: it was reached. */
const reached = new Set(['unauthenticated', 'forbidden', 'graphql', 'rate_limited']);

/** Whether there is a GraphQL service at the base URL. */
export async function judgeAnswer(timeoutMs: number, io: CliIo): Promise<Diagnosis> {
  const { createControlClient, CheckIntrospection, isControlApiError } = await import('../../index.ts');
  await using client = createControlClient({ apiKey: null, timeoutMs, maxRetries: 0 });
  const start = io.now();
  try {
    await client.request(CheckIntrospection, {}, { signal: io.signal });
  } catch (error) {
    if (!isControlApiError(error) || !reached.has(error.code)) throw error;
  }
  return fine(`answered in ${Math.round(io.now() - start)} ms`);
}

/** Whether the service accepts the key. */
export async function judgeAccepted(timeoutMs: number, io: CliIo): Promise<Diagnosis> {
  const { isControlApiError } = await import('../../index.ts');
  await using client = await openClient(io, { access: 'read-only', timeoutMs, maxRetries: 0 });
  const start = io.now();
  try {
    await client.request('query TryKey { team { __typename } }', {}, { signal: io.signal });
  } catch (error) {
    if (isControlApiError(error, 'rate_limited'))
      return caution('The service asks to slow down, so the key could not be tried.', todos.rate_limited);
    // A refusal of the document, such as that `team` needs an argument; a refusal of the key has another code.
    if (!isControlApiError(error, 'graphql') || error.outcome !== 'rejected') throw error;
    const text = 'Not known: the service refuses the question itself, which says nothing of the key.';
    return { ...skipped(text), serverMessage: error.serverMessage };
  }
  return fine(`the service accepts it, ${Math.round(io.now() - start)} ms`);
}
