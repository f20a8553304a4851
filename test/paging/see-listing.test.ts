import { describe, expect, test } from 'vitest';
import { mayCut, type ShownInput } from '../../src/base/may-cut.ts';
import { type AskType, seeAgain, seeBeside, seeField, typeQuery } from '../../src/base/see-listing.ts';

const named = (name: string | null, kind = 'SCALAR') => ({ kind, name });
const list = (of?: object) => ({ kind: 'LIST', name: null, ...(of && { ofType: of }) });
const input = (name: string, type: unknown, defaultValue: unknown = null): ShownInput => ({ name, type, defaultValue });
const filter = (type: string) => input('filter', named(type, 'INPUT_OBJECT'));

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

describe('the inputs of a list are seen', () => {
  test('one question for each, a deeper one only where a type is out of sight', async () => {
    const { ask, asked } = showing(
      {
        Rows: rows,
        Filter: { inputFields: [input('other', named('Other', 'INPUT_OBJECT')), input('names', list())] },
        Other: { inputFields: [input('on', named('Boolean'))] },
      },
      { Filter: { inputFields: [input('names', list(named('String')))] } },
    );
    expect(await seeBeside(ask, [filter('Filter')], 'Rows')).toMatchObject({ uncertain: undefined });
    expect(asked).toEqual(['Filter', 'Filter deeply', 'Rows']);
  });

  test('a plain list has no connection to ask for', async () => {
    const { ask, asked } = showing({});
    expect(await seeBeside(ask, [], undefined)).toMatchObject({ uncertain: undefined });
    expect(asked).toEqual([]);
  });

  test('none is asked for once an argument leaves the list open', async () => {
    const { ask, asked } = showing({
      Rows: rows,
      Filter: { inputFields: [input('max', named('Int')), filter('Other')] },
    });
    expect((await seeBeside(ask, [filter('Filter'), input('a', named('Int'))], 'Rows'))?.uncertain).toBe('a');
    expect(asked).not.toContain('Other');
  });

  test.each([
    [30, undefined],
    [31, 'filter'],
  ])('of %d types', async (count, uncertain) => {
    const types = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `F${at}`,
        { inputFields: at + 1 < count ? [input('next', named(`F${at + 1}`, 'INPUT_OBJECT'))] : [] },
      ]),
    );
    const { ask, asked } = showing({ ...types, Rows: rows });
    expect((await seeBeside(ask, [filter('F0')], 'Rows'))?.uncertain).toBe(uncertain);
    expect(asked).toHaveLength(31);
  });

  test('of several at once no more than 30, either', async () => {
    const names = Array.from({ length: 31 }, (_, at) => `F${at}`);
    const types = Object.fromEntries(names.map((name) => [name, { inputFields: [] }]));
    const { ask, asked } = showing({ ...types, Rows: rows });
    const all = names.map((name) => filter(name));
    expect((await seeBeside(ask, all, 'Rows'))?.uncertain).toBe('filter');
    expect(asked.length).toBeLessThanOrEqual(31);
  });

  test('an answer of another shape proves nothing', async () => {
    const odd = [
      null,
      {},
      { inputFields: [null] },
      { inputFields: [input(7 as never, named('ID'))] },
      { inputFields: [{ name: 'a' }] },
      { inputFields: [input('a', {})] },
      { inputFields: 'a' },
    ];
    for (const Filter of odd)
      expect((await seeBeside(showing({ Rows: rows, Filter }).ask, [filter('Filter')], 'Rows'))?.uncertain).toBe(
        'filter',
      );
    expect(await seeBeside(showing({}).ask, [], 'Rows')).toBeUndefined();
  });
});

