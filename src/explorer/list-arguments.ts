import { coerceInputValue, type GraphQLArgument, isRequiredArgument, type OperationDefinitionNode } from 'graphql';
import { pagingArguments } from './arguments.ts';
import { inputValue } from './input-value.ts';
import type { ListAt } from './list-path.ts';
import { UnknownNameError } from './path.ts';

/** The names and texts of arguments, as a user writes them: `filter={"status":"ONLINE"}`. */
export function splitArguments(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const [, name, value = ''] = /^([_A-Za-z]\w*)=([\s\S]*)$/.exec(text) ?? [];
      if (name === undefined) throw new UnknownNameError(`“${text}” is not an argument: write name=value.`);
      return [name, value] as const;
    }),
  );
}

/**
 * The variables for the arguments of a list that texts are given for, by the types that the schema has for them.
 *
 * @param operation - Reads the list; each argument that it passes has a variable of its name.
 */
export function readArguments(
  { field, paged }: Pick<ListAt, 'field' | 'paged'>,
  { variableDefinitions = [] }: OperationDefinitionNode,
  texts: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const passed = new Set(variableDefinitions.map(({ variable }) => variable.name.value));
  const own = field.args.filter(({ name }) => passed.has(name) && !(paged && pagingArguments.includes(name)));
  const variables: Record<string, unknown> = {};
  for (const [name, text] of texts) {
    const argument = own.find((it) => it.name === name);
    const names = own.map((it) => it.name).join(', ');
    if (!argument)
      throw new UnknownNameError(
        `The list has no argument “${name}” to pass: ${names === '' ? 'it has none' : `write one of ${names}`}.`,
      );
    variables[name] = checked(argument, inputValue(argument.type, text, `The argument \`${name}\``));
  }
  const missing = own.find((it) => isRequiredArgument(it) && !texts.has(it.name));
  if (missing)
    throw new UnknownNameError(`The list needs the argument \`${missing.name}\`: pass \`--arg ${missing.name}=…\`.`);
  return variables;
}

/** A value, with all that is inside of it. graphql 16 throws where it does not fit the type, 17 gives undefined. */
function checked({ name, type }: GraphQLArgument, value: unknown): unknown {
  let why = '';
  try {
    if (coerceInputValue(value, type) !== undefined) return value;
  } catch (error) {
    why = error instanceof Error ? `: ${error.message}` : '';
  }
  const message = `The argument \`${name}\` must be a ${type}${why}`;
  throw new UnknownNameError(/[.?]$/.test(message) ? message : `${message}.`);
}
