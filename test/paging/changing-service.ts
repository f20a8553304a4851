import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { graphql } from 'graphql';
import { listen } from '../helpers/listen.ts';
import { schemaOf } from './schema-service.ts';

const paged = (cursor: string, after = cursor): string => `
  ${['String', 'ID', 'Int'].includes(cursor) ? '' : `scalar ${cursor}`}
  type Query { team: Team }
  type Team { devices(first: Int, after: ${after}): DeviceConnection }
  type DeviceConnection { nodes: [Device] pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: ${cursor} }
  type Device { id: ID name: String }`;

const plain = (team: string, connection: string, args = '', pageInfo = ''): string => `
  type Query { team: ${team} }
  type ${team} { devices${args}: ${connection} }
  type ${connection} { nodes: [Device!]! ${pageInfo} }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Device { id: ID name: String }`;

const sources = {
  whole: plain('Team', 'DeviceConnection'),
  'whole, other names': plain('Group', 'Devices'),
  'whole, swapped names': plain('Devices', 'Group'),
  'whole, behind an interface': `
    interface HasDevices { devices: DeviceConnection }
    type Query { team: HasDevices }
    type Team implements HasDevices { devices: DeviceConnection }
    type DeviceConnection { nodes: [Device] }
    type Device { id: ID name: String }`,
  'paged by String': paged('String'),
  'paged by ID': paged('ID'),
  'paged by Int': paged('Int'),
  'paged by a scalar': paged('DeviceCursor'),
  'paged by String! with a default': paged('String', 'String! = ""'),
  'cut by a limit': plain('Team', 'DeviceConnection', '(limit: Int)'),
  'cut, by another connection beside the former': `
    type Query { team: Team }
    type Team { devices: DevicePage old: DeviceConnection }
    type DevicePage { nodes: [Device] pageInfo: PageInfo! }
    type DeviceConnection { nodes: [Device] }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Device { id: ID name: String }`,
  'cut, with pageInfo alone': plain('Team', 'DeviceConnection', '', 'pageInfo: PageInfo!'),
  'cut, behind an interface without arguments': `
    interface HasDevices { devices: DeviceConnection }
    type Query { team: HasDevices }
    type Team implements HasDevices { devices(first: Int = 100, after: String): DeviceConnection }
    type DeviceConnection { nodes: [Device] pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Device { id: ID name: String }`,
} as const;

export type Kind = keyof typeof sources;
export const kinds: readonly Kind[] = Object.keys(sources) as Kind[];

/** The size of a default page of a service that pages: a trap for a read at once. */
const CUT = 100;

/** A service with another schema at each request. It cuts lists off, as the emulator does not. */
export class ChangingService implements AsyncDisposable {
  readonly ids: readonly string[];
  /** The schema of each request from now on. The last one stays. */
  schedule: Kind[] = ['whole'];
  /** The status of answers without data, since servers differ. */
  refusalStatus = 200;
  /** The names of the operations. */
  readonly requests: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(devices: number) {
    this.ids = Array.from({ length: devices }, (_, index) => `device-${index}`);
  }

  static async start(devices: number): Promise<ChangingService> {
    const service = new ChangingService(devices);
    await listen(service.#server);
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  names(): string[] {
    return this.requests.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      query: string;
      variables?: Record<string, unknown>;
    };
    const kind = (this.schedule.length > 1 ? this.schedule.shift() : this.schedule[0]) ?? 'whole';
    this.requests.push(/query (\w+)/.exec(body.query)?.[1] ?? '');
    const devices = (args: { first?: number; limit?: number; after?: string | number }) => this.#page(kind, args);
    const result = await graphql({
      schema: schemaOf(sources[kind]),
      source: body.query,
      variableValues: body.variables ?? null,
      rootValue: { team: { __typename: 'Team', devices } },
    });
    response.writeHead(result.data ? 200 : this.refusalStatus, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result));
  }

  #page(kind: Kind, { first, limit, after }: { first?: number; limit?: number; after?: string | number }) {
    const start = after === undefined || after === null || after === '' ? 0 : Number(after);
    const size = first ?? limit ?? (kind.startsWith('whole') ? this.ids.length : CUT);
    const end = Math.min(start + size, this.ids.length);
    return {
      nodes: this.ids.slice(start, end).map((id) => ({ id, name: `Name of ${id}` })),
      pageInfo: { hasNextPage: end < this.ids.length, endCursor: kind === 'paged by Int' ? end : String(end) },
    };
  }
}
