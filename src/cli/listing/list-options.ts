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
  fields: textOption('<names>', "the fields to show, such as id,network.ip; '*' for all without a selection"),
  limit: numberOption('<number>', { least: 1 }, 'the most items to print'),
  format: choiceOption('<format>', listFormats, 'the output format', 'table'),
  pageSize: numberOption('<number>', { least: 1 }, 'the most items in a request', 100),
  timeout: numberOption('<ms>', timerRange, 'timeout of each request (default: 30000)'),
};

export type ListOptions = ValuesOf<typeof listOptions>;
