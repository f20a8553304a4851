/** A part of a file in CSV: whole cells, and what follows them. */
export interface CsvCells {
  /** Null is an empty cell; `""` is an empty text. */
  readonly cells: readonly (string | null)[];
  /** Empty after a whole record. */
  readonly rest: string;
}

/** Reads the cells of a record of CSV after RFC 4180. */
export function cellsOf(record: string): CsvCells {
  const cell = /(?:^|,)(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(?=,|$)/y;
  const cells: (string | null)[] = [];
  let end = 0;
  for (let found = cell.exec(record); found !== null; found = end < record.length ? cell.exec(record) : null) {
    const [, quoted, plain] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? (plain || null));
    end = cell.lastIndex;
  }
  return { cells, rest: record.slice(end) };
}

/** Whether a record goes on in the next line: its last cell begins with a quote, and does not end. */
export function goesOn({ rest }: CsvCells): boolean {
  return /^,?"[^"]*(?:""[^"]*)*$/.test(rest);
}
