import { buildSchema, type GraphQLSchema } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { memo } from '../../base/memo.ts';
import { asRefusal } from '../../graphql/introspection/queries.ts';
import { readTypes } from '../../graphql/introspection/read-types.ts';
import { type ExecutableOperation, parseOperations } from '../../graphql/parse-operations.ts';
import { readSelection, type Selection } from '../../graphql/selections/read-selection.ts';
import { usedPart } from '../../graphql/selections/used-part.ts';
import {
  type CallWatcher,
  ControlApiError,
  type GraphQLFormattedError,
  type ObservedChange,
  type ObservedDrift,
  type OperationOrigin,
  type WatchedCall,
} from '../../index.ts';
import { checkDrift } from '../check-drift.ts';
import type { Finding } from '../model/finding.ts';
import { type AnswerCheck, planAnswerCheck } from './check-answer.ts';
import { mostChanges, mostRemembered, reportIntervalMs, schemaCacheMs } from './defaults.ts';

/** The options of {@link watchDrift}. */
export interface WatchDriftOptions {
  /**
   * A function that is called with changes of the live schema, once in ten minutes for each operation and change. Its errors are ignored.
   *
   * @defaultValue none: subscribers of the diagnostics channel `control-api-sdk.drift` get the same
   */
  readonly onDrift?: ((drift: ObservedDrift) => void) | undefined;
  /** The share of answers to check, from 0 to 1. Above 0, the first answer of each operation is checked. @defaultValue 0 */
  readonly answers?: number | undefined;
}

interface Watched {
  readonly file: string;
  readonly text: string;
  readonly operation: ExecutableOperation;
  /** The part of the snapshot that the generated operations use. */
  readonly schema: GraphQLSchema;
  readonly selection: Selection;
  readonly openEnums: boolean;
  live?: { readonly schema: Promise<GraphQLSchema | undefined>; readonly at: number };
  check?: AnswerCheck;
  /** The sum of `answers`. At 1, an answer is checked. */
  credit: number;
  checked: number;
}

/**
 * Watches the calls of a client for changes of the live schema. A refused operation is compared with the live schema as by `check`. With
 * `answers`, answers are compared with the schema at generation. Only operations generated with `origins` are watched. The outcome of a
 * call never depends on the watcher.
 *
 * @throws {ControlApiError} if an option is invalid.
 * @example
 * watch: watchDrift({ answers: 0.1, onDrift: ({ message }) => console.warn(message) })
 */
export function watchDrift({ onDrift, answers = 0 }: WatchDriftOptions = {}): CallWatcher {
  if (!(answers >= 0 && answers <= 1))
    throw new ControlApiError('configuration', 'The option `answers` must be a number from 0 to 1.');
  if (onDrift !== undefined && typeof onDrift !== 'function')
    throw new ControlApiError('configuration', 'The option `onDrift` must be a function.');
  const schemas = new Map<string, GraphQLSchema>();
  const reported = new Map<string, number>();

  const readOnce = memo((document: object) => readWatched(document, schemas));
  const watchedOf = (document: unknown): Watched | undefined =>
    typeof document === 'object' && document !== null ? readOnce(document) : undefined;

  /** Publishes the new changes and returns a report of all. */
  const report = (call: WatchedCall, file: string, found: readonly FoundChange[]): ObservedDrift => {
    const { now } = call;
    const all = scrubbed(found, call.redactor);
    const { callId, operationName } = call.event;
    const seenIn = call.errors ? 'refusal' : 'answer';
    const reportOf = (changes: readonly ObservedChange[]): ObservedDrift => {
      const message = messageOf(seenIn, file, changes);
      return { seenIn, callId, operationName, file, changes, message };
    };
    const fresh = all.filter(({ coordinate, change }) => {
      const key = `${operationName} ${seenIn} ${coordinate} ${change}`;
      const last = reported.get(key);
      if (last !== undefined && now - last < reportIntervalMs) return false;
      if (reported.size >= mostRemembered) reported.clear();
      reported.set(key, now);
      return true;
    });
    if (fresh.length > 0) publish(reportOf(fresh), onDrift);
    return reportOf(all);
  };

  const checkAnswer = (call: WatchedCall, watched: Watched): void => {
    const isDue = watched.credit >= 1;
    watched.credit += answers - (isDue ? 1 : 0);
    if (!isDue) return;
    watched.check ??= planAnswerCheck(watched.selection, watched.openEnums);
    const found = watched.check(call.data, watched.checked++);
    if (found.length > 0) report(call, watched.file, found);
  };

  const explain = async (call: WatchedCall, watched: Watched): Promise<ObservedDrift | undefined> => {
    const { text, file, schema } = watched;
    if (call.errors?.every((error) => isOfExecution(error, watched))) return undefined;
    const live = await liveSchema(call, watched);
    if (live === undefined) return unknownDrift(call, file);
    const found = explainRefusal(text, schema, live);
    return found.length > 0 ? report(call, file, found) : undefined;
  };

  return (call) => {
    const watched = call.errors || answers > 0 ? watchedOf(call.document) : undefined;
    if (watched === undefined) return undefined;
    if (call.errors) return explain(call, watched);
    checkAnswer(call, watched);
    return undefined;
  };
}

