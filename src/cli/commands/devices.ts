import type { Device } from '../../index.ts';
import { styler } from '../colour.ts';
import { type Command, command } from '../command.ts';
import { csvLine } from '../csv.ts';
import type { CliIo } from '../io.ts';
import { choiceOption, numberOption } from '../option.ts';
import { type Row, table } from '../table.ts';
import { json, visible } from '../visible.ts';

interface Options {
  readonly format: 'table' | 'json' | 'ndjson' | 'csv';
  readonly limit: number | undefined;
  readonly pageSize: number | undefined;
  readonly timeout: number | undefined;
}

/** `control-api devices`. */
export const devicesCommand: Command = command({
  name: 'devices',
  summary: 'List all devices of the team',
  options: {
    format: choiceOption(
      '<format>',
      ['table', 'json', 'ndjson', 'csv'],
      'output format; ndjson and csv are printed while the devices arrive',
      'table',
    ),
    limit: numberOption('<number>', { least: 1 }, 'print at most this many devices'),
    pageSize: numberOption(
      '<number>',
      { least: 1 },
      'devices per request, if the service supports paging (default: 100)',
    ),
    timeout: numberOption('<ms>', { least: 1 }, 'timeout of each request in milliseconds (default: 30000)'),
  },
  run: ({ options }, io) => listDevices(options, io),
});

async function listDevices(options: Options, io: CliIo): Promise<undefined> {
  const { createControlClient } = await import('../../index.ts');
  await using client = createControlClient({ access: 'read-only', timeoutMs: options.timeout });
  const list = client.devices({ signal: io.signal, pageSize: options.pageSize });
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  switch (options.format) {
    case 'ndjson':
      await stream(ndjsonLines(take(list, limit)), io);
      break;
    case 'csv':
      await stream(csvLines(take(list, limit), io.stdout.isTTY), io);
      break;
    case 'json':
      io.stdout.write(`${json(await list.toArray({ limit }), 2)}\n`);
      break;
    case 'table': {
      const rows = (await list.toArray({ limit })).map(rowOf);
      const { isTTY, columns } = io.stdout;
      const style = styler(io);
      io.stdout.write(table(['ID', 'NAME'], rows, { columns, heading: (text) => style('bold', text) }));
      if (isTTY) io.stderr.write(`${rows.length} ${rows.length === 1 ? 'device' : 'devices'}\n`);
    }
  }
}

function rowOf({ id, name }: Device): Row {
  return [id, name];
}

async function* take<Item>(items: AsyncIterable<Item>, limit: number): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken >= limit) return;
  }
}

async function* ndjsonLines(devices: AsyncIterable<Device>): AsyncGenerator<string> {
  for await (const device of devices) yield `${json(device)}\n`;
}

/** The header comes with the first device, so that a failing call prints nothing. */
async function* csvLines(devices: AsyncIterable<Device>, onTerminal: boolean): AsyncGenerator<string> {
  // CSV has no escape sequences: on a terminal, control characters are made visible; in a file, the text is exact.
  const cell = (text: string | null): string | null => (text !== null && onTerminal ? visible(text) : text);
  let pending = csvLine(['id', 'name']);
  for await (const device of devices) {
    yield pending + csvLine(rowOf(device).map(cell));
    pending = '';
  }
  if (pending !== '') yield pending;
}

async function stream(lines: AsyncIterable<string>, io: CliIo): Promise<void> {
  for await (const line of lines) {
    io.stdout.write(line);
    await io.stdout.drained();
  }
}
