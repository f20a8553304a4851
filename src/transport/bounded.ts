import { type Transport, type TransportAnswer, TransportFailure, type TransportRequest } from './transport.ts';

/** Lets at most `max` requests of a transport be under way at once. The others wait their turn; a cancelled one leaves. */
export function bounded(transport: Transport, max: number): Transport {
  let free = max;
  const waiting = new Set<() => void>();

  const done = () => {
    const next = waiting.size > 0 ? waiting.values().next().value : undefined;
    if (!next) free++;
    else {
      waiting.delete(next);
      next();
    }
  };
  const start = (request: TransportRequest): Promise<TransportAnswer> => {
    const answer = transport.send(request);
    answer.then(done, done);
    return answer;
  };
  const wait = (request: TransportRequest) =>
    new Promise<TransportAnswer>((resolve, reject) => {
      // One registration for waiting and sending: what bounds the attempt bounds both together.
      let cancel = () => {
        waiting.delete(go);
        cancelled = true;
        reject(new TransportFailure('queued', false));
      };
      let cancelled = false;
      const go = () =>
        resolve(
          start({
            ...request,
            onCancel: (it) => {
              cancel = it;
              return off;
            },
          }),
        );
      const off = request.onCancel(() => cancel());
      if (!cancelled) waiting.add(go);
    });

  return {
    send: (request) => {
      if (free === 0) return wait(request);
      free--;
      return start(request);
    },
    close: () => transport.close(),
  };
}
