import type { Row } from './table.ts';

/** One line of CSV after RFC 4180, its CRLF included. `null` is an empty field, and `""` an empty text. */
export function csvLine(row: Row): string {
  const fields = row.map((field) => {
    if (field === null) return '';
    return field === '' || /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
  });
  return `${fields.join(',')}\r\n`;
}
