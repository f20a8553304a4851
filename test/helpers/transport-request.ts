import type { Transport, TransportAnswer, TransportRequest } from '../../src/transport/transport.ts';

/** A request whose cancel is in the test's hands. */
export interface HandledRequest extends TransportRequest {
  /** Ends the request early, as a deadline does. */
  cancel(): void;
  /** What is registered with the request at this moment: nothing may stay. */
  readonly registered: number;
}

/** A request to send over a transport alone, without a call around it. */
export function transportRequest(given: Partial<TransportRequest> = {}): HandledRequest {
  const cancels = new Set<() => void>();
  return {
    body: '{"query":"{ team { id } }"}',
    headers: new Map([['content-type', 'application/json']]),
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

/** Ends a request as it begins. */
export const overAtOnce: TransportRequest['onCancel'] = (cancel) => {
  cancel();
  return () => {};
};

/** A failure of the transport, as it is compared. */
export const failed = (kind: string, sent: boolean) => ({
  name: 'TransportFailure',
  kind,
  reach: sent ? 'service' : 'nowhere',
});

/** Sends a request as a call does: enters the transport's room before, and leaves it after. */
export async function sentThroughDoor(transport: Transport, request: TransportRequest): Promise<TransportAnswer> {
  const { door } = transport;
  if (door?.enter() === false) await new Promise<void>((go) => door.wait(go));
  try {
    return await transport.send(request);
  } finally {
    door?.leave();
  }
}
