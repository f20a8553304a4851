/** Gives a piece of text its looks. */
export type Paint = (text: string) => string;

/** How a view of the schema looks: injected, so that a view is the same function on a terminal and in a pipe. */
export interface Style {
  /** The width to stay within where text can be broken. */
  readonly columns: number;
  /** `type`, `enum`, headings. */
  readonly keyword: Paint;
  /** The name of what is looked at. */
  readonly name: Paint;
  /** Names of types. */
  readonly type: Paint;
  /** Descriptions and other talk. */
  readonly note: Paint;
  /** What is deprecated. */
  readonly warning: Paint;
  /** Makes text of the schema's author harmless for where it is shown. */
  readonly safe: Paint;
}

/** Breaks text into lines of at most `columns`, keeping its paragraphs; a longer word stands alone. */
export function wrap(text: string, columns: number): readonly string[] {
  return text.split(/\r\n|[\n\r]/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      if (line !== '' && line.length + 1 + word.length > columns) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}
