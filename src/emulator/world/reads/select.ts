import type { GraphQLCompositeType } from 'graphql';
import type { ObjectField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { goneState, type StoryState } from '../model/story.ts';
import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { Filter } from './filter.ts';
import type { ListArguments } from './list-arguments.ts';
import { ordersOf } from './orders.ts';
import { SelectedList } from './selected-list.ts';

/** The items that arguments leave, in their order, and the names of what was not understood. */
export interface SelectedItems {
  /** Null where the list itself is. */
  readonly list: SelectedList | null;
  readonly unknown: ReadonlySet<string>;
}

/** Selects the items of a list of an owner. `state` is the one in which they are. */
export function selectItems(
  world: WorldParts,
  owner: EmulatedObject,
  field: ObjectField,
  asked: ListArguments,
  state: string | undefined,
): SelectedItems {
  const { reader, links, population } = world;
  const { target, kind } = field;
  const isHidden = hiddenBy(world, target, asked);
  const filter = new Filter(world, target, { ...asked.filter, ...(state !== undefined && { [state]: true }) });
  const known = ordersOf(world, target, asked.order);
  const unknown = new Set([...filter.unknown, ...(known ? [] : Object.keys(asked.order))]);
  const all = reader.many(owner, field, isHidden);
  if (all === null) return { list: null, unknown };
  const orders = known ?? [];
  const isItem = kind === 'references' ? links.membership(owner, field) : undefined;
  const itemFor = (stored: StoredObject): EmulatedObject | undefined => {
    const item = isItem?.(stored) && !isHidden(stored) ? population.view(stored, target) : undefined;
    return item && filter.test(item) ? item : undefined;
  };
  const follows = isItem && filter.isOwn && orders.every(({ isOwn }) => isOwn);
  const items = filter.selects ? all.filter(filter.test) : all;
  return { list: new SelectedList(items, { orders, itemFor: follows ? itemFor : undefined }), unknown };
}

/**
 * Decides what a list leaves out unless it is asked for: what is in a state that an argument may include (`includeRevoked`), and what
 * was deleted and can be restored.
 */
function hiddenBy(
  { model, storyOf, reader }: WorldParts,
  target: GraphQLCompositeType,
  { filter, including }: ListArguments,
): (stored: StoredObject) => boolean {
  const asked = flatName(JSON.stringify(filter));
  const hidden = model.familiesOf(target).map(({ name }) => {
    const story = storyOf(name);
    const gone = goneState(story);
    const states = new Map<StoryState, boolean>(gone && [[gone, true]]);
    for (const [word, isIncluded] of including) {
      const { state, holds } = story?.find(word) ?? {};
      if (state && isIncluded) states.delete(state);
      else if (state && holds !== undefined) states.set(state, holds);
    }
    const isAsked = ({ shows }: StoryState) => shows.some(({ field }) => asked.includes(flatName(field.key)));
    return [name, [...states].filter(([state]) => !isAsked(state))] as const;
  });
  const byFamily = new Map(hidden);
  return (stored) =>
    byFamily.get(stored.family)?.some(([state, holds]) => reader.holds(stored, state) === holds) ?? false;
}
