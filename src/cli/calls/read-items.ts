import { type GraphQLInputType, type GraphQLSchema, getNullableType, getVariableValues, isLeafType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { inputValue } from '../../operations/input-value.ts';
import { usageError } from '../exit.ts';
import { jsonIn, withoutMark } from '../files.ts';

/** The variables of one call. */
export interface Item {
  /** The line of the file. */
  readonly line: number;
  /** Null if the line cannot be read. */
  readonly variables: Readonly<Record<string, unknown>> | null;
}

interface Line {
  readonly text: string;
  /** Whether the line has its end: a killed process leaves a torn line. */
  readonly isWhole: boolean;
}

/** Splits a stream at `\n` only, since JSON may contain other line separators. Memory holds one line at a time. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      yield { text: bytes.toString('utf8', start, at), isWhole: true };
      start = at + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield { text: Buffer.from(rest).toString('utf8'), isWhole: false };
}

type Types = ReadonlyMap<string, GraphQLInputType>;

/** Reads the variables of each line: NDJSON if the first line begins with `{`, else CSV with the names of variables as its header. */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  typesOf: (names: readonly string[]) => Promise<Types>,
): AsyncGenerator<Item> {
  let isJson: boolean | undefined;
  let columns: Types | undefined;
  let line = 0;
  for await (const { text: marked } of linesOf(chunks)) {
    line += 1;
    const text = withoutMark(marked).replace(/\r$/, '');
    if (text.trim() === '') continue;
    isJson ??= text.trimStart().startsWith('{');
    if (isJson) {
      const value = jsonIn(text);
      yield { line, variables: isRecord(value) ? value : null };
    } else if (columns === undefined) columns = await columnsOf(cellsOf(text), typesOf);
    else yield { line, variables: valuesOf(cellsOf(text), columns) };
  }
}

/** The cells of a line of CSV (RFC 4180): null for an empty cell, and no cells if the line is not CSV. */
function cellsOf(line: string): readonly (string | null)[] {
  const cells = [...`,${line}`.matchAll(/,(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(?=,|$)/gy)];
  if (cells.reduce((length, [cell]) => length + cell.length, 0) <= line.length) return [];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? (plain || null));
}

async function columnsOf(
  cells: readonly (string | null)[],
  typesOf: (names: readonly string[]) => Promise<Types>,
): Promise<Types> {
  const names = cells.map((cell) => cell?.trim() ?? '');
  if (names.length === 0 || names.includes('') || new Set(names).size < names.length)
    throw usageError('The first line is neither a JSON object nor a header of CSV, which names each variable once.');
  const types = await typesOf(names);
  for (const [name, type] of types)
    if (!isLeafType(getNullableType(type)))
      throw usageError(`CSV holds plain values, and $${name} is ${type}: write a JSON object on each line.`);
  return types;
}

function valuesOf(cells: readonly (string | null)[], columns: Types): Item['variables'] {
  if (cells.length !== columns.size) return null;
  const values = [...columns].map(([name, type], index) => [name, typedCell(type, cells[index] ?? null)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** A text that its type does not accept stays a text: {@link misfit} reports it. */
function typedCell(type: GraphQLInputType, text: string | null): unknown {
  try {
    return text === null ? null : inputValue(type, text, 'The cell');
  } catch {
    return text;
  }
}

/** The reason why a line does not fit an operation; undefined if it does. The reason contains no variables. */
export function misfit(
  { variables }: Item,
  { name, node: { variableDefinitions = [] } }: ExecutableOperation,
  schema: GraphQLSchema,
): string | undefined {
  if (variables === null) return 'it cannot be read as variables.';
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  if (Object.keys(variables).some((it) => !names.includes(it)))
    return `${name} has no such variable: it has ${names.map((it) => `$${it}`).join(', ') || 'none'}.`;
  const { errors: [error] = [] } = getVariableValues(schema, variableDefinitions, variables);
  // The error's own message contains the value.
  const [, wrong] = /^Variable "(\$\w+)"/.exec(error?.message ?? '') ?? [];
  return error && `${wrong ?? 'a variable'} does not fit its type.`;
}
