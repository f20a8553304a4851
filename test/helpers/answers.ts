import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour, Exchange } from './misbehaving-server.ts';
import { arrived } from './settled.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** The operations of most tests. */
export const query = 'query List { team { devices { nodes { id } } } }';
export const mutation = 'mutation Rename { rename { id } }';

/** The one good answer of the table. */
export const goodBody = '{"data":{"team":{"devices":{"nodes":[{"id":"d1","name":"Door"}]}}}}';

export const json = ['content-type', 'application/json; charset=utf-8'] as const;
export const graphqlJson = ['content-type', 'application/graphql-response+json; charset=utf-8'] as const;
export const html = ['content-type', 'text/html'] as const;
export const htmlPage = '<!doctype html><html><body><h1>Bad gateway</h1><hr>proxy/1.2</body></html>';

/** The bytes of a well-formed response. A length is added unless the headers frame the body. */
export function response(
  status: number,
  headers: Headers,
  body: string | Uint8Array = '',
  reason = 'Whatever',
): Buffer {
  const bytes = Buffer.from(body);
  const framed = headers.some(([name]) => /^(content-length|transfer-encoding|connection)$/i.test(name));
  const lines = [`HTTP/1.1 ${status} ${reason}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (!framed) lines.push(`content-length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

export const good: Buffer = response(200, [json], goodBody, 'OK');

/** Answers every request with these bytes, and keeps the connection. */
export const says = (raw: string | Uint8Array): Behaviour => ({
  answer: ({ client }) => void client.write(raw),
});

/** Answers every request with these bytes, and then ends the connection. */
export const saysAndCloses = (raw: string | Uint8Array): Behaviour => ({
  answer: ({ client }) => void client.end(raw),
});

/** Answers the first requests together, so that each has a connection, and later ones at once. */
export function answersTogether(count: number): Behaviour {
  const waiting: Socket[] = [];
  return {
    answer: ({ client, delivery }) => {
      waiting.push(client);
      if (delivery.nth >= count) for (const it of waiting.splice(0)) it.write(good);
    },
  };
}

/** Answers with these bytes, and resets the connection after their arrival. */
export const saysAndResets = (raw: string | Uint8Array): Behaviour => ({
  answer: ({ client }) => void client.write(raw, () => arrived().then(() => client.resetAndDestroy())),
});

export const answers = (status: number, headers: Headers, body?: string | Uint8Array): Behaviour =>
  says(response(status, headers, body));

/** Answers with a JSON text and status 200. */
export const answersJson = (body: string | Uint8Array): Behaviour => answers(200, [json], body);

/** Writes the response that `make` returns for a request, for example one that echoes the key. */
export const echoes = (make: (exchange: Exchange) => string | Uint8Array): Behaviour => ({
  answer: (exchange) => void exchange.client.write(make(exchange)),
});

/** The given behavior for the first `times` deliveries, and then the good answer. */
export const atFirst = (times: number, behaviour: Behaviour): Behaviour => ({
  ...behaviour,
  answer: (exchange) =>
    exchange.delivery.nth <= times ? behaviour.answer?.(exchange) : void exchange.client.write(good),
});

/** Writes the bytes in pieces of `size`, one every `everyMs`, until the client leaves. */
export const drips = (bytes: Uint8Array, size: number, everyMs: number): Behaviour => ({
  answer: ({ client }) => drip(client, bytes, size, everyMs),
});

async function drip(client: Socket, bytes: Uint8Array, size: number, everyMs: number): Promise<void> {
  for (let from = 0; from < bytes.length && client.writable; from += size) {
    client.write(bytes.subarray(from, from + size));
    await pause(everyMs);
  }
}

/** Writes `head`, and then `piece` until the client leaves, no faster than it reads. */
export const neverEnds = (head: string | Uint8Array, piece: Uint8Array): Behaviour => ({
  answer: async ({ client }) => {
    client.write(head);
    while (client.writable) {
      if (!client.writableNeedDrain) client.write(piece);
      await pause(client.writableNeedDrain ? 1 : 0);
    }
  },
});

export const chunk = (bytes: string | Uint8Array): Buffer => {
  const piece = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
};

/** The key that the server received, without its scheme. */
export const keyOf = ({ delivery }: Exchange): string =>
  (delivery.headers.get('authorization') ?? '').replace(/^Bearer /, '');
