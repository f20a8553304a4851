import type { ControlClient } from '../../src/client/control-client.ts';
import { clientOf } from '../../src/client/create-client.ts';
import { type ControlClientOptions, readOptions } from '../../src/client/options.ts';
import { createNodeTransport } from '../../src/transport/node.ts';
import type { Transport, TransportRequest } from '../../src/transport/transport.ts';
import { isHeard, type Made, make, READER } from './callers.ts';
import { Journal } from './journal.ts';
import { judge, type Violation } from './judge.ts';
import { Keys, SECOND_KEY } from './keys.ts';
import { createLimiter } from './limiters.ts';
import { fineDelivery } from './make-plan.ts';
import { observe } from './observe.ts';
import type { Plan, PlannedCall, PlannedDelivery, PlannedEvent, PlannedLimiterFault } from './plan.ts';
import { Random } from './random.ts';
import { LARGE, Server } from './server.ts';
import { DELIVERY, SimulatedHttp } from './simulated-http.ts';
import { VirtualTime } from './virtual-time.ts';

/** The result of a world. */
export interface Life {
  readonly violations: readonly Violation[];
  readonly calls: number;
  readonly journal: Journal;
}

/** The beginning of the worlds. */
const EPOCH = Date.UTC(2026, 0, 1);

/** Lives a plan. Everything follows from the plan, so the same plan is always the same life. */
export async function live(plan: Plan): Promise<Life> {
  const { stackTraceLimit } = Error;
  // A world is full of errors whose stacks nobody reads.
  Error.stackTraceLimit = 0;
  try {
    return await new World(plan).live();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Lets all pending microtasks and turns run. */
const turn = async (): Promise<void> => {
  // A kept connection is written to after a whole turn of the event loop.
  for (let step = 0; step < 3; step++) await new Promise((resolve) => void setImmediate(resolve));
};

/** A transport that the first request opens. */
function lazily(open: () => Transport) {
  let opened: Transport | undefined;
  return { open: () => (opened ??= open()), close: () => opened?.close() };
}

type NodeHttp = Parameters<typeof createNodeTransport>[1];

class World {
  readonly #plan: Plan;
  readonly #time = new VirtualTime();
  readonly #journal = new Journal();
  readonly #keys: Keys;
  readonly #server: Server;
  readonly #client: ControlClient;
  /** The client of a second team, over the same connections. */
  readonly #second: ControlClient;
  readonly #calls = new Map<number, PlannedCall>();
  readonly #made: Made[] = [];
  readonly #violations: Violation[] = [];
  readonly #stop: () => void;
  /** Whether the limiter keeps to its room. */
  readonly #bounded: boolean;
  readonly #limiterFaults: PlannedLimiterFault[] = [];
  #unsettled = 0;
  /** The number of requests under way. */
  #sending = 0;
  /** The number of taken places for connections. */
  #taken = 0;
  #outage: PlannedDelivery | undefined;
  #net: SimulatedHttp | undefined;

  constructor(plan: Plan) {
    const { client, events } = plan;
    const met = (fault: string) => this.#journal.met(fault);
    this.#plan = plan;
    this.#keys = new Keys(this.#time, met, plan.seed);
    this.#server = new Server(this.#keys, met, plan.pages);
    for (const event of events) if (event.type === 'call') this.#calls.set(event.id, event);
    this.#bounded = client.room > 0 && !events.some((it) => it.type === 'limiter' && it.how === 'late');
    const observer = observe(client.observed, (said) => {
      if (this.#keys.areIn(said)) this.#broken('no key is handed out', `a log line or an event shows one: ${said}`);
    });
    this.#stop = observer.stop;
    const random = new Random(plan.seed);
    const { room, attemptTimeoutMs, timeoutMs, maxRetries } = client;
    const options = {
      baseUrl: 'https://api.example.com',
      ...{ attemptTimeoutMs, timeoutMs, maxRetries, maxResponseBytes: LARGE - 1 },
      ...(room > 0 && { limiter: createLimiter(room, this.#time, this.#limiterFaults, met) }),
    };
    const http = this.#http();
    const clientWith = (apiKey: ControlClientOptions['apiKey']) => {
      const settings = readOptions({ ...options, apiKey }, {});
      return clientOf(settings, {
        transport: lazily(() => this.#transport(settings.endpoint.url as URL, http)),
        clock: this.#time,
        logger: observer.logger,
        random: () => random.next(),
        epochMs: () => EPOCH + this.#time.now(),
      });
    };
    this.#client = clientWith(
      {
        fixed: this.#keys.current,
        function: () => this.#keys.ask(),
        'async-function': async () => this.#keys.ask(),
      }[client.key],
    );
    this.#second = clientWith(SECOND_KEY);
  }

  async live(): Promise<Life> {
    const unhandled = (reason: unknown) => this.#broken('no rejection is left unhandled', String(reason));
    process.on('unhandledRejection', unhandled);
    for (const events of bursts(this.#plan.events)) await this.#burst(events);
    // Requests on the way arrive, and the tasks that the limiter kept come too late.
    while (this.#time.step()) await turn();
    await turn();
    process.off('unhandledRejection', unhandled);
    this.#stop();
    this.#violations.push(...judge(this.#plan, this.#made, this.#journal, this.#keys));
    return {
      violations: this.#violations,
      calls: this.#made.length,
      journal: this.#journal,
    };
  }

  async #burst(events: readonly PlannedEvent[]): Promise<void> {
    const shared = new AbortController();
    const made: Made[] = [];
    for (const event of events) {
      if (event.type === 'call') this.#unsettled++;
      this.#time.plan(event.at, () => this.#happens(event, shared, made));
    }
    while (this.#unsettled > 0) {
      if (!this.#time.step()) {
        await turn();
        if (this.#unsettled > 0) this.#unsettled = 0;
      } else await turn();
    }
    this.#quiet(made, shared);
    this.#made.push(...made);
  }

  #happens(event: PlannedEvent, shared: AbortController, made: Made[]): void {
    const time = this.#time;
    switch (event.type) {
      case 'call':
        made.push(
          make(
            this.#keys.isOfSecond(event.id) ? this.#second : this.#client,
            event,
            this.#plan.client,
            shared,
            time,
            () => this.#unsettled--,
          ),
        );
        return;
      case 'rotation':
        this.#journal.met('key rotation');
        this.#keys.rotate(event.overlapMs);
        return;
      case 'outage':
        this.#outage = event.delivery;
        time.plan(event.forMs, () => {
          if (this.#outage === event.delivery) this.#outage = undefined;
        });
        return;
      case 'limiter':
        this.#limiterFaults.push(event);
        return;
      case 'key':
        this.#keys.faults.push(event);
        return;
      case 'restart':
        this.#journal.met('rolling restart');
        this.#net?.restart();
        return;
      case 'abort-all':
        for (const it of made) if (it.signal === shared.signal) it.abortedAt ??= time.now();
        shared.abort();
    }
  }

  /** Between bursts, nothing of the SDK may be left. */
  #quiet(made: readonly Made[], shared: AbortController): void {
    if (this.#time.timers > 0) this.#broken('no timer is left', `${this.#time.timers} of them`);
    if (this.#taken > 0) this.#broken('no place among the connections is kept', `${this.#taken} of them`);
    if (this.#journal.open > 0) this.#broken('no exchange is left open', `${this.#journal.open} of them`);
    const heard = made.find(({ signal }) => signal && isHeard(signal));
    if (heard) this.#broken('no listener is left', `on the signal of call ${heard.call.id}`);
    if (isHeard(shared.signal)) this.#broken('no listener is left', 'on a signal that calls share');
  }

  /** The `node:https` of this world, for both of its clients. */
  #http(): NodeHttp {
    const { maxConnections } = this.#plan.client;
    const http = new SimulatedHttp({
      time: this.#time,
      journal: this.#journal,
      server: this.#server,
      keys: this.#keys,
      proxyIdleMs: this.#plan.proxyIdleMs,
      broken: (rule, what) => this.#broken(rule, what),
      opened: () => {
        const { open } = this.#journal;
        if (open > maxConnections) this.#broken('`maxConnections` bounds the connections', `${open} are open`);
      },
    });
    // The transport uses these parts of a request, and nothing of an agent.
    this.#net = http;
    const simulated: unknown = { request: http.request.bind(http), Agent: http.Agent };
    return simulated as NodeHttp;
  }

  /** The transport of Node. Each sending is a delivery. */
  #transport(endpoint: URL, http: NodeHttp): Transport {
    const { room, maxConnections } = this.#plan.client;
    const node = createNodeTransport(endpoint, http, undefined, {
      clock: this.#time,
      now: () => EPOCH + this.#time.now(),
      wait: (ms, run) => void this.#time.plan(ms, run),
      maxConnections,
    });
    const { queue, budget } = node;
    const waiting = new Map<() => void, () => void>();
    return {
      budget,
      queue: queue && {
        enter: () => {
          const isFree = queue.enter();
          if (isFree) this.#taken++;
          else if (this.#taken < maxConnections)
            this.#broken('a call waits for a connection only where all are taken', `${this.#taken} are`);
          return isFree;
        },
        wait: (go) => {
          const counted = () => {
            this.#taken++;
            go();
          };
          waiting.set(go, counted);
          queue.wait(counted);
        },
        quit: (go) => queue.quit(waiting.get(go) ?? go),
        leave: () => {
          this.#taken--;
          queue.leave();
        },
      },
      send: (request) => {
        this.#sending++;
        if (this.#bounded && this.#sending > room)
          this.#broken('no more is under way than the limiter lets run', `${this.#sending}`);
        const call = Number(/"call":(\d+)/.exec(request.body)?.[1] ?? request.headers[READER]);
        const earlier = this.#journal.of(call);
        const nth = earlier.length;
        if (earlier.some((it) => it.request === request.body && it.endedAt === undefined))
          this.#broken('a request is under way once at a time', `call ${call}`);
        const delivery = this.#journal.begin({
          call,
          request: request.body,
          begunAt: this.#time.now(),
          planned: this.#calls.get(call)?.deliveries[nth] ?? this.#outage ?? fineDelivery,
          needsFresh: request.freshSocket,
          needsNew: earlier.some((it) => it.request === request.body && it.endedAt === this.#time.now() && it.stale),
        });
        const headers = { ...request.headers, [DELIVERY]: String(this.#journal.deliveries.length - 1) };
        const onCancel: TransportRequest['onCancel'] = (cancel) =>
          request.onCancel((ended) => {
            delivery.cancelled = delivery.endedAt === undefined;
            cancel(ended);
          });
        const sending = node.send({ ...request, headers, onCancel });
        const ended = () => {
          this.#sending--;
          delivery.endedAt = this.#time.now();
        };
        sending.then(ended, ended);
        return sending;
      },
      close: () => node.close(),
    };
  }

  /** Notes a broken promise, the first few times. */
  #broken(rule: string, what: string): void {
    if (this.#violations.length < 20) this.#violations.push({ rule, what: `${what}, at ${this.#time.now()} ms` });
  }
}

function bursts(events: readonly PlannedEvent[]): readonly (readonly PlannedEvent[])[] {
  const all = new Map<number, PlannedEvent[]>();
  for (const event of events) {
    const known = all.get(event.burst);
    if (known) known.push(event);
    else all.set(event.burst, [event]);
  }
  return [...all].sort(([a], [b]) => a - b).map(([, of]) => of);
}
