import { progressMs } from '../defaults.ts';
import { exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Row, table, tableStyle } from '../table.ts';
import { json, ProgressLine, visible } from '../terminal.ts';
import { cellOf, counted, type Listing, type ListOptions, project, valueAt } from './listing.ts';

export type ListStyle = Pick<ListOptions, 'format' | 'limit'>;

/** Prints a list: lines of text as they arrive, other formats when the list is complete. Returns the exit code. */
export async function writeListing(listing: Listing, style: ListStyle, io: CliIo): Promise<number> {
  const { format, limit = Number.POSITIVE_INFINITY } = style;
  const isLines = format !== 'table' && format !== 'json';
  // On a terminal, the progress line would mix with streamed lines.
  const watched = isLines && io.stdout.isTTY ? listing.pages : withProgress(listing.pages, listing.noun, io);
  const pages = take(watched, limit);
  const count = isLines
    ? await stream(format === 'csv' ? csvLines(listing, io) : jsonLines(listing), pages, io)
    : writeWhole(await allOf(pages), listing, format, io);
  // The end of a file is not seen.
  if (io.stdout.isFile || (io.stdout.isTTY && format === 'table')) io.note(counted(count, listing.noun));
  return exitCodes.ok;
}

function writeWhole(items: readonly unknown[], listing: Listing, format: ListStyle['format'], io: CliIo): number {
  if (format === 'json') {
    const shown = items.map((item) => project(item, listing.fields));
    io.stdout.write(`${json(shown, 2)}\n`);
    return items.length;
  }
  const rows = items.map((item) => listing.fields.map((path) => cellOf(valueAt(item, path))));
  const header = headerOf(listing).map((name) => name.toUpperCase());
  io.stdout.write(table(header, rows, tableStyle(io)));
  return items.length;
}

function headerOf({ fields, noun }: Listing): readonly string[] {
  return fields.map((path) => (path.length === 0 ? noun : path.join('.')));
}

async function* take(pages: AsyncIterable<readonly unknown[]>, limit: number): AsyncGenerator<readonly unknown[]> {
  let left = limit;
  for await (const page of pages) {
    yield page.slice(0, left);
    left -= page.length;
    if (left <= 0) return;
  }
}

/** A list without pages may be too long for the arguments of one `push`. */
async function allOf(pages: AsyncIterable<readonly unknown[]>): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const page of pages) for (const item of page) items.push(item);
  return items;
}

interface Lines {
  readonly header: string;
  line(item: unknown): string;
}

function jsonLines({ fields }: Listing): Lines {
  return { header: '', line: (item) => `${json(project(item, fields))}\n` };
}

function csvLines(listing: Listing, io: CliIo): Lines {
  // CSV has no escape sequences. On a terminal, control characters are made visible; in a file, text is exact.
  const safe = io.stdout.isTTY ? visible : (text: string) => text;
  const cell = (value: unknown): string | null => {
    const text = cellOf(value);
    return text && safe(typeof value === 'string' ? guarded(text) : text);
  };
  return {
    header: csvLine(headerOf(listing).map(cell)),
    line: (item) => csvLine(listing.fields.map((path) => cell(valueAt(item, path)))),
  };
}

/** A spreadsheet reads a cell with such a beginning as a formula, which may call programs and send data. */
function guarded(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** A line of CSV (RFC 4180) with its CRLF. `null` is an empty field, and `""` an empty text. */
export function csvLine(row: Row): string {
  const fields = row.map((field) => {
    if (field === null) return '';
    return field === '' || /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
  });
  return `${fields.join(',')}\r\n`;
}

/** Returns the number of items. The header comes with the first page, so that a failed call prints nothing. */
async function stream(lines: Lines, pages: AsyncIterable<readonly unknown[]>, io: CliIo): Promise<number> {
  let pending = lines.header;
  let printed = 0;
  try {
    for await (const page of pages) {
      const text = pending + page.map(lines.line).join('');
      pending = '';
      printed += page.length;
      if (text !== '') io.stdout.write(text);
      await io.stdout.drained();
    }
  } catch (error) {
    if (printed > 0 && !io.signal.aborted)
      io.note(`The list is not complete: it failed after ${counted(printed, 'items')}.`);
    throw error;
  }
  if (pending !== '') io.stdout.write(pending);
  return printed;
}

/** Passes pages on, and shows the number of items and their rate in one line of a terminal, which is cleared at the end. */
export async function* withProgress<Page extends readonly unknown[]>(
  pages: AsyncIterable<Page>,
  noun: string,
  io: CliIo,
): AsyncGenerator<Page> {
  const line = new ProgressLine(io);
  const begun = io.now();
  let shown = Number.NEGATIVE_INFINITY;
  let count = 0;
  try {
    for await (const page of pages) {
      count += page.length;
      const now = io.now();
      const elapsed = now - begun;
      if (elapsed >= progressMs.after && now - shown >= progressMs.every) {
        shown = now;
        const rate = Math.round((count * 1000) / elapsed).toLocaleString('en');
        line.show(`${counted(count, noun)}, ${rate} a second`);
      }
      yield page;
    }
  } finally {
    line.clear();
  }
}
