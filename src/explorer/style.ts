import { wrapAnsi } from 'fast-wrap-ansi';

/** Styles a piece of text. */
export type StyleText = (text: string) => string;

/** The style of a view of the schema: injected, so that the same function serves a terminal and a pipe. */
export interface Style {
  /** The maximum width, in terminal columns, of text that can be wrapped. */
  readonly columns: number;
  /** `type`, `enum`, headings. */
  readonly keyword: StyleText;
  readonly name: StyleText;
  readonly type: StyleText;
  readonly note: StyleText;
  readonly warning: StyleText;
  /** Makes text from the schema harmless for the output. */
  readonly safe: StyleText;
}

/**
 * Wraps a text from the schema, made harmless, at `columns` terminal columns. Paragraphs are kept; a longer word gets its
 * own line.
 */
export function wrap(text: string, columns: number, { safe }: Pick<Style, 'safe'>): readonly string[] {
  const paragraphs = text.split(/\r\n|[\n\r]/).map((line) => safe(line.replace(/\s+/g, ' ').trim()));
  return wrapAnsi(paragraphs.join('\n'), columns).split('\n');
}
