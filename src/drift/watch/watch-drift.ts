import { isRecord } from '../../base/is-record.ts';
import {
  type CallWatcher,
  ConfigurationError,
  type GraphQLFormattedError,
  type ObservedChange,
  type ObservedDrift,
  type OperationOrigin,
  type WatchedCall,
} from '../../index.ts';
import { type AnswerObject, answerShape } from './answer-shape.ts';
import { checkAnswer } from './check-answer.ts';
import { explainRefusal } from './explain-refusal.ts';
import { createLearn, TEN_MINUTES_MS } from './learn-types.ts';
import { type NamedChange, readRefusal } from './read-refusal.ts';
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
   * for each type that the refusal names, once in ten minutes, without the key, within the call's own deadline. Only of operations
   * generated with `origins`.
   *
   * @defaultValue false
   */
  readonly explain?: boolean | undefined;
}

const REMEMBERED = 1_000;

interface Watched {
  readonly file: string | undefined;
  /** Absent where the operation's text cannot be read. */
  readonly shape: Shape | undefined;
  /** Absent without the types of code generation. */
  readonly answer: AnswerObject | undefined;
  /** From 1 on, an answer is looked at. */
  credit: number;
  /** How many answers were looked at. */
  looks: number;
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

  const learn = createLearn();

  const watchedOf = (document: unknown): Watched => {
    if (typeof document !== 'object' || document === null) return read(String(document));
    const known = operations.get(document) ?? read(document);
    operations.set(document, known);
    return known;
  };

  /** Makes the report of changes; those that are new go to the callback and the channel. */
  const report = (call: WatchedCall, file: string | undefined, found: readonly ObservedChange[]): ObservedDrift => {
    const { now } = call;
    const all = scrubbed(found, call.redactor);
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
    const watched = watchedOf(call.document);
    if (!watched.answer) return;
    const isDue = watched.credit >= 1;
    watched.credit += answers - (isDue ? 1 : 0);
    if (!isDue) return;
    const found = checkAnswer(watched.answer, call.data, watched.looks++);
    if (found.length > 0) report(call, watched.file, found);
  };

  const lookAtRefusal = async (
    call: WatchedCall,
    errors: readonly GraphQLFormattedError[],
  ): Promise<ObservedDrift | undefined> => {
    const { shape, file, answer } = watchedOf(call.document);
    if (!shape) return undefined;
    const named = readRefusal(errors, shape);
    if (!named) return undefined;
    const said = named.map(({ types, hint, ...change }) => change);
    const changes = explain && answer ? await explained(call, shape, named).catch(() => said) : said;
    return changes.length > 0 ? report(call, file, changes) : undefined;
  };

  /** Asks for each type that the refusal names; where it names none, for all of the operation's at once. */
  const explained = async (
    call: WatchedCall,
    shape: Shape,
    named: readonly NamedChange[],
  ): Promise<readonly ObservedChange[]> => {
    const types = [...new Set(named.flatMap((it) => it.types))].filter((name) => name !== '');
    const groups = named.length > 0 ? types.map((name) => [name]) : [typesOf(shape)];
    const { live, isOld } = await learn(groups, call);
    const found = explainRefusal(shape, live, []);
    // Facts learnt before may no longer hold.
    const isOver = isOld && named.some(({ coordinate }) => !found.some((it) => it.coordinate === coordinate));
    const all = explainRefusal(shape, isOver ? (await learn(groups, call, true)).live : live, named);
    return named.length > 0 || all.some(({ change }) => change !== 'nullability-changed') ? all : [];
  };

  return (call) => {
    if (call.errors) return lookAtRefusal(call, call.errors);
    if (answers > 0) lookAtAnswer(call);
    return undefined;
  };
}

/** The types that an operation selects from, and its input objects. */
function typesOf({ fields, types }: Shape): readonly string[] {
  const inputs = [...types.values()].filter(({ required }) => required);
  return [...new Set([...[...fields.values()].map(({ owner }) => owner), ...inputs].map(({ name }) => name))];
}

/** The operation with its types; where those cannot be read, without. */
function read(document: object | string): Watched {
  const origin = typeof document === 'object' ? originOf(document) : undefined;
  const watched = { file: origin?.file, credit: 1, looks: 0 };
  const readable = (types?: OperationOrigin): Shape | undefined => {
    try {
      return readShape(String(document), types);
    } catch {
      return undefined;
    }
  };
  const shape = origin && readable(origin);
  return { ...watched, shape: shape ?? readable(), answer: shape && answerShape(shape) };
}

/** By its form, not by its class: a program may have the package in both module systems. */
function originOf(document: object): OperationOrigin | undefined {
  const origin = 'origin' in document ? document.origin : undefined;
  if (!isRecord(origin)) return undefined;
  const { file, shape } = origin;
  return typeof file === 'string' && typeof shape === 'string' ? { file, shape } : undefined;
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
