import type { KeySource } from '../../key/key-source.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { LazyTransport } from '../../transport/choose-transport.ts';
import type { Clock } from '../../transport/clock.ts';
import type { AccessCheck } from '../document/access.ts';
import type { CallWatcher } from '../events/call-watcher.ts';
import type { Logger } from '../events/telemetry.ts';
import type { LargeIntegers } from '../exchange/large-integers.ts';
import type { ReadCode } from '../judge/codes.ts';
import type { Limiter } from '../time/limiter.ts';

/** The place where the calls of a client go. */
export interface Endpoint {
  /** Undefined until it is known. */
  readonly url: URL | undefined;
  /** Asks for it, where it is not known. @throws {ControlApiError} where there is none, or it has a mistake. */
  ask(): Promise<URL>;
}

/** The settings that all calls of a client share. */
export interface CallSettings {
  readonly endpoint: Endpoint;
  readonly key: KeySource;
  /** Knows every key that the client ever held: what is handed out is scrubbed of all of them. */
  readonly redactor: Redactor;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  readonly checkAccess: AccessCheck;
  readonly largeIntegers: LargeIntegers;
  readonly classify: ReadCode | undefined;
  readonly limiter: Limiter | undefined;
  readonly watch: CallWatcher | undefined;
}

/** The connections, clock, logger and randomness that calls use; tests put their own in. */
export interface CallServices {
  readonly transport: LazyTransport;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Milliseconds since 1970, to read dates in `Retry-After`. */
  readonly epochMs: () => number;
}
