import { CALL_OPTIONS, type CallOptions } from '../call/options/call-options.ts';
import { asGiven } from '../call/options/option-readers.ts';
import type { OptionReaders } from '../call/options/own-options.ts';
import { type PageStart, readPosition } from './position.ts';

/** The options of every list, as they are read: the options of a call, but for the operation's name, and those of a list. */
export interface OptionsOfLists extends Omit<CallOptions, 'operationName'> {
  readonly prefetch?: boolean | undefined;
  readonly from?: PageStart | undefined;
}

const { operationName: _, ...ofCalls } = CALL_OPTIONS;

/** How each of {@link OptionsOfLists} is read. */
export const LIST_OPTIONS: OptionReaders<OptionsOfLists> = { ...ofCalls, prefetch: asGiven, from: readPosition };
