import type { AskedOperation } from './documents.ts';
import type { Fault, FaultDetails, FaultName } from './fault.ts';
import { type FaultBehaviour, faultBehaviours } from './fault-behaviours.ts';
import { operationNameOf } from './request-log.ts';
import { hash } from './world/values/chance.ts';

/** A fault that strikes a request. */
export interface Strike {
  readonly fault: FaultName;
  readonly behaviour: FaultBehaviour;
}

/** The faults that are set, and which request each of them strikes; the seed decides what a probable one strikes. */
export class FaultPlan {
  readonly #seed: string | number;
  #entries: { readonly fault: Fault; readonly behaviour: FaultBehaviour; seen: number }[] = [];

  constructor(seed: string | number) {
    this.#seed = seed;
  }

  get set(): readonly Fault[] {
    return this.#entries.map(({ fault }) => fault);
  }

  add(fault: Fault): void {
    this.#entries.push({ fault, behaviour: behaviourOf(fault.fault, fault), seen: 0 });
  }

  clear(): void {
    this.#entries = [];
  }

  /** Counts a request, sent with the key of that number (0 for none), and returns the faults that strike it, in the order in which they were set. */
  strike(operation: AskedOperation, key: number): readonly Strike[] {
    return this.#entries.flatMap((entry, at) => {
      const { fault, behaviour } = entry;
      if (fault.operation !== undefined && operationNameOf(fault.operation) !== operation.name) return [];
      if (behaviour.strikes?.(operation, key) === false) return [];
      if (fault.kind !== undefined && fault.kind !== operation.kind) return [];
      entry.seen += 1;
      const chance = hash(this.#seed, fault.fault, at, entry.seen) / 2 ** 32;
      if (chance >= (fault.probability ?? 1)) return [];
      const { nth = 1, times = behaviour.times ?? (fault.nth === undefined ? Number.POSITIVE_INFINITY : 1) } = fault;
      return entry.seen >= nth && entry.seen < nth + times ? [{ fault: fault.fault, behaviour }] : [];
    });
  }
}

function behaviourOf<Name extends FaultName>(name: Name, details: FaultDetails[Name]): FaultBehaviour {
  return faultBehaviours[name](details);
}
