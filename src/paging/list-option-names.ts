import { CALL_OPTION_NAMES, type CallOptions } from '../call/call-options.ts';
import type { OptionNames } from '../call/own-options.ts';

const { operationName: _, ...names } = CALL_OPTION_NAMES;

/** The names of the options that every list takes: a call's, but for the operation's name, and a list's own. */
export const LIST_OPTION_NAMES: OptionNames<
  Omit<CallOptions, 'operationName'> & { readonly prefetch?: unknown; readonly from?: unknown }
> = { ...names, prefetch: true, from: true };
