import { choiceOption, numberOption, type Option, textOption, timerRange, type ValuesOf } from '../option.ts';

export const listFormats = ['table', 'json', 'ndjson', 'csv'] as const;

export type ListFormat = (typeof listFormats)[number];

export const listOptions: {
  readonly fields: Option<string | undefined>;
  readonly limit: Option<number | undefined>;
  readonly format: Option<ListFormat>;
  readonly pageSize: Option<number>;
  readonly timeout: Option<number | undefined>;
} = {
  fields: textOption('<names>', "fields to show, such as id,network.ip; '*' for all plain ones"),
  limit: numberOption('<number>', { least: 1 }, 'print at most this many'),
  format: choiceOption('<format>', listFormats, 'output', 'table'),
  pageSize: numberOption('<number>', { least: 1 }, 'how many to request at a time', 100),
  timeout: numberOption('<ms>', timerRange, 'timeout of each request (default: 30000)'),
};

export type ListOptions = ValuesOf<typeof listOptions>;
