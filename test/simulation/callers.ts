import { getEventListeners } from 'node:events';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import type { ControlClient } from '../../src/client/control-client.ts';
import { byCursor } from '../helpers/by-cursor.ts';
import type { PlannedCall } from './plan.ts';
import type { VirtualTime } from './virtual-time.ts';

const options = { connections: {} } as const;
const Look = new TypedOperation<unknown, { readonly call: number }>(
  'query Look($call: Int!) { look(call: $call) { call } }',
  { name: 'Look', kind: 'query', ...options },
);
const Change = new TypedOperation<unknown, { readonly call: number }>(
  'mutation Change($call: Int!) { change(call: $call) { call } }',
  { name: 'Change', kind: 'mutation', ...options },
);
/** A document with a NUL stays unread, so it has no kind and counts as a mutation. */
const unreadable = 'mutation Unreadable($call: Int!) { change(call: $call) { call } } # \0';

const Items = new TypedOperation<
  unknown,
  { readonly call: number; readonly first: number; readonly after?: string },
  { items: { readonly id: number } }
>(
  'query Items($call: Int!, $first: Int!, $after: String) { items(call: $call, first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
  {
    name: 'Items',
    kind: 'query',
    connections: { items: { ...byCursor('items'), sizeVariable: ['first'] } },
  },
);

/** The page sizes of readers. The larger one is made lighter twice. */
const SIZES = [3, 40] as const;

/** A call, with its result. */
export interface Made {
  readonly call: PlannedCall;
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  abortedAt?: number;
  /** The number of times that it settled, and the time. */
  settled: number;
  settledAt?: number;
  value?: unknown;
  error?: unknown;
}

/** The header that tells the readers of the one list apart. */
export const READER = 'x-reader';

/** Makes a planned call, and notes its result. */
export function make(
  client: ControlClient,
  call: PlannedCall,
  settings: { readonly timeoutMs: number; readonly maxRetries: number },
  shared: AbortController,
  time: VirtualTime,
  settled: (made: Made) => void,
): Made {
  const own = call.abortAt === undefined ? undefined : new AbortController();
  const signal = own?.signal ?? (call.sharedSignal ? shared.signal : undefined);
  const made: Made = {
    call,
    startedAt: time.now(),
    timeoutMs: call.timeoutMs ?? settings.timeoutMs,
    maxRetries: call.maxRetries ?? settings.maxRetries,
    signal,
    settled: 0,
  };
  if (signal?.aborted) made.abortedAt = time.now();
  if (own && call.abortAt !== undefined) {
    const abort = () => {
      made.abortedAt = time.now();
      own.abort();
    };
    if (call.abortAt < 0) abort();
    else time.plan(call.abortAt, abort);
  }
  const done = () => {
    made.settled++;
    made.settledAt = time.now();
    settled(made);
  };
  run(client, call, signal, time).then(
    (value) => {
      made.value = value;
      done();
    },
    (error: unknown) => {
      made.error = error;
      done();
    },
  );
  return made;
}

function run(
  client: ControlClient,
  { id, kind, via, timeoutMs, maxRetries, reader }: PlannedCall,
  signal: AbortSignal | undefined,
  time: VirtualTime,
): Promise<unknown> {
  const given = { timeoutMs, maxRetries, signal };
  const send = (operation: string | typeof Look) =>
    via === 'execute' ? client.execute(operation, { call: id }, given) : client.request(operation, { call: id }, given);
  switch (kind) {
    case 'query':
      return send(Look);
    case 'mutation':
      return send(Change);
    case 'unreadable':
      return send(unreadable);
    case 'pages':
      return read(
        client
          .paginate(Items, { call: id, first: SIZES[id % 2] ?? 3 }, { ...given, prefetch: reader?.prefetch })
          .pages(),
        reader,
        time,
      );
    case 'devices': {
      const headers = { [READER]: String(id) };
      const list = client.devices({ ...given, headers, pageSize: SIZES[id % 2], prefetch: reader?.prefetch });
      return read(list.pages(), reader, time);
    }
  }
}

/** The result of a reader of pages. */
export interface Read {
  readonly ids: readonly number[];
  /** Whether it read to the end. */
  readonly whole: boolean;
}

async function read(
  pages: AsyncIterable<{ readonly nodes: readonly { readonly id: number | string | null }[] }>,
  { leavesAfter, worksMs }: NonNullable<PlannedCall['reader']> = { leavesAfter: 1_000, worksMs: 0, prefetch: false },
  time: VirtualTime,
): Promise<Read> {
  const ids: number[] = [];
  let count = 0;
  for await (const { nodes } of pages) {
    ids.push(...nodes.map(({ id }) => Number(id)));
    if (++count >= leavesAfter) return { ids, whole: false };
    if (worksMs > 0) await new Promise<void>((resolve) => time.plan(worksMs, resolve));
  }
  return { ids, whole: true };
}

/** Whether a signal has a listener. */
export function isHeard(signal: AbortSignal): boolean {
  return getEventListeners(signal, 'abort').length > 0;
}
