import type { Advice } from '../base/advice.ts';
import { entryOf } from '../base/entry-of.ts';
import { ControlApiError, isControlApiError } from '../errors.ts';
import { CheckIntrospection } from '../generated/control-api.ts';
import {
  CountedAtOnce,
  type Device,
  devicesConnection,
  isName,
  LearnType,
  LearnTypeDeeply,
  ListDevicesAtOnce,
} from './device-queries.ts';
import { type DevicesPlan, DevicesSchema, type TypeNames } from './devices-schema.ts';
import type { FetchedPage, FetchPage } from './paginate.ts';
import type { Cursor } from './position.ts';
import { present, readPage } from './read-page.ts';
import type { Reading } from './reading.ts';

/** The state that all readings of the devices share. */
export interface DevicesSource {
  /** The plan that held last. */
  plan: DevicesPlan | undefined;
  /** Takes keys out of what the server named, before it stands in a message. */
  readonly scrub: (text: string) => string;
}

/** How often a reading begins anew while each answer shows another schema. */
const MAX_BEGINNINGS = 4;

const CHANGED = 'the schema changed while the list was read';

/** Begins a reading of all devices: by the plan that is known, or by a new one where the schema is no longer as planned. */
export function readDevices(source: DevicesSource, reading: Reading, pageSize: number): FetchPage<Device> {
  /** The plan by which a page was given out: the others are asked for in the same way. */
  let begun: DevicesPlan | undefined;
  /** The devices that came, null ones too; unknown where the reading began further behind. */
  let came = Number.NaN;
  /** The fewest that there were at once: one that is deleted meanwhile, or added, leaves no gap. */
  let fewest = Number.POSITIVE_INFINITY;

  const incomplete = (why: string, advice: Advice = 'read_again', cause?: unknown) =>
    new ControlApiError('incomplete_list', `team.devices cannot be proven complete: ${why}.`, {
      ...reading.details(cause),
      advice,
    });

  const send = async (...call: Parameters<Reading['send']>): Promise<unknown> => {
    try {
      return await reading.send(...call);
    } catch (error) {
      if (!isControlApiError(error, 'operation_not_allowed')) throw error;
      throw new ControlApiError(
        'operation_not_allowed',
        'devices() was not sent: it is not in `access: { only: […] }`. Add `...devicesOperations`.',
        reading.details(),
      );
    }
  };

  /** Sends a question about the schema. */
  const ask = async (...question: Parameters<Reading['send']>): Promise<unknown> => {
    try {
      return await send(...question);
    } catch (error) {
      if (!isRefusedIntrospection(error)) throw error;
      if (question[0] === LearnTypeDeeply) return undefined;
      const words = error.serverMessage === undefined ? '' : `: “${error.serverMessage}”`;
      throw incomplete(`the service does not show its schema${words}`, 'incomplete_list', error);
    }
  };
  const schema = new DevicesSchema(
    async (name, deeply) => entryOf(await ask(deeply ? LearnTypeDeeply : LearnType, { name }), '__type'),
    (why, name) => {
      const shown = isName(name) ? source.scrub(name).slice(0, 80) : '?';
      return incomplete(
        why.replace('%s', () => shown),
        'incomplete_list',
      );
    },
  );

  /** Asks the live schema how every device is read. @throws {ControlApiError} where it leaves that open. */
  const learn = async (types?: TypeNames): Promise<DevicesPlan> => {
    const from = types ?? String(entryOf(await ask(CheckIntrospection), '__schema', 'queryType', 'name'));
    source.plan = await schema.plan(from);
    return source.plan;
  };

  /** Holds what came against the number of devices, where the service says it. */
  const counted = (page: FetchedPage<Device>, answer: unknown): FetchedPage<Device> => {
    const total = entryOf(answer, 'team', 'devices', 'totalCount');
    came += page.nodes.length + page.skipped;
    fewest = Number.isSafeInteger(total) ? Math.min(fewest, Number(total)) : 0;
    if (page.hasMore || !(came < fewest)) return page;
    throw incomplete(`it ended after ${came} of ${fewest}`);
  };

  /** A page, or the whole list; undefined where the plan turned out to be outdated, and another takes its place. */
  const read = async (plan: DevicesPlan, after: Cursor | undefined): Promise<FetchedPage<Device> | undefined> => {
    const { listing, types, isCounted } = plan;
    if (listing) {
      const answer = await send(listing, { first: pageSize, after });
      const team = entryOf(answer, 'team', '__typename');
      // An interface does not show every argument of the type behind it.
      if (!isName(team) || team === types.team)
        return counted(readPage(answer, devicesConnection, reading.details()), answer);
      if (begun) throw incomplete(CHANGED);
      await learn({ ...types, team });
      return undefined;
    }
    if (after !== undefined) {
      if ((await learn()).listing) return undefined;
      throw incomplete('it has no pages, so the cursor in `from` leads nowhere');
    }
    const answer = await send(isCounted ? CountedAtOnce : ListDevicesAtOnce, { team: types.team });
    const list = await schema.readAtOnce(answer, plan);
    if (!('team' in list)) return counted({ ...present<Device>(list), cursor: null, hasMore: false }, answer);
    await learn(list);
    return undefined;
  };

  /** Asks whether a refused request is the schema's doing. @throws the refusal itself where the plan still holds. */
  const learnAfter = async (refusal: unknown, plan: DevicesPlan): Promise<void> => {
    // Documents that the schema does not allow are not executed: there is no data, whatever the status.
    if (!isControlApiError(refusal, 'graphql') || 'data' in refusal) throw refusal;
    const now = await learn();
    if (String(now.listing) === String(plan.listing)) {
      if (now.listing) await schema.checkPageInfo(now);
      throw refusal;
    }
    if (begun) throw incomplete(CHANGED, 'read_again', refusal);
  };

  return async (cursor) => {
    if (cursor === undefined) came = 0;
    for (let beginnings = 1; beginnings <= MAX_BEGINNINGS; beginnings++) {
      const plan = begun ?? source.plan ?? (await learn());
      try {
        const page = await read(plan, cursor);
        if (!page) continue;
        begun = plan;
        return page;
      } catch (error) {
        await learnAfter(error, plan);
      }
    }
    throw incomplete(CHANGED);
  };
}

/** Whether the service answered, but not with its schema. Other failures say nothing of introspection, and stay as they are. */
function isRefusedIntrospection(error: unknown): error is ControlApiError {
  if (!isControlApiError(error)) return false;
  return ['graphql', 'unauthenticated', 'forbidden'].includes(error.code) || error.status === 400;
}
