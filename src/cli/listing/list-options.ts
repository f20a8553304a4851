import {
  choiceOption,
  listOption,
  negatedFlag,
  numberOption,
  type Option,
  textOption,
  timerRange,
  type ValuesOf,
} from '../option.ts';

/** The formats of a list. */
export const listFormats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] as const;

/** One format of a list. */
export type ListFormat = (typeof listFormats)[number];

/** The options of the commands that list. */
export const listOptions: {
  readonly fields: Option<string | undefined>;
  readonly where: Option<readonly string[]>;
  readonly arg: Option<readonly string[]>;
  readonly sort: Option<string | undefined>;
  readonly limit: Option<number | undefined>;
  readonly format: Option<ListFormat>;
  readonly pageSize: Option<number>;
  readonly csvGuard: Option<boolean>;
  readonly schema: Option<string | undefined>;
  readonly timeout: Option<number | undefined>;
} = {
  fields: textOption('<names>', "fields to show, such as id,network.ip; '*' for all plain ones"),
  where: listOption('<condition>', 'only these: status=ONLINE, name~cam, or !=, !~, <, <=, >, >='),
  arg: listOption('<name=value>', 'an argument of the list, such as filter={"status":"ONLINE"}'),
  sort: textOption('<names>', 'sort by these fields, such as status,name:desc'),
  limit: numberOption('<number>', { least: 1 }, 'print at most this many'),
  format: choiceOption('<format>', listFormats, 'output', 'table'),
  pageSize: numberOption('<number>', { least: 1 }, 'how many to request at a time', 100),
  csvGuard: negatedFlag('leave cells as they are that a spreadsheet takes for formulas'),
  schema: textOption('<file>', 'the snapshot (default: schema.graphql, else the live schema)'),
  timeout: numberOption('<ms>', timerRange, 'timeout of each request (default: 30000)'),
};

/** Their values. */
export type ListOptions = ValuesOf<typeof listOptions>;
