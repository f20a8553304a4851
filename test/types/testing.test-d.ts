import { expectTypeOf, test } from 'vitest';
import type { Emulator } from '../../src/emulator/index.ts';
import { type ControlClient, ListDevices } from '../../src/index.ts';
import { type EmulatedService, emulatorFixtures, mock, useEmulator } from '../../src/testing/index.ts';
import { Devices, Rename } from './generated/relay.ts';
import * as trees from './generated/relay-ast.ts';

const pageInfo = { hasNextPage: false, endCursor: null };

test('mock takes data in the shape of the operation', () => {
  mock(ListDevices, { data: { team: { devices: { nodes: [{ id: '1', name: null }] } } } });
  mock(ListDevices, { data: { team: null } });
  mock(trees.Devices, { data: { team: { devices: { nodes: [], pageInfo } } } });
  mock(Devices, ({ variables }) => {
    expectTypeOf(variables.first).toEqualTypeOf<number | null | undefined>();
    return { data: { team: { devices: { nodes: [], pageInfo } } } };
  });
});

test('mock refuses another shape', () => {
  // @ts-expect-error a number is not a name
  mock(ListDevices, { data: { team: { devices: { nodes: [{ id: '1', name: 1 }] } } } });
  // @ts-expect-error the field is missing
  mock(ListDevices, { data: { team: { devices: { nodes: [{ id: '1' }] } } } });
  // @ts-expect-error no such field
  mock(ListDevices, { data: { team: null, gadgets: [] } });
  // @ts-expect-error neither data nor an error
  mock(ListDevices, {});
  // @ts-expect-error the page information is missing
  mock(trees.Devices, { data: { team: { devices: { nodes: [] } } } });
  // @ts-expect-error the function answers with another shape
  mock(ListDevices, () => ({ data: { team: 1 } }));
  // @ts-expect-error no such variable
  mock(Rename, ({ variables }) => ({ data: { renameDevice: variables.gadget } }));
  // @ts-expect-error a text has no types
  mock('query ListDevices { team { __typename } }', { data: {} });
});

test('an error and a sequence have the types of mock', () => {
  mock.error(ListDevices, { code: 'X', data: { team: null } });
  // @ts-expect-error another shape
  mock.error(ListDevices, { data: { team: 1 } });
  // @ts-expect-error no such setting
  mock.error(ListDevices, { statusCode: 500 });
  mock.sequence(ListDevices, [{ error: 'network' }, { data: { team: null } }]);
  // @ts-expect-error another shape in the second place
  mock.sequence(ListDevices, [{ data: { team: null } }, { data: { team: 1 } }]);
  // @ts-expect-error a sequence has an answer
  mock.sequence(ListDevices, []);
});

test('an emulated service is an emulator and a client, for hooks and for fixtures', () => {
  expectTypeOf(useEmulator).returns.toEqualTypeOf<{ readonly emulator: Emulator; readonly control: ControlClient }>();
  const extended = test.extend<EmulatedService>(emulatorFixtures({ devices: 3 }));
  extended('typed', ({ emulator, control }) => {
    expectTypeOf(emulator).toEqualTypeOf<Emulator>();
    expectTypeOf(control).toEqualTypeOf<ControlClient>();
  });
  // @ts-expect-error the client is bound to the emulator
  useEmulator({ client: { baseUrl: 'https://api.example.com' } });
});
