import { type GraphQLOutputType, getNullableType, isLeafType, isListType } from 'graphql';
import type { ModelField } from '../model/shapes.ts';
import { isAllowed, leafValue, nameAt } from '../values/leaf-value.ts';
import { type EmulatedObject, writtenValue } from './emulated-object.ts';
import type { Population } from './population.ts';

export function drawnValue(world: Population, object: EmulatedObject, field: ModelField): unknown {
  const { definition, kind, key, isNullable, isList } = field;
  const { stored, owner, place } = object;
  const shown = drawnState(world, object, field);
  if (shown !== undefined && isAllowed(definition.type, shown)) return shown;
  // Parts of answers, such as the cursor of an edge, are not left out.
  const mayBeEmpty = kind === 'value' && (stored ?? owner?.stored) && !/^(?:creat|updat)/.test(definition.name);
  if (mayBeEmpty && (isNullable || isList) && world.isLeftEmpty(place, key)) return isNullable ? null : [];
  return ownValue(world, object, field);
}

/** The value that a field shows of the states of an object, as they are drawn; undefined if it shows none. */
export function drawnState(world: Population, object: EmulatedObject, shown: ModelField): unknown {
  const { place, stored, type, holder } = object;
  const states = world.states(type);
  if (!holder || !states.has(shown)) return undefined;
  const isOften = (word: string): boolean =>
    /^(?:online|active|enabled|visible|connected|verified|available)$/.test(word);
  const values = states.settle({
    said: (field) => writtenValue(object, field),
    own: (field) => ownValue(world, object, field),
    holds: (word) => word !== states.gone?.word && world.chance(place, word) % 4 > 0 === isOften(word),
  });
  // Those of a record are drawn at once.
  const drawn = stored?.drawn ?? new Map<string, unknown>();
  for (const [key, value] of values) if (!drawn.has(key)) drawn.set(key, value);
  if (stored) stored.drawn = drawn;
  return values.get(shown.key);
}

/** The drawn value of a field; a list has one or two items. */
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
  if (!isLeafType(inner)) return undefined;
  const { stored, place } = object;
  const { name } = field.definition;
  const [number, origin] = [world.chance(place, name, at), world.chance(place)];
  const called = nameAt(stored?.index ?? origin % 4096, world.chance(stored?.family ?? object.type.name));
  return leafValue(inner, { number, origin, name: called, field: name });
}
