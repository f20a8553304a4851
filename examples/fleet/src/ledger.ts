import { randomUUID } from 'node:crypto';
import type { Redis, Result } from 'ioredis';

/**
 * - `listed`: found by the producer, not yet worked on.
 * - `begun`: a worker is about to send its mutation, or has sent it.
 * - `done`: the service said that it did it.
 * - `refused`: the service said that it did not, by user errors.
 * - `unknown`: it may have been done. Never sent again: somebody has to look.
 */
export type State = 'listed' | 'begun' | 'done' | 'refused' | 'unknown';

/** What became of a device that was claimed. `listed` gives it back: it was certainly not done, and will be tried again. */
export interface Outcome {
  readonly state: Exclude<State, 'begun'>;
  readonly why: string;
}

export interface Entry {
  readonly device: string;
  readonly state: State;
  readonly why: string;
}

export type Counts = Readonly<Record<State, number>>;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    ledgerClaim(ledger: string, counts: string, device: string, token: string): Result<number, Context>;
    ledgerConclude(
      ...args: [ledger: string, counts: string, device: string, token: string, state: string, why: string]
    ): Result<number, Context>;
    ledgerList(ledger: string, counts: string, ...devices: string[]): Result<number, Context>;
  }
}

// An entry is “state owner why”. A script runs as a whole, so each step is one for every process.
const read = `
local ledger, counts, device, token = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local entry = redis.call('HGET', ledger, device) or ''
local state, owner = string.match(entry, '^(%S*) ?(%S*)')
local function become(new, by, why)
  redis.call('HINCRBY', counts, state, -1)
  redis.call('HINCRBY', counts, new, 1)
  redis.call('HSET', ledger, device, new .. ' ' .. by .. ' ' .. why)
  return 1
end`;

// The owner may ask again: its connection broke, and the command was sent once more. Anybody else finds the trace of a worker
// that stopped between its claim and its conclusion.
const claim = `${read}
if state == 'listed' then return become('begun', token, '') end
if state == 'begun' and owner == token then return 1 end
if state == 'begun' then become('unknown', owner, 'its worker stopped') end
return 0`;

// An owner that was taken for dead may still say how it ended, but not give the device back: nobody would look at it again.
const conclude = `${read}
local new, why = ARGV[3], ARGV[4]
if owner ~= token then return 0 end
if state == 'begun' then return become(new, token, why) end
if state == 'unknown' and (new == 'done' or new == 'refused') then return become(new, token, why) end
return 0`;

const list = `
local new = 0
for _, device in ipairs(ARGV) do new = new + redis.call('HSETNX', KEYS[1], device, 'listed') end
if new > 0 then redis.call('HINCRBY', KEYS[2], 'listed', new) end
return new`;

/** Which device is in which state, in Redis. Each entry of it is written by one script, at once for all processes. */
export class Ledger {
  readonly #redis: Redis;
  readonly #ledger: string;
  readonly #counts: string;

  constructor(redis: Redis, run: string) {
    this.#redis = redis;
    this.#ledger = `fleet:${run}:ledger`;
    this.#counts = `fleet:${run}:counts`;
    redis.defineCommand('ledgerClaim', { lua: claim, numberOfKeys: 2 });
    redis.defineCommand('ledgerConclude', { lua: conclude, numberOfKeys: 2 });
    redis.defineCommand('ledgerList', { lua: list, numberOfKeys: 2 });
  }

  /** A name that no other claimant has. */
  static token(): string {
    return randomUUID();
  }

  /** Enters devices that are not in it yet, and returns how many those were. */
  list(devices: readonly string[]): Promise<number> {
    return this.#redis.ledgerList(this.#ledger, this.#counts, ...devices);
  }

  /** Whether the device is now the claimant's to work on. False if it is over, or was left by a worker that stopped. */
  async claim(device: string, token: string): Promise<boolean> {
    return (await this.#redis.ledgerClaim(this.#ledger, this.#counts, device, token)) === 1;
  }

  /** Says what became of a device; whether that was taken down. */
  async conclude(device: string, token: string, { state, why }: Outcome): Promise<boolean> {
    return (await this.#redis.ledgerConclude(this.#ledger, this.#counts, device, token, state, why)) === 1;
  }

  async counts(): Promise<Counts> {
    const counts = await this.#redis.hgetall(this.#counts);
    const of = (state: State) => Number(counts[state] ?? 0);
    return {
      listed: of('listed'),
      begun: of('begun'),
      done: of('done'),
      refused: of('refused'),
      unknown: of('unknown'),
    };
  }

  /** Every entry, a few hundred at a time. */
  async *entries(): AsyncGenerator<Entry> {
    const seen = new Set<string>();
    for await (const found of this.#redis.hscanStream(this.#ledger, { count: 500 })) {
      const fields: readonly string[] = found;
      for (let index = 0; index < fields.length; index += 2) {
        const device = fields[index] ?? '';
        if (seen.has(device)) continue;
        seen.add(device);
        const [, state = '', why = ''] = /^(\S*) ?\S* ?(.*)$/s.exec(fields[index + 1] ?? '') ?? [];
        yield { device, state: readState(state), why };
      }
    }
  }
}

function readState(text: string): State {
  switch (text) {
    case 'listed':
    case 'begun':
    case 'done':
    case 'refused':
    case 'unknown':
      return text;
    default:
      throw new Error(`The ledger holds an entry that is not its own: ${JSON.stringify(text)}.`);
  }
}
