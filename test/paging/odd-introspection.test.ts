import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GraphQLResponseError, isControlApiError, UnauthenticatedError } from '../../src/errors.ts';
import { createDevices } from '../../src/paging/devices.ts';
import type { Send } from '../../src/paging/reading.ts';

const nonNull = (ofType: object) => ({ kind: 'NON_NULL', name: null, ofType });
const named = (name: string, kind = 'SCALAR') => ({ kind, name, ofType: null });
const arg = (name: string, type: object, defaultValue: string | null = null) => ({ name, type, defaultValue });

/** The root field team, whose devices take these arguments. */
const teamWith = (args: readonly unknown[], teamArgs: readonly unknown[] = []) => ({
  __schema: {
    queryType: {
      fields: [
        { name: 'other', args: [], type: named('String') },
        {
          name: 'team',
          args: teamArgs,
          type: {
            ...named('Team', 'OBJECT'),
            fields: [{ name: 'devices', args, type: nonNull(named('DeviceConnection', 'OBJECT')) }],
          },
        },
      ],
    },
  },
});

const pagingArgs = (cursor: object) => [arg('first', named('Int')), arg('after', cursor)];

const connection = {
  __type: {
    fields: [
      { name: 'nodes', type: nonNull({ kind: 'LIST', name: null, fields: null }) },
      {
        name: 'pageInfo',
        type: nonNull({ ...named('PageInfo', 'OBJECT'), fields: [{ name: 'hasNextPage' }, { name: 'endCursor' }] }),
      },
    ],
  },
};

const device = { id: '1', name: 'One' };
const atOnce = {
  team: { __typename: 'Team', devices: { __typename: 'DeviceConnection', nodes: [device] } },
  teamType: { fields: [{ name: 'devices', args: [] }] },
  connectionType: { fields: [{ name: 'nodes' }] },
};
const page = { team: { devices: { nodes: [device], pageInfo: { hasNextPage: false, endCursor: null } } } };

/** A service that gives each operation its answer. */
function serviceOf(answers: Record<string, unknown>) {
  const sent: { name: string; text: string; variables: object }[] = [];
  const send: Send = async (operation, variables) => {
    sent.push({ name: operation.operationName, text: String(operation), variables });
    const data = answers[operation.operationName];
    if (data instanceof Error) throw data;
    return { data, meta: { attempts: 1 } };
  };
  return { sent, send };
}

async function readAll(answers: Record<string, unknown>, scrub?: (text: string) => string) {
  const { sent, send } = serviceOf({
    LearnTeam: teamWith([]),
    LearnConnection: connection,
    ListDevicesAtOnce: atOnce,
    ListDevicesByPage: page,
    ...answers,
  });
  const result = await createDevices(send, scrub)()
    .toArray({ limit: Number.POSITIVE_INFINITY })
    .catch((error: unknown) => error);
  return { result, sent };
}

/** Every place in a value, as a path. */
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
  test('in its usual shape lets the list be read', async () => {
    expect((await readAll({})).result).toEqual([device]);
    expect((await readAll({ LearnTeam: teamWith(pagingArgs(named('String'))) })).result).toEqual([device]);
  });

  const odd = [null, 0, true, '', 'x'.repeat(300), [], [null], {}, { name: 7 }, [[]], [{ name: null }]];
  const refusal = new GraphQLResponseError('refused', { outcome: 'rejected', attempts: 1 });

  test.each([
    ['LearnTeam', teamWith([arg('filter', named('String'))]), {}],
    ['LearnTeam', teamWith(pagingArgs(named('String'))), {}],
    ['ListDevicesAtOnce', atOnce, {}],
    ['LearnConnection', connection, { LearnTeam: teamWith(pagingArgs(named('String'))), ListDevicesByPage: refusal }],
  ])('of %s is an error of ours, wherever it is odd, or makes no difference', async (name, answer, others) => {
    for (const path of placesIn(answer)) {
      for (const by of odd) {
        const { result } = await readAll({ ...others, [name]: replaced(answer, path, by) });
        const where = `${path.join('.')} = ${JSON.stringify(by)}: ${result}`;
        if (Array.isArray(result)) {
          // The nodes themselves are the caller's data, whatever they are.
          if (!path.includes('nodes')) expect(result, where).toEqual([device]);
        } else if (name !== 'LearnConnection' || !isControlApiError(result, 'graphql')) {
          expect(isControlApiError(result, 'incomplete_list'), where).toBe(true);
        }
      }
    }
  });

  test('is an error of ours for any JSON at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('LearnTeam', 'ListDevicesAtOnce', 'LearnConnection'),
        fc.jsonValue(),
        async (name, answer) => {
          const { result } = await readAll({ ListDevicesByPage: refusal, [name]: answer });
          if (!Array.isArray(result)) expect(isControlApiError(result)).toBe(true);
        },
      ),
    );
  });
});

