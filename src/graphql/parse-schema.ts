import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  buildClientSchema,
  buildSchema,
  GraphQLError,
  GraphQLSchema,
  type IntrospectionQuery,
  parse,
  Source,
  validateSchema,
  visit,
} from 'graphql';
import { entryOf, isRecord } from '../base/is-record.ts';
import { ControlApiError } from '../index.ts';
import { pullCommand } from './files/commands.ts';
import { anyHidden, withHiddenInputs } from './hidden-inputs.ts';
import { conflictLine, placeText } from './place.ts';

/**
 * Parses a schema: SDL, or an introspection result as JSON, with or without its `data` envelope. Rules about SDL alone are not
 * applied: GitHub's published schema, for example, repeats fields. The schema must be valid.
 *
 * @param end - The end of the message about an invalid schema, after the advice to correct it.
 * @throws {ControlApiError} with the file, the place if it is known, and the error.
 */
export function parseSchema(text: string, name: string, end = '.'): GraphQLSchema {
  const trimmed = text.trimStart();
  try {
    return trimmed.startsWith('{') ? parseIntrospection(trimmed) : parseSdl(text);
  } catch (cause) {
    const line = conflictLine(text);
    const [place, fault, correct] =
      line === undefined
        ? [placeOfFault(cause, text, name), messageOf(cause).replace(/(?<![.!?])$/, '.'), 'Correct it']
        : [`${name}:${line}:1`, 'A merge left a conflict.', 'Resolve it'];
    const message = `The schema in ${place} is invalid: ${fault} ${correct}${end}`;
    throw new ControlApiError('configuration', message, { cause });
  }
}

export async function readSchemaFile(path: string, cwd: string): Promise<GraphQLSchema> {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const what =
      cause.code === 'ENOENT'
        ? `The schema file ${path} cannot be read: check that it exists, or pull it: ${pullCommand(path)}`
        : `The file ${path} cannot be read (${cause.code}): check its path and permissions.`;
    throw new ControlApiError('configuration', what, { cause });
  });
  return parseSchema(text, path, `, or pull it again: ${pullCommand(path)}`);
}

// Rules of graphql 17 alone. Services break them, GitHub's among them, and no tool depends on them.
const newRules = / is not deprecated, so implementation field | has invalid default value\b/;

/** @throws {GraphQLError} with the first fault by the rules that both majors of graphql share. */
export function validSchema(schema: GraphQLSchema): GraphQLSchema {
  const faults = validateSchema(schema);
  const fault = faults.find(({ message }) => !newRules.test(message));
  if (fault !== undefined) throw fault;
  return faults.length === 0 ? schema : new GraphQLSchema({ ...schema.toConfig(), assumeValid: true });
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
  const hasSchema = (value: unknown): value is IntrospectionQuery => isRecord(entryOf(value, '__schema'));
  return [json, entryOf(json, 'data')].find(hasSchema);
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
