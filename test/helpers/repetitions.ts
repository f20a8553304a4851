import { Agent, createServer } from 'node:http';
import { createControlClient, isControlApiError, type Outcome } from '../../src/index.ts';
import { listen } from './listen.ts';

/** The form of an answer around the code of its one error. */
const forms: Readonly<Record<string, (error: { readonly message: string }) => object>> = {
  alone: (error) => ({ errors: [error] }),
  placed: (error) => ({ errors: [{ ...error, locations: [{ line: 1, column: 1 }] }] }),
  pathed: (error) => ({ errors: [{ ...error, path: ['it'] }] }),
  null: (error) => ({ data: null, errors: [error] }),
  void: (error) => ({ data: {}, errors: [error] }),
  nulls: (error) => ({ data: { it: null }, errors: [error] }),
  partial: (error) => ({ data: { it: 1 }, errors: [error] }),
  page: () => ({ oops: true }),
};

const codes = [
  'none',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'GRAPHQL_VALIDATION_FAILED',
  'INTERNAL',
] as const;
const kinds = ['query', 'mutation'] as const;
const MOST = 2;

interface Row {
  readonly status: number;
  readonly form: string;
  readonly code: (typeof codes)[number];
  readonly kind: (typeof kinds)[number];
}

/** The result of a row: the number of requests at the server, and the result for the caller. */
type Seen = Row & { readonly requests: number; readonly outcome: Outcome | 'data' };

const late = [408, 499, 504];
const passing = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530];
const refusedByHead = [401, 403, 404, 429];
const refused = [
  ...[400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 416, 417],
  ...[421, 422, 425, 426, 428, 429, 431, 451],
];

/** The promises of the table in docs/errors.md, row by row. */
export function promised({ status, form, code, kind }: Row): Pick<Seen, 'requests' | 'outcome'> {
  const isOk = status >= 200 && status < 300;
  const isTurnedAway = /RATE_LIMITED|UNAUTHENTICATED|FORBIDDEN/.test(code) && form !== 'page' && form !== 'partial';
  if (isOk && (form === 'partial' || (form === 'nulls' && !isTurnedAway))) return { requests: 1, outcome: 'data' };
  const ran = ['pathed', 'nulls', 'partial'].includes(form);
  const isRefusal = form === 'placed' || (code === 'GRAPHQL_VALIDATION_FAILED' && ['alone', 'void'].includes(form));
  const rules: readonly (readonly [boolean, Outcome])[] = [
    [ran, 'unknown'],
    [isRefusal, 'rejected'],
    [form === 'null' || form === 'void', 'unknown'],
    [refusedByHead.includes(status), 'rejected'],
    [late.includes(status), 'unknown'],
    [isTurnedAway || refused.includes(status), 'rejected'],
  ];
  const outcome = rules.find(([holds]) => holds)?.[1] ?? 'unknown';
  const byStatus =
    { 401: 'key', 403: 'no', 429: 'limit' }[status] ?? (status >= 300 && status < 400 ? 'no' : undefined);
  const byCode = { RATE_LIMITED: 'limit', UNAUTHENTICATED: 'key' }[code as string];
  const means = byStatus ?? (isTurnedAway ? byCode : undefined);
  const isAgain = kind === 'query' || (outcome === 'rejected' && form !== 'null' && !late.includes(status));
  const isTransient = means === 'limit' || (passing.includes(status) && !ran && !isRefusal);
  const again = (means === 'key' ? 1 : 0) + (isTransient ? MOST : 0);
  return { requests: 1 + (isAgain ? again : 0), outcome };
}

/** Sends an operation for each row of these statuses to a server on loopback, and returns the requests there. */
export async function everyRow(statuses: readonly number[]): Promise<readonly Seen[]> {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = String(request.headers['x-row']);
    requests.set(name, (requests.get(name) ?? 0) + 1);
    const [status = '', form = '', code = ''] = name.split(' ');
    const error = { message: 'm', ...(code !== 'none' && { extensions: { code } }) };
    // A wait makes a limit of 403. Elsewhere none is waited for.
    const wait = status === '403' ? {} : { 'retry-after': '0' };
    request.resume().on('end', () => {
      response.writeHead(Number(status), { 'content-type': 'application/json', ...wait });
      response.end(JSON.stringify(forms[form]?.(error)));
    });
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  let keys = 0;
  const apiKey = () => `a-key-of-its-own-${keys++}`;
  const rows = statuses.flatMap((status) =>
    Object.keys(forms).flatMap((form) => codes.flatMap((code) => kinds.map((kind) => ({ status, form, code, kind })))),
  );
  const agent = new Agent({ maxSockets: 32 });
  const settled = rows.map(async (row) => {
    const { status, form, code, kind } = row;
    const headers = { 'x-row': `${status} ${form} ${code} ${kind}` };
    // Each operation has a client, and so a retry budget, of its own.
    const client = createControlClient({ baseUrl, apiKey, maxRetries: MOST, timeoutMs: 120_000, headers, agent });
    const ended: unknown = await client.execute(`${kind} Row { it }`).catch((error: unknown) => error);
    return isControlApiError(ended) ? ended.outcome : 'data';
  });
  const outcomes = await Promise.all(settled);
  agent.destroy();
  server.close();
  return rows.map((row, at) => {
    const { status, form, code, kind } = row;
    return {
      ...row,
      requests: requests.get(`${status} ${form} ${code} ${kind}`) ?? 0,
      outcome: outcomes[at] ?? 'data',
    };
  });
}
