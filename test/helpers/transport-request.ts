import type { Transport, TransportAnswer, TransportRequest } from '../../src/transport/transport.ts';

/** A request whose cancel and whose end of an error's body are in the test's hands. */
export interface HandledRequest extends TransportRequest {
  /** Ends the request early, as a deadline does. */
  cancel(): void;
  /** Ends the reading of an error's body, as its time limit does. */
  stop(): void;
  /** What is registered with the request at this moment: nothing may stay. */
  readonly registered: number;
}

/** A request to send over a transport alone, without a call around it. */
export function transportRequest(given: Partial<TransportRequest> = {}): HandledRequest {
  const cancels = new Set<() => void>();
  const stops = new Set<() => void>();
  const register = (all: Set<() => void>) => (run: () => void) => {
    all.add(run);
    return () => all.delete(run);
  };
  return {
    body: '{"query":"{ team { id } }"}',
    headers: new Map([['content-type', 'application/json']]),
    freshSocket: false,
    maxBytes: 64 * 1024 * 1024,
    onCancel: register(cancels),
    onOverdue: (_phase, run) => register(stops)(run),
    ...given,
    cancel: () => {
      for (const run of [...cancels]) run();
    },
    stop: () => {
      for (const run of [...stops]) run();
    },
    get registered() {
      return cancels.size + stops.size;
    },
  };
}

/** Sends a request as a call does: enters the transport's room before, and leaves it after. */
export async function sentThroughDoor(transport: Transport, request: TransportRequest): Promise<TransportAnswer> {
  const { door } = transport;
  await new Promise<void>((resolve) => {
    if (!door || door.enter({ go: resolve })) resolve();
  });
  try {
    return await transport.send(request);
  } finally {
    door?.leave();
  }
}
