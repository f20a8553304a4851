import { type Command, Option } from 'commander';
import type { Device } from '../index.ts';
import { styler } from './colour.ts';
import type { CliIo } from './io.ts';
import { csvLine, json, type Row, table, visible } from './render.ts';
import { wholeNumber } from './whole-number.ts';

interface Options {
  readonly format: 'table' | 'json' | 'ndjson' | 'csv';
  readonly limit?: number;
  readonly pageSize?: number;
  readonly timeout?: number;
}

/** Adds `control-api devices`. */
export function registerDevices(program: Command, io: CliIo): void {
  program
    .command('devices')
    .description('List all devices of the team')
    .addOption(
      new Option('--format <format>', 'output format; ndjson and csv are printed while the devices arrive')
        .choices(['table', 'json', 'ndjson', 'csv'])
        .default('table'),
    )
    .option('--limit <number>', 'print at most this many devices', wholeNumber(1))
    .option(
      '--page-size <number>',
      'devices per request, if the service supports paging (default: 100)',
      wholeNumber(1),
    )
    .option('--timeout <ms>', 'timeout of each request in milliseconds (default: 30000)', wholeNumber(1))
    .action((options: Options) => listDevices(options, io));
}

async function listDevices(options: Options, io: CliIo): Promise<void> {
  const { createControlClient } = await import('../index.ts');
  await using client = createControlClient({ access: 'read-only', timeoutMs: options.timeout });
  const devices = client.devices({ signal: io.signal, pageSize: options.pageSize });
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  switch (options.format) {
    case 'ndjson':
      return stream(ndjsonLines(take(devices, limit)), io);
    case 'csv':
      return stream(csvLines(take(devices, limit), io.stdout.isTTY), io);
    case 'json':
      return io.stdout.write(`${json(await devices.toArray({ limit }), 2)}\n`);
    case 'table': {
      const rows = (await devices.toArray({ limit })).map(rowOf);
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
