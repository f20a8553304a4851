import type { MiddlewareHandler } from 'hono';
import { ProblemError } from './problem.js';

/** Lets a request that changes something pass only if it comes from this page: another site cannot send JSON as this one. */
export function sameOrigin(origin: string): MiddlewareHandler {
  return async ({ req }, next) => {
    const safe = req.method === 'GET' || req.method === 'HEAD';
    const own = req.header('origin') === origin && (req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
    const json = req.header('content-type') === 'application/json';
    if (!safe && !(own && json)) throw new ProblemError('refused', 'This request does not come from the page.');
    await next();
  };
}
