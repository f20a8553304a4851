import type { AttemptRequest, ExchangeAnswer, SendAttempt } from '../exchange/exchange.ts';

/** Asks whether a second request may go out; undefined where not. What it returns is called if that one brings the answer. */
export type AskBeside = () => (() => void) | undefined;

/**
 * Sends a query; and once more beside it, where it went over a connection that had served before, and is overdue. The first
 * answer wins, and ends the other request. Where both fail, the failure of the first one counts, which had left.
 */
export function sendBeside(send: SendAttempt, request: AttemptRequest, ask: AskBeside): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    const cancels = new Set<() => void>();
    let underWay = 0;
    let failure: unknown;

    const begin = (freshSocket: boolean, won?: () => void) => {
      underWay++;
      const onCancel: AttemptRequest['onCancel'] = (cancel) => {
        const off = request.onCancel(cancel);
        cancels.add(cancel);
        return () => {
          cancels.delete(cancel);
          off();
        };
      };
      const onOverdue: AttemptRequest['onOverdue'] = (phase, run) =>
        request.onOverdue(phase, () => {
          run();
          const helped = phase === 'reused' ? ask() : undefined;
          if (helped) begin(true, helped);
        });
      send({ ...request, freshSocket, onCancel, onOverdue }).then(
        (answer) => {
          won?.();
          resolve(answer);
          for (const cancel of cancels) cancel();
        },
        (error) => {
          if (!won) failure = error;
          if (--underWay === 0) reject(failure);
        },
      );
    };
    begin(request.freshSocket);
  });
}