describe('a name that the server gives', () => {
  test.each(['String) { evil }', 'String!', '[String]', 'String\n', '', '1st', 'Ünicode', 'x'.repeat(300), null, 7])(
    'gets into a document only where it is a name: %j',
    async (name) => {
      const { result, sent } = await readAll({ LearnTeam: teamWith(pagingArgs(named(name as string))) });
      expect(isControlApiError(result, 'incomplete_list')).toBe(true);
      expect(sent.map((it) => it.name)).toEqual(['LearnTeam']);
    },
  );

  test('names the type of the cursor variable', async () => {
    for (const type of [named('Cursor'), nonNull(named('Cursor'))]) {
      const { result, sent } = await readAll({
        LearnTeam: teamWith([arg('first', nonNull(named('Int'))), arg('after', type, '""')]),
      });
      expect(result).toEqual([device]);
      expect(sent.at(-1)?.text).toContain('$after: Cursor)');
    }
  });

  test('is short, harmless and free of keys in a message', async () => {
    const required = (name: string) => ({ LearnTeam: teamWith([arg(name, nonNull(named('Int')))]) });
    const long = await readAll(required('x'.repeat(200)));
    expect(String(long.result)).toContain(`\`${'x'.repeat(80)}\``);
    for (const name of ['a\u001b[31m', 'a\nb', 'a\u202e', '$&', 'x'.repeat(10_000)]) {
      expect(String((await readAll(required(name))).result)).toContain('`?`');
    }
    const key = 'secret_key_0123456789';
    const scrub = (text: string) => text.replaceAll(key, '[redacted]');
    const { result } = await readAll(required(`${'y'.repeat(70)}${key}`), scrub);
    expect(String(result)).toContain(`\`${'y'.repeat(70)}[redacted]\``);
  });
});

describe('where introspection is refused', () => {
  test.each([
    new GraphQLResponseError('1 GraphQL error', { outcome: 'rejected', attempts: 1, status: 200 }),
    new GraphQLResponseError('1 GraphQL error', { outcome: 'unknown', attempts: 1, status: 200, data: {} }),
    new UnauthenticatedError('status 401. Check that the key is right.', {
      outcome: 'rejected',
      attempts: 1,
      status: 401,
    }),
  ])('the error says that this leaves completeness unproven: %s', async (refusal) => {
    const { result, sent } = await readAll({ LearnTeam: refusal });
    expect(result).toMatchObject({
      code: 'incomplete_list',
      cause: refusal,
      outcome: refusal.outcome,
      attempts: 1,
      operationName: 'ListDevices',
    });
    const { message } = result as Error;
    expect(message).toContain('introspection was refused');
    expect(message).not.toMatch(/\bkeys?\b|Learn/i);
    expect(sent).toHaveLength(1);
  });

  test('attempts count what the reading sent, retries included', async () => {
    const { send } = serviceOf({ LearnTeam: teamWith([]), ListDevicesAtOnce: { ...atOnce, teamType: 7 } });
    const failing = createDevices(async (...call) => ({ ...(await send(...call)), meta: { attempts: 2 } }))().toArray({
      limit: 1,
    });
    await expect(failing).rejects.toMatchObject({ code: 'incomplete_list', attempts: 4, outcome: 'unknown' });
  });

  test('a page that came with errors fails as it failed: there was no refusal', async () => {
    const failure = new GraphQLResponseError('1 GraphQL error', { outcome: 'unknown', attempts: 1, data: page });
    const { result, sent } = await readAll({
      LearnTeam: teamWith(pagingArgs(named('String'))),
      ListDevicesByPage: failure,
    });
    expect(result).toBe(failure);
    expect(sent.map(({ name }) => name)).toEqual(['LearnTeam', 'ListDevicesByPage']);
  });

  test('a refused read that is as planned fails as it failed', async () => {
    const refusal = new GraphQLResponseError('1 GraphQL error', { outcome: 'rejected', attempts: 1 });
    const { result, sent } = await readAll({ ListDevicesAtOnce: refusal });
    expect(result).toBe(refusal);
    expect(sent.map(({ name }) => name)).toEqual(['LearnTeam', 'ListDevicesAtOnce', 'LearnTeam', 'LearnConnection']);
  });
});

test('introspection goes at most two levels of fields deep, since servers limit depth', async () => {
  const { sent } = await readAll({
    LearnTeam: teamWith(pagingArgs(named('String'))),
    ListDevicesByPage: new GraphQLResponseError('refused', { outcome: 'rejected', attempts: 1 }),
  });
  const texts = [...sent, ...(await readAll({})).sent].map(({ text }) => text);
  expect(texts).toHaveLength(6);
  for (const text of texts) expect(levelsOfFields(text)).toBeLessThanOrEqual(2);
});

/** How many `fields` lie within each other, fragments included. */
function levelsOfFields(text: string): number {
  const [, ...fragments] = text.split(/^fragment /m);
  const bodies = new Map(fragments.map((it) => [/^\w+/.exec(it)?.[0], it.slice(it.indexOf('{'))]));
  let whole = text.split(/^fragment /m)[0] ?? '';
  for (let round = 0; round < 5; round++) {
    whole = whole.replace(/\.\.\.(\w+)/g, (_spread, name: string) => (bodies.get(name) ?? '').slice(1, -1));
  }
  const open: boolean[] = [];
  let deepest = 0;
  for (const [token] of whole.replace(/\([^)]*\)/g, '').matchAll(/fields\s*\{|\{|\}/g)) {
    if (token === '}') open.pop();
    else open.push(token !== '{');
    deepest = Math.max(deepest, open.filter(Boolean).length);
  }
  return deepest;
}
