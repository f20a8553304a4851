import { type Listing, type ListOptions, listOptions, nodesOf } from '../calls/listing.ts';
import { type Command, command } from '../command.ts';
import type { CliIo } from '../io.ts';
import { listAt } from './list.ts';

export const devicesCommand: Command = command({
  name: 'devices',
  summary: 'List all devices of the team: short for list team.devices',
  options: listOptions,
  examples: [
    ['control-api devices', 'a table of all devices'],
    ['control-api devices --format ndjson | head', 'one JSON object a line, as they arrive'],
  ],
  run: async ({ options }, io) =>
    needsSchema(options) ? listAt('team.devices', options, io) : listDocumented(options, io),
});

const documented = ['id', 'name'];

/** Documented fields need no schema, and so no `graphql` package. */
function needsSchema({ fields = 'id' }: ListOptions): boolean {
  return fields.split(',').some((name) => !documented.includes(name.trim()));
}

async function listDocumented(options: ListOptions, io: CliIo): Promise<number> {
  const [{ openClient, requireKey }, { writeListing }] = await Promise.all([
    import('../settings.ts'),
    import('../calls/write-listing.ts'),
  ]);
  const { limit, pageSize, timeout, fields = documented.join(',') } = options;
  requireKey(io);
  await using client = await openClient(io, { access: 'read-only', timeoutMs: timeout });
  const devices = client.devices({ signal: io.signal, pageSize, prefetch: limit === undefined });
  const listing: Listing = {
    pages: nodesOf(devices.pages()),
    fields: [...new Set(fields.split(',').map((name) => name.trim()))].map((name) => [name]),
    noun: 'devices',
  };
  return await writeListing(listing, options, io);
}
