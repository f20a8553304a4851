import { type Transport, type TransportAnswer, TransportFailure, type TransportRequest } from './transport.ts';

/** Room for requests, which several transports may share. */
export interface Room {
  /** How many more requests may begin. */
  free: number;
  /** The requests of each transport that wait, the next transport's first; none of these lines is empty. */
  readonly lines: Set<Set<() => void>>;
}

/** Room for at most `max` requests at once. */
export const roomFor = (max: number): Room => ({ free: max, lines: new Set() });

/** Lets no more requests be under way than there is room for. The others wait their turn; a cancelled one leaves. */
export function bounded(transport: Transport, room: Room): Transport {
  const { lines } = room;
  const waiting = new Set<() => void>();

  const done = () => {
    // Transports take turns, so that one with many requests does not keep the others waiting.
    const [line] = lines.size > 0 ? lines : [];
    const [next] = line ?? [];
    if (!line || !next) room.free++;
    else {
      leave(line, next);
      if (lines.delete(line)) lines.add(line);
      next();
    }
  };
  const leave = (line: Set<() => void>, it: () => void) => {
    line.delete(it);
    if (line.size === 0) lines.delete(line);
  };
  const start = (request: TransportRequest): Promise<TransportAnswer> => {
    const answer = transport.send(request);
    answer.then(done, done);
    return answer;
  };
  const wait = (request: TransportRequest) =>
    new Promise<TransportAnswer>((resolve, reject) => {
      const go = () => {
        off();
        resolve(start(request));
      };
      lines.add(waiting.add(go));
      const off = request.onCancel(() => {
        leave(waiting, go);
        reject(new TransportFailure('queued', false));
      });
    });

  return {
    ...transport,
    send: (request) => {
      if (room.free === 0) return wait(request);
      room.free--;
      return start(request);
    },
  };
}
