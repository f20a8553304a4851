import type { AttemptRequest, ExchangeAnswer, SendAttempt } from '../exchange/exchange.ts';

/** Asks whether a second request may go out; undefined where not. What it returns is called if that one brings the answer. */
export type AskBeside = () => (() => void) | undefined;

/**
 * Sends a query; and once more beside it, where it went over a connection that had served before, and is overdue. The first
 * answer wins, and ends the other request. Where both fail, the failure of the first one counts, which had left.
 */
export function sendBeside(send: SendAttempt, request: AttemptRequest, ask: AskBeside): Promise<ExchangeAnswer> {
  let cancelFirst: (() => void) | undefined;
  let cancelSecond: (() => void) | undefined;
  let answerOfSecond: ExchangeAnswer | undefined;
  let second: Promise<void> | undefined;

  const sendSecond = (won: () => void) =>
    send({
      ...request,
      freshSocket: true,
      onCancel: (cancel) => {
        cancelSecond = cancel;
        return request.onCancel(cancel);
      },
    }).then(
      (answer) => {
        answerOfSecond = answer;
        won();
        cancelFirst?.();
      },
      () => {},
    );

  const { key, freshSocket, maxBytes } = request;
  return send({
    key,
    freshSocket,
    maxBytes,
    onCancel: (cancel) => {
      cancelFirst = cancel;
      return request.onCancel(cancel);
    },
    onOverdue: (phase, run) =>
      request.onOverdue(phase, () => {
        run();
        const won = phase === 'reused' ? ask() : undefined;
        if (won) second = sendSecond(won);
      }),
  }).then(
    (answer) => {
      cancelSecond?.();
      // A first request that the second one ended may still bring a part of its answer.
      return answerOfSecond ?? answer;
    },
    async (failure) => {
      await second;
      if (answerOfSecond) return answerOfSecond;
      throw failure;
    },
  );
}
