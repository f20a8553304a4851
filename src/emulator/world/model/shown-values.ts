import { isEnumType } from 'graphql';
import type { ModelField } from './model-field.ts';
import { isNullable } from './nullability.ts';
import { firstValue, holdsBy, type Story, type StoryState } from './story.ts';

/** The facts of one object, for its story: as it is drawn, or as a mutation changes it. */
export interface StoryFacts {
  /** The states that are decided by their names. */
  readonly decided?: ReadonlyMap<StoryState, boolean>;
  /** The value that fixtures or mutations say; undefined if they say nothing. */
  said(field: ModelField): unknown;
  /** The value that a field has by itself, if it contradicts nothing. */
  own(field: ModelField): unknown;
  /** Whether a state holds that nothing else decides. */
  holds(state: StoryState): boolean;
}

/** The values of all fields that show states, so that they show the same: what was said decides, then enums, then chance. */
export function shownValues(story: Story, facts: StoryFacts): ReadonlyMap<string, unknown> {
  const truth = new Map(facts.decided);
  const values = new Map<string, unknown>();
  const show = (field: ModelField, value: unknown): void => {
    values.set(field.key, value);
    for (const state of story.statesOf(field)) {
      const shown = holdsBy(state, field, value);
      if (shown !== undefined && !truth.has(state)) truth.set(state, shown);
    }
  };
  for (const field of story.fields) {
    const said = facts.said(field);
    if (said !== undefined) show(field, said);
  }
  const others = story.fields.filter(({ key }) => !values.has(key));
  const roleOf = (field: ModelField, state = story.statesOf(field)[0]) =>
    state?.shows.find((each) => each.field.key === field.key);
  for (const field of others) {
    if (!isEnumType(field.leaf) || roleOf(field)?.role !== 'value') continue;
    const known = story.statesOf(field).filter((state) => truth.has(state));
    const agrees = (value: unknown): boolean =>
      known.every((state) => holdsBy(state, field, value) === truth.get(state));
    // A value that names what was said comes before one that only agrees: `OPEN` of what is reopened.
    const names = (value: unknown): boolean =>
      known.some(({ shows }) => shows.some((each) => each.field.key === field.key && each.value === value));
    const own = facts.own(field);
    const all = [own, firstValue(field), ...field.leaf.getValues().map(({ value }) => value)];
    const fitting = all.filter((value) => value !== undefined && agrees(value));
    show(field, fitting.find(names) ?? fitting[0] ?? own);
  }
  for (const field of others) {
    const [state] = story.statesOf(field);
    const { role, means } = roleOf(field, state) ?? {};
    if (state === undefined || role === 'value') continue;
    const isTrue = (truth.get(state) ?? facts.holds(state)) === means;
    if (role === 'flag') values.set(field.key, isTrue);
    else if (!isTrue && isNullable(field.definition)) values.set(field.key, null);
    else if (role === 'moment') values.set(field.key, facts.own(field));
  }
  return values;
}
