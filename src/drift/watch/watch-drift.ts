import { isRecord } from '../../base/is-record.ts';
import {
  type CallWatcher,
  ConfigurationError,
  type GraphQLFormattedError,
  isControlApiError,
  type ObservedChange,
  type ObservedDrift,
  type OperationOrigin,
  type WatchedCall,
} from '../../index.ts';
import { checkAnswer } from './check-answer.ts';
import { explainRefusal, questionFor } from './explain-refusal.ts';
import { readRefusal } from './read-refusal.ts';
import { readShape, type Shape } from './read-shape.ts';

/** The options of {@link watchDrift}. */
export interface WatchDriftOptions {
  /**
   * Called with each change of the live schema that shows, once in ten minutes for each operation and change. What it throws is
   * ignored.
   *
   * @defaultValue none: subscribers of the diagnostics channel `control-api-sdk.drift` get the same
   */
  readonly onDrift?: ((drift: ObservedDrift) => void) | undefined;
  /**
   * The share of answers that are looked at, from 0 to 1, counted for each operation from its first answer. Only of operations
   * generated with `origins`.
   *
   * @defaultValue 0
   */
  readonly answers?: number | undefined;
  /**
   * Whether a refused operation is compared with the live schema, and what changed put on the error: one introspection query
   * per operation in ten minutes, without the key, within the call's own deadline. Only of operations generated with `origins`.
   *
   * @defaultValue false
   */
  readonly explain?: boolean | undefined;
}

const TEN_MINUTES_MS = 600_000;
const REMEMBERED = 1_000;

/** What is known of one operation. */
interface Watched {
  readonly text: string;
  readonly file: string | undefined;
  readonly shape: Shape | undefined;
  /** From 1 on, an answer is looked at. */
  credit: number;
  /** How many answers were looked at. */
  looks: number;
  /** The live types that the last question brought, and until when they are good. */
  asked?: { readonly answer: Promise<unknown>; readonly until: number };
}

/**
 * Watches what a client's calls bring for changes of the live schema: refused operations, and, where `answers` asks for it,
 * answers that hold what their type excludes. It never makes a call fail, nor succeed.
 *
 * @throws {ConfigurationError} where an option is wrong.
 * @example
 * watch: watchDrift({ explain: true, answers: 0.1, onDrift: ({ message }) => console.warn(message) })
 */
export function watchDrift({ onDrift, answers = 0, explain = false }: WatchDriftOptions = {}): CallWatcher {
  if (!(answers >= 0 && answers <= 1))
    throw new ConfigurationError('The option `answers` must be a number from 0 to 1.');
  if (onDrift !== undefined && typeof onDrift !== 'function')
    throw new ConfigurationError('The option `onDrift` must be a function.');
  const operations = new WeakMap<object, Watched>();
  const reported = new Map<string, number>();

  const watchedOf = (document: unknown): Watched | undefined => {
    if (typeof document !== 'object' || document === null) return undefined;
    const known = operations.get(document) ?? read(document);
    operations.set(document, known);
    return known;
  };

  /** Makes the report of changes; those that are new go to the callback and the channel. */
  const report = (call: WatchedCall, file: string | undefined, all: readonly ObservedChange[]): ObservedDrift => {
    const { now } = call;
    const { callId, operationName } = call.event;
    const seenIn = call.errors ? 'refusal' : 'answer';
    const about = { seenIn, callId, operationName, ...(file !== undefined && { file }) } as const;
    const fresh = all.filter(({ coordinate, change }) => {
      const key = `${operationName} ${seenIn} ${coordinate} ${change}`;
      const last = reported.get(key);
      if (last !== undefined && now - last < TEN_MINUTES_MS) return false;
      if (reported.size >= REMEMBERED) reported.clear();
      reported.set(key, now);
      return true;
    });
    if (fresh.length > 0) publish({ ...about, changes: fresh, message: messageOf(file, fresh) }, onDrift);
    return { ...about, changes: all, message: messageOf(file, all) };
  };

  const lookAtAnswer = (call: WatchedCall): void => {
    const watched = answers > 0 ? watchedOf(call.document) : undefined;
    if (!watched?.shape) return;
    const isDue = watched.credit >= 1;
    watched.credit += answers - (isDue ? 1 : 0);
    if (!isDue) return;
    const found = checkAnswer(watched.shape, call.data, watched.looks++);
    if (found.length > 0) report(call, watched.file, scrubbed(found, call.redactor));
  };

  const lookAtRefusal = async (
    call: WatchedCall,
    errors: readonly GraphQLFormattedError[],
  ): Promise<ObservedDrift | undefined> => {
    const watched = watchedOf(call.document);
    const text = watched?.text ?? String(call.document);
    const named = readRefusal(errors, watched?.shape, (place) => nameAt(text, place));
    const explained = explain && watched?.shape && (await explanationOf(call, watched, watched.shape, named));
    // Of a place without a change, the live schema says that it did not change.
    const left = named.filter(({ change }) => !explained || change !== 'invalid-document');
    const changes = explained && explained.length > 0 ? explained : left.map(({ hint, ...change }) => change);
    return changes.length > 0 ? report(call, watched?.file, scrubbed(changes, call.redactor)) : undefined;
  };

  /** Calls that are refused at once share one question. */
  const explanationOf = async (
    call: WatchedCall,
    watched: Watched,
    shape: Shape,
    named: Parameters<typeof explainRefusal>[2],
  ): Promise<readonly ObservedChange[] | undefined> => {
    if (!watched.asked || call.now >= watched.asked.until)
      watched.asked = { answer: askLive(call, shape), until: call.now + TEN_MINUTES_MS };
    try {
      return explainRefusal(shape, await watched.asked.answer, named);
    } catch {
      return undefined;
    }
  };

  return (call) => {
    if (call.errors) return lookAtRefusal(call, call.errors);
    lookAtAnswer(call);
    return undefined;
  };
}

