import { type StatusMeaning, statuses } from '../helpers/statuses.ts';
import { devicesAnswer } from './devices-schema.ts';
import type { Delivery } from './journal.ts';
import { type Keys, SECOND_KEY } from './keys.ts';
import type { BodyKind, PlannedAnswer, PlannedPages } from './plan.ts';

/** An answer on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The planned answer, or the one for the key. */
  readonly planned: PlannedAnswer;
}

/** The number of items of a list. */
export const ITEMS = 7;
/** The pages of a service without a plan for them. */
const TWO: PlannedPages = { max: 2, form: 'cap' };

/** Bodies that prove that nothing ran, with any status. */
const REFUSED: ReadonlySet<BodyKind> = new Set([
  'limited',
  'refused-key',
  'refused-document',
  'refused-null',
  'refused-limited',
]);
/** Bodies of an execution: with data, with nulls, or with a path into the data alone. */
export const RAN: ReadonlySet<BodyKind> = new Set([
  ...(['hidden-path', 'hidden-limit', 'hidden-code', 'handed-on'] as const),
  ...(['data', 'partial', 'null-data', 'path-alone', 'path-refused-key', 'path-limited'] as const),
  ...(['nulls-refused-key', 'nulls-limited'] as const),
]);
function having(fact: (meaning: StatusMeaning) => boolean): ReadonlySet<number> {
  return new Set(statuses.filter(fact).map(({ status }) => status));
}

/** Statuses that mean no execution, unless the body shows one. */
const REFUSALS = having(({ outcome }) => outcome === 'rejected');

/** Statuses that mean it with any body. */
export const REFUSED_BY_HEAD = having(({ byHead }) => byHead === true);
/** Statuses of a proxy that timed out, so the service may have executed the operation. */
export const LATE = having(({ isLate }) => isLate === true);

/** More than the SDK reads of an answer here (`maxResponseBytes`). */
export const LARGE = 6_000;

/**
 * The service. It executes an operation as planned, and answers truthfully. An answer that leaves it open (a 5xx, a page, silence,
 * data that is null) stands for either case. A proof of a refusal means no execution.
 */
export class Server {
  readonly #keys: Keys;
  readonly #met: (fault: string) => void;
  readonly #pages: PlannedPages;
  #lastSeen: string | undefined;
  #firstSeen: string | undefined;

  constructor(keys: Keys, met: (fault: string) => void, pages: PlannedPages = TWO) {
    this.#keys = keys;
    this.#pages = pages;
    this.#met = met;
  }

  /** A request that gets no answer. */
  hear(delivery: Delivery): void {
    delivery.received = true;
    delivery.executed = delivery.planned.executes;
  }

