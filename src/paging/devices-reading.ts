import type { CallOptions } from '../call/call-options.ts';
import { type ControlApiError, IncompleteListError, isControlApiError, OperationNotAllowedError } from '../errors.ts';
import { LearnConnection, LearnTeam, ListDevicesAtOnce } from '../generated/control-api.ts';
import type { Device } from './device.ts';
import { checkConnection, type DevicesPlan, planDevices, readAtOnce, readDevicesField } from './devices-plan.ts';
import { devicesConnection } from './paged-listing.ts';
import type { FetchedPage, FetchPage } from './paginate.ts';
import type { Cursor } from './position.ts';
import { present, readPage } from './read-page.ts';
import type { Reading, Send } from './reading.ts';
import type { Shared } from './share-work.ts';

/** What all readings of the devices share. */
export interface DevicesSource {
  readonly send: Send;
  /** Takes keys out of what the server named, before it stands in a message. */
  readonly scrub: (text: string) => string;
  readonly plans: Shared<CallOptions, DevicesReading, DevicesPlan>;
}

/** How often a reading begins anew while each answer shows another schema. */
const MAX_BEGINNINGS = 4;

const OWN_OPERATION = 'Write an operation of your own for this schema and read it with paginate().';
const READ_AGAIN = 'Read the list again from its beginning.';

/** One reading of all devices: by the plan that is known, or by a new one where the schema is no longer as planned. */
export class DevicesReading {
  readonly #source: DevicesSource;
  readonly #reading: Reading;
  readonly #pageSize: number;
  readonly #options: CallOptions;
  /** By which a page was given out: the others are asked for in the same way. */
  #begun: DevicesPlan | undefined;

  constructor(source: DevicesSource, reading: Reading, pageSize: number, options: CallOptions) {
    this.#source = source;
    this.#reading = reading;
    this.#pageSize = pageSize;
    this.#options = options;
  }

  readonly fetchPage: FetchPage<Device> = async (cursor, signal) => {
    for (let beginnings = 1; beginnings <= MAX_BEGINNINGS; beginnings++) {
      const plan = this.#begun ?? (await this.#plan(signal));
      try {
        const page = await this.#page(plan, cursor, signal, beginnings > 1);
        if (page) {
          this.#begun = plan;
          return page;
        }
      } catch (error) {
        await this.#planAnew(plan, error, signal);
        if (this.#begun) {
          const why = 'the schema changed while the list was read, and its next page cannot be asked for any more';
          throw this.#incomplete(why, READ_AGAIN, error);
        }
      }
    }
    throw this.#incomplete(`each of ${MAX_BEGINNINGS} answers in turn showed another schema`, 'Try again later.');
  };

  /** Asks the live schema how every device is read. @throws {IncompleteListError} where it leaves that open. */
  async learn(options: CallOptions): Promise<DevicesPlan> {
    try {
      const field = readDevicesField(await this.#send(LearnTeam, {}, options), this.#refuse);
      return planDevices(field, this.#refuse);
    } catch (error) {
      if (!isRefusedIntrospection(error)) throw error;
      const status = error.status !== undefined && error.status >= 400 ? ` (status ${error.status})` : '';
      throw this.#incomplete(
        `only the schema could prove it, and introspection was refused${status}`,
        'Introspection is documented as open to everyone: look for a proxy or a setting that stops it.',
        error,
      );
    }
  }

  /** A page, or the whole list; undefined where the plan turned out to be outdated, and another takes its place. */
  async #page(
    plan: DevicesPlan,
    after: Cursor | undefined,
    signal: AbortSignal,
    planIsNew: boolean,
  ): Promise<FetchedPage<Device> | undefined> {
    const { plans } = this.#source;
    const { listing, types } = plan;
    const options = { ...this.#options, signal };
    if (listing) {
      const data = await this.#send(listing, { first: this.#pageSize, after }, options);
      return readPage(data, devicesConnection, this.#reading.details());
    }
    if (after !== undefined) {
      if (planIsNew) throw this.#incomplete('it has no pages, so the cursor in `from` means nothing', READ_AGAIN);
      plans.replace(plan);
      return undefined;
    }
    const read = readAtOnce(await this.#send(ListDevicesAtOnce, types, options), types, this.#refuse);
    if ('types' in read) {
      plans.replace(plan, read);
      return undefined;
    }
    return { ...present<Device>(read), cursor: null, hasMore: false };
  }

  async #plan(signal: AbortSignal): Promise<DevicesPlan> {
    const plan = await this.#source.plans.get(this.#options, signal, this);
    // Only an aborted signal leaves us without one: the call throws what that means, and sends nothing.
    return plan ?? this.learn({ ...this.#options, signal });
  }

  /** Asks whether a refused request is the schema's doing. @throws the refusal itself where the plan still holds. */
  async #planAnew(plan: DevicesPlan, refusal: unknown, signal: AbortSignal): Promise<void> {
    // Documents that the schema does not allow are not executed: there is no data, whatever the status.
    if (!isControlApiError(refusal, 'graphql') || refusal.data !== undefined) throw refusal;
    this.#source.plans.replace(plan);
    const now = await this.#plan(signal);
    if (String(now.listing) !== String(plan.listing)) return;
    const name = now.types.connection;
    const connection = await this.#send(LearnConnection, { name }, { ...this.#options, signal });
    checkConnection(connection, now, this.#refuse);
    throw refusal;
  }

  async #send(...[operation, variables, options]: Parameters<Send>): Promise<unknown> {
    try {
      return await this.#reading.send(this.#source.send, operation, variables, options);
    } catch (error) {
      if (!isControlApiError(error, 'operation_not_allowed')) throw error;
      throw new OperationNotAllowedError(
        "devices() was not sent: this client's `access: { only: […] }` does not hold its operations. Add `...devicesOperations`.",
        this.#reading.details(),
      );
    }
  }

  readonly #refuse = (why: string, name = ''): IncompleteListError =>
    this.#incomplete(
      why.replace('%s', () => visible(this.#source.scrub(name))),
      OWN_OPERATION,
    );

  #incomplete(why: string, advice: string, cause?: unknown): IncompleteListError {
    return new IncompleteListError(
      `team.devices cannot be proven to hold every device: ${why}. ${advice}`,
      this.#reading.details(cause),
    );
  }
}

/** Whether the service answered, but not with its schema. Other failures say nothing of introspection, and stay as they are. */
function isRefusedIntrospection(error: unknown): error is ControlApiError {
  if (!isControlApiError(error)) return false;
  return ['graphql', 'unauthenticated', 'forbidden'].includes(error.code) || error.status === 400;
}

/** A name that the server gave, harmless and short. */
function visible(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, (it) => `\\u{${it.charCodeAt(0).toString(16)}}`).slice(0, 80);
}
