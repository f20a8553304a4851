import { type GraphQLInputType, getNullableType, isLeafType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { inputValue } from '../../operations/input-value.ts';
import { usageError } from '../exit.ts';
import { jsonIn, withoutMark } from '../files.ts';
import { linesOf } from './lines.ts';

/** One call to make. */
export interface Item {
  /** The line of the file. */
  readonly line: number;
  /** Null where the line cannot be read. */
  readonly variables: Readonly<Record<string, unknown>> | null;
}

type Types = ReadonlyMap<string, GraphQLInputType>;

/**
 * The calls of a file: NDJSON where its first line begins with `{`, else CSV with the names of variables as its header.
 *
 * @param typesOf - Reads the types of variables.
 * @throws {ExitError} with code 2 if the header names anything but plain variables of the operation.
 */
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

/** The cells of a line of CSV after RFC 4180, null for an empty one; none at all where it is not CSV. */
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

/** An empty cell leaves its variable out. A text that its type does not take stays a text, and does not fit. */
function valuesOf(cells: readonly (string | null)[], columns: Types): Item['variables'] {
  if (cells.length !== columns.size) return null;
  const values = [...columns].map(([name, type], index) => [name, typedCell(type, cells[index] ?? null)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

function typedCell(type: GraphQLInputType, text: string | null): unknown {
  try {
    return text === null ? null : inputValue(type, text, 'The cell');
  } catch {
    return text;
  }
}
