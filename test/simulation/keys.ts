import type { EchoForm, PlannedKeyFault } from './plan.ts';
import { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

const FORMS: Readonly<Record<EchoForm, (key: string) => string>> = {
  raw: (key) => key,
  base64: (key) => btoa(`Bearer ${key}`),
  percent: (key) => Array.from(key, (it) => `%${it.charCodeAt(0).toString(16)}`).join(''),
  unicode: (key) => Array.from(key, (it) => `\\u00${it.charCodeAt(0).toString(16)}`).join(''),
};

/** The key of a second team, whose client shares the connections of the first one. */
export const SECOND_KEY = 'ck_of-the-second-team-0123456789';

/** The keys of a world: all of them, the accepted ones, and the behavior of the key function. */
export class Keys {
  readonly #all: string[] = [];
  readonly #accepted = new Set<string>();
  /** The same keys in every world, since a redactor is compiled for each key. */
  readonly #random = new Random(1);
  readonly #hasSecond: boolean;
  readonly #time: VirtualTime;
  readonly #met: (fault: string) => void;
  #needles: readonly string[] | undefined;
  /** The key that the client sent last. */
  #used: string | undefined;

  /** The faults of the next questions. */
  readonly faults: PlannedKeyFault[] = [];

  constructor(time: VirtualTime, met: (fault: string) => void, seed: number) {
    this.#hasSecond = seed % 4 === 1;
    this.#time = time;
    this.#met = met;
    this.rotate(0);
  }

  get current(): string {
    return this.#all.at(-1) ?? '';
  }

  /** A new key. The last one is accepted for `overlapMs` more. */
  rotate(overlapMs: number): void {
    const before = this.#all.at(-1);
    if (before !== undefined) this.#time.plan(overlapMs, () => this.#accepted.delete(before));
    const key = `ck_${Array.from({ length: 4 }, () => this.#random.whole(36 ** 5, 36 ** 6 - 1).toString(36)).join('')}`;
    this.#all.push(key);
    this.#accepted.add(key);
    this.#needles = undefined;
  }

  /** Whether a call is one of the second team: in a quarter of all worlds, every fifth is. */
  isOfSecond(call: number): boolean {
    return this.#hasSecond && call % 5 === 4;
  }

  /** Whether a key belongs to the team of a call. */
  isOwn(call: number, authorization: string): boolean {
    const key = authorization.replace(/^Bearer /, '');
    return this.isOfSecond(call) ? key === SECOND_KEY : this.#all.includes(key);
  }

  isAccepted(authorization: string): boolean {
    if (authorization === `Bearer ${SECOND_KEY}`) return true;
    this.#used = authorization.replace(/^Bearer /, '');
    return authorization.startsWith('Bearer ') && this.#accepted.has(this.#used);
  }

  /** The behavior of the client's key function. */
  ask(): string | Promise<string> {
    const fault = this.faults.shift();
    if (!fault) return this.current;
    this.#met(`key ${fault.how}`);
    switch (fault.how) {
      case 'fail':
        throw new Error(`the vault is closed; last known: ${this.#used ?? 'none'}`);
      case 'stale':
        return this.#all.at(-2) ?? this.current;
      case 'hang':
        return new Promise(() => {});
      case 'late':
        return new Promise((resolve) => {
          this.#time.plan(fault.ms, () => resolve(this.current));
        });
    }
  }

  /** A key as a server may repeat it. */
  echo(authorization: string, form: EchoForm): string {
    return FORMS[form](authorization.replace(/^Bearer /, ''));
  }

  /** Whether any key can be read in a text, in one of the forms of the servers here. */
  areIn(text: string): boolean {
    this.#needles ??= [SECOND_KEY, ...this.#all].flatMap((key) =>
      Object.values(FORMS).flatMap((form) => {
        const shape = form(key);
        // The ends of base64 depend on their neighbors, and half a key is a find already.
        return [shape.slice(-shape.length + 12, -3), shape.slice(12, Math.ceil(shape.length / 2) + 6)];
      }),
    );
    return this.#needles.some((needle) => text.includes(needle));
  }
}
