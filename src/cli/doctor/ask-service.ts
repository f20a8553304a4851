import { problemOf } from '../problem.ts';
import type { AnswerFacts } from './judge-service.ts';

/** Does something and times it; a failure is reported, not thrown. */
export async function asked<Result>(
  work: () => Promise<Result>,
  now: () => number,
): Promise<AnswerFacts & { readonly result?: Result }> {
  const start = now();
  try {
    const result = await work();
    return { problem: undefined, ms: now() - start, result };
  } catch (error) {
    return { problem: await problemOf(error), ms: now() - start };
  }
}
