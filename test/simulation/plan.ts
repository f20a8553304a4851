/** What the server makes of a request that reached it. */
export interface PlannedAnswer {
  readonly status: number;
  readonly body: BodyKind;
  /** From the request's arrival to status and headers, and from there to the end of the body, in milliseconds. */
  readonly headMs: number;
  readonly bodyMs: number;
  /** What becomes of the body on its way. */
  readonly fault?: 'truncated' | 'malformed' | 'too-large' | 'endless';
  readonly retryAfter?: string;
  /** Whether the connection is reset right after the end of the answer. */
  readonly lateReset?: boolean;
  /** Where and how the answer repeats a key that the server has seen. */
  readonly echo?: { readonly form: EchoForm; readonly place: 'body' | 'request-id' };
}

export type EchoForm = 'raw' | 'base64' | 'percent' | 'unicode';

/** The bodies of answers. Those with data stand for executed operations. */
export type BodyKind =
  | 'data'
  | 'partial'
  | 'null-data'
  | 'errors'
  | 'limited'
  | 'refused-key'
  | 'refused-document'
  | 'refused-null'
  | 'refused-limited'
  // Executed, by servers whose formatter hides where it failed; and by a gateway, one of whose services refused its part.
  | 'hidden-path'
  | 'hidden-limit'
  | 'hidden-code'
  | 'handed-on'
  | 'page-refused'
  | 'path-alone'
  | 'path-refused-key'
  | 'path-limited'
  | 'nulls-refused-key'
  | 'nulls-limited'
  | 'incremental'
  | 'other-json'
  | 'html'
  | 'text'
  | 'empty'
  | 'not-utf8';

/** How one delivery of a request goes. */
export interface PlannedDelivery {
  /** `reset-before` and `refused` end before a byte left; `silent` is heard and never answered. */
  readonly line: 'fine' | 'refused' | 'no-connection' | 'reset-before' | 'reset-after' | 'lost' | 'silent';
  readonly connectMs: number;
  /** From the last byte written to the request's arrival. */
  readonly wayMs: number;
  /** Whether the server executes the operation, where its answer leaves that open. */
  readonly executes: boolean;
  readonly answer: PlannedAnswer;
}

export interface PlannedCall {
  readonly type: 'call';
  readonly id: number;
  /** Calls of one burst are under way together; the next begins when all of them have settled. */
  readonly burst: number;
  /** When in its burst it begins. */
  readonly at: number;
  /** `unreadable` is a mutation that our parser can't read. */
  readonly kind: 'query' | 'mutation' | 'unreadable' | 'pages' | 'devices';
  readonly via: 'request' | 'execute';
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  /** When its own signal aborts, counted from its beginning; before it begins where negative. */
  readonly abortAt?: number;
  /** Whether it goes by the signal that all of a burst's calls share. */
  readonly sharedSignal?: boolean;
  /** For lists: how many pages are read before the reader leaves, how long it works on each, whether it fetches ahead. */
  readonly reader?: { readonly leavesAfter: number; readonly worksMs: number; readonly prefetch: boolean };
  /** How its deliveries go, by turn; those beyond go well. */
  readonly deliveries: readonly PlannedDelivery[];
}

/** Whatever happens in a world. */
export type PlannedEvent =
  | PlannedCall
  | { readonly type: 'rotation'; readonly burst: number; readonly at: number; readonly overlapMs: number }
  | {
      readonly type: 'outage';
      readonly burst: number;
      readonly at: number;
      readonly forMs: number;
      readonly delivery: PlannedDelivery;
    }
  // The service's instances are replaced: connections that idle end.
  | { readonly type: 'restart'; readonly burst: number; readonly at: number }
  | { readonly type: 'abort-all'; readonly burst: number; readonly at: number }
  // From that moment on, the next task that the limiter gets, or the next question for the key, meets it.
  | ({ readonly type: 'limiter'; readonly burst: number; readonly at: number } & PlannedLimiterFault)
  | ({ readonly type: 'key'; readonly burst: number; readonly at: number } & PlannedKeyFault);

export interface PlannedLimiterFault {
  readonly how: LimiterFault;
  readonly ms: number;
}

export interface PlannedKeyFault {
  readonly how: KeyFault;
  readonly ms: number;
}

export type LimiterFault = 'drop' | 'twice' | 'twice-at-once' | 'throw' | 'reject' | 'reject-after' | 'stall' | 'late';
export type KeyFault = 'hang' | 'fail' | 'late' | 'stale';

/** The client's own settings. */
export interface PlannedClient {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxRetries: number;
  /** How many attempts its limiter lets run at once; 0 for no limiter. */
  readonly room: number;
  /** How many connections it opens at most. */
  readonly maxConnections: number;
  readonly key: 'fixed' | 'function' | 'async-function';
  readonly observed: boolean;
}

/** How many nodes a page may hold: a larger one is cut down in silence, or refused. */
export interface PlannedPages {
  readonly max: number;
  readonly form: 'cap' | 'error' | 'null-data' | 'complexity' | 'status';
}

/** A world before it is lived: everything that will happen in it, and nothing left to chance. */
export interface Plan {
  readonly seed: number;
  /** How long a proxy before the service lets a connection idle; then it ends it, unseen. */
  readonly proxyIdleMs: number;
  readonly client: PlannedClient;
  /** @defaultValue a cap of two */
  readonly pages?: PlannedPages;
  readonly events: readonly PlannedEvent[];
}

/** How many things are planned: what a failure is shrunk by. */
export function sizeOf({ events }: Plan): number {
  return events.reduce((sum, event) => sum + 1 + (event.type === 'call' ? event.deliveries.length : 0), 0);
}
