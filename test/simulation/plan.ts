/** The answer of the server to a request that reached it. */
export interface PlannedAnswer {
  readonly status: number;
  readonly body: BodyKind;
  /** From the arrival of the request to status and headers, and from there to the end of the body, in milliseconds. */
  readonly headMs: number;
  readonly bodyMs: number;
  /** The fault of the body on its way. */
  readonly fault?: 'truncated' | 'malformed' | 'too-large' | 'endless';
  readonly retryAfter?: string;
  /** Whether the connection is reset right after the answer. */
  readonly lateReset?: boolean;
  /** The place and form in which the answer repeats a key. */
  readonly echo?: { readonly form: EchoForm; readonly place: 'body' | 'request-id' };
}

export type EchoForm = 'raw' | 'base64' | 'percent' | 'unicode';

/** The bodies of answers. Those with data mean an execution. */
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
  // Executions: by servers whose formatter hides the place of a failure, and by a gateway whose service refused its part.
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

/** The course of one delivery of a request. */
export interface PlannedDelivery {
  /** `reset-before` and `refused` end before a byte left. `silent` gets no answer. */
  readonly line: 'fine' | 'refused' | 'no-connection' | 'reset-before' | 'reset-after' | 'lost' | 'silent';
  readonly connectMs: number;
  /** From the last written byte to the arrival of the request. */
  readonly wayMs: number;
  /** Whether the server executes the operation, if the answer leaves that open. */
  readonly executes: boolean;
  readonly answer: PlannedAnswer;
}

export interface PlannedCall {
  readonly type: 'call';
  readonly id: number;
  /** The calls of one burst are simultaneous. The next burst begins when all have settled. */
  readonly burst: number;
  /** The beginning within its burst. */
  readonly at: number;
  /** `unreadable` is a mutation that the parser cannot read. */
  readonly kind: 'query' | 'mutation' | 'unreadable' | 'pages' | 'devices';
  readonly via: 'request' | 'execute';
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  /** The time until its own signal aborts; before the call if negative. */
  readonly abortAt?: number;
  /** Whether it uses the signal that all calls of a burst share. */
  readonly sharedSignal?: boolean;
  /** For lists: the pages until the reader leaves, the time of its work on each, and its prefetch. */
  readonly reader?: { readonly leavesAfter: number; readonly worksMs: number; readonly prefetch: boolean };
  /** Its deliveries in turn. Further ones go well. */
  readonly deliveries: readonly PlannedDelivery[];
}

/** An event of a world. */
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
  // The instances of the service are replaced, so idle connections end.
  | { readonly type: 'restart'; readonly burst: number; readonly at: number }
  | { readonly type: 'abort-all'; readonly burst: number; readonly at: number }
  // Each of these happens to the next task of the limiter, or to the next question for the key.
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

/** The settings of the client. */
export interface PlannedClient {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxRetries: number;
  /** The number of simultaneous attempts of its limiter; 0 for no limiter. */
  readonly room: number;
  /** The maximum of open connections. */
  readonly maxConnections: number;
  readonly key: 'fixed' | 'function' | 'async-function';
  readonly observed: boolean;
}

/** The maximum of nodes in a page. A larger page is cut down without a word, or refused. */
export interface PlannedPages {
  readonly max: number;
  readonly form: 'cap' | 'error' | 'null-data' | 'complexity' | 'status';
}

/** A world as a list of everything that happens in it. */
export interface Plan {
  readonly seed: number;
  /** The idle time after which a proxy before the service ends a connection, unnoticed. */
  readonly proxyIdleMs: number;
  readonly client: PlannedClient;
  /** @defaultValue a cap of two */
  readonly pages?: PlannedPages;
  readonly events: readonly PlannedEvent[];
}

/** The number of planned things, by which a failure is shrunk. */
export function sizeOf({ events }: Plan): number {
  return events.reduce((sum, event) => sum + 1 + (event.type === 'call' ? event.deliveries.length : 0), 0);
}
