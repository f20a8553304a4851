import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedDirective,
} from 'graphql';
import { fieldsOf, isDeprecated } from '../../graphql/fields.ts';
import { allDirectives, type InputPlace, type Unseen, unseenIn } from '../../graphql/introspection/unseen.ts';
import { withElements } from '../../graphql/with-elements.ts';
import { unknownPart } from '../model/undecided.ts';

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

interface AbsentInput {
  readonly coordinate: string;
  readonly place: InputPlace;
}

/** The inputs of the snapshot that the live schema lacks and may only hide. A required input cannot be deprecated. */
function absentInputs(
  snapshot: GraphQLSchema,
  live: GraphQLSchema,
  { deprecated: places, mayHideOthers }: Unseen,
): readonly AbsentInput[] {
  const absent: AbsentInput[] = [];
  const compare = <Input extends GraphQLArgument | GraphQLInputField>(
    place: InputPlace,
    old: readonly Input[],
    now: readonly Input[],
    isRequired: (input: Input) => boolean,
    coordinate: (input: Input) => string,
  ): void => {
    if (!places.includes(place)) return;
    const names = new Set(now.map(({ name }) => name));
    for (const input of old) {
      const mayBeHidden = isDeprecated(input) || (mayHideOthers && !isRequired(input));
      if (!names.has(input.name) && mayBeHidden) absent.push({ coordinate: coordinate(input), place });
    }
  };
  for (const type of Object.values(snapshot.getTypeMap())) {
    const twin = live.getType(type.name);
    if (isInputObjectType(type) && isInputObjectType(twin)) {
      const [old, now] = [Object.values(type.getFields()), Object.values(twin.getFields())];
      compare('input fields', old, now, isRequiredInputField, ({ name }) => `${type.name}.${name}`);
    }
    const fields = new Map(fieldsOf(twin).map((field) => [field.name, field]));
    for (const { name, args } of fieldsOf(type)) {
      const now = fields.get(name)?.args;
      const coordinate = (argument: { name: string }): string => `${type.name}.${name}(${argument.name}:)`;
      if (now !== undefined) compare('field arguments', args, now, isRequiredArgument, coordinate);
    }
  }
  for (const { name, args } of snapshot.getDirectives()) {
    const now = live.getDirective(name)?.args;
    const coordinate = (argument: { name: string }): string => `@${name}(${argument.name}:)`;
    if (now !== undefined) compare('directive arguments', args, now, isRequiredArgument, coordinate);
  }
  return absent;
}
