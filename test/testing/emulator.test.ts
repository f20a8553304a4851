import { afterAll, test as base, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { type EmulatedService, emulatorFixtures, useEmulator } from '../../src/testing/index.ts';

const list = 'query List { team { devices { nodes { id } } } }';

const test = base.extend<EmulatedService>(emulatorFixtures({ devices: 3, client: { maxRetries: 0 } }));

describe('fixtures of Vitest', () => {
  const seen: unknown[] = [];

  test('a test gets an emulator and a client for it', async ({ emulator, control }) => {
    seen.push(emulator);
    expect(await control.devices().toArray({ limit: 10 })).toHaveLength(3);
    expect(emulator.port).toBe(0);
    await emulator.fail({ fault: 'html-502' });
    await expect(control.request(list)).rejects.toMatchObject({ status: 502, attempts: 1 });
  });

  test('the next test gets the same emulator, reset', async ({ emulator, control }) => {
    expect(seen).toEqual([emulator]);
    expect([emulator.requests, emulator.faults]).toEqual([[], []]);
    expect(await control.request(list)).toBeTruthy();
  });
});

describe('hooks of any test runner', () => {
  const service = useEmulator({ listen: true, devices: 2 }, { beforeAll, beforeEach, afterAll });
  const early = (() => {
    try {
      return service.control;
    } catch (error) {
      return String(error);
    }
  })();
  const seen: unknown[] = [];

  base('before the tests there is no emulator yet, and it says so', () => {
    expect(early).toContain('inside of a test');
  });

  base('a client of the code under test reaches it over the port', async () => {
    const { emulator, control } = service;
    seen.push(control);
    await using own = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
    expect(await own.request(list)).toEqual(await control.request(list));
    emulator.expectOperations(['List']);
    await emulator.fail({ fault: 'stalled' });
  });

  base('the next test gets everything as at the start, and a client of its own', async () => {
    const { emulator, control } = service;
    expect(seen).not.toContain(control);
    expect([emulator.requests, emulator.faults]).toEqual([[], []]);
    expect(await control.request(list)).toBeTruthy();
  });

  base('without hooks it says what to pass', () => {
    vi.stubGlobal('beforeAll', undefined);
    expect(() => useEmulator()).toThrow('{ before, beforeEach, after }');
    vi.unstubAllGlobals();
  });
});
