import { Ledger, type Outcome } from './ledger.js';

/** What is done with each device of a page. */
export interface PageWork {
  readonly ledger: Pick<Ledger, 'claim' | 'conclude'>;
  readonly work: (device: string) => Promise<Outcome>;
  /** How many devices are in hand at once: as many are `unknown` at most, if the worker is killed. */
  readonly atOnce: number;
}

/**
 * Works on the devices of a page that are not over yet. It may be run any number of times, also at the same time.
 *
 * @throws {Error} where devices were given back, so that the queue tries the page again later.
 */
export async function doPage(devices: readonly string[], { ledger, work, atOnce }: PageWork): Promise<void> {
  const token = Ledger.token();
  const waiting = devices.values();
  const givenBack = new Map<string, number>();
  const hand = async (): Promise<void> => {
    for (const device of waiting) {
      if (!(await ledger.claim(device, token))) continue;
      const outcome = await work(device);
      await ledger.conclude(device, token, outcome);
      if (outcome.state === 'listed') givenBack.set(outcome.why, (givenBack.get(outcome.why) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  if (givenBack.size === 0) return;
  const reasons = [...givenBack].map(([why, count]) => `${count} for ${why}`).join(', ');
  throw new Error(`Devices that were certainly not done, and are tried again: ${reasons}.`);
}
