import type { Transport, TransportAnswer, TransportRequest } from '../../src/transport/transport.ts';

/** A request that the test can cancel. */
export interface HandledRequest extends TransportRequest {
  /** Ends the request early, as a deadline does. */
  cancel(): void;
  /** The number of registered listeners. */
  readonly registered: number;
}

/** A request for a transport alone, without a call. */
export function transportRequest(given: Partial<TransportRequest> = {}): HandledRequest {
  const cancels = new Set<() => void>();
  return {
    body: '{"query":"{ team { id } }"}',
    headers: { 'content-type': 'application/json' },
    freshSocket: false,
    maxBytes: 64 * 1024 * 1024,
    onCancel: (cancel) => {
      cancels.add(cancel);
      return () => cancels.delete(cancel);
    },
    ...given,
    cancel: () => {
      for (const cancel of [...cancels]) cancel();
    },
    get registered() {
      return cancels.size;
    },
  };
}

/** Ends a request at its beginning. */
export const overAtOnce: TransportRequest['onCancel'] = (cancel) => {
  cancel();
  return () => {};
};

/** A failure of the transport in comparable form. */
export const failed = (kind: string, sent: boolean) => ({
  name: 'TransportFailure',
  kind,
  reach: sent ? 'service' : 'nowhere',
});

/** Sends a request as a call does: enters the queue of the transport before, and leaves it after. */
export async function sentThroughQueue(transport: Transport, request: TransportRequest): Promise<TransportAnswer> {
  const { queue } = transport;
  if (queue?.enter() === false) await new Promise<void>((go) => queue.wait(go));
  try {
    return await transport.send(request);
  } finally {
    queue?.leave();
  }
}
