import truncatedWidth from 'fast-string-truncated-width';
import { narrowestColumn, usualColumns } from './defaults.ts';
import type { CliIo } from './io.ts';
import { styler, visible } from './terminal.ts';

export type Row = readonly (string | null)[];

export interface TableStyle {
  /** The greatest width of a line in terminal columns: longer prose is cut. Undefined: no maximum. */
  readonly columns: number | undefined;
  readonly heading: (text: string) => string;
}

/** The style of a table on standard output. Some terminals report a width of 0. */
export function tableStyle(io: CliIo): TableStyle {
  const { columns } = io.stdout;
  return { columns: columns === 0 ? usualColumns : columns, heading: (text) => styler(io)('bold', text) };
}

export function table(header: readonly string[], rows: readonly Row[], style: TableStyle): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => visible(cell ?? '')));
  const natural = header.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, widthOf(line[column] ?? '')), 0),
  );
  // A part of an id, a date or a coordinate would be useless.
  const isProse = header.map((_, column) => rows.some((row) => /\s/.test((row[column] ?? '').trim())));
  const widths = style.columns === undefined ? natural : narrow(natural, isProse, style.columns);
  return lines
    .map((line, index) => {
      const text = line
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join(gap)
        .trimEnd();
      return `${index === 0 ? style.heading(text) : text}\n`;
    })
    .join('');
}

const gap = '  ';
const ellipsis = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

function pad(cell: string, width: number): string {
  const used = widthOf(cell);
  if (used <= width) return cell + ' '.repeat(width - used);
  const shown = cutTo(width - widthOf(ellipsis), cell) + ellipsis;
  return shown + ' '.repeat(width - widthOf(shown));
}

/** The part of a text that fits. The library's own truncation cuts Cyrillic and Greek text too late. */
function cutTo(width: number, text: string): string {
  let shown = '';
  let room = width;
  for (const { segment } of graphemes.segment(text)) {
    room -= widthOf(segment);
    if (room < 0) break;
    shown += segment;
  }
  return shown;
}

/** Narrows the widest columns of prose until all columns fit, if possible. */
function narrow(natural: readonly number[], isProse: readonly boolean[], columns: number): readonly number[] {
  const widths = [...natural];
  const room = columns - gap.length * (widths.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...widths.filter((_, column) => isProse[column]));
    if (widest <= narrowestColumn) break;
    widths[widths.findIndex((width, column) => isProse[column] && width === widest)] = widest - 1;
  }
  return widths;
}
