/** A case of a table that is written as text. */
export interface Row {
  readonly what: string;
  /** The lines that begin with a mark, without it. */
  all(mark: string): readonly string[];
  /** The line that begins with a mark, without it; empty if there is none. */
  one(mark: string): string;
}

/** Cases as text: a line without indentation is the title, and each indented line begins with a mark such as `?`. */
export function rowsOf(text: string): readonly Row[] {
  return text
    .trim()
    .split(/\n(?=\S)/)
    .map((lines) => {
      const [what = '', ...rest] = lines.split('\n');
      const all = (mark: string): readonly string[] =>
        rest.filter((line) => line.startsWith(`  ${mark} `)).map((line) => line.slice(`  ${mark} `.length));
      return { what, all, one: (mark) => all(mark)[0] ?? '' };
    });
}
