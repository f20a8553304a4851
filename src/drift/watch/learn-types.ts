import { isControlApiError, type WatchedCall } from '../../index.ts';
import { type LiveType, type LiveTypes, questionFor, readLiveTypes } from './live-type.ts';

/** Types of the live schema stay good for so long, and a change is reported once in it. */
export const TEN_MINUTES_MS = 600_000;

interface Learnt {
  readonly types: Promise<LiveTypes>;
  readonly at: number;
}

/**
 * Asks for types of the live schema: a request for each group of names. What was learnt is kept for ten minutes.
 *
 * @param isAnew - Whether what was learnt before the call no longer counts.
 * @returns The types, and whether some were learnt before the call.
 */
type Learn = (
  groups: readonly (readonly string[])[],
  call: WatchedCall,
  isAnew?: boolean,
) => Promise<{ readonly live: LiveTypes; readonly isOld: boolean }>;

/** Calls at the same time share a request; one that is aborted or out of time does not spoil it for the others. */
export function createLearn(): Learn {
  const learnt = new Map<string, Learnt>();
  let isWhole = true;

  const ask = async (names: readonly string[], call: WatchedCall): Promise<LiveTypes> => {
    const question = async (whole: boolean) => readLiveTypes(names, await call.ask(questionFor(names, whole)), whole);
    if (!isWhole) return question(false);
    return question(true).catch((error: unknown) => {
      // Older servers cannot list what is deprecated, others limit the depth.
      if (!isControlApiError(error, 'graphql')) throw error;
      isWhole = false;
      return question(false);
    });
  };

  const learn = async (names: readonly string[], call: WatchedCall, since: number): Promise<Learnt> => {
    const key = names.join(' ');
    for (;;) {
      const known = learnt.get(key);
      const lesson = known && known.at > since ? known : { types: ask(names, call), at: call.now };
      learnt.set(key, lesson);
      try {
        await lesson.types;
        return lesson;
      } catch (error) {
        if (learnt.get(key) === lesson) learnt.delete(key);
        // The end of another call's request is not this one's.
        if (lesson !== known || isControlApiError(error, 'graphql')) throw error;
      }
    }
  };

  return async (groups, call, isAnew = false) => {
    const live = new Map<string, LiveType | null>();
    let isOld = false;
    for (const names of groups) {
      const { types, at } = await learn(names, call, isAnew ? call.now - 1 : call.now - TEN_MINUTES_MS);
      isOld ||= at < call.now;
      for (const [name, type] of await types) live.set(name, type);
    }
    return { live, isOld };
  };
}
