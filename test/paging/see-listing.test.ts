import { describe, expect, test } from 'vitest';
import { mayCut, type ShownArgument } from '../../src/paging/schema/may-cut.ts';
import {
  type AskType,
  besideList,
  seeAgain,
  seeConnection,
  seeField,
  typeQuery,
} from '../../src/paging/schema/see-listing.ts';

const named = (name: string | null, kind = 'SCALAR') => ({ kind, name });
const list = (of?: object) => ({ kind: 'LIST', name: null, ...(of && { ofType: of }) });
const arg = (name: string, type: unknown, defaultValue: unknown = null): ShownArgument => ({
  name,
  type,
  defaultValue,
});

/** A service that shows these types, and the questions that it got. */
function showing(types: Readonly<Record<string, unknown>>, deeply: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const ask: AskType = async (name, isDeep) => {
    asked.push(isDeep ? `${name} deeply` : name);
    return isDeep ? (deeply[name] ?? types[name]) : types[name];
  };
  return { ask, asked };
}

const rows = { fields: [{ name: 'nodes' }] };
const on = arg('on', named('Boolean'));
const off = arg('off', named('Boolean'));

describe('the connection of a list', () => {
  test('is asked for; a plain list has none', async () => {
    const { ask, asked } = showing({ Rows: rows });
    expect(await seeConnection(ask, 'Rows')).toEqual(rows.fields);
    expect(await seeConnection(ask, undefined)).toEqual([]);
    expect(asked).toEqual(['Rows']);
  });

  test.each([undefined, null, {}, { fields: null }, { fields: 'a' }])('that is %j proves nothing', async (Rows) => {
    expect(await seeConnection(showing({ Rows }).ask, 'Rows')).toBeUndefined();
  });

  test('with pageInfo leaves open whether a read at once is whole', () => {
    expect(besideList([on], rows.fields).uncertain).toBeUndefined();
    expect(besideList([on], [...rows.fields, { name: 'pageInfo' }]).uncertain).toBe('pageInfo');
    expect(besideList([on, arg('n', named('Int'))], [{ name: 'pageInfo' }]).uncertain).toBe('n');
  });
});

describe('a list is seen again', () => {
  const text = (args: readonly ShownArgument[], names = ['nodes']) =>
    besideList(
      args,
      names.map((name) => ({ name })),
    ).text;

  test('another order of fields or arguments is no change', () => {
    expect(text([on, off])).toBe(text([off, on]));
    expect(text([on], ['a', 'b'])).toBe(text([on], ['b', 'a']));
  });

  test('another field, argument, type or default is one', () => {
    const texts = [
      text([on]),
      text([on, off]),
      text([arg('on', named('ID'))]),
      text([arg('on', named('Boolean'), 'true')]),
      text([on], ['nodes', 'total']),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });

  const answer = (...args: readonly ShownArgument[]) => ({ __type: { fields: [{ name: 'devices', args }] } });
  const team = (...args: readonly ShownArgument[]) => ({ fields: [{ name: 'devices', args }] });

  test('with what the answer itself shows of it', async () => {
    const { ask, asked } = showing({ Rows: rows });
    expect(await seeAgain(ask, answer(on), 'Team', 'devices', 'Rows')).toBe(text([on]));
    expect(asked).toEqual(['Rows']);
    expect(await seeAgain(showing({}).ask, answer(on), 'Team', 'devices', 'Rows')).toBeUndefined();
  });

  test('deeper, where the answer does not show a type; it must be the same list', async () => {
    const ids = (of?: object) => arg('ids', list(of));
    const seen = async (now: unknown) =>
      seeAgain(showing({ Rows: rows, Team: now }).ask, answer(ids()), 'Team', 'devices', 'Rows');
    expect(await seen(team(ids(named('ID'))))).toBe(text([ids(named('ID'))]));
    expect(await seen(team(arg('ids', named('ID'))))).toBeUndefined();
    expect(await seen(team(arg('ids', { ...list(named('ID')), kind: 'NON_NULL' })))).toBeUndefined();
    expect(await seen(team(arg('names', list(named('ID')))))).toBeUndefined();
    expect(await seen(team(ids(named('ID')), on))).toBeUndefined();
    expect(await seen({ fields: [] })).toBeUndefined();
    expect(await seeAgain(showing({}).ask, {}, 'Team', 'devices', 'Rows')).toBeUndefined();
  });
});

test('a field is seen by one question, or by a deeper one if that shows more', async () => {
  const devices = (type: object) => ({ fields: [{ name: 'devices', args: [arg('ids', type)] }] });
  const flat = showing({ Team: devices(named('ID')) });
  expect(await seeField(flat.ask, 'Team', 'devices')).toMatchObject({ name: 'devices' });
  expect(flat.asked).toEqual(['Team']);
  const deep = showing({ Team: devices(list()) }, { Team: devices(list(named('ID'))) });
  expect((await seeField(deep.ask, 'Team', 'devices'))?.args).toEqual([arg('ids', list(named('ID')))]);
  expect(deep.asked).toEqual(['Team', 'Team deeply']);
});

test.each([
  null,
  {},
  { fields: [{ name: 'devices', args: [null] }] },
  { fields: [{ name: 'devices', args: [{ name: 7, type: named('ID') }] }] },
  { fields: [{ name: 'devices', args: [{ name: 'a' }] }] },
  { fields: [{ name: 'devices', args: [arg('a', {})] }] },
  { fields: [{ name: 'devices', args: 'a' }] },
])('a field in %j is none', async (Team) => {
  expect(await seeField(showing({ Team }).ask, 'Team', 'devices')).toBeUndefined();
});

test('the two questions have names of their own', () => {
  expect(typeQuery(false)).toMatch(/^query LearnType\(\$name: String!\) \{ __type\(name: \$name\)/);
  expect(typeQuery(true)).toMatch(/^query LearnTypeDeeply\(\$name: String!\)/);
});

describe('an argument whose type cannot be seen may cut a list', () => {
  test.each([
    ['a kind that nobody knows', arg('filter', named('X', 'ODD'))],
    ['a type out of sight', arg('filter', list())],
  ])('%s', (_what, filter) => {
    expect(mayCut([filter], false)).toEqual(['filter']);
    expect(mayCut([filter], false, () => true)).toEqual(['filter']);
    expect(mayCut([{ ...filter, defaultValue: '{}' }], true)).toEqual(['filter']);
  });
});
