import type { Advice } from '../base/advice.ts';
import { entryOf } from '../base/entry-of.ts';
import { TypedOperation } from '../base/typed-operation.ts';
import type { CallOptions } from '../call/options/call-options.ts';
import { ControlApiError, isControlApiError } from '../errors.ts';
import { CheckIntrospection, ListDevicesAtOnce } from '../generated/control-api.ts';
import type { Reading, Send } from './count-attempts.ts';
import { CountedAtOnce, type Device, devicesConnection, isName } from './device-queries.ts';
import { present, readPage } from './page-of-answer.ts';
import type { FetchedPage, FetchPage } from './paginate.ts';
import { type DevicesPlan, type SchemaReader, schemaReader, type TypeNames } from './plan-devices.ts';
import type { Cursor } from './position.ts';
import { type AskType, typeQuery } from './schema/see-listing.ts';

/** The operation that asks for one type. */
export function learnType(deeply: boolean): TypedOperation<unknown, { readonly name: string }> {
  return new TypedOperation(typeQuery(deeply), {
    name: deeply ? 'LearnTypeDeeply' : 'LearnType',
    kind: 'query',
    connections: {},
  });
}

/** The state that all readings of the devices share. */
export interface DevicesSource {
  /** The plan that held last. */
  plan: DevicesPlan | undefined;
  readonly send: Send;
  /** Takes keys out of what the server named, before it stands in a message. */
  readonly scrub: (text: string) => string;
}

/** How often a reading begins anew while each answer shows another schema. */
const MAX_BEGINNINGS = 4;

const CHANGED = 'the schema changed while the list was read';

