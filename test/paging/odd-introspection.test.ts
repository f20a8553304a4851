import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ControlApiError, isControlApiError } from '../../src/errors.ts';
import { device, paged, readAll, sdlOf, type Tamper } from './schema-service.ts';

const whole = sdlOf('ids: [ID!]', { connection: 'nodes: [Device] totalCount: Int!' });
const pagedByString = paged();

/** Returns one answer in place of that of the service, to the first request of this name and these variables. */
const answering = (name: string, type: string | undefined, answer: (data: unknown) => unknown): Tamper => {
  let left = 1;
  return (asked, data, variables) =>
    asked === name && (type === undefined || Reflect.get(variables, 'name') === type) && left-- > 0
      ? answer(data)
      : data;
};

function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, entry]) => placesIn(entry, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

describe('an introspection answer of an odd shape', () => {
  const odd = [null, 0, true, '', 'x'.repeat(300), [], [null], {}, { name: 7 }, [[]], [{ name: null }]];
  const questions: readonly (readonly [name: string, type: string | undefined, sdl: string])[] = [
    ['CheckIntrospection', undefined, whole],
    ['LearnType', 'Query', whole],
    ['LearnType', 'Team', pagedByString],
    ['LearnTypeDeeply', 'Team', whole],
    ['LearnType', 'Rows', whole],
    ['ListDevicesAtOnce', undefined, whole],
  ];

  test('an introspection answer of the usual shape lets the list be read', async () => {
    expect((await readAll(whole)).result).toEqual([device]);
    expect((await readAll(pagedByString)).result).toEqual([device]);
  });

  test.each(questions)(
    'an odd introspection answer to %s about %s is a ControlApiError, or makes no difference',
    async (name, type, sdl) => {
      let answer: unknown;
      await readAll(
        sdl,
        answering(name, type, (data) => (answer = data)),
      );
      expect(answer).toBeDefined();
      const places = placesIn(JSON.parse(JSON.stringify(answer)));
      const changes = places.flatMap((path) => odd.map((by) => ({ path, by })));
      for (const { path, by } of changes) {
        const { result } = await readAll(
          sdl,
          answering(name, type, (data) => replaced(data, path, by)),
        );
        const where = `${path.join('.')} = ${JSON.stringify(by)}: ${result}`;
        if (Array.isArray(result)) {
          // The nodes are data of the caller, in any form.
          if (!path.includes('nodes')) expect(result, where).toEqual([device]);
        } else expect(isControlApiError(result), where).toBe(true);
      }
    },
  );

  test('an introspection answer of any JSON is a ControlApiError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...questions), fc.jsonValue(), async ([name, type, sdl], answer) => {
        const { result } = await readAll(
          sdl,
          answering(name, type, () => answer),
        );
        if (!Array.isArray(result)) expect(isControlApiError(result)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

test('a failed page with errors beside its list is not requested as a lighter one', async () => {
  const failure = new ControlApiError('graphql', '1 GraphQL error', {
    outcome: 'unknown',
    attempts: 1,
    data: { team: { devices: { nodes: [] } } },
  });
  const { result, sent } = await readAll(
    pagedByString,
    answering('ListDevicesByPage', undefined, () => failure),
  );
  expect(result).toBe(failure);
  expect(sent.at(-1)?.name).toBe('ListDevicesByPage');
});
