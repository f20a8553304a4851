import { buildSchema, type GraphQLSchema } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
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
   * The share of answers that are looked at, from 0 to 1, counted for each operation from its first answer.
   *
   * @defaultValue 0
   */
  readonly answers?: number | undefined;
}

/** A change is reported once in so long. */
const TEN_MINUTES_MS = 600_000;
/** The live schema of an operation is remembered for so long. */
const MINUTE_MS = 60_000;
const REMEMBERED = 1_000;

interface Watched {
  readonly file: string;
  readonly text: string;
  readonly operation: ExecutableOperation;
  /** The part that its output uses of the schema that it was generated from. */
  readonly schema: GraphQLSchema;
  readonly selection: Selection;
  readonly openEnums: boolean;
  live?: { readonly schema: Promise<GraphQLSchema | undefined>; readonly at: number };
  /** Planned when the first answer is looked at. */
  check?: AnswerCheck;
  /** From 1 on, an answer is looked at. */
  credit: number;
  /** How many answers were looked at. */
  looks: number;
}

/**
 * Watches what a client's calls bring for changes of the live schema: a refused operation is compared with the live schema, as
 * `check` does, and, where `answers` asks for it, an answer with the schema that the operation was generated from. Only operations
 * generated with `origins` are watched. It never makes a call fail, nor succeed.
 *
 * @throws {ControlApiError} where an option is wrong.
 * @example
 * watch: watchDrift({ answers: 0.1, onDrift: ({ message }) => console.warn(message) })
 */
export function watchDrift({ onDrift, answers = 0 }: WatchDriftOptions = {}): CallWatcher {
  if (!(answers >= 0 && answers <= 1))
    throw new ControlApiError('configuration', 'The option `answers` must be a number from 0 to 1.');
  if (onDrift !== undefined && typeof onDrift !== 'function')
    throw new ControlApiError('configuration', 'The option `onDrift` must be a function.');
  const schemas = new Map<string, GraphQLSchema>();
  const operations = new WeakMap<object, Watched | undefined>();
  const reported = new Map<string, number>();

  const watchedOf = (document: unknown): Watched | undefined => {
    if (typeof document !== 'object' || document === null) return undefined;
    if (!operations.has(document)) operations.set(document, readWatched(document, schemas));
    return operations.get(document);
  };

  /** Makes the report of changes; those that are new go to the callback and the channel. */
  const report = (call: WatchedCall, file: string, found: readonly ObservedChange[]): ObservedDrift => {
    const { now } = call;
    const all = scrubbed(found, call.redactor);
    const { callId, operationName } = call.event;
    const seenIn = call.errors ? 'refusal' : 'answer';
    const about = { seenIn, callId, operationName, file } as const;
    const fresh = all.filter(({ coordinate, change }) => {
      const key = `${operationName} ${seenIn} ${coordinate} ${change}`;
      const last = reported.get(key);
      if (last !== undefined && now - last < TEN_MINUTES_MS) return false;
      if (reported.size >= REMEMBERED) reported.clear();
      reported.set(key, now);
      return true;
    });
    if (fresh.length > 0) publish({ ...about, changes: fresh, message: messageOf(about, fresh) }, onDrift);
    return { ...about, changes: all, message: messageOf(about, all) };
  };

  const lookAtAnswer = (call: WatchedCall, watched: Watched): void => {
    const isDue = watched.credit >= 1;
    watched.credit += answers - (isDue ? 1 : 0);
    if (!isDue) return;
    watched.check ??= planAnswerCheck(watched.selection, watched.openEnums);
    const found = watched.check(call.data, watched.looks++);
    if (found.length > 0) report(call, watched.file, found);
  };

  const lookAtRefusal = async (call: WatchedCall, watched: Watched): Promise<ObservedDrift | undefined> => {
    const { text, file, schema } = watched;
    if (call.errors?.every((error) => isOfExecution(error, watched))) return undefined;
    const live = await liveSchema(call, watched);
    if (live === undefined) return closed(call, file);
    const found = explainRefusal(text, schema, live);
    return found.length > 0 ? report(call, file, found) : undefined;
  };

  return (call) => {
    const watched = call.errors || answers > 0 ? watchedOf(call.document) : undefined;
    if (watched === undefined) return undefined;
    if (call.errors) return lookAtRefusal(call, watched);
    lookAtAnswer(call, watched);
    return undefined;
  };
}

