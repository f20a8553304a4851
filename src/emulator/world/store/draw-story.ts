import { isEnumType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { type Story, type StoryState, stateByValue } from '../model/story.ts';
import { hash } from '../values/chance.ts';

/** The facts of one object, for its story. */
export interface StoryReader {
  readonly story: Story;
  /** The seed and the place of the object: what is drawn depends on them. */
  readonly place: string;
  /** The value that fixtures or mutations say; undefined if they say nothing. */
  said(field: ModelField): unknown;
  /** The value that the seed has for a field by itself. */
  drawn(field: ModelField): unknown;
}

/** A value of a story; undefined if the field shows no state. */
export type StoryValue = { readonly value: unknown } | undefined;

/** The value of a field that shows a state, so that all fields of an object show the same. */
export function storyValue(object: StoryReader, field: ModelField): StoryValue {
  const states = object.story.statesOf(field);
  const [state] = states;
  if (state === undefined) return undefined;
  if (isEnumType(field.leaf)) return { value: enumValue(object, field, states) };
  if (isAlone(state)) return undefined;
  const { means } =
    [...state.flags, ...state.moments, ...state.actors].find((each) => each.field.key === field.key) ?? {};
  const isTrue = holds(object, state) === means;
  if (field.leaf?.name === 'Boolean') return { value: isTrue };
  if (!isTrue) return isNullable(field.definition) ? { value: null } : undefined;
  return field.kind === 'value' ? { value: object.drawn(field) } : undefined;
}

/** Whether only a flag shows a state. */
function isAlone({ flags, moments, actors, values }: StoryState): boolean {
  return flags.length === 1 && moments.length + actors.length + values.length === 0;
}

/** Whether a state holds for an object: what was said decides, then the enum, then chance. */
export function holds(object: StoryReader, state: StoryState): boolean {
  const said = saidOf(object, state);
  if (said !== undefined) return said;
  const [{ field } = {}] = state.values;
  if (field) return stateByValue(state, field, enumValue(object, field, object.story.statesOf(field)));
  const chance = hash(object.place, state.word) % 4;
  return /^(?:online|active|enabled|visible|connected|verified|public|valid)$/.test(state.word)
    ? chance > 0
    : chance === 0;
}

/** Whether a state holds by the flags, moments and enums that were set; undefined if none was. */
function saidOf(object: StoryReader, state: StoryState): boolean | undefined {
  for (const { field, means } of state.flags) {
    const said = object.said(field);
    if (typeof said === 'boolean') return said === means;
  }
  for (const { field, means } of [...state.moments, ...state.actors]) {
    const said = object.said(field);
    if (said !== undefined) return (said !== null) === means;
  }
  const [{ field } = {}] = state.values;
  const said = field && object.said(field);
  return field && said !== undefined ? stateByValue(state, field, said) : undefined;
}

/** The value that the seed has, unless what was said of a state contradicts it. */
function enumValue(object: StoryReader, field: ModelField, states: readonly StoryState[]): unknown {
  const said = object.said(field);
  if (said !== undefined) return said;
  const excluded = new Set<unknown>();
  for (const state of states) {
    const shown = saidByOthers(object, state, field);
    for (const { value, means, field: own } of state.values) {
      if (shown === undefined || own.key !== field.key) continue;
      if (means === shown) return value;
      excluded.add(value);
    }
  }
  const drawn = object.drawn(field);
  if (!excluded.has(drawn) || !isEnumType(field.leaf)) return drawn;
  return field.leaf.getValues().find(({ value }) => !excluded.has(value))?.value ?? drawn;
}

function saidByOthers(object: StoryReader, state: StoryState, field: ModelField): boolean | undefined {
  return saidOf({ ...object, said: (each) => (each.key === field.key ? undefined : object.said(each)) }, state);
}
