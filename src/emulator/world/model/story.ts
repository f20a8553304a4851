import { getNullableType, isEnumType, isListType } from 'graphql';
import { memo } from './memo.ts';
import type { Model } from './model.ts';
import type { Family, ModelField } from './model-field.ts';
import { flatName, wordsOf } from './names.ts';
import { isNullable } from './nullability.ts';

/** A field that shows a state; `means` is whether the state holds if the field is true, set, or has the value. */
export interface StateField {
  readonly field: ModelField;
  readonly means: boolean;
}

/** One state that several fields of an object show: `status: ARCHIVED`, `isArchived`, `archivedAt` and `archivedBy`. */
export interface StoryState {
  readonly word: string;
  readonly flags: StateField[];
  readonly moments: StateField[];
  readonly actors: StateField[];
  /** The values of enums. */
  readonly values: (StateField & { readonly value: unknown })[];
}

/** All states of the objects of a family, by their words. */
export interface Story {
  readonly states: ReadonlyMap<string, StoryState>;
  /** The states that a field shows. */
  statesOf(field: ModelField): readonly StoryState[];
  /** The state that a word names, such as `archived` or `unarchived`, and whether the word says that it holds. */
  find(word: string): { readonly state: StoryState; readonly holds: boolean } | undefined;
}

/** Words that deny a state, by the word of that state. */
const denials: Readonly<Record<string, string>> = {
  offline: 'online',
  open: 'closed',
  opened: 'closed',
  reopened: 'closed',
  inactive: 'active',
  deactivated: 'active',
  disabled: 'enabled',
  unlocked: 'locked',
  disconnected: 'connected',
  hidden: 'visible',
  private: 'public',
  resumed: 'paused',
  down: 'up',
};
const synonyms: Readonly<Record<string, string>> = {
  activated: 'active',
  cancelled: 'canceled',
  shown: 'visible',
  complete: 'completed',
  done: 'completed',
};

/** The words of moments that are steps in time, not states. */
const steps =
  /^(?:creat|updat|modifi|chang|regist|join|invit|start|add|insert|edit|record|occur|happen|receiv|request|expir|schedul|last|sync|signed|enroll|install|provision|issued|sampled|measured|reported|refreshed|pushed)/;

/** A word of a field, and what adds the field to the state; `alone` says that it makes one even if no other field shows it. */
interface Word {
  readonly word: string;
  readonly field: ModelField;
  readonly alone: boolean;
  readonly add: (state: StoryState, means: boolean) => void;
}

/** Reads the stories of a schema's families. */
export function createStories(model: Model): (family: Family) => Story {
  return memo((family) => readStory([...model.fieldsOfFamily(family).values()]));
}

function readStory(fields: readonly ModelField[]): Story {
  const shown = fields.flatMap(readWords);
  const known = new Set(shown.map(({ word }) => word));
  const rooted = (word: string): readonly [root: string, means: boolean] => {
    const plain = synonyms[word] ?? word;
    if (Object.hasOwn(denials, plain)) return [denials[plain] ?? plain, false];
    const denied = /^(?:un|in|dis|not)(.{4,})$/.exec(plain)?.[1];
    return denied !== undefined && known.has(denied) ? [denied, false] : [plain, true];
  };
  const states = new Map<string, StoryState>();
  const byKey = new Map<string, StoryState[]>();
  for (const alone of [true, false]) {
    for (const { word, add, field } of shown.filter((each) => each.alone === alone)) {
      const [root, means] = rooted(word);
      let state = states.get(root);
      // A moment that may be chance, such as `openedAt`, joins a state, and makes none.
      if (!alone && state === undefined) continue;
      state ??= { word: root, flags: [], moments: [], actors: [], values: [] };
      states.set(root, state);
      add(state, means);
      byKey.set(field.key, [...(byKey.get(field.key) ?? []), state]);
    }
  }
  return {
    states,
    statesOf: ({ key }) => byKey.get(key) ?? [],
    find(word) {
      const [root, holds] = rooted(word);
      const state = states.get(root);
      return state && { state, holds };
    },
  };
}

/** The words of a field that may name a state. */
function readWords(field: ModelField): readonly Word[] {
  const { definition, leaf, kind } = field;
  const words = wordsOf(definition.name);
  if (isListType(getNullableType(definition.type))) return [];
  if (isEnumType(leaf) && kind === 'value')
    return leaf.getValues().map(({ name, value }) => ({
      ...{ word: flatName(name), field, alone: true },
      add({ values }, means) {
        values.push({ field, means, value });
        values.sort((one, other) => rankOf(one.field) - rankOf(other.field));
      },
    }));
  if (leaf?.name === 'Boolean' && kind === 'value') {
    const word = words.filter((each, at) => at > 0 || !/^(?:is|has|was|are)$/.test(each)).join('');
    return [{ word, field, alone: true, add: ({ flags }, means) => flags.push({ field, means }) }];
  }
  const last = words.at(-1) ?? '';
  const word = words.slice(0, -1).join('');
  if (word === '') return [];
  if (leaf && kind === 'value' && /^(?:at|on|date|time)$/.test(last)) {
    const alone = word.endsWith('ed') && !steps.test(word) && isNullable(definition);
    return [{ word, field, alone, add: ({ moments }, means) => moments.push({ field, means }) }];
  }
  if (last !== 'by' || !isNullable(definition)) return [];
  return [{ word, field, alone: false, add: ({ actors }, means) => actors.push({ field, means }) }];
}

/** The enum that shows most of an object comes first. */
function rankOf({ definition }: ModelField): number {
  const at = ['status', 'state', 'phase', 'stage'].indexOf(definition.name);
  return at < 0 ? 9 : at;
}

/** The state that the value of an enum stands for. */
export function stateByValue({ values, word }: StoryState, { key }: ModelField, value: unknown): boolean {
  const own = values.filter(({ field }) => field.key === key);
  const found = own.find((each) => each.value === value);
  if (found) return found.means;
  if (word === 'closed')
    return /^(?:merged|resolved|done|completed|cancell?ed|rejected|declined)$/i.test(String(value));
  // An object that is neither online nor offline is not online; one that is not disabled is enabled.
  return !own.some(({ means }) => means);
}

/** The words of states with which objects begin, the first of them first. */
const beginnings =
  'new draft pending created initial queued todo backlog registered provisioned invited scheduled open active enabled unlocked offline'.split(
    ' ',
  );

/** The value with which an enum of states begins; undefined if the enum is not one of states. */
export function firstValue({ definition, leaf }: ModelField): unknown {
  if (!isEnumType(leaf)) return undefined;
  const values = leaf.getValues();
  const first = beginnings.find((word) => values.some(({ name }) => flatName(name) === word));
  if (first) return values.find(({ name }) => flatName(name) === first)?.value;
  return /^(?:status|state|phase|stage)$/.test(definition.name) ? values[0]?.value : undefined;
}

/** Whether a state holds for a new object, if nothing else says so. */
export function holdsAtFirst(word: string): boolean {
  return /^(?:active|enabled|visible|valid|available)$/.test(word);
}
