import { getNullableType, isEnumType, isListType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { memo } from './memo.ts';
import type { Model } from './model.ts';
import type { ModelField } from './model-field.ts';
import { flatName } from './names.ts';
import { isNullable } from './nullability.ts';

/** A field that shows a state. */
export interface StateField {
  readonly field: ModelField;
  readonly role: 'flag' | 'moment' | 'actor' | 'value';
  /** Whether the state holds if the field is true, set, or has the value. */
  readonly means: boolean;
  /** The value of an enum. */
  readonly value?: unknown;
}

/** One state that several fields of an object show: `isArchived`, `archivedAt`, `archivedBy` and `status: ARCHIVED`. */
export interface StoryState {
  readonly word: string;
  /** The fields that show it, the one that decides first. */
  readonly shows: readonly StateField[];
}

/** All states of the objects of a family, or of parts of a type, by their words. */
export interface Story {
  readonly states: ReadonlyMap<string, StoryState>;
  /** The fields that show a state. */
  readonly fields: readonly ModelField[];
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
  deactivated: 'active',
  disabled: 'enabled',
  hidden: 'visible',
  resumed: 'paused',
};
const synonyms: Readonly<Record<string, string>> = { activated: 'active', cancelled: 'canceled' };

/** The words of moments that are steps in time, not states. */
const steps =
  /^(?:creat|updat|modifi|chang|regist|join|invit|start|add|insert|edit|record|occur|receiv|request|schedul|last|sync|signed|enroll|install|provision|issued|refreshed|pushed)/;

/** A word of a field; `alone` says that it makes a state even if no other field shows it. */
type Word = Omit<StateField, 'means'> & { readonly word: string; readonly alone: boolean };

/** Reads the stories of a schema: of families, and of types whose objects have no place of their own, by name. */
export function createStories(model: Model): (name: string) => Story | undefined {
  const read = memo((fields: ReadonlyMap<string, ModelField>) => readStory([...fields.values()]));
  return (name) => {
    const [family, type] = [model.families.get(name), model.schema.getType(name)];
    if (family) return read(model.fieldsOfFamily(family));
    return isObjectType(type) ? read(model.fieldsOfType(type)) : undefined;
  };
}

function readStory(all: readonly ModelField[]): Story {
  const ofOthers = wordsOfOthers(all);
  const words = all
    .flatMap(readWords)
    .filter(({ field, word, role }) => role !== 'value' || !ofOthers(field).includes(word))
    .sort((one, other) => Number(other.alone) - Number(one.alone));
  const known = new Set(words.filter(({ role }) => role !== 'actor').map(({ word }) => word));
  const rooted = (word: string): readonly [root: string, means: boolean] => {
    // `cancelReason` is of what is cancelled.
    const done = known.has(word) ? word : [`${word}ed`, `${word}d`, `${word}led`].find((each) => known.has(each));
    const plain = synonyms[done ?? word] ?? done ?? word;
    for (const [part, root] of Object.entries(denials)) {
      const whole = plain.slice(0, plain.length - part.length) + root;
      if (plain === part || (plain.endsWith(part) && known.has(whole))) return [whole, false];
    }
    const denied = /^(?:un|in|dis|not)(.{4,})$/.exec(plain)?.[1] ?? '';
    return known.has(denied) ? [denied, false] : [plain, true];
  };
  const states = new Map<string, { readonly word: string; readonly shows: StateField[] }>();
  for (const { word, alone, ...field } of words) {
    const [root, means] = rooted(word);
    // A moment that may be chance, such as `openedAt`, joins a state, and makes none.
    const state = states.get(root) ?? (alone ? { word: root, shows: [] } : undefined);
    if (state) states.set(root, state);
    state?.shows.push({ ...field, means });
    state?.shows.sort((one, other) => rankOf(one) - rankOf(other));
  }
  const shown = [...states.values()].flatMap(({ shows }) => shows.map(({ field }) => [field.key, field] as const));
  const statesOf = memo((field: ModelField) =>
    [...states.values()].filter(({ shows }) => shows.some((each) => each.field.key === field.key)),
  );
  return {
    states,
    fields: [...new Map(shown).values()],
    statesOf,
    find(word) {
      const [root, holds] = rooted(word);
      const state = states.get(root);
      return state && { state, holds };
    },
  };
}

/** The words of each enum that are of another state than the object's own: `lastPaymentStatus` has a word of `status`, not most. */
function wordsOfOthers(all: readonly ModelField[]): (field: ModelField) => readonly string[] {
  const valuesOf = ({ leaf, kind }: ModelField) =>
    kind === 'value' && isEnumType(leaf) ? leaf.getValues().map(({ name }) => flatName(name)) : [];
  const shared = (one: ModelField, other: ModelField) =>
    valuesOf(one).filter((value) => valuesOf(other).includes(value));
  const ranked = [...all].sort((one, other) => placeOf(one) - placeOf(other));
  return memo((field: ModelField) =>
    ranked.slice(0, ranked.indexOf(field)).flatMap((before) => {
      const words = shared(field, before);
      const isMost = words.length * 3 > Math.min(valuesOf(field).length, valuesOf(before).length) * 2;
      return isMost ? [] : words;
    }),
  );
}

/** The words of a field that may name a state. */
function readWords(field: ModelField): readonly Word[] {
  const { definition, leaf, kind } = field;
  const words = wordsOf(definition.name);
  const last = words.at(-1) ?? '';
  const word = words.slice(0, -1).join('');
  const isOptional = isNullable(definition);
  if (isListType(getNullableType(definition.type))) return [];
  if (/^(?:by|reason)$/.test(last) && word !== '' && isOptional) return [{ word, field, role: 'actor', alone: false }];
  if (kind !== 'value' || leaf === undefined) return [];
  if (isEnumType(leaf))
    return leaf.getValues().map(({ name, value }) => ({
      ...{ word: flatName(name), field, role: 'value', value, alone: true },
    }));
  if (leaf.name === 'Boolean')
    return [{ word: words.join('').replace(/^(?:is|has|was|are)(?=.)/, ''), field, role: 'flag', alone: true }];
  if (word === '' || !/^(?:at|on|date|time|since)$/.test(last)) return [];
  return [{ word, field, role: 'moment', alone: word.endsWith('ed') && !steps.test(word) && isOptional }];
}

/** Flags come first, then times, then enums, of them the one that shows most of an object. */
function rankOf({ role, field }: StateField): number {
  return role === 'value' ? placeOf(field) + 3 : ['flag', 'moment', 'actor'].indexOf(role);
}

/** The place of a field among those that may show the state of their whole object. */
function placeOf({ definition }: Pick<ModelField, 'definition'>): number {
  const at = ['status', 'state', 'phase', 'stage'].indexOf(definition.name);
  return at < 0 ? 6 : at;
}

/** Whether a state holds by the value of a field that shows it; undefined if that says nothing of it. */
export function holdsBy({ shows, word }: StoryState, { key }: ModelField, value: unknown): boolean | undefined {
  const own = shows.filter(({ field }) => field.key === key);
  const [{ role, means } = {}] = own;
  if (role === 'flag') return typeof value === 'boolean' ? value === means : undefined;
  if (role !== 'value') return (value !== null) === means;
  const found = own.find((each) => each.value === value);
  if (found) return found.means;
  if (word === 'closed')
    return /^(?:merged|resolved|done|completed|cancell?ed|rejected|declined)$/i.test(String(value));
  // An object that is neither online nor offline is not online; one that is not disabled is enabled.
  return !own.some((each) => each.means);
}

/** The words of states with which objects begin, the first of them first. */
const beginnings =
  'new draft pending created initial initializing creating queued waiting starting todo backlog registered provisioned provisioning invited scheduled open active enabled unlocked offline'.split(
    ' ',
  );

/** The value with which an enum of states begins; undefined if the enum is not one of states. */
export function firstValue({ definition, leaf }: ModelField): unknown {
  if (!isEnumType(leaf)) return undefined;
  const values = leaf.getValues();
  const [first] = beginnings.flatMap((word) => values.filter(({ name }) => flatName(name) === word));
  if (first) return first.value;
  const ends = /FAIL|CRASH|ERROR|DELET|REMOV|CANCEL|CLOSED|STOPPED|ARCHIV|EXPIRED|COMPLETE|DONE|SUCCE/i;
  return placeOf({ definition }) < 6 ? values.find(({ name }) => !ends.test(name))?.value : undefined;
}

/** Whether a state holds for a new object, if nothing else says so. */
export function holdsAtFirst(word: string): boolean {
  return /^(?:active|enabled|visible|valid|available)$/.test(word);
}

/** Whether a state holds for one in four objects by chance, or for three. */
export function holdsOften(word: string): boolean {
  return /^(?:online|active|enabled|visible|connected|verified|public|valid)$/.test(word);
}

/** The state of what was deleted and can be restored, which lists leave out; undefined if what is deleted is no more. */
export function goneState(story: Story | undefined): StoryState | undefined {
  const words = ['deleted', 'removed', 'trashed', 'discarded'];
  const states = words.flatMap((word) => story?.states.get(word) ?? []);
  return states.find(({ shows }) => shows.some(({ role }) => role !== 'value'));
}
