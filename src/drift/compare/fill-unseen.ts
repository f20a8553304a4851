import { type GraphQLSchema, isRequiredInputField, isSpecifiedDirective } from 'graphql';
import { type InputElement, isInput } from '../../graphql/elements.ts';
import { isDeprecated } from '../../graphql/fields.ts';
import { allDirectives, type InputPlace, type Unseen, unseenIn } from '../../graphql/introspection/unseen.ts';
import { withElements } from '../../graphql/with-elements.ts';
import { elementPairs } from './element-pairs.ts';
import { unknownPart } from './unknown-uses.ts';

/** A live schema in which the snapshot stands for what the server did not show. */
export interface FilledSchema {
  readonly schema: GraphQLSchema;
  /** Why an element of the live schema is unknown, by coordinate: its own, or that of its type. */
  readonly unknown: ReadonlyMap<string, string>;
}

/**
 * Fills what the server did not show with what the snapshot has, so that the comparison finds no change there. What could
 * not be read was not removed: the caller reports its use as undecided.
 */
export function fillUnseen(live: GraphQLSchema, snapshot: GraphQLSchema | undefined): FilledSchema {
  const unseen = unseenIn(live);
  const unknown = new Map<string, string>();
  const directives = (snapshot?.getDirectives() ?? []).filter((directive) => !isSpecifiedDirective(directive));
  const hidden = unseen.coordinates.has(allDirectives) ? directives.map(({ name }) => `@${name}`) : [];
  for (const coordinate of [...unseen.coordinates, ...hidden])
    unknown.set(
      coordinate,
      coordinate === allDirectives
        ? 'The server did not show its directives, so whether they changed is unknown.'
        : `The server did not show ${coordinate}, so whether it changed is unknown.`,
    );
  if (snapshot === undefined) return { schema: live, unknown };
  for (const { coordinate, place } of absentInputs(snapshot, live, unseen))
    unknown.set(
      coordinate,
      `${coordinate} is absent, but the server cannot list deprecated ${place}: it may be removed, or only deprecated.`,
    );
  const isUnknown = (coordinate: string): boolean => unknownPart(coordinate, unknown) !== undefined;
  return { schema: unknown.size === 0 ? live : withElements(live, snapshot, isUnknown), unknown };
}

/** The inputs of the snapshot that the live schema lacks and may only hide. A required input cannot be deprecated. */
function absentInputs(snapshot: GraphQLSchema, live: GraphQLSchema, { deprecated: places, mayHideOthers }: Unseen) {
  if (places.length === 0) return [];
  return elementPairs(snapshot, live).flatMap(([old, now]) => {
    if (!old || now || !isInput(old)) return [];
    const { coordinate, it } = old;
    const place = placeOf(old);
    const mayBeHidden = isDeprecated(it) || (mayHideOthers && !isRequiredInputField(it));
    return places.includes(place) && mayBeHidden ? [{ coordinate, place }] : [];
  });
}

function placeOf({ kind, coordinate }: InputElement): InputPlace {
  if (kind === 'input field') return 'input fields';
  return coordinate.startsWith('@') ? 'directive arguments' : 'field arguments';
}
