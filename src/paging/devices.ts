import type { TypedOperation } from '../base/typed-operation.ts';
import { wholeNumber } from '../call/options/option-readers.ts';
import { type OptionReaders, ownOptions } from '../call/options/own-options.ts';
import { CheckIntrospection, ListDevices, ListDevicesAtOnce } from '../generated/control-api.ts';
import { CountedAtOnce, type Device, LearnType, LearnTypeDeeply, PagedListing } from './device-queries.ts';
import { LIST_OPTIONS, type OptionsOfLists } from './list-options.ts';
import { type Paginated, paginated } from './paginate.ts';
import { type DevicesSource, readDevices } from './read-devices.ts';
import type { Send } from './reading.ts';

/** Options of `devices()`; limits and retries count for each request. */
export interface DevicesOptions extends OptionsOfLists {
  /** How many devices to ask for at a time, where the live schema pages. Ours: the document shows no page size. @defaultValue 100 */
  readonly pageSize?: number | undefined;
}

/** Every operation that `devices()` may send, for `access: { only: [...devicesOperations, …] }`. */
export const devicesOperations: readonly TypedOperation<unknown, never>[] = Object.freeze([
  CheckIntrospection,
  LearnType,
  LearnTypeDeeply,
  ListDevicesAtOnce,
  CountedAtOnce,
  // It stands for the listing over any type of cursors.
  new PagedListing('String'),
]);

const DEVICES_OPTIONS: OptionReaders<DevicesOptions> = { ...LIST_OPTIONS, pageSize: wholeNumber(1) };

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
    return paginated({ send, operation: ListDevices, from, prefetch, call }, (reading) =>
      readDevices(source, reading, pageSize),
    );
  };
}
