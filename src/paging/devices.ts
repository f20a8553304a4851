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
   * How many devices to ask for at a time at most, if the live schema pages; fewer if the service gives fewer. Our
   * default: the document shows no page size.
   * @defaultValue 100
   */
  readonly pageSize?: number | undefined;
  /** Fetch the next page while you work on this one. @defaultValue false */
  readonly prefetch?: boolean | undefined;
  /**
   * Where to begin: the `start` of the page that you stopped in, plus in `skip` the number of its nodes that you
   * handled.
   * @defaultValue the beginning; of `paginate`, the page that the variables ask for
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

/**
 * Each read proves that the list is whole: by the `pageInfo` of each page, or by introspection in the same document.
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
