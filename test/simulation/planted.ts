/** A planted bug, which the simulation has to find. */
export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

interface Edit {
  /** Below `src/`. */
  readonly file: string;
  /** The only occurrence in the file, and its replacement. */
  readonly find: string;
  readonly plant: string;
}

const bug = (name: string, file: string, find: string, plant: string): PlantedBug => ({
  name,
  edits: [{ file, find, plant }],
});

/** One bug, or a few, for each promise that the simulation judges. Each is found within 100,000 lives. */
export const plantedBugs: readonly PlantedBug[] = [
  bug(
    "each run of a limiter's task makes an attempt",
    'call/call.ts',
    'await passLimiter(settings.limiter, bound)',
    'await passLimiter((task) => settings.limiter(() => (this.#send(bound, attempt).catch(() => {}), task())), bound)',
  ),
  bug(
    'a mutation that was sent is tried again',
    'call/next-attempt.ts',
    '!transient || !mayRepeat(failure, course) ||',
    '!transient ||',
  ),
  bug(
    'a signal is not listened to',
    'call/time/deadline.ts',
    "onAbort(outer, () => this.#end(new DeadlineEnded('aborted', this, outer.reason)))",
    'onAbort(outer, () => {})',
  ),
  bug(
    'an exchange goes on after its call was aborted',
    'call/call.ts',
    'onCancel: (cancel) => bound.onEnd(cancel)',
    'onCancel: () => () => {}',
  ),
  bug(
    'a key function that hangs is waited for without end',
    'call/call.ts',
    "asked && 'then' in asked ? await bound.race(asked) : asked",
    'await asked',
  ),
  bug(
    'a page that is refused for its size is not asked for again, lighter',
    'paging/page-size.ts',
    'if (asked === 1) return false;',
    'if (asked >= 1) return false;',
  ),
  bug('a deadline is not disposed of', 'call/call.ts', 'this.deadline.dispose();', ''),
  bug(
    "an error's body is read without end",
    'transport/receiver.ts',
    'ERROR_BODY_MS = 2_000',
    'ERROR_BODY_MS = 20_000',
  ),
  bug('a listener is left on a signal', 'call/time/deadline.ts', "signal.removeEventListener('abort', run);", ''),
  bug(
    'the weight of outcomes is reversed',
    'call/judge/failure.ts',
    "return (['unknown', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'not-sent';",
    "return (['not-sent', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'unknown';",
  ),
  bug(
    'an aborted call forgets what was sent',
    'call/call.ts',
    'const result = judgeAnswer(answer, operation, judging);',
    "if (this.deadline.ended?.why === 'aborted') throw this.deadline.ended;\n    const result = judgeAnswer(answer, operation, judging);",
  ),
  bug(
    'a broken connection counts as nothing sent',
    'call/judge/failure.ts',
    "service: 'unknown'",
    "service: 'not-sent'",
  ),
  bug('a 408 counts as a rejection', 'call/judge/judge-answer.ts', '4(?:0[0-79]|', '4(?:0[0-9]|'),
  bug('data beside a 4xx counts as a rejection', 'call/judge/graphql-errors.ts', "if (data) return 'ran';", ''),
  bug(
    'a null for data counts as a rejection',
    'call/judge/judge-answer.ts',
    "if (graphql?.data === null) return 'unknown';",
    '',
  ),
  bug(
    'a body that was cut short counts as one without data',
    'call/judge/judge-answer.ts',
    'fault && !graphql ? REFUSED_BY_HEAD : REFUSED',
    'REFUSED',
  ),
  bug('the retry budget is off', 'transport/shared-limits.ts', 'if (cost > this.#tokens) return false;', ''),
  bug(
    'one retry too many',
    'call/next-attempt.ts',
    '(unseen ? failures : seen) <= maxRetries',
    '(unseen ? failures : seen) <= maxRetries + 1',
  ),
  bug(
    'a refused key is replaced again and again',
    'call/call.ts',
    'if (this.#askedForNewKey || !refused)',
    'if (!refused)',
  ),
  bug(
    'a key of before the rotation is not scrubbed',
    'redaction/key-search.ts',
    'if (this.#keys.size <= MOST_KEYS) return true;',
    'if (this.#keys.size <= 1) return true;',
  ),
  bug(
    "the server's message is not scrubbed",
    'call/judge/server-message.ts',
    'visible(scrub(said.slice(0, LOOKED_AT)))',
    'visible(said.slice(0, LOOKED_AT))',
  ),
  bug('errors beside data are not scrubbed', 'call/call-result.ts', 'redactor.errors(errors)', 'errors'),
  bug('only the last attempt is counted', 'call/call.ts', 'this.#attempts++;', 'this.#attempts = 1;'),
  bug('a wait goes on beyond the deadline', 'call/next-attempt.ts', '!isLeft || retryInMs >= remainingMs', '!isLeft'),
  bug(
    'Retry-After is not heeded',
    'call/next-attempt.ts',
    '(evidence?.retryAfterMs ?? backoffMs(failures, random))',
    'backoffMs(failures, random)',
  ),
  {
    name: 'all calls of a client share one answer',
    edits: [
      {
        file: 'call/exchange/exchange.ts',
        find: 'type RequestConfig =',
        plant: 'let shared: TransportAnswer;\ntype RequestConfig =',
      },
      {
        file: 'call/exchange/exchange.ts',
        find: 'exchange.answer = answer;',
        plant: 'exchange.answer = shared ??= answer;',
      },
    ],
  },
  bug(
    'a mutation takes a connection that sat idle',
    'transport/connections.ts',
    'return !freshSocket || (idleMs >= 0 && idleMs <= FRESH_MS);',
    'return true;',
  ),
  bug(
    'what was written over a standing connection counts as not sent',
    'transport/node.ts',
    'else if (!socket.destroyed) connected();',
    '',
  ),
  bug(
    'clients that share connections share a key',
    'transport/node.ts',
    "http.setHeader('Authorization', authorization)",
    "http.setHeader('Authorization', (Object.assign(this.#route.kept, { key: authorization, ...this.#route.kept }) as never)['key'])",
  ),
  bug(
    'each client has connections of its own',
    'transport/connections.ts',
    'const known = pools.get(name)?.deref();',
    'const known = undefined as Pool | undefined;',
  ),
  bug('connections are not bounded', 'transport/shared-limits.ts', 'if (this.#free === 0) return false;', ''),
  bug('an exchange keeps its place among the connections', 'call/call.ts', 'leaveDoor?.();', ''),
  bug(
    'a query whose kept connection had ended waits before it goes out again',
    'call/next-attempt.ts',
    'died ? 0 : (evidence?.retryAfterMs ?? backoffMs(failures, random))',
    'evidence?.retryAfterMs ?? backoffMs(failures, random)',
  ),
  bug(
    'a cut answer passes for a whole one',
    'transport/node.ts',
    "response.on('error', (error) => receiver.fail('truncated', error));",
    "response.on('error', () => receiver.end());",
  ),
];
