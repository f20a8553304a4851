import { isEnumType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { firstValue, holdsBy, type Story, type StoryState } from '../model/story.ts';
import { hash } from '../values/chance.ts';

/** The facts of one object, for its story: as it is drawn, or as a mutation changes it. */
export interface StoryFacts {
  readonly story: Story;
  /** The seed and the place of the object: what is drawn depends on them. */
  readonly place: string;
  /** The value that fixtures or mutations say; undefined if they say nothing. */
  said(field: ModelField): unknown;
  /** Whether a state is said to hold, by its name alone. */
  readonly decided?: ReadonlyMap<StoryState, boolean>;
  /** The value that a field has by itself, if it contradicts nothing. */
  own(field: ModelField): unknown;
}

/** A value of a story; undefined if the field shows no state. */
export type StoryValue = { readonly value: unknown } | undefined;

/** The value of a field that shows a state, so that all fields of an object show the same. */
export function storyValue(facts: StoryFacts, field: ModelField): StoryValue {
  const [state] = facts.story.statesOf(field);
  if (state === undefined) return undefined;
  if (isEnumType(field.leaf)) return { value: enumValue(facts, field) };
  const { means, role } = state.shows.find((each) => each.field.key === field.key) ?? {};
  // A flag that nothing else shows is chance.
  if (role === 'flag' && state.shows.length === 1 && saidOf(facts, state) === undefined) return undefined;
  const isTrue = holds(facts, state) === means;
  if (role === 'flag') return { value: isTrue };
  if (!isTrue) return isNullable(field.definition) ? { value: null } : undefined;
  return field.kind === 'value' ? { value: facts.own(field) } : undefined;
}

/** Whether a state holds for an object: what was said decides, then the enum, then chance. */
export function holds(facts: StoryFacts, state: StoryState): boolean {
  const said = saidOf(facts, state);
  if (said !== undefined) return said;
  const { field } = state.shows.find(({ role }) => role === 'value') ?? {};
  if (field) return holdsBy(state, field, enumValue(facts, field)) === true;
  const chance = hash(facts.place, state.word) % 4;
  return /^(?:online|active|enabled|visible|connected|verified|public|valid)$/.test(state.word)
    ? chance > 0
    : chance === 0;
}

/** Whether a state holds by what was said of it, or of the fields that show it; undefined if nothing was. */
function saidOf({ decided, said }: StoryFacts, state: StoryState, except?: ModelField): boolean | undefined {
  const known = decided?.get(state);
  if (known !== undefined) return known;
  for (const { field } of state.shows) {
    const value = field.key === except?.key ? undefined : said(field);
    const shown = value === undefined ? undefined : holdsBy(state, field, value);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

/** The value that an enum has by itself, unless what was said of a state contradicts it. */
function enumValue(facts: StoryFacts, field: ModelField): unknown {
  const said = facts.said(field);
  if (said !== undefined) return said;
  const own = facts.own(field);
  const excluded = new Set<unknown>();
  for (const state of facts.story.statesOf(field)) {
    const shown = saidOf(facts, state, field);
    const values = state.shows.filter((each) => each.field.key === field.key);
    const wanted = values.filter(({ means }) => means === shown).map(({ value }) => value);
    if (wanted.length > 0) return wanted.includes(own) ? own : wanted[0];
    if (shown !== undefined) for (const { value } of values) excluded.add(value);
  }
  if (!excluded.has(own) || !isEnumType(field.leaf)) return own;
  const others = [firstValue(field), ...field.leaf.getValues().map(({ value }) => value)];
  return others.find((value) => value !== undefined && !excluded.has(value)) ?? own;
}
