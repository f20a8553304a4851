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
 * Reads a schema from text: SDL, or an introspection result as JSON, with or without its `data` envelope; the text decides.
 * Rules that only concern SDL are not applied: GitHub's published schema, for example, repeats fields. The resulting schema
 * must be valid.
 *
 * @param name - The name of the text in messages: the name of the file as the user gave it.
 * @param advise - Makes the end of the message about an invalid schema, from how to correct it.
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

/** Most tools do not ask for deprecated arguments and input fields: then those are absent, and were not removed. */
function showsDeprecatedInputs({ __schema: { types, directives } }: IntrospectionQuery): boolean {
  const inputs = types.flatMap((type) => {
    if (type.kind === 'INPUT_OBJECT') return type.inputFields;
    return type.kind === 'OBJECT' || type.kind === 'INTERFACE' ? type.fields.flatMap(({ args }) => args) : [];
  });
  return [...inputs, ...directives.flatMap(({ args }) => args)].some((input) => 'isDeprecated' in input);
}

/** The result of introspection in a JSON value. Checks only for `__schema`: graphql-js reports what is missing inside. */
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
    // Places double the size of a schema in memory, so they are read only if there is an error to locate.
    return read(false);
  }
}

function placeOfFault(fault: unknown, text: string, name: string): string {
  const [location] = fault instanceof GraphQLError ? (fault.locations ?? []) : [];
  if (location !== undefined) return placeText({ file: name, ...location });
  // graphql-js reports this one error without a place.
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
