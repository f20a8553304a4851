import { type GraphQLSchema, isRequiredInputField } from 'graphql';
import { type InputElement, isInput } from '../../graphql/elements.ts';
import { isDeprecated } from '../../graphql/fields.ts';
import { hiddenInputsOf, type InputPlace } from '../../graphql/introspection/hidden-inputs.ts';
import { withElements } from '../../graphql/with-elements.ts';
import { elementPairs } from './element-pairs.ts';

/** The inputs that the live schema lacks but may only hide, by coordinate, with the message. A required input cannot be deprecated. */
export function absentInputs(live: GraphQLSchema, snapshot: GraphQLSchema | undefined): ReadonlyMap<string, string> {
  const { places, mayHideOthers } = hiddenInputsOf(live);
  if (snapshot === undefined || places.length === 0) return new Map();
  return new Map(
    elementPairs(snapshot, live).flatMap(([old, now]) => {
      if (!old || now || !isInput(old)) return [];
      const { coordinate, it } = old;
      const place = placeOf(old);
      const mayBeHidden = isDeprecated(it) || (mayHideOthers && !isRequiredInputField(it));
      if (!places.includes(place) || !mayBeHidden) return [];
      const why = `the server cannot list deprecated ${place}: it may be removed, or only deprecated.`;
      return [[coordinate, `${coordinate} is absent, but ${why}`]];
    }),
  );
}

export function withAbsentInputs(live: GraphQLSchema, snapshot: GraphQLSchema | undefined): GraphQLSchema {
  const absent = absentInputs(live, snapshot);
  if (snapshot === undefined || absent.size === 0) return live;
  return withElements(live, snapshot, (coordinate) => absent.has(coordinate));
}

function placeOf({ kind, coordinate }: InputElement): InputPlace {
  if (kind === 'input field') return 'input fields';
  return coordinate.startsWith('@') ? 'directive arguments' : 'field arguments';
}
