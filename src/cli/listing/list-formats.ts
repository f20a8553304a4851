/** The formats of a list. */
export const listFormats: readonly ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] = [
  'table',
  'json',
  'ndjson',
  'csv',
  'tsv',
  'ids',
];

/** One format of a list. */
export type ListFormat = (typeof listFormats)[number];
