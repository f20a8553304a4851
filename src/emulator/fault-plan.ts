import type { RequestedOperation } from './documents.ts';
import type { Fault } from './fault.ts';
import { effectOf, type FaultEffect, readFault, type ServedSchema } from './fault-table.ts';
import type { EmulatorSettings } from './read-settings.ts';
import { operationNameOf } from './request-log.ts';
import { hash } from './world/values/chance.ts';

export interface SetFault {
  readonly fault: Fault;
  readonly effect: FaultEffect;
  seen: number;
}

/** The set faults, and the requests that they strike. */
export class FaultPlan {
  readonly #settings: EmulatorSettings;
  readonly #service: ServedSchema;
  #set: SetFault[] = [];
  /** The faults of the start, which a reset brings back. */
  #first: readonly SetFault[] = [];

  constructor(settings: EmulatorSettings, service: ServedSchema) {
    this.#settings = settings;
    this.#service = service;
  }

  get set(): readonly Fault[] {
    return this.#set.map(({ fault }) => fault);
  }

  async start(): Promise<void> {
    for (const fault of this.#settings.faults) await this.add(fault);
    this.#first = this.#set;
  }

  /** @throws {ControlApiError} if the input is not a fault, or names a field that the schema does not have. */
  async add(input: unknown): Promise<void> {
    const fault = readFault(input);
    const effect = await effectOf(fault.fault, fault, this.#service, this.#settings.readSchema);
    this.#set = [...this.#set, { fault, effect, seen: 0 }];
  }

  clear(): void {
    this.#set = [];
  }

  reset(): void {
    this.#set = this.#first.map((each) => ({ ...each, seen: 0 }));
  }

  /** Counts a request, and returns the faults that strike it. `key` is the number of the sent key, 0 for none. */
  strike(operation: RequestedOperation, key: number): readonly SetFault[] {
    return this.#set.filter((each, at) => {
      const { fault, effect } = each;
      if (fault.operation !== undefined && operationNameOf(fault.operation) !== operation.name) return false;
      if (fault.kind !== undefined && fault.kind !== operation.kind) return false;
      if (effect.strikes?.(operation, key) === false) return false;
      each.seen += 1;
      const { nth = 1, times = effect.times ?? (fault.nth === undefined ? Number.POSITIVE_INFINITY : 1) } = fault;
      const chance = hash(this.#settings.seed, fault.fault, at, each.seen) / 2 ** 32;
      return each.seen >= nth && each.seen < nth + times && chance < (fault.probability ?? 1);
    });
  }
}
