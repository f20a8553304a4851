import type { Advice } from '../base/advice.ts';
import { entryOf } from '../base/is-record.ts';
import type { TypedOperation } from '../base/typed-operation.ts';
import { CALL_OPTIONS, type CallOptions } from '../call/options/call-options.ts';
import { asGiven, type OptionReaders, ownOptions, wholeNumber } from '../call/options/read-options.ts';
import { ControlApiError, isControlApiError } from '../errors.ts';
import { CheckIntrospection, ListDevices } from '../generated/control-api.ts';
import { type Device, devicesConnection, isName, LearnType, LearnTypeDeeply } from './device-queries.ts';
import { type DevicesPlan, DevicesSchema, type TypeNames } from './devices-schema.ts';
import { PageSize } from './page-size.ts';
import {
  type Cursor,
  type FetchedPage,
  type FetchPage,
  type ListPosition,
  type Paginated,
  paginated,
  readPosition,
} from './paginate.ts';
import { type AskType, hasStillShape } from './proof/list-shape.ts';
import { present, readPage } from './read-page.ts';
import { isWithout, type Reading, type Send } from './reading.ts';

/** The options of `devices()`; limits and retries count for each request. */
export interface DevicesOptions extends Omit<CallOptions, 'operationName'> {
  /** The maximum number of devices of a page, if the live schema has pages. @defaultValue 100 */
  readonly pageSize?: number | undefined;
  /** Whether the next page is fetched while you work on the current page. @defaultValue false */
  readonly prefetch?: boolean | undefined;
  /**
   * The position to begin from: the `start` of the page in which you stopped, with the number of handled nodes added to `skip`.
   * @defaultValue the beginning; for `paginate`, the page that the variables ask for
   */
  readonly from?: ListPosition | undefined;
}

const { operationName: _, ...ofCalls } = CALL_OPTIONS;

export const DEVICES_OPTIONS: OptionReaders<DevicesOptions> = {
  ...ofCalls,
  pageSize: wholeNumber(1),
  prefetch: asGiven,
  from: readPosition,
};

/** Each read proves that the list is whole: by the `pageInfo` of each page, or by introspection in the same document. */
export function createDevices(
  send: Send,
  scrub: DevicesSource['scrub'] = (text) => text,
): (options?: DevicesOptions) => Paginated<Device> {
  const source: DevicesSource = { scrub, plan: undefined };

  return (devicesOptions = {}) => {
    const options = ownOptions(devicesOptions, DEVICES_OPTIONS);
    const { pageSize = 100, from = { cursor: null }, prefetch, ...call } = options;
    return paginated({ send, operation: ListDevices, from, prefetch, call }, (reading, most = pageSize) =>
      readDevices(source, reading, Math.min(pageSize, most)),
    );
  };
}

export interface DevicesSource {
  plan: DevicesPlan | undefined;
  readonly scrub: (text: string) => string;
}

/** So many restarts, while each answer shows another schema. */
const MAX_BEGINNINGS = 4;

const CHANGED = 'the schema changed while the list was read';

