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

/** Each of them is found within 100,000 lives. */
export const plantedBugs: readonly PlantedBug[] = [
  bug(
    "each run of a limiter's task makes an attempt",
    'call/call.ts',
    'await passLimiter(settings.limiter, bound)',
    'await passLimiter((task) => settings.limiter(() => (this.#send(bound, attempt).catch(() => {}), task())), bound)',
  ),
  bug(
    'a limiter runs a task whose call has ended',
    'call/time/limiter.ts',
    'await deadline.race(',
    'await Promise.resolve(',
  ),
  bug(
    'a mutation that was sent is tried again',
    'call/next-attempt.ts',
    '!transient || !mayRepeat(failure, course) ||',
    '!transient ||',
  ),
  bug(
    'an operation that cannot be read is taken for a query',
    'call/next-attempt.ts',
    "kind === 'query' || harmless",
    "kind !== 'mutation' || harmless",
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
    'a wait before a retry cannot be aborted',
    'call/time/deadline.ts',
    'return this.until({ wait, quit: () => stop() });',
    'return new Promise((go) => void wait(() => go()));',
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
    "an attempt's deadline is not disposed of",
    'call/call.ts',
    'leaveLimiter?.();\n      if (bound !== this.deadline) bound.dispose();',
    'leaveLimiter?.();',
  ),
  bug(
    "the timer of an error's body is left",
    'transport/receiver.ts',
    "this.limit(ERROR_BODY_MS, () => this.fail('cancelled'))",
    "this.#clock.after(ERROR_BODY_MS, () => this.fail('cancelled'))",
  ),
  bug(
    "an error's body is read without end",
    'transport/receiver.ts',
    'ERROR_BODY_MS = 2_000',
    'ERROR_BODY_MS = 20_000',
  ),
  bug('a listener is left on a signal', 'call/time/deadline.ts', "signal.removeEventListener('abort', run);", ''),
  bug("a deadline leaves its listener on the caller's signal", 'call/time/deadline.ts', 'this.#offOuter?.();', ''),
  bug(
    'the weight of outcomes is reversed',
    'call/judge/failure.ts',
    "return (['unknown', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'not-sent';",
    "return (['not-sent', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'unknown';",
  ),
  bug(
    'the outcome of the last attempt counts alone',
    'call/judge/failure.ts',
    "return (['unknown', 'rejected'] as const).find((outcome) => outcome === a || outcome === b) ?? 'not-sent';",
    'return b;',
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
  bug(
    'a 504 that says that it limits counts as a rejection',
    'call/judge/judge-answer.ts',
    '(?:408|499|504)',
    '408|499',
  ),
  bug(
    'a mutation goes again behind a refusal that came late',
    'call/judge/judge-answer.ts',
    "outcome === 'rejected' && data === undefined && !isLate",
    "outcome === 'rejected' && data === undefined",
  ),
  bug('data beside a 4xx counts as a rejection', 'call/judge/graphql-errors.ts', "if (data) return 'ran';", ''),
  bug(
    'a path into the data proves nothing where data is missing',
    'call/judge/graphql-errors.ts',
    "if (errors.some((it) => isInData(it, document) && !isValidation(it))) return 'ran';",
    '',
  ),
  bug(
    'a path into the data proves nothing, and what ran is sent again',
    'call/judge/judge-answer.ts',
    "if (proof) return proof === 'refused' ? 'rejected' : 'unknown';",
    "if (proof === 'refused') return 'rejected';",
  ),
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
  bug(
    'the head of a refusal proves nothing without its body',
    'call/judge/judge-answer.ts',
    'REFUSED_BY_HEAD = /^4(?:0[134]|29)$/',
    'REFUSED_BY_HEAD = /^4040$/',
  ),
  bug(
    'a place proves a refusal beside a null for data',
    'call/judge/graphql-errors.ts',
    '(placesIn(error, text).length > 0 && REFUSING_WORDS.test(error.message))',
    'placesIn(error, text).length > 0',
  ),
  bug(
    'a code proves a refusal beside a null for data',
    'call/judge/graphql-errors.ts',
    'return isInDocument(error) || (placesIn',
    'return isInDocument(error) || codesOf(error).some((code) => REFUSED_DOCUMENT.test(code)) || (placesIn',
  ),
  bug(
    'what a service of a gateway refused counts as a refusal of all',
    'call/judge/graphql-errors.ts',
    'if (isOfService(error)) return false;',
    '',
  ),
  bug('the retry budget is off', 'transport/shared-limits.ts', 'if (cost > this.#tokens) return false;', ''),
  bug(
    'a success fills the retry budget',
    'transport/shared-limits.ts',
    'Math.min(CAPACITY, this.#tokens + (cost || SUCCESS_REFUND))',
    'CAPACITY',
  ),
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
    'a call with a refused key is sent again although data came',
    'call/call.ts',
    "'unauthenticated' && mayRepeat(failure, this.#input) &&",
    "'unauthenticated' &&",
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
  bug(
    'extensions are not scrubbed',
    'call/call-result.ts',
    '(redactor.json(extensions) as typeof extensions)',
    'extensions',
  ),
  bug(
    'a request id is not scrubbed',
    'call/judge/evidence.ts',
    'REQUEST_ID_HEADERS.map(header).find(Boolean)',
    'REQUEST_ID_HEADERS.map(read).find(Boolean)',
  ),
  bug('a foreign cause is not scrubbed', 'call/call-result.ts', 'redactor.cause(failure.cause)', 'failure.cause'),
  {
    name: 'attempts are counted before the key is there',
    edits: [
      {
        file: 'call/call.ts',
        find: 'this.#attempts++;',
        plant: '',
      },
      {
        file: 'call/call.ts',
        find: "this.#phase = 'key';",
        plant: "this.#phase = 'key';\n      this.#attempts++;",
      },
    ],
  },
  bug('only the last attempt is counted', 'call/call.ts', 'this.#attempts++;', 'this.#attempts = 1;'),
  bug('a wait goes on beyond the deadline', 'call/next-attempt.ts', '!isLeft || retryInMs >= remainingMs', '!isLeft'),
  bug(
    'Retry-After is not heeded',
    'call/next-attempt.ts',
    '(evidence?.retryAfterMs ?? backoffMs(failures, random))',
    'backoffMs(failures, random)',
  ),
  {
    name: 'an answer of the attempt before is taken for a new one',
    edits: [
      {
        file: 'call/exchange/exchange.ts',
        find: 'return async ({ body,',
        plant: 'let before: TransportAnswer | undefined;\n  return async ({ body,',
      },
      {
        file: 'call/exchange/exchange.ts',
        find: 'const answer = await transport',
        plant: 'const sent = transport',
      },
      {
        file: 'call/exchange/exchange.ts',
        find: 'const text = decoded(answer.body);',
        plant:
          'let answer = await sent.catch((failure) => { if (!before) throw failure; return before; });\n    before = answer;\n    const text = decoded(answer.body);',
      },
    ],
  },
  {
    name: 'all calls of a client share one answer',
    edits: [
      {
        file: 'call/exchange/exchange.ts',
        find: 'return async ({ body,',
        plant: 'let shared: TransportAnswer | undefined;\n  return async ({ body,',
      },
      {
        file: 'call/exchange/exchange.ts',
        find: 'const answer = await transport',
        plant: 'const own = await transport',
      },
      {
        file: 'call/exchange/exchange.ts',
        find: 'const text = decoded(answer.body);',
        plant: 'const answer = (shared ??= own);\n    const text = decoded(answer.body);',
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
  bug('a request given up is not destroyed', 'transport/node.ts', 'this.#http?.destroy();', ''),
  bug(
    'the transport leaves its timers',
    'transport/receiver.ts',
    'this.#offCancel?.();\n    this.#offTimer?.();',
    'this.#offCancel?.();',
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
  bug('an exchange keeps its place among the connections', 'call/call.ts', 'leaveQueue?.();', ''),
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
