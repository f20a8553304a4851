import {
  buildClientSchema,
  buildSchema,
  GraphQLError,
  type GraphQLSchema,
  type IntrospectionQuery,
  parse,
  Source,
  visit,
} from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { ControlApiError } from '../index.ts';
import { conflictLine } from './conflict-line.ts';
import { anyHidden, withHiddenInputs } from './introspection/hidden-inputs.ts';
import { validSchema } from './introspection/valid-schema.ts';
import { placeText } from './place.ts';

/**
 * Parses a schema: SDL, or an introspection result as JSON, with or without its `data` envelope. Rules about SDL alone are not
 * applied: GitHub's published schema, for example, repeats fields. The schema must be valid.
 *
 * @param advise - Ends the message about an invalid schema, given the advice to correct it.
 * @throws {ControlApiError} with the file, the place if it is known, and the error.
 */
export function parseSchema(text: string, name: string, advise = (todo: string): string => `${todo}.`): GraphQLSchema {
  const trimmed = text.trimStart();
  try {
    return trimmed.startsWith('{') ? parseIntrospection(trimmed) : parseSdl(text);
  } catch (cause) {
    const line = conflictLine(text);
    const [place, fault, correct] =
      line === undefined
        ? [placeOfFault(cause, text, name), messageOf(cause).replace(/(?<![.!?])$/, '.'), 'Correct it']
        : [`${name}:${line}:1`, 'A merge left a conflict.', 'Resolve it'];
    throw new ControlApiError('configuration', `The schema in ${place} is invalid: ${fault} ${advise(correct)}`, {
      cause,
    });
  }
}

function parseIntrospection(text: string): GraphQLSchema {
  const result = introspectionIn(JSON.parse(text));
  if (result === undefined)
    throw new Error('It is JSON without an introspection result (no `__schema` at its top or under `data`).');
  const schema = validSchema(buildClientSchema(result));
  return showsDeprecatedInputs(result) ? schema : withHiddenInputs(schema, anyHidden);
}

function showsDeprecatedInputs({ __schema: { types, directives } }: IntrospectionQuery): boolean {
  const inputs = types.flatMap((type) => {
    if (type.kind === 'INPUT_OBJECT') return type.inputFields;
    return type.kind === 'OBJECT' || type.kind === 'INTERFACE' ? type.fields.flatMap(({ args }) => args) : [];
  });
  return [...inputs, ...directives.flatMap(({ args }) => args)].some((input) => 'isDeprecated' in input);
}

/** The introspection result in a JSON value. Only `__schema` is checked: graphql-js reports missing parts. */
export function introspectionIn(json: unknown): IntrospectionQuery | undefined {
  const hasSchema = (value: unknown): value is IntrospectionQuery => isRecord(value) && isRecord(value['__schema']);
  if (hasSchema(json)) return json;
  const data = isRecord(json) ? json['data'] : undefined;
  return hasSchema(data) ? data : undefined;
}

function parseSdl(text: string): GraphQLSchema {
  const read = (noLocation: boolean): GraphQLSchema =>
    validSchema(buildSchema(text, { assumeValidSDL: true, noLocation }));
  try {
    return read(true);
  } catch {
    // Locations double the memory of a schema, so only a faulty schema is parsed with them.
    return read(false);
  }
}

function placeOfFault(fault: unknown, text: string, name: string): string {
  const [location] = fault instanceof GraphQLError ? (fault.locations ?? []) : [];
  if (location !== undefined) return placeText({ file: name, ...location });
  // graphql-js reports an unknown type without a location.
  const unknown = /^Unknown type: "(\w+)"/.exec(messageOf(fault))?.[1];
  let place = name;
  if (unknown !== undefined)
    visit(parse(new Source(text, name)), {
      NamedType(node) {
        if (place === name && node.name.value === unknown) place = placeText(node);
      },
    });
  return place;
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}
