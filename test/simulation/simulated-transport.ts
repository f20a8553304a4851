import {
  type BodyFault,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from '../../src/transport/transport.ts';
import type { Delivery } from './journal.ts';
import type { Client, Line } from './line.ts';
import { type Answer, LARGE } from './server.ts';

/** Carries one request over a line, as the contract of a transport has it. */
export function carry(
  request: TransportRequest,
  delivery: Delivery,
  open: (client: Client) => Line,
): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    let given: Answer | undefined;
    const pieces: Uint8Array[] = [];
    let offErrorBody = () => {};
    let settled = false;
    const header = (name: string) => given?.headers[name];
    const isOk = () => given !== undefined && given.status >= 200 && given.status < 300;

    const settle = (how: () => void) => {
      if (settled) return;
      settled = true;
      offCancel();
      offErrorBody();
      line?.close();
      how();
    };
    const fail = (why: 'network' | 'cancelled' | BodyFault, cause?: unknown) =>
      settle(() => {
        if (given && !isOk()) {
          const fault = why === 'network' ? 'truncated' : why === 'cancelled' ? 'cut' : why;
          resolve({ status: given.status, header, body: Buffer.concat(pieces), fault });
        } else {
          const kind = why === 'cut' || (given && why === 'network') ? 'truncated' : why;
          reject(new TransportFailure(kind, delivery.wrote, given && { status: given.status, header }, cause));
        }
      });

    let line: Line | undefined;
    let cancelled = false;
    let offCancel = () => {};
    offCancel = request.onCancel(() => {
      cancelled = true;
      delivery.cancelled = true;
      fail('cancelled');
    });
    line = open({
      connected: () => line?.write(request.body, request.headers['Authorization']),
      head: (answer) => {
        given = answer;
        if (!isOk()) offErrorBody = request.onErrorBodyOver(() => fail('cut'));
        if (answer.headers['content-encoding'] !== undefined) fail('malformed');
      },
      piece: (bytes) => {
        pieces.push(bytes);
        if (bytes.length >= LARGE) fail('too-large');
      },
      end: () => settle(() => resolve({ status: given?.status ?? 0, header, body: Buffer.concat(pieces) })),
      broken: (code) => fail('network', Object.assign(new Error(code), { code })),
    });
    if (cancelled) line.close();
  });
}