  answer(delivery: Delivery, request: string, authorization: string | undefined): Answer {
    delivery.received = true;
    const { query, variables = {} } = JSON.parse(request) as Request;
    if (authorization !== undefined && !this.#keys.isOfSecond(delivery.call)) {
      this.#firstSeen ??= authorization;
      this.#lastSeen = authorization;
    }
    const planned = this.#paged(variables, this.#allowed(authorization, query, delivery.planned.answer));
    const { status, body, fault } = planned;
    delivery.executed = isExecuted(planned, delivery.planned.executes);
    const said = `${body} of call ${delivery.call}${this.#echo(delivery, planned, 'body')}`;
    const id = this.#echo(delivery, planned, 'request-id');
    if (status !== 200 || body !== 'data' || fault !== undefined)
      this.#met(fault === undefined ? `${status} ${body}` : `${status} ${fault}`);
    const text = textOf(body, said, /^[^{]*\{\s*(\w+)/.exec(query)?.[1] ?? '', () =>
      this.#data(query, variables, delivery.call),
    );
    const bytes = body === 'not-utf8' ? Buffer.from([0x22, 0xff, 0xfe, 0x22]) : Buffer.from(text);
    return {
      planned,
      status,
      headers: {
        'content-type': body === 'html' ? 'text/html' : 'application/json',
        ...(planned.retryAfter !== undefined && { 'retry-after': planned.retryAfter }),
        ...(id !== '' && { 'x-request-id': id.trim() }),
        ...(status === 302 && { location: 'https://elsewhere.example/' }),
      },
      body: fault === 'too-large' ? Buffer.concat([bytes, Buffer.alloc(LARGE, ' ')]) : bytes,
    };
  }

  /** A refused key is answered before anything else, by status or by code. */
  #allowed(authorization: string | undefined, query: string, planned: PlannedAnswer): PlannedAnswer {
    if (authorization === undefined ? /^query \w+[^{]*\{\s*__/.test(query) : this.#keys.isAccepted(authorization)) {
      return planned;
    }
    const byCode = planned.body === 'refused-key';
    return { ...planned, status: byCode ? 200 : 401, body: byCode ? 'refused-key' : 'text' };
  }

  /** A page with too many nodes is refused in one of the forms of services. */
  #paged({ first = 0 }: Variables, planned: PlannedAnswer): PlannedAnswer {
    const { max, form } = this.#pages;
    if (form === 'cap' || first <= max || !isData(planned)) return planned;
    if (form === 'status') return { ...planned, status: 502, body: 'text' };
    const body = ({ error: 'page-refused', 'null-data': 'null-data', complexity: 'errors' } as const)[form];
    return { ...planned, body };
  }

  /** A service repeats only keys of the team that asks. */
  #echo({ call }: Delivery, { echo, headMs }: PlannedAnswer, place: 'body' | 'request-id'): string {
    const ofTeam = headMs % 2 ? this.#lastSeen : this.#firstSeen;
    const seen = this.#keys.isOfSecond(call) ? SECOND_KEY : ofTeam;
    if (echo?.place !== place || seen === undefined) return '';
    this.#met(`key echoed in ${place} (${echo.form})`);
    return ` ${this.#keys.echo(seen, echo.form)}`;
  }

  #data(query: string, variables: Variables, call: number): object {
    if (query.includes('change(')) return { change: { call } };
    if (query.includes('look(')) return { look: { call } };
    if (query.includes('items(')) return { items: pageOf(this.#size(variables), variables.after) };
    return devicesAnswer(query, { ...variables, ...('first' in variables && { first: this.#size(variables) }) });
  }

  #size({ first = ITEMS }: Variables): number {
    return this.#pages.form === 'cap' ? Math.min(this.#pages.max, first) : first;
  }
}

interface Variables {
  readonly after?: string;
  readonly first?: number;
  readonly [name: string]: unknown;
}

interface Request {
  readonly query: string;
  readonly variables?: Variables;
}

function isExecuted(planned: PlannedAnswer, executes: boolean): boolean {
  if (isData(planned)) return true;
  return !isRejection(planned) && executes;
}

/** Whether a whole answer is data. */
export function isData({ status, body }: PlannedAnswer): boolean {
  return status === 200 && (body === 'data' || body === 'partial');
}

/** Bodies that are no answer of GraphQL. */
const OTHERS: ReadonlySet<BodyKind> = new Set(['incremental', 'other-json', 'html', 'text', 'empty', 'not-utf8']);

export function isGraphQL({ body }: PlannedAnswer): boolean {
  return !OTHERS.has(body);
}

/** Whether the head of an answer proves that nothing was executed. */
export function isRefusedByHead({ status, body }: PlannedAnswer): boolean {
  return REFUSED_BY_HEAD.has(status) && !RAN.has(body);
}

/** Whether a whole answer proves that nothing was executed. */
export function isRejection({ status, body }: PlannedAnswer): boolean {
  if (LATE.has(status) && (body === 'limited' || body === 'refused-key')) return false;
  return REFUSED.has(body) || (REFUSALS.has(status) && !RAN.has(body));
}

/** Statuses that mean something other than a refused key, with any body. */
const OTHER_REFUSALS: ReadonlySet<number> = new Set([302, 403, 429]);

/** Whether an answer says that the key is not accepted. */
export function isKeyRefusal({ status, body }: PlannedAnswer): boolean {
  return status === 401 || (body.endsWith('refused-key') && !OTHER_REFUSALS.has(status));
}

function textOf(body: BodyKind, said: string, root: string, data: () => object): string {
  const errors = (code?: string) => [{ message: said, ...(code !== undefined && { extensions: { code, said } }) }];
  switch (body) {
    case 'data':
      return JSON.stringify({ data: data() });
    case 'partial':
      return JSON.stringify({ data: { ...data(), said }, errors: errors('PART'), extensions: { said } });
    case 'null-data':
      return JSON.stringify({ data: null, errors: errors() });
    case 'errors':
      return JSON.stringify({ errors: errors('INTERNAL') });
    case 'limited':
      return JSON.stringify({ errors: errors('RATE_LIMITED') });
    case 'refused-key':
      return JSON.stringify({ errors: errors('UNAUTHENTICATED') });
    case 'refused-document':
      return JSON.stringify({
        errors: [{ ...errors('GRAPHQL_VALIDATION_FAILED')[0], locations: [{ line: 1, column: 1 }] }],
      });
    case 'refused-limited':
      return JSON.stringify({ errors: [{ ...errors('RATE_LIMITED')[0], locations: [{ line: 1, column: 1 }] }] });
    case 'refused-null':
      return nulled(`Cannot query field "${root}" on type "Mutation": ${said}`);
    case 'hidden-path':
      return nulled(said);
    case 'hidden-limit':
      return nulled(said, { code: 'RATE_LIMITED' });
    case 'hidden-code':
      return nulled(said, { code: 'GRAPHQL_VALIDATION_FAILED' });
    case 'handed-on':
      return nulled(`Cannot query field "part": ${said}`, { code: 'GRAPHQL_VALIDATION_FAILED', serviceName: 'parts' });
    case 'page-refused':
      return JSON.stringify({
        data: { [root]: null },
        errors: [{ ...errors('TOO_MANY_ITEMS')[0], path: root === 'team' ? ['team', 'devices'] : [root] }],
      });
    case 'path-alone':
      return JSON.stringify({ errors: [{ message: said, path: [root, 0], locations: [{ line: 1, column: 1 }] }] });
    case 'path-refused-key':
      return JSON.stringify({ errors: errors('UNAUTHENTICATED').map((it) => ({ ...it, path: [root] })) });
    case 'path-limited':
      return JSON.stringify({ errors: errors('RATE_LIMITED').map((it) => ({ ...it, path: [root] })) });
    case 'nulls-refused-key':
      return JSON.stringify({ data: { [root]: null }, errors: errors('UNAUTHENTICATED') });
    case 'nulls-limited':
      return JSON.stringify({ data: { [root]: null }, errors: errors('RATE_LIMITED') });
    case 'incremental':
      return JSON.stringify({ data: data(), hasNext: true });
    case 'other-json':
      return JSON.stringify({ error: said });
    case 'html':
      return `<!doctype html><title>${said}</title>`;
    case 'text':
      return said;
    default:
      return '';
  }
}

/** The answer of a server that writes `data:null`, with a place in the document and no path. */
function nulled(message: string, extensions?: object): string {
  return JSON.stringify({
    data: null,
    errors: [{ message, locations: [{ line: 1, column: 1 }], ...(extensions && { extensions }) }],
  });
}

function pageOf(size: number, after: string | undefined): object {
  const from = after === undefined ? 0 : Number(after);
  const to = Math.min(ITEMS, from + size);
  return {
    nodes: Array.from({ length: to - from }, (_, index) => ({ id: from + index })),
    pageInfo: { hasNextPage: to < ITEMS, endCursor: String(to) },
  };
}
