import { clientOf } from '../../src/client/create-client.ts';
import { type ControlClientOptions, readOptions } from '../../src/client/options.ts';
import type { CallOptions, Logger } from '../../src/index.ts';
import { RetryBudget } from '../../src/transport/shared-limits.ts';
import {
  allHeaders,
  type BodyFault,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportRequest,
} from '../../src/transport/transport.ts';
import { goodBody } from './answers.ts';
import { ManualClock } from './manual-clock.ts';

export { mutation, query } from './answers.ts';

/** An answer. Absent parts are those of the good answer. */
export interface AnswerStep {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly fault?: BodyFault;
}

/** The end of one attempt: an answer, a failure, or no end at the given stage. */
export type Step =
  | 'well'
  | 'never'
  | TransportFailure
  | AnswerStep
  | { readonly never: 'connected' | 'answered' }
  | { readonly never: 'whole'; readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** One request, as given to the transport. */
export interface Sent {
  readonly at: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether an idle connection is forbidden. */
  readonly freshSocket: boolean;
}

/** The conditions of a laboratory, beside its steps and the options of the client. */
export interface Conditions {
  readonly random?: (() => number) | undefined;
  readonly logger?: Logger | undefined;
  /** The environment of the options. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The default key of laboratory clients. */
export const laboratoryKey = 'key-in-the-laboratory';

/** A client with the time, chance and network of the test. Each attempt takes the next step, and further attempts succeed. */
export function laboratory(
  steps: readonly Step[] | ((request: TransportRequest, nth: number) => Step),
  options: ControlClientOptions = {},
  { random = () => 0.5, logger = {}, env = {} }: Conditions = {},
) {
  const clock = new ManualClock();
  const sent: Sent[] = [];
  const cancels = new Set<object>();
  const transport: Transport = {
    budget: new RetryBudget(),
    close: () => {},
    send: (request) => {
      const nth = sent.length;
      sent.push({
        at: clock.now(),
        body: request.body,
        headers: allHeaders(request),
        freshSocket: request.freshSocket,
      });
      const step = typeof steps === 'function' ? steps(request, nth + 1) : (steps[nth] ?? 'well');
      return new Promise<TransportAnswer>((resolve, reject) => {
        if (step instanceof TransportFailure) return reject(step);
        const never = step === 'never' ? { never: 'answered' as const } : step;
        if (typeof never === 'string' || !('never' in never)) return resolve(answerOf(never === 'well' ? {} : never));
        const head = never.never === 'whole' ? headOf(never) : undefined;
        const off = request.onCancel(() => {
          off?.();
          cancels.delete(request);
          reject(new TransportFailure('cancelled', never.never === 'connected' ? 'nowhere' : 'service', head));
        });
        cancels.add(request);
      });
    },
  };
  const settings = readOptions(
    {
      baseUrl: 'https://control.example',
      ...('CONTROL_API_KEY_FILE' in env ? {} : { apiKey: laboratoryKey }),
      ...options,
    },
    env,
  );
  const another = () =>
    clientOf(settings, {
      transport: { open: () => transport, close: () => {} },
      clock,
      logger,
      random,
      epochMs: () => Date.UTC(2026, 10, 21) + clock.now(),
    });
  const client = another();
  const settled = (document: string, variables?: object, callOptions?: CallOptions): Promise<unknown> =>
    client.execute(document, variables, callOptions).catch((error: unknown) => error);

  return {
    client,
    /** Makes another client over the same connections. */
    another,
    clock,
    sent,
    get at(): readonly number[] {
      return sent.map(({ at }) => at);
    },
    /** The sent keys, without their scheme. */
    get keys(): readonly string[] {
      return sent.map(({ headers }) => (headers['Authorization'] ?? '').replace(/^Bearer /, ''));
    },
    /** Requests without an answer or a cancellation. */
    get pending(): number {
      return cancels.size;
    },
    /** The result or error of a call. The test moves the time. */
    settled,
    /** The result or error of a call, after the given time. */
    settle: async (document: string, variables?: object, callOptions?: CallOptions, ms = 120_000): Promise<unknown> => {
      const ended = settled(document, variables, callOptions);
      await clock.advance(ms);
      return ended;
    },
  };
}

/** An answer of the transport. A body other than the good one needs a status. */
export function answerOf({ status = 200, headers, body, fault }: AnswerStep): TransportAnswer {
  const text = body ?? (status === 200 ? goodBody : '');
  return {
    ...headOf({ status, ...(headers && { headers }) }),
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    ...(fault && { fault }),
  };
}

export function headOf({ status, headers = {} }: { status: number; headers?: Readonly<Record<string, string>> }) {
  return { status, header: (name: string): string | undefined => headers[name] };
}

export const graphql = (body: object, step: AnswerStep = {}): AnswerStep => ({ ...step, body: JSON.stringify(body) });

/** A network failure, as Node reports it. */
export const networkFailure = (code: string, sent = false): TransportFailure =>
  new TransportFailure(
    'network',
    sent ? 'service' : 'nowhere',
    undefined,
    Object.assign(new Error(`connect ${code}`), { code }),
  );