/** The operation with its schema; undefined without a readable origin. */
function readWatched(document: object, schemas: Map<string, GraphQLSchema>): Watched | undefined {
  const origin = originOf(document);
  if (origin === undefined) return undefined;
  try {
    const options = { assumeValid: true, assumeValidSDL: true, noLocation: true };
    const schema = schemas.get(origin.schema) ?? buildSchema(origin.schema, options);
    schemas.set(origin.schema, schema);
    const text = String(document);
    const [operation] = parseOperations([{ file: '', text }]);
    const selection = operation && readSelection({ schema, fragments: operation.fragments }, operation.node);
    if (!operation || !selection) return undefined;
    const { file, openEnums = false } = origin;
    return { file, text, operation, schema, selection, openEnums, credit: 1, checked: 0 };
  } catch {
    return undefined;
  }
}

/** The origin, by its form: a program may have its class in both module systems. */
function originOf(document: object): OperationOrigin | undefined {
  const origin = 'origin' in document ? document.origin : undefined;
  if (!isRecord(origin)) return undefined;
  const { file, schema, openEnums } = origin;
  return typeof file === 'string' && typeof schema === 'string'
    ? { file, schema, openEnums: openEnums === true }
    : undefined;
}

/** The used part of the live schema; undefined without introspection. Concurrent calls share it. */
async function liveSchema(call: WatchedCall, watched: Watched): Promise<GraphQLSchema | undefined> {
  for (;;) {
    const known = watched.live;
    const live =
      known && call.now - known.at < schemaCacheMs ? known : { schema: readLive(call, watched), at: call.now };
    watched.live = live;
    try {
      return await live.schema;
    } catch (error) {
      if (watched.live === live) delete watched.live;
      // Only the request of another call may have been aborted.
      if (live !== known) throw error;
    }
  }
}

async function readLive({ ask }: WatchedCall, { operation, schema }: Watched): Promise<GraphQLSchema | undefined> {
  const answer = (document: string) => ask(document).then((data) => ({ data, errors: [] }), asRefusal);
  return readTypes(answer, usedPart(schema, [operation]), schema);
}

/** Whether an error arose in execution: its path begins with a response key. */
function isOfExecution({ path }: GraphQLFormattedError, { selection }: Watched): boolean {
  return selection.groups.some(({ fields }) => fields.some(({ key }) => key === path?.[0]));
}

/** The report without introspection. It has no change, so it is not published. */
function unknownDrift({ event: { callId, operationName } }: WatchedCall, file: string): ObservedDrift {
  const message = `Whether the live schema changed is unknown: the service does not show it. The operation ${operationName} is in ${file}. \`control-api check --live <file>\` compares it with a schema that you get as a file.`;
  return { seenIn: 'refusal', callId, operationName, file, changes: [], message };
}

/** A change, with the certainty of its suggestion. */
type FoundChange = ObservedChange & Pick<Finding, 'isCertain'>;

function scrubbed(changes: readonly FoundChange[], redactor: WatchedCall['redactor']): readonly ObservedChange[] {
  const text = (it: string): string => redactor.text(it);
  return changes.map(({ coordinate, change, message, suggestion, isCertain, before, after }) => ({
    coordinate: text(coordinate),
    change,
    message: text(message),
    // Only a part of the old schema is known, so other suggestions may name old elements.
    ...(isCertain && suggestion !== undefined && { suggestion: text(suggestion) }),
    ...(before !== undefined && { before: text(before) }),
    ...(after !== undefined && { after: text(after) }),
  }));
}

function messageOf(seenIn: ObservedDrift['seenIn'], file: string, changes: readonly ObservedChange[]): string {
  const what = changes.map(({ message }) => message).join(' ');
  return `The live schema ${seenIn === 'refusal' ? 'changed' : 'may have changed'}: ${what} The operation is in ${file}. \`control-api check\` compares your operations with it.`;
}

/** The channel; undefined on edge runtimes without diagnostics channels. */
const channel =
  typeof process === 'object' && typeof process.getBuiltinModule === 'function'
    ? process.getBuiltinModule('node:diagnostics_channel')?.channel('control-api-sdk.drift')
    : undefined;

function publish(drift: ObservedDrift, onDrift: WatchDriftOptions['onDrift']): void {
  channel?.publish(drift);
  // The callback may throw or reject.
  (async () => onDrift?.(drift))().catch(() => {});
}

/** The changes that invalidate the operation, else those that reject its variables; none if they do not explain the refusal. */
function explainRefusal(text: string, snapshot: GraphQLSchema, live: GraphQLSchema): readonly Finding[] {
  const { findings } = checkDrift({ operations: [{ file: '', text }], snapshot, live });
  const lines = text.split('\n');
  const isAtVariable = ({ places }: Finding): boolean =>
    places.some(({ line, column }) => lines[line - 1]?.[column - 1] === '$');
  const broken = findings.filter(({ kind, change }) => kind === 'broken' && change !== 'invalid-document');
  const refusing = findings.filter((it) => it.direction === 'breaking' && it.kind !== 'mistake' && isAtVariable(it));
  return (broken.length > 0 ? broken : refusing).slice(0, mostChanges);
}
