import { type GraphQLOutputType, getNullableType, isLeafType, isListType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { shownValues } from '../model/shown-values.ts';
import { goneState, holdsOften } from '../model/story.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { leafValue } from '../values/leaf-value.ts';
import { nameAt } from '../values/readable-names.ts';
import { type EmulatedObject, writtenValue } from './emulated-object.ts';
import type { Population } from './population.ts';

/** The value of a leaf by the seed: what the states of its object show, nothing, or one of its own. */
export function drawnValue(world: Population, object: EmulatedObject, field: ModelField): unknown {
  const { definition, kind, key } = field;
  const { stored, owner, place, holder } = object;
  const shown = holder && drawnState(world, object, field);
  if (shown !== undefined && isAllowed(definition.type, shown)) return shown;
  // Parts of answers, such as the cursor of an edge, are not left out.
  const mayBeEmpty = kind === 'value' && (stored ?? owner?.stored) && !/^(?:creat|updat)/.test(definition.name);
  if (mayBeEmpty && world.isLeftEmpty(place, key)) {
    if (isNullable(definition)) return null;
    if (isListType(getNullableType(definition.type))) return [];
  }
  return ownValue(world, object, field);
}

/** The value that a field shows of the states of an object, as they are drawn; undefined if it shows none. */
export function drawnState(world: Population, object: EmulatedObject, shown: ModelField): unknown {
  const { place, stored, type } = object;
  const story = world.storyOf(stored?.family ?? type.name);
  if (!story?.statesOf(shown).length) return undefined;
  // A family has the story of its first type.
  const view = stored ? world.view(stored) : object;
  const values = shownValues(story, {
    said: (field) => writtenValue(view, field),
    own: (field) => ownValue(world, view, field),
    holds: (state) => state !== goneState(story) && world.chance(place, state.word) % 4 > 0 === holdsOften(state.word),
  });
  return values.get(shown.key);
}

/** The value that a field has by itself; of a list one or two. */
function ownValue(
  world: Population,
  object: EmulatedObject,
  field: ModelField,
  type: GraphQLOutputType = field.definition.type,
  at = 0,
): unknown {
  const inner = getNullableType(type);
  if (isListType(inner))
    return [...new Set([1, 2].map((place) => ownValue(world, object, field, inner.ofType, at * 2 + place)))];
  if (!isLeafType(inner)) return null;
  const { stored, place } = object;
  const { name } = field.definition;
  // `internalID: ID!` and `slug: ID!` that name nothing else are the object's own, so that they find it.
  if (stored && field.kind === 'value' && String(field.definition.type) === 'ID!') return stored.id;
  const [number, origin] = [world.chance(place, name, at), world.chance(place)];
  const called = nameAt(stored?.index ?? origin % 4096, world.chance(stored?.family ?? object.type.name));
  return leafValue(inner, { number, origin, name: called, field: name });
}
