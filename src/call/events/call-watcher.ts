import type { ObservedDrift } from '../../base/observed-drift.ts';
import type { GraphQLFormattedError } from '../../errors.ts';
import type { CallEvent } from './telemetry.ts';

/** A call as a watcher sees it: either its data, or the errors by which the service refused its document. */
export interface WatchedCall {
  /** The event of the call, as subscribers of the diagnostics channel see it. */
  readonly event: CallEvent;
  /** The document as `request` got it; a generated operation may carry its `origin`. */
  readonly document: unknown;
  /** The answer's data, which is the caller's: to be looked at, never changed or kept. */
  readonly data?: unknown;
  /** The errors of a refusal, in the server's words; they may hold anything. */
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: number;
  /** Takes every key that the client ever held out of a text. */
  readonly redactor: { text(text: string): string };
  /** Sends an introspection query on the way that the client's calls take, but without a key; resolves to its data. */
  readonly ask: (document: string) => Promise<unknown>;
}

/** Looks at what calls bring. What it finds out about a refusal goes with the error. Made by `watchDrift`. */
export type CallWatcher = (call: WatchedCall) => Promise<ObservedDrift | undefined> | undefined;
