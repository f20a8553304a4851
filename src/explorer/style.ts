import { wrapAnsi } from 'fast-wrap-ansi';

/** Gives a piece of text its looks. */
export type StyleText = (text: string) => string;

/** How a view of the schema looks: injected, so that a view is the same function on a terminal and in a pipe. */
export interface Style {
  /** The width to stay within where text can be broken. */
  readonly columns: number;
  /** `type`, `enum`, headings. */
  readonly keyword: StyleText;
  /** The name of what is looked at. */
  readonly name: StyleText;
  /** Names of types. */
  readonly type: StyleText;
  /** Descriptions and other talk. */
  readonly note: StyleText;
  /** What is deprecated. */
  readonly warning: StyleText;
  /** Makes text of the schema's author harmless for where it is shown. */
  readonly safe: StyleText;
}

/**
 * The lines of a text of the schema's author, made harmless: at most `columns` terminal columns wide, with paragraphs kept
 * and a longer word alone on its line.
 */
export function wrap(text: string, columns: number, { safe }: Pick<Style, 'safe'>): readonly string[] {
  const paragraphs = text.split(/\r\n|[\n\r]/).map((line) => safe(line.replace(/\s+/g, ' ').trim()));
  return wrapAnsi(paragraphs.join('\n'), columns).split('\n');
}