export function readDevices(source: DevicesSource, reading: Reading, pageSize: number): FetchPage<Device> {
  let begun: DevicesPlan | undefined;
  /** The devices received so far, null ones included; undefined if the read began within the list. */
  let received: number | undefined;
  /** Lowest `totalCount` seen: devices deleted during the read are not gaps. */
  let lowestTotal = Number.POSITIVE_INFINITY;

  const incomplete = (why: string, advice: Advice = 'read_again', cause?: unknown) =>
    new ControlApiError('incomplete_list', source.scrub(`team.devices cannot be proven complete: ${why}.`), {
      ...reading.about,
      advice,
      cause,
    });

  const size = new PageSize(pageSize);

  const send = (operation: TypedOperation<unknown, never>, variables?: object): Promise<unknown> =>
    explained(operation, reading.send(operation, variables));

  const explained = async (operation: TypedOperation<unknown, never>, sent: Promise<unknown>): Promise<unknown> => {
    try {
      return await sent;
    } catch (error) {
      if (isControlApiError(error, 'operation_not_allowed'))
        throw new ControlApiError(
          'operation_not_allowed',
          'devices() was not sent: it is not in `access: { only: […] }`. Add `...devicesOperations`.',
          reading.about,
        );
      const isQuestion = operation === CheckIntrospection || operation === LearnType || operation === LearnTypeDeeply;
      if (!isQuestion || !isRefusedIntrospection(error)) throw error;
      if (operation === LearnTypeDeeply) return undefined;
      const words = error.serverMessage === undefined ? '' : `: “${error.serverMessage}”`;
      throw incomplete(`the service does not show its schema${words}`, 'incomplete_list', error);
    }
  };

  const ask: AskType = async (name, deeply) =>
    entryOf(await send(deeply ? LearnTypeDeeply : LearnType, { name }), '__type');
  const schema = new DevicesSchema(ask, (why) => incomplete(why, 'incomplete_list'));

  /** @throws {ControlApiError} if the live schema leaves open how every device is read. */
  const learn = async (types?: TypeNames): Promise<DevicesPlan> => {
    const from = types ?? String(entryOf(await send(CheckIntrospection), '__schema', 'queryType', 'name'));
    source.plan = await schema.plan(from);
    return source.plan;
  };

  const counted = (page: FetchedPage<Device>, answer: unknown): FetchedPage<Device> => {
    const total = entryOf(answer, 'team', 'devices', 'totalCount');
    lowestTotal = Number.isSafeInteger(total) ? Math.min(lowestTotal, Number(total)) : 0;
    if (received === undefined) return page;
    received += page.nodes.length + page.skipped;
    if (page.hasMore || received >= lowestTotal) return page;
    throw incomplete(`it ended after ${received} of ${lowestTotal}`);
  };

  /** Undefined if the plan is outdated, and replaced. */
  const readOnePage = async (
    plan: DevicesPlan,
    after: Cursor | undefined,
  ): Promise<FetchedPage<Device> | undefined> => {
    const { operation, parent, connection } = plan;
    const variablesOf = (first: number) => ({ first, after });
    const isRefused = (error: ControlApiError) => isOfList(error, plan);
    const answer = await explained(operation, reading.sendPage({ operation, size, variablesOf, isRefused }));
    const team = entryOf(answer, 'team', '__typename');
    // An interface does not show all arguments of the type behind it.
    if (!isName(team) || team === parent) return counted(readPage(answer, devicesConnection, reading.about), answer);
    if (begun) throw incomplete(CHANGED);
    await learn({ parent: team, connection });
    return undefined;
  };

  /** Undefined if the plan is outdated, and replaced. */
  const readAtOnce = async (plan: DevicesPlan, after: Cursor | undefined): Promise<FetchedPage<Device> | undefined> => {
    const { operation, parent, connection } = plan;
    if (after !== undefined) {
      if ((await learn()).isPaged) return undefined;
      throw incomplete('it has no pages, so the cursor in `from` leads nowhere');
    }
    const answer = await send(operation, { team: parent });
    const devices = entryOf(answer, 'team', 'devices');
    const list = entryOf(devices, 'nodes');
    if (!Array.isArray(list)) throw incomplete('the service answered null for it', 'incomplete_list');
    // Concrete types: an interface behind them has no field or argument more.
    const types = {
      parent: schema.nameIn(entryOf(answer, 'team'), '__typename'),
      connection: schema.nameIn(devices, '__typename'),
    };
    if (types.parent === parent && types.connection === connection && (await hasStillShape(ask, answer, plan)))
      return counted({ ...present<Device>(list), cursor: null, hasMore: false }, answer);
    await learn(types);
    return undefined;
  };

  /** Refusals that the schema does not explain. */
  const upheld = new WeakSet<ControlApiError>();

  /** A refused document is not executed, so there is no data. */
  const isOutdated = async (refusal: unknown, plan: DevicesPlan): Promise<boolean> => {
    if (!isControlApiError(refusal, 'graphql') || 'data' in refusal || upheld.has(refusal)) return false;
    const isOther = (it: DevicesPlan | undefined) => it && String(it.operation) !== String(plan.operation);
    const now = source.plan && isOther(source.plan) ? source.plan : await learn();
    if (isOther(now)) {
      if (begun) throw incomplete(CHANGED, 'read_again', refusal);
      return true;
    }
    if (now.isPaged) await schema.checkPageInfo(now);
    upheld.add(refusal);
    return false;
  };

  const isOfList = async (error: ControlApiError, plan: DevicesPlan): Promise<boolean> =>
    isWithout(devicesConnection.path, error) && !(await isOutdated(error, plan));

  return async (cursor) => {
    if (cursor === undefined) received = 0;
    for (let beginnings = 1; beginnings <= MAX_BEGINNINGS; beginnings++) {
      const plan = begun ?? source.plan ?? (await learn());
      try {
        const page = await (plan.isPaged ? readOnePage : readAtOnce)(plan, cursor);
        if (!page) continue;
        begun = plan;
        return page;
      } catch (error) {
        if (!(await isOutdated(error, plan))) throw error;
      }
    }
    throw incomplete(CHANGED);
  };
}

function isRefusedIntrospection(error: unknown): error is ControlApiError {
  if (!isControlApiError(error)) return false;
  return ['graphql', 'unauthenticated', 'forbidden'].includes(error.code) || error.status === 400;
}