/** Begins a reading of all devices: by the plan that is known, or by a new one where the schema is no longer as planned. */
export function readDevices(
  source: DevicesSource,
  reading: Reading,
  pageSize: number,
  options: CallOptions,
): FetchPage<Device> {
  /** The plan by which a page was given out: the others are asked for in the same way. */
  let begun: DevicesPlan | undefined;
  /** The devices that came, null ones too; unknown where the reading began further behind. */
  let came = Number.NaN;
  /** The fewest that there were at once: one that is deleted meanwhile, or added, leaves no gap. */
  let fewest = 0;

  const incomplete = (why: string, advice: Advice, cause?: unknown) =>
    new ControlApiError('incomplete_list', `team.devices cannot be proven complete: ${why}.`, {
      ...reading.details(cause),
      advice,
    });
  /** Reads the schema with the options of one call. */
  const schemaBy = (call: CallOptions): SchemaReader => {
    const ask: AskType = async (name, deeply) => {
      try {
        return entryOf(await send(learnType(deeply), { name }, call), '__type');
      } catch (error) {
        if (!deeply || !isRefusedIntrospection(error)) throw notShown(error);
        return undefined;
      }
    };
    return schemaReader(ask, (why, name = '') =>
      incomplete(
        why.replace('%s', () => (isName(name) ? source.scrub(name).slice(0, 80) : '?')),
        'incomplete_list',
      ),
    );
  };
  const notShown = (error: unknown): unknown => {
    if (!isRefusedIntrospection(error)) return error;
    const { serverMessage } = error;
    const words = serverMessage === undefined ? '' : `: “${serverMessage}”`;
    return incomplete(`the service does not show its schema${words}`, 'incomplete_list', error);
  };

  const send = async (...call: Parameters<Send>): Promise<unknown> => {
    try {
      return await reading.send(source.send, ...call);
    } catch (error) {
      if (!isControlApiError(error, 'operation_not_allowed')) throw error;
      throw new ControlApiError(
        'operation_not_allowed',
        'devices() was not sent: it is not in `access: { only: […] }`. Add `...devicesOperations`.',
        reading.details(),
      );
    }
  };

  /** Asks the live schema how every device is read. @throws {ControlApiError} where it leaves that open. */
  const learn = async (call: CallOptions, types?: TypeNames): Promise<DevicesPlan> => {
    if (types) return schemaBy(call).plan(types);
    const root = await send(CheckIntrospection, {}, call).catch((error: unknown) => {
      throw notShown(error);
    });
    return schemaBy(call).plan(String(entryOf(root, '__schema', 'queryType', 'name')));
  };

  const planFor = async (call: CallOptions): Promise<DevicesPlan> => {
    if (source.plan) return source.plan;
    const plan = await learn(call);
    source.plan = plan;
    return plan;
  };
  /** A plan does not hold any more: the next reading takes the other, or learns anew; unless another reading did already. */
  const replace = (plan: DevicesPlan, other?: DevicesPlan): void => {
    if (source.plan === plan) source.plan = other;
  };

  /** Holds what came against the number of devices, where the service says it. */
  const counted = (page: FetchedPage<Device>, answer: unknown): FetchedPage<Device> => {
    const total = entryOf(answer, 'team', 'devices', 'totalCount');
    came += page.nodes.length + page.skipped;
    fewest = Number.isSafeInteger(total) ? Math.min(fewest, Number(total)) : 0;
    if (page.hasMore || !(came < fewest)) return page;
    throw incomplete(`it ended after ${came} of ${fewest}`, 'read_again');
  };

  /** A page, or the whole list; undefined where the plan turned out to be outdated, and another takes its place. */
  const readBy = async (
    plan: DevicesPlan,
    after: Cursor | undefined,
    call: CallOptions,
    planIsNew: boolean,
  ): Promise<FetchedPage<Device> | undefined> => {
    const { listing, types } = plan;
    if (listing) {
      const answer = await send(listing, { first: pageSize, after }, call);
      const team = entryOf(answer, 'team', '__typename');
      // An interface does not show every argument of the type behind it.
      if (!begun && isName(team) && team !== types.team) {
        replace(plan, await learn(call, { ...types, team }));
        return undefined;
      }
      return counted(readPage(answer, devicesConnection, reading.details()), answer);
    }
    if (after !== undefined) {
      if (planIsNew) throw incomplete('it has no pages, so the cursor in `from` leads nowhere', 'read_again');
      replace(plan);
      return undefined;
    }
    const answer = await send(plan.isCounted ? CountedAtOnce : ListDevicesAtOnce, { team: types.team }, call);
    const read = await schemaBy(call).readAtOnce(answer, plan);
    if (!('team' in read)) return counted({ ...present<Device>(read), cursor: null, hasMore: false }, answer);
    replace(plan, await learn(call, read));
    return undefined;
  };

  /** Asks whether a refused request is the schema's doing. @throws the refusal itself where the plan still holds. */
  const planAnew = async (plan: DevicesPlan, refusal: unknown, call: CallOptions): Promise<void> => {
    // Documents that the schema does not allow are not executed: there is no data, whatever the status.
    if (!isControlApiError(refusal, 'graphql') || 'data' in refusal) throw refusal;
    replace(plan);
    const now = await planFor(call);
    if (String(now.listing) !== String(plan.listing)) return;
    await schemaBy(call).checkConnection(now);
    throw refusal;
  };

  return async (cursor, signal) => {
    const call = { ...options, signal };
    for (let beginnings = 1; beginnings <= MAX_BEGINNINGS; beginnings++) {
      const plan = begun ?? (await planFor(call));
      try {
        if (cursor === undefined) [came, fewest] = [0, Number.POSITIVE_INFINITY];
        const page = await readBy(plan, cursor, call, beginnings > 1);
        if (page) {
          begun = plan;
          return page;
        }
      } catch (error) {
        await planAnew(plan, error, call);
        if (begun) throw incomplete(CHANGED, 'read_again', error);
      }
    }
    throw incomplete(CHANGED, 'read_again');
  };
}

/** Whether the service answered, but not with its schema. Other failures say nothing of introspection, and stay as they are. */
function isRefusedIntrospection(error: unknown): error is ControlApiError {
  if (!isControlApiError(error)) return false;
  return ['graphql', 'unauthenticated', 'forbidden'].includes(error.code) || error.status === 400;
}