/** An operation with its schema; undefined where it has none, or that cannot be read. */
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
    return { file, text, operation, schema, selection, openEnums, credit: 1, looks: 0 };
  } catch {
    return undefined;
  }
}

/** By its form, not by its class: a program may have the package in both module systems. */
function originOf(document: object): OperationOrigin | undefined {
  const origin = 'origin' in document ? document.origin : undefined;
  if (!isRecord(origin)) return undefined;
  const { file, schema, openEnums } = origin;
  return typeof file === 'string' && typeof schema === 'string'
    ? { file, schema, openEnums: openEnums === true }
    : undefined;
}

/** The part of the live schema that an operation uses; undefined where the service does not show it. Calls at the same time share it. */
async function liveSchema(call: WatchedCall, watched: Watched): Promise<GraphQLSchema | undefined> {
  for (;;) {
    const known = watched.live;
    const live = known && call.now - known.at < MINUTE_MS ? known : { schema: readLive(call, watched), at: call.now };
    watched.live = live;
    try {
      return await live.schema;
    } catch (error) {
      if (watched.live === live) delete watched.live;
      // The end of another call's request is not this one's.
      if (live !== known) throw error;
    }
  }
}

async function readLive({ ask }: WatchedCall, { operation, schema }: Watched): Promise<GraphQLSchema | undefined> {
  const answer = (document: string) => ask(document).then((data) => ({ data, errors: [] }), asRefusal);
  return readTypes(answer, usedPart(schema, [operation]), schema);
}

/** A path that begins with a key of the answer is one into data: the document was not refused. */
function isOfExecution({ path }: GraphQLFormattedError, { selection }: Watched): boolean {
  return selection.groups.some(({ fields }) => fields.some(({ key }) => key === path?.[0]));
}

/** The report where nothing can be known: it is no change, so it goes with the error alone. */
function closed({ event: { callId, operationName } }: WatchedCall, file: string): ObservedDrift {
  const message = `Whether the live schema changed is unknown: the service does not show it. The operation ${operationName} is in ${file}. \`npx control-api-sdk check --live <file>\` compares it with a schema that you get as a file.`;
  return { seenIn: 'refusal', callId, operationName, file, changes: [], message };
}

function scrubbed(changes: readonly ObservedChange[], redactor: WatchedCall['redactor']): readonly ObservedChange[] {
  return changes.map(
    (change) =>
      Object.fromEntries(
        Object.entries(change).map(([name, text]) => [name, redactor.text(text)]),
      ) as unknown as ObservedChange,
  );
}

function messageOf(
  { seenIn, file }: { readonly seenIn: ObservedDrift['seenIn']; readonly file: string },
  changes: readonly ObservedChange[],
): string {
  const what = changes.map(({ message }) => message).join(' ');
  return `The live schema ${seenIn === 'refusal' ? 'changed' : 'may have changed'}: ${what} The operation is in ${file}. \`npx control-api-sdk check\` compares your operations with it.`;
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

/** An explanation of a refusal holds so many changes at most. */
const MOST = 10;

/**
 * The changes of the live schema for an operation that it refused: those that make it invalid; or, where it is valid, those that
 * refuse its variables. None where the schema did not change for it: then it was refused for another reason, whatever the words.
 *
 * @param snapshot - What operations use of the schema that they were generated from.
 */
function explainRefusal(text: string, snapshot: GraphQLSchema, live: GraphQLSchema): readonly ObservedChange[] {
  const { findings } = checkDrift({ operations: [{ file: '', text }], snapshot, live });
  const lines = text.split('\n');
  const isAtVariable = ({ places }: Finding): boolean =>
    places.some(({ line, column }) => lines[line - 1]?.[column - 1] === '$');
  const broken = findings.filter(({ kind, change }) => kind === 'broken' && change !== 'invalid-document');
  const refusing = findings.filter((it) => it.direction === 'breaking' && it.kind !== 'mistake' && isAtVariable(it));
  return (broken.length > 0 ? broken : refusing)
    .slice(0, MOST)
    .map(({ coordinate, change, message, suggestion, isCertain, before, after }) => ({
      coordinate,
      change,
      message,
      // Only the part in use is known of the old schema, so it is unknown what is new in the live one.
      ...(isCertain && suggestion !== undefined && { suggestion }),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }));
}
