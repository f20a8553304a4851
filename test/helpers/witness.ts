import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';

const CHANNELS = ['call', 'attempt'] as const;
const PHASES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** One event of a diagnostics channel: a copy, and its text at publication. */
export interface WitnessedEvent {
  /** Such as `call:start`. */
  readonly channel: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly printed: string;
}

/** Sees every diagnostics event of the SDK, as a bridge to a tracer does. */
export class Witness implements Disposable {
  readonly seen: WitnessedEvent[] = [];
  readonly #unsubscribe: (() => void)[] = [];

  constructor() {
    for (const name of CHANNELS) {
      for (const phase of PHASES) {
        const channel = tracingChannel(`control-api-sdk.${name}`)[phase];
        const listener = (message: unknown): void =>
          void this.seen.push({
            channel: `${name}:${phase}`,
            event: { ...(message as object) },
            printed: printed(message),
          });
        channel.subscribe(listener);
        this.#unsubscribe.push(() => channel.unsubscribe(listener));
      }
    }
  }

  /** The channels and texts of the events of one operation. */
  eventsOf(operationName: string): readonly Pick<WitnessedEvent, 'channel' | 'printed'>[] {
    return this.seen.flatMap(({ channel, event, printed }) =>
      event['operationName'] === operationName ? [{ channel, printed }] : [],
    );
  }

  [Symbol.dispose](): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}

/** A logger that keeps every line of every level. */
export function keptLines() {
  const lines: { level: string; message: string; fields: object; printed: string }[] = [];
  const at = (level: string) => (message: string, fields: object) => {
    lines.push({ level, message, fields, printed: printed(fields) });
  };
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

const printed = (value: unknown): string =>
  inspect(value, { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null });
