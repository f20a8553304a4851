import type { Plan, PlannedClient } from './plan.ts';

const client: PlannedClient = {
  timeoutMs: 30_000,
  attemptTimeoutMs: undefined,
  maxRetries: 2,
  room: 0,
  maxConnections: 128,
  key: 'fixed',
  observed: false,
};

/** The smallest plans of worlds in which the SDK once broke a promise. */
export const found: Readonly<Record<string, Plan>> = {
  'a call that is aborted while the body of a refusal arrives says that it was sent': {
    seed: 1,
    proxyIdleMs: 1_000_000,
    client,
    events: [
      {
        type: 'call',
        id: 0,
        burst: 0,
        at: 0,
        kind: 'mutation',
        via: 'request',
        abortAt: 404,
        deliveries: [
          {
            line: 'fine',
            connectMs: 1,
            wayMs: 0,
            executes: false,
            answer: { status: 404, body: 'errors', headMs: 3, bodyMs: 900 },
          },
        ],
      },
    ],
  },
  'a key that is cut off by the end of what is read of a body is not shown': {
    seed: 1,
    proxyIdleMs: 1_000_000,
    client,
    events: [
      {
        type: 'call',
        id: 76,
        burst: 0,
        at: 0,
        kind: 'mutation',
        via: 'request',
        deliveries: [
          {
            line: 'fine',
            connectMs: 0,
            wayMs: 0,
            executes: true,
            answer: {
              status: 302,
              body: 'text',
              headMs: 3,
              bodyMs: 900,
              fault: 'endless',
              echo: { form: 'raw', place: 'body' },
            },
          },
        ],
      },
    ],
  },
};
