import type {
  BodyKind,
  KeyFault,
  LimiterFault,
  Plan,
  PlannedAnswer,
  PlannedCall,
  PlannedClient,
  PlannedDelivery,
  PlannedEvent,
  PlannedPages,
} from './plan.ts';
import { Random } from './random.ts';
import { RAN, REFUSED_BY_HEAD } from './server.ts';

/** A delivery without a fault. */
export const fineDelivery: PlannedDelivery = {
  line: 'fine',
  connectMs: 1,
  wayMs: 1,
  executes: true,
  answer: { status: 200, body: 'data', headMs: 4, bodyMs: 1 },
};

/** The plan of a seed: a world of about `calls` calls. */
export function makePlan(seed: number, calls: number): Plan {
  const random = new Random(seed);
  const client = makeClient(random);
  // Most worlds are mixed, some nearly calm, some all outage.
  const trouble = random.weighted([
    [2, 0.05],
    [5, 0.3],
    [2, 0.6],
    [1, 0.95],
  ]);
  const unreliable = random.of([0, 0, 0.2, 0.4]);
  const events: PlannedEvent[] = [];
  const proxyIdleMs = random.of([1_000_000, 1_000_000, 30, 900, 3_000]);
  let id = 0;
  let burst = 0;
  while (id < calls) {
    const size = Math.min(
      calls - id,
      random.weighted([
        [3, 1],
        [4, random.whole(2, 8)],
        [2, random.whole(9, 40)],
      ]),
    );
    const spanMs = random.of([0, 20, 500]);
    const shared = random.chance(0.2);
    for (let index = 0; index < size; index++) events.push(makeCall(random, id++, burst, spanMs, trouble, shared));
    if (shared && random.chance(0.5)) events.push({ type: 'abort-all', burst, at: random.whole(0, 400) });
    if (random.chance(0.1)) events.push({ type: 'restart', burst, at: random.whole(0, spanMs + 20) });
    for (let more = 0.15; client.key !== 'fixed' && random.chance(more); more = 0.5) {
      const overlapMs = random.of([0, 0, 30, 1_000]);
      events.push({ type: 'rotation', burst, at: random.whole(0, spanMs + 20), overlapMs });
    }
    if (random.chance(0.04 + trouble / 20)) {
      const delivery = makeFault(random);
      events.push({ type: 'outage', burst, at: random.whole(0, spanMs), forMs: random.whole(10, 5_000), delivery });
    }
    const at = () => random.whole(0, spanMs + 20);
    while (client.room > 0 && random.chance(unreliable)) {
      events.push({ type: 'limiter', burst, at: at(), how: limiterFault(random), ms: random.whole(1, 2_000) });
    }
    while (client.key !== 'fixed' && random.chance(unreliable)) {
      events.push({ type: 'key', burst, at: at(), how: keyFault(random, client.key), ms: random.whole(1, 2_000) });
    }
    burst++;
  }
  return { seed, proxyIdleMs, client, pages: makePages(seed), events };
}

/** Drawn by itself, so that the rest of a seed stays. */
function makePages(seed: number): PlannedPages {
  const random = new Random(~seed);
  return {
    max: random.of([1, 2, 2, 3, 5]),
    form: random.of(['cap', 'cap', 'error', 'null-data', 'complexity', 'status']),
  };
}

function makeClient(random: Random): PlannedClient {
  return {
    timeoutMs: random.of([300, 1_000, 5_000, 30_000]),
    attemptTimeoutMs: random.chance(0.4) ? random.of([50, 300, 2_000, 6_000]) : undefined,
    maxRetries: random.weighted([
      [1, 0],
      [6, 2],
      [2, 5],
    ]),
    room: random.weighted([
      [5, 0],
      [2, random.whole(1, 3)],
      [3, random.whole(4, 20)],
    ]),
    maxConnections: random.weighted([
      [4, 128],
      [1, random.whole(1, 6)],
    ]),
    key: random.of(['fixed', 'function', 'async-function']),
    observed: random.chance(0.15),
  };
}

function makeCall(
  random: Random,
  id: number,
  burst: number,
  spanMs: number,
  trouble: number,
  shared: boolean,
): PlannedCall {
  const kind = random.weighted<PlannedCall['kind']>([
    [45, 'query'],
    [40, 'mutation'],
    [3, 'unreadable'],
    [8, 'pages'],
    [4, 'devices'],
  ]);
  const deliveries: PlannedDelivery[] = [];
  const most = kind === 'pages' || kind === 'devices' ? 6 : 4;
  while (deliveries.length < most && random.chance(trouble)) {
    deliveries.push(random.chance(0.85) ? makeFault(random) : makeFine(random));
  }
  if (deliveries.length === 0 && random.chance(0.3)) deliveries.push(makeFine(random));
  return {
    type: 'call',
    id,
    burst,
    at: random.whole(0, spanMs),
    kind,
    via: random.chance(0.3) ? 'execute' : 'request',
    ...(random.chance(0.2) && { timeoutMs: random.of([20, 150, 1_000, 10_000]) }),
    ...(random.chance(0.1) && { maxRetries: random.whole(0, 6) }),
    ...(random.chance(0.12) && { abortAt: random.of([-1, 0, 1, random.whole(2, 12), random.whole(2, 1_000)]) }),
    ...(shared && random.chance(0.6) && { sharedSignal: true }),
    ...((kind === 'pages' || kind === 'devices') && {
      reader: {
        leavesAfter: random.chance(0.3) ? random.whole(1, 3) : 1_000,
        worksMs: random.of([0, 0, 3, 200]),
        prefetch: random.chance(0.4),
      },
    }),
    deliveries,
  };
}