/** The operation's text and types; one that cannot be read is watched without its types. */
function read(document: object): Watched {
  const origin = originOf(document);
  const watched = {
    text: document instanceof String ? document.toString() : '',
    file: origin?.file,
    credit: 1,
    looks: 0,
  };
  try {
    return { ...watched, shape: origin && readShape(watched.text, origin) };
  } catch {
    return { ...watched, shape: undefined };
  }
}

/** By its form, not by its class: a program may have the package in both module systems. */
function originOf(document: object): OperationOrigin | undefined {
  const origin = 'origin' in document ? document.origin : undefined;
  if (!isRecord(origin)) return undefined;
  const { file, shape } = origin;
  return typeof file === 'string' && typeof shape === 'string' ? { file, shape } : undefined;
}

/** Asks again without what an older server cannot list. */
function askLive({ ask }: WatchedCall, shape: Shape): Promise<unknown> {
  return ask(questionFor(shape, true)).catch((error: unknown) => {
    if (!isControlApiError(error, 'graphql')) throw error;
    return ask(questionFor(shape, false));
  });
}

function nameAt(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): string | undefined {
  return /^\w+/.exec(text.split('\n')[line - 1]?.slice(column - 1) ?? '')?.[0];
}

function scrubbed(changes: readonly ObservedChange[], redactor: WatchedCall['redactor']): readonly ObservedChange[] {
  return changes.map(
    (change) =>
      Object.fromEntries(
        Object.entries(change).map(([name, text]) => [name, redactor.text(text)]),
      ) as unknown as ObservedChange,
  );
}

function messageOf(file: string | undefined, changes: readonly ObservedChange[]): string {
  const what = changes.map(({ message }) => message).join(' ');
  const where = file === undefined ? '' : ` The operation is in ${file}.`;
  return `The live schema may have changed: ${what}${where} \`npx control-api-sdk check\` compares your operations with it.`;
}

/** Where Node has them, through the builtin itself: edge runtimes load this module too. */
const channel =
  typeof process === 'object' && typeof process.getBuiltinModule === 'function'
    ? process.getBuiltinModule('node:diagnostics_channel')?.channel('control-api-sdk.drift')
    : undefined;

function publish(drift: ObservedDrift, onDrift: WatchDriftOptions['onDrift']): void {
  channel?.publish(drift);
  // A callback's failure is its owner's affair, now or later.
  (async () => onDrift?.(drift))().catch(() => {});
}