describe('a list is seen again', () => {
  const on = input('on', named('Boolean'));
  const off = input('off', named('Boolean'));
  const more = input('more', named('More', 'INPUT_OBJECT'));
  const text = async (types: Readonly<Record<string, unknown>>, args: readonly ShownInput[] = [filter('Filter')]) =>
    (await seeBeside(showing({ Rows: rows, ...types }).ask, args, 'Rows'))?.text;

  test('another order of fields, arguments or types is no change', async () => {
    const one = { Filter: { inputFields: [on, off, more] }, More: { inputFields: [on] } };
    const other = { Filter: { inputFields: [more, off, on] }, More: { inputFields: [on] } };
    expect(await text(one)).toBe(await text(other));
    const nodes = (...names: string[]) => ({ Rows: { fields: names.map((name) => ({ name })) } });
    expect(await text({ ...one, ...nodes('a', 'b') })).toBe(await text({ ...one, ...nodes('b', 'a') }));
    const two = [filter('Filter'), { ...filter('More'), name: 'where' }];
    expect(await text(one, two)).toBe(await text(one, two.toReversed()));
  });

  test('another field, argument, type or default is one', async () => {
    const Filter = { inputFields: [on] };
    const texts = await Promise.all([
      text({ Filter }),
      text({ Filter: { inputFields: [on, off] } }),
      text({ Filter: { inputFields: [input('on', named('ID'))] } }),
      text({ Filter: { inputFields: [input('on', named('Boolean'), 'true')] } }),
      text({ Filter, Rows: { fields: [{ name: 'nodes' }, { name: 'total' }] } }),
      text({ Filter }, [filter('Filter'), off]),
      text({ Other: Filter }, [filter('Other')]),
    ]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  const answer = (...args: readonly ShownInput[]) => ({ __type: { fields: [{ name: 'devices', args }] } });
  const team = (...args: readonly ShownInput[]) => ({ fields: [{ name: 'devices', args }] });

  test('with what the answer itself shows of it', async () => {
    const { ask, asked } = showing({ Rows: rows });
    expect(await seeAgain(ask, answer(on), 'Team', 'devices', 'Rows')).toEqual(await seeBeside(ask, [on], 'Rows'));
    expect(asked).not.toContain('Team');
  });

  test('deeper, where the answer does not show a type; it must be the same list', async () => {
    const ids = (of?: object) => input('ids', list(of));
    const seen = async (now: unknown) =>
      seeAgain(showing({ Rows: rows, Team: now }).ask, answer(ids()), 'Team', 'devices', 'Rows');
    expect(await seen(team(ids(named('ID'))))).toMatchObject({ uncertain: undefined });
    expect(await seen(team(input('ids', named('ID'))))).toBeUndefined();
    expect(await seen(team(input('ids', { ...list(named('ID')), kind: 'NON_NULL' })))).toBeUndefined();
    expect(await seen(team(input('names', list(named('ID')))))).toBeUndefined();
    expect(await seen(team(ids(named('ID')), on))).toBeUndefined();
    expect(await seen({ fields: [] })).toBeUndefined();
    expect(await seeAgain(showing({}).ask, {}, 'Team', 'devices', 'Rows')).toBeUndefined();
  });
});

test('a field is seen by one question, or by a deeper one if that shows more', async () => {
  const devices = (type: object) => ({ fields: [{ name: 'devices', args: [input('ids', type)] }] });
  const flat = showing({ Team: devices(named('ID')) });
  expect(await seeField(flat.ask, 'Team', 'devices')).toMatchObject({ name: 'devices' });
  expect(flat.asked).toEqual(['Team']);
  const deep = showing({ Team: devices(list()) }, { Team: devices(list(named('ID'))) });
  expect((await seeField(deep.ask, 'Team', 'devices'))?.args).toEqual([input('ids', list(named('ID')))]);
  expect(deep.asked).toEqual(['Team', 'Team deeply']);
});

test('the two questions have names of their own', () => {
  expect(typeQuery(false)).toMatch(/^query LearnType\(\$name: String!\) \{ __type\(name: \$name\)/);
  expect(typeQuery(true)).toMatch(/^query LearnTypeDeeply\(\$name: String!\)/);
});

test('an argument of the caller’s choice may choose in any way', () => {
  const fields = () => [input('size', named('Size', 'ENUM'))];
  const arg = input('a', named('Any', 'INPUT_OBJECT'));
  expect(mayCut([arg], fields)).toEqual(['a']);
  expect(mayCut([arg], fields, (name) => name === 'a')).toEqual([]);
});

describe('an argument that cannot be seen whole may cut a list', () => {
  test.each([
    ['a kind that nobody knows', input('filter', named('X', 'ODD')), () => []],
    ['an input object whose fields cannot be seen', filter('X'), () => undefined],
    ['a type out of sight', input('filter', list()), () => []],
  ])('%s', (_what, arg, fieldsOf) => {
    expect(mayCut([arg], fieldsOf)).toEqual(['filter']);
    expect(mayCut([arg], fieldsOf, () => true)).toEqual(['filter']);
  });
});
