import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { devicesOperation } from '../../../src/cli/init/init-files.ts';
import { watchDrift } from '../../../src/drift/watch/watch-drift.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import {
  type ControlApiError,
  type ControlClientOptions,
  createControlClient,
  isControlApiError,
  type ObservedDrift,
} from '../../../src/index.ts';
import { echoes, json, response } from '../../helpers/answers.ts';
import { whereRevealed } from '../../helpers/key-hunt.ts';
import { blocksOf } from '../../helpers/markdown.ts';
import { MisbehavingServer } from '../../helpers/misbehaving-server.ts';
import { onMovedClock } from '../../helpers/moved-clock.ts';
import { unhandledRejections } from '../../helpers/unhandled.ts';
import { watchedOperation } from '../../helpers/watched-operation.ts';

/** The schema that the operations were generated from. The emulator serves a changed one. */
const before = `
enum Status { ONLINE OFFLINE }
type Device { id: ID!, name: String!, site: String, status: Status! }
type DeviceConnection { nodes: [Device!]! }
type Team { devices: DeviceConnection! }
type Query { team: Team! }
type Mutation { restart(id: ID!): Device! }
`;
const moved = before
  .replace('name: String!', 'label: String!')
  .replace('restart(id: ID!)', 'restart(id: ID!, force: Boolean!)');

const ListDevices = watchedOperation(before, 'query ListDevices { team { devices { nodes { id name } } } }');
const Restart = watchedOperation(before, 'mutation Restart($id: ID!) { restart(id: $id) { id } }');
const Well = watchedOperation(before, 'query Well { team { devices { nodes { id site } } } }');

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ schema: moved, devices: 3 });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const failure = async (work: Promise<unknown>): Promise<ControlApiError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!isControlApiError(error)) throw new Error('It did not fail.');
  return error;
};
/** A watcher, and what it reports. */
function recorder(options: { readonly answers?: number } = {}) {
  const seen: ObservedDrift[] = [];
  return { seen, watch: watchDrift({ ...options, onDrift: (drift) => void seen.push(drift) }) };
}
/** A client of the service. */
const watching = (watch: ControlClientOptions['watch'] = watchDrift(), more: ControlClientOptions = {}) =>
  createControlClient({ baseUrl: service.url, apiKey: service.key, watch, ...more });
const questions = () => service.requests.filter(({ operationName }) => operationName === 'ExplainDrift');

