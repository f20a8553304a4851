import { CALL_OPTIONS, type CallOptions } from '../call/options/call-options.ts';
import { asGiven } from '../call/options/option-readers.ts';
import type { OptionReaders } from '../call/options/own-options.ts';
import { type ListPosition, readPosition } from './position.ts';

/** Options of every list: those of a call, which count for each request, but for the operation's name, and those of a list. */
export interface OptionsOfLists extends Omit<CallOptions, 'operationName'> {
  /** Fetch the next page while you work on this one. @defaultValue false */
  readonly prefetch?: boolean | undefined;
  /**
   * Where to begin: the `start` of the page that you stopped in, with as many added to `skip` as you handled of it.
   * @defaultValue the beginning; of `paginate`, the page that the variables ask for
   */
  readonly from?: ListPosition | undefined;
}

const { operationName: _, ...ofCalls } = CALL_OPTIONS;

/** How each of {@link OptionsOfLists} is read. */
export const LIST_OPTIONS: OptionReaders<OptionsOfLists> = { ...ofCalls, prefetch: asGiven, from: readPosition };
