import { CALL_OPTIONS, type CallOptions } from '../call/options/call-options.ts';
import { asGiven, type OptionReaders, ownOptions, wholeNumber } from '../call/options/read-options.ts';
import { ListDevices } from '../generated/control-api.ts';
import type { Device } from './device-queries.ts';
import { type ListPosition, type Paginated, paginated, readPosition } from './paginate.ts';
import { type DevicesSource, readDevices } from './read-devices.ts';
import type { Send } from './reading.ts';

/** Options of `devices()`; limits and retries count for each request. */
export interface DevicesOptions extends Omit<CallOptions, 'operationName'> {
  /**
   * How many devices to ask for at a time at most, where the live schema pages; fewer where the service gives fewer. Ours: the document
   * shows no page size.
   * @defaultValue 100
   */
  readonly pageSize?: number | undefined;
  /** Fetch the next page while you work on this one. @defaultValue false */
  readonly prefetch?: boolean | undefined;
  /**
   * Where to begin: the `start` of the page that you stopped in, with as many added to `skip` as you handled of it.
   * @defaultValue the beginning; of `paginate`, the page that the variables ask for
   */
  readonly from?: ListPosition | undefined;
}

const { operationName: _, ...ofCalls } = CALL_OPTIONS;

/** How each of {@link DevicesOptions} is read. */
export const DEVICES_OPTIONS: OptionReaders<DevicesOptions> = {
  ...ofCalls,
  pageSize: wholeNumber(1),
  prefetch: asGiven,
  from: readPosition,
};

/**
 * Makes `devices()`. How every device is read is learnt from the live schema at first use, and again when the schema has
 * changed; that the list is whole is proven with each read: by the `pageInfo` of each page, or by the introspection that
 * stands in one document with a read at once, and what is asked beside it.
 *
 * @param scrub - takes keys out of names that the server gave, before they stand in a message
 */
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