describe('when the service refuses an operation', () => {
  test('the callback and the channel have the operation, its file and the changes, as `check` reports them', async () => {
    const { seen, watch } = recorder();
    const published: unknown[] = [];
    const listener = (drift: unknown): void => void published.push(drift);
    subscribe('control-api-sdk.drift', listener);
    try {
      await using client = watching(watch);
      const error = await failure(client.request(ListDevices));
      expect(seen).toEqual([
        {
          seenIn: 'refusal',
          callId: expect.any(String),
          operationName: 'ListDevices',
          file: 'operations/devices.graphql',
          changes: [
            {
              change: 'field-removed',
              coordinate: 'Device.name',
              message: 'Device.name was removed.',
              before: 'String!',
            },
          ],
          message: expect.stringContaining('operations/devices.graphql'),
        },
      ]);
      expect(published).toEqual(seen);
      expect(error).toMatchObject({ code: 'graphql', outcome: 'rejected', drift: seen[0] });
    } finally {
      unsubscribe('control-api-sdk.drift', listener);
    }
  });

  test('the error has the changes, the new name of a deprecation, and the file', async () => {
    await using client = watching();
    const deprecated = before.replace('name: String!', 'name: String! @deprecated(reason: "Use `label`")');
    const Deprecated = watchedOperation(deprecated, 'query Deprecated { team { devices { nodes { name } } } }');
    const error = await failure(client.request(Deprecated));
    expect(error.drift?.changes).toMatchObject([{ coordinate: 'Device.name', suggestion: 'label' }]);
    expect(error.message).toContain('Device.name was removed. It was deprecated: Use `label`.');
    expect(error.message).toContain('The operation is in operations/devices.graphql.');
    const restart = await failure(client.request(Restart, { id: 'a' }));
    expect(restart.drift?.changes).toMatchObject([
      { change: 'argument-required', coordinate: 'Mutation.restart(force:)', after: 'Boolean!' },
    ]);
    expect(restart.outcome).toBe('rejected');
  });

  test('the manual shows the message of a refusal', async () => {
    await using client = watching();
    const listing = watchedOperation(before, devicesOperation.replace(/^#.*\n/, ''));
    const { message } = await failure(client.request(listing));
    const [shown] = blocksOf('docs/observability.md').filter(({ text }) => text.includes('The live schema changed'));
    expect(message.replace(service.url, 'https://api.example.com')).toBe(shown?.text.trim().replaceAll('\n', ' '));
  });

  test('the live schema is read without the key, whatever `access` allows and however the key is given', async () => {
    const apiKey = vi.fn(async () => service.key);
    await using client = watching(watchDrift(), { apiKey, access: { only: [ListDevices] } });
    const error = await failure(client.request(ListDevices));
    expect(error.drift?.changes).toHaveLength(1);
    expect(service.requests.map(({ operationName, authorization }) => [operationName, authorization])).toEqual([
      ['ListDevices', 'accepted'],
      ['ExplainDrift', 'none'],
      ['SchemaFeatures', 'none'],
      ['ExplainDrift', 'none'],
    ]);
    expect(apiKey).toHaveBeenCalledTimes(1);
  });

  test('the live schema is read once a minute for an operation, and a change is reported once in ten', async () => {
    const { seen, watch } = recorder();
    const { client, clock } = onMovedClock({ baseUrl: service.url, apiKey: service.key, watch });
    const errors = await Promise.all([1, 2, 3].map(() => failure(client.request(ListDevices))));
    await clock.advance(59_999);
    errors.push(await failure(client.request(ListDevices)));
    expect(errors.map(({ drift }) => drift?.changes[0]?.coordinate)).toEqual(Array(4).fill('Device.name'));
    expect([questions().length, seen.length]).toEqual([2, 1]);
    await failure(client.request(Restart, { id: 'a' }));
    expect([questions().length, seen.length]).toEqual([4, 2]);
    await clock.advance(1);
    await failure(client.request(ListDevices));
    expect([questions().length, seen.length]).toEqual([6, 2]);
    await clock.advance(540_000);
    await failure(client.request(ListDevices));
    expect(seen.length).toBe(3);
    await client.close();
  });

  test('an operation without an origin is not compared', async () => {
    await using client = watching();
    const error = await failure(client.request('query Own { team { devices { nodes { name } } } }'));
    expect(error).not.toHaveProperty('drift');
    expect(questions()).toEqual([]);
  });

  test('a client without a watcher has the message without drift', async () => {
    await using client = createControlClient({ baseUrl: service.url, apiKey: service.key });
    const error = await failure(client.request(ListDevices));
    expect(error).not.toHaveProperty('drift');
    expect(error.message).toContain('`control-api check` compares your operations with it.');
  });
});

describe('an answer with a value that its type excludes', () => {
  const Named = watchedOperation(before, 'query Named { team { devices { nodes { id name status } } } }');
  const served = before.replace('name: String!', 'name: String').replace('OFFLINE', 'ASLEEP');
  let nulls: Emulator;
  beforeAll(async () => {
    nulls = await startEmulator({
      schema: served,
      devices: 2,
      fixtures: {
        Device: [
          { id: '1', name: null, status: 'ASLEEP' },
          { id: '2', name: 'b', status: 'ONLINE' },
        ],
      },
    });
  });
  afterAll(() => nulls.close());

  test.each([
    [0, [0, 0, 0, 0, 0]],
    [0.5, [2, 0, 2, 0, 2]],
    [1, [2, 2, 2, 2, 2]],
  ])(
    'an answer is reported if `answers: %d` checks it, and reaches the caller unchanged',
    async (answers, expected) => {
      const { seen, watch } = recorder({ answers });
      const { client, clock } = onMovedClock({ baseUrl: nulls.url, apiKey: nulls.key, watch });
      const counts: number[] = [];
      for (let call = 0; call < 5; call += 1) {
        const { length } = seen;
        const data = await client.request(Named);
        expect(data).toMatchObject({ team: { devices: { nodes: [{ name: null, status: 'ASLEEP' }, { name: 'b' }] } } });
        counts.push(seen.slice(length).flatMap(({ changes }) => changes).length);
        await clock.advance(600_000);
      }
      expect(counts).toEqual(expected);
      for (const { seenIn, operationName, changes } of seen) {
        expect({ seenIn, operationName }).toEqual({ seenIn: 'answer', operationName: 'Named' });
        expect(changes.map(({ coordinate }) => coordinate)).toEqual(['Device.name', 'Status.ASLEEP']);
      }
      await client.close();
    },
  );

  test('an answer of `execute` is reported, and an answer that fits its types is not', async () => {
    const { seen, watch } = recorder({ answers: 1 });
    await using client = createControlClient({ baseUrl: nulls.url, apiKey: nulls.key, watch });
    await client.execute(Named);
    await client.execute(Well);
    expect(seen).toHaveLength(1);
  });
});

describe('a watcher never makes a call fail', () => {
  const broken = (): never => {
    throw new Error('the pager is down');
  };

  test.each<[string, () => void]>([
    ['throws', broken],
    ['rejects', () => Promise.reject(new Error('the pager is down')) as unknown as undefined],
  ])('a callback that %s fails no call', async (_how, onDrift) => {
    using unhandled = unhandledRejections();
    await using client = watching(watchDrift({ answers: 1, onDrift }));
    const error = await failure(client.request(ListDevices));
    expect(error).toMatchObject({ code: 'graphql', drift: { operationName: 'ListDevices' } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled.reasons).toEqual([]);
  });

  test('a watcher of your own that throws fails no call', async () => {
    using unhandled = unhandledRejections();
    await using client = watching(broken);
    expect(await client.request(Well)).toHaveProperty('team');
    expect(await failure(client.request(ListDevices))).toMatchObject({ code: 'graphql', outcome: 'rejected' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled.reasons).toEqual([]);
  });

  test('an origin with a broken schema fails no call', async () => {
    await using client = watching(watchDrift({ answers: 1 }));
    for (const schema of ['', ';', 'type Query', 'type Query { team: Team }', '🙂', 'type Mutation { a: Int }']) {
      const operation = Object.assign(Object(Well.toString()), { origin: { file: 'x.graphql', schema } });
      expect(await client.request(operation)).toHaveProperty('team');
      const refused = Object.assign(Object(ListDevices.toString()), { origin: { file: 'x.graphql', schema } });
      expect(await failure(client.request(refused))).toMatchObject({ code: 'graphql', outcome: 'rejected' });
    }
  });

  test.each([
    ['refuses introspection', 'refused'],
    ['answers introspection with something else', 'other'],
    ['never answers introspection', 'never'],
  ])('a service that %s does not delay the call, and the error says what is unknown', async (_how, how) => {
    const words = {
      errors: [{ message: 'Cannot query field "name" on type "Device".', locations: [{ line: 1, column: 1 }] }],
    };
    let asked = 0;
    await using server = await MisbehavingServer.start({
      answer: ({ client, delivery }) => {
        const isQuestion = delivery.body.includes('ExplainDrift');
        if (isQuestion) asked += 1;
        if (isQuestion && how === 'never') return;
        const answer = isQuestion && how === 'other' ? { data: { t0: 5, t1: { fields: [null, 7] } } } : words;
        client.write(response(200, [json], JSON.stringify(answer)));
      },
    });
    const { seen, watch } = recorder();
    const options = { baseUrl: server.url, apiKey: 'emulator_0123456789', timeoutMs: 3_000, watch };
    const { client, clock } = onMovedClock(options);
    const ended = failure(client.request(ListDevices));
    if (how === 'never') {
      await expect.poll(() => asked).toBe(1);
      await clock.advance(3_000);
    }
    const error = await ended;
    expect(error).toMatchObject({ code: 'graphql', outcome: 'rejected' });
    expect([asked, seen]).toEqual([1, []]);
    if (how === 'never') expect(error.message).toContain('`control-api check`');
    else
      expect(error.message).toContain(
        'The operation ListDevices is in operations/devices.graphql. `control-api check --live <file>`',
      );
    await client.close();
  });

  test('a watcher that asks for more than the schema gets no key, and nothing is sent', async () => {
    const answers: unknown[] = [];
    const asking: ControlClientOptions['watch'] = ({ ask, errors }) => {
      if (!errors) return undefined;
      return ask('mutation { restart(id: 1, force: true) { id } }').then(
        (data) => void answers.push(data),
        (error) => void answers.push(error),
      ) as Promise<undefined>;
    };
    await using client = watching(asking, { access: 'read-only' });
    await failure(client.request(ListDevices));
    expect(answers).toMatchObject([{ code: 'configuration' }]);
    expect(service.requests.map(({ operationName }) => operationName)).toEqual(['ListDevices']);
  });

  test('a watcher with invalid options is refused', () => {
    expect(() => watchDrift({ answers: 2 })).toThrow('`answers` must be a number from 0 to 1');
    expect(() => watchDrift({ answers: Number.NaN })).toThrow('`answers`');
    expect(() => watchDrift({ onDrift: 'page me' as never })).toThrow('`onDrift` must be a function');
    expect(() => createControlClient({ watch: true as never })).toThrow('`watch` must be a function');
  });
});

test('no report has an echoed key, or a value of a variable or of data', async () => {
  const key = 'keyThatIsEchoed0123456789';
  const secret = 'variableOrDataThatIsEchoed';
  const live = buildSchema(`${before.replace('name: String!', `name: ${key}`)} type ${key} { name: String }`);
  const data = { team: { devices: { nodes: [{ id: secret, name: null, status: key }] } } };
  const refusal = {
    message: `Cannot query field "${key}" on type "Device". ${secret}. Did you mean "${key}"?`,
    locations: [{ line: 1, column: 1 }],
  };
  await using server = await MisbehavingServer.start(
    echoes(({ delivery: { body } }) => {
      const isQuestion = /ExplainDrift|SchemaFeatures/.test(body);
      const other = body.includes('Refused') ? { errors: [refusal] } : { data };
      const answer = isQuestion ? graphqlSync({ schema: live, source: JSON.parse(body).query }) : other;
      return response(200, [json], JSON.stringify(answer));
    }),
  );
  const seen: unknown[] = [];
  for (const _turn of [1, 2]) {
    const watch = watchDrift({ answers: 1, onDrift: (drift) => void seen.push(drift) });
    await using client = createControlClient({ baseUrl: server.url, apiKey: key, watch });
    const Refused = watchedOperation(before, 'query Refused { team { devices { nodes { id name status } } } }');
    const Answered = watchedOperation(before, 'query Answered { team { devices { nodes { id name status } } } }');
    seen.push(await failure(client.request(Refused)));
    await client.request(Answered);
  }
  expect(seen.length).toBe(6);
  expect(JSON.stringify(seen)).toContain('[redacted]');
  expect(whereRevealed(seen, key)).toEqual([]);
  const reports = seen.map((it) => (isControlApiError(it) ? [it.message, it.drift] : it));
  expect(whereRevealed(reports, secret)).toEqual([]);
});