function makeFine(random: Random): PlannedDelivery {
  return { ...fineDelivery, ...waits(random), answer: { ...fineDelivery.answer, ...answerWaits(random) } };
}

const waits = (random: Random) => ({
  connectMs: random.of([0, 1, 20, 200]),
  wayMs: random.of([0, 1, 10]),
  executes: random.chance(0.5),
});

const answerWaits = (random: Random) => ({
  headMs: random.of([0, 3, 40, 400]),
  bodyMs: random.of([0, 1, 30, 900]),
});

/** A delivery with a fault. */
function makeFault(random: Random): PlannedDelivery {
  const line = random.weighted<PlannedDelivery['line']>([
    [4, 'refused'],
    [1, 'no-connection'],
    [3, 'reset-before'],
    [5, 'reset-after'],
    [2, 'lost'],
    [3, 'silent'],
    [30, 'fine'],
  ]);
  return { line, ...waits(random), answer: makeAnswer(random) };
}

const BODIES: readonly (readonly [number, BodyKind])[] = [
  [4, 'data'],
  [3, 'partial'],
  [3, 'null-data'],
  [5, 'errors'],
  [4, 'limited'],
  [2, 'refused-key'],
  [2, 'refused-document'],
  [2, 'refused-null'],
  [2, 'refused-limited'],
  [2, 'path-alone'],
  [1, 'path-refused-key'],
  [2, 'path-limited'],
  [1, 'nulls-refused-key'],
  [2, 'nulls-limited'],
  [1, 'incremental'],
  [2, 'other-json'],
  [3, 'html'],
  [2, 'text'],
  [2, 'empty'],
  [1, 'not-utf8'],
];

/** Answers whose data is null, and whose errors have no path. */
const NULLS: readonly BodyKind[] = [
  ...(['null-data', 'hidden-path', 'hidden-limit', 'handed-on'] as const),
  ...(['hidden-code', 'hidden-path', 'handed-on'] as const),
];

function makeAnswer(random: Random): PlannedAnswer {
  const status = random.weighted([
    [10, 200],
    [1, 302],
    [1, 400],
    [4, 401],
    [1, 403],
    [1, 404],
    [1, 408],
    [1, 425],
    [1, 422],
    [1, 499],
    [3, 429],
    [2, 500],
    [1, 502],
    [4, 503],
    [1, 504],
    [1, 522],
  ]);
  const limited = status === 429 || status === 503;
  if (status === 401 && random.chance(0.2)) {
    // A refusal beside data of an execution proves nothing.
    return { status, body: random.of(['null-data', 'partial', 'data']), headMs: random.of([0, 3, 40]), bodyMs: 0 };
  }
  const fault = random.chance(0.25)
    ? random.of(['truncated', 'malformed', 'too-large', 'endless'] as const)
    : undefined;
  const drawn = random.weighted(BODIES);
  // A limit and a refused key at once: no rule decides which of the two a next delivery heeds.
  const isLater = status === 408 || status === 425 || status >= 500;
  const times = answerWaits(random);
  const planned = drawn === 'null-data' ? (NULLS[(times.headMs + times.bodyMs) % NULLS.length] ?? drawn) : drawn;
  const body = isLater && planned.endsWith('refused-key') ? 'errors' : planned;
  // A status that refuses counts as it stands, unless its body says more.
  const isWhole = REFUSED_BY_HEAD.has(status) && RAN.has(body);
  return {
    status,
    body,
    ...times,
    ...(isWhole ? { bodyMs: 0 } : fault && { fault }),
    ...(random.chance(0.1) && { lateReset: true }),
    ...(random.chance(limited ? 0.5 : 0.1) && {
      retryAfter: random.of(['0', '1', '2', '60', 'soon', 'Thu, 01 Jan 2026 00:00:03 GMT']),
    }),
    ...(random.chance(body === 'partial' ? 0.6 : 0.25) && {
      echo: {
        form: random.of(['raw', 'base64', 'percent', 'unicode']),
        place: random.of(['body', 'body', 'request-id']),
      },
    }),
  };
}

function limiterFault(random: Random): LimiterFault {
  return random.of(['drop', 'twice', 'twice-at-once', 'throw', 'reject', 'reject-after', 'stall', 'late']);
}

function keyFault(random: Random, key: PlannedClient['key']): KeyFault {
  return random.of(key === 'function' ? ['fail', 'stale'] : ['hang', 'fail', 'late', 'stale']);
}
