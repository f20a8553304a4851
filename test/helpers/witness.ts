import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';

const CHANNELS = ['control-api-sdk.call', 'control-api-sdk.attempt'] as const;
const PHASES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** One event of a diagnostics channel, printed whole at the moment it was published. */
export interface WitnessedEvent {
  readonly channel: string;
  readonly operationName: unknown;
  readonly printed: string;
}

/** Sees everything that the SDK tells to anyone but the caller: log lines and diagnostics events. */
export class Witness {
  readonly #events: WitnessedEvent[] = [];
  readonly #unsubscribe: (() => void)[] = [];

  constructor() {
    for (const name of CHANNELS) {
      for (const phase of PHASES) {
        const channel = tracingChannel(name)[phase];
        const listener = (message: unknown): void => {
          const operationName = (message as { operationName?: unknown }).operationName;
          this.#events.push({ channel: channel.name.toString(), operationName, printed: printed(message) });
        };
        channel.subscribe(listener);
        this.#unsubscribe.push(() => channel.unsubscribe(listener));
      }
    }
  }

  /** The events of one operation, which tests give a name of its own. */
  eventsOf(operationName: string): readonly WitnessedEvent[] {
    return this.#events.filter((event) => event.operationName === operationName);
  }

  /** A logger that keeps every line of every level. */
  logger() {
    const lines: { level: string; message: string; fields: object; printed: string }[] = [];
    const at = (level: string) => (message: string, fields: object) => {
      lines.push({ level, message, fields, printed: printed(fields) });
    };
    return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}

const printed = (value: unknown): string =>
  inspect(value, { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null });
