import { describe, expect, test } from 'vitest';
import type { ShownArgument } from '../../src/paging/proof/list-shape.ts';
import {
  type AskType,
  askConnectionFields,
  askField,
  hasStillShape,
  typeQuery,
} from '../../src/paging/proof/list-shape.ts';
import { uncertainIn, uncertainNames } from '../../src/paging/proof/uncertain-arguments.ts';

const named = (name: string | null, kind = 'SCALAR') => ({ kind, name });
const list = (of?: object) => ({ kind: 'LIST', name: null, ...(of && { ofType: of }) });
const arg = (name: string, type: unknown, defaultValue: unknown = null): ShownArgument => ({
  name,
  type,
  defaultValue,
});

function showing(types: Readonly<Record<string, unknown>>, deeply: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const ask: AskType = async (name, isDeep) => {
    asked.push(isDeep ? `${name} deeply` : name);
    return isDeep ? (deeply[name] ?? types[name]) : types[name];
  };
  return { ask, asked };
}

const fieldsOf = (...names: readonly string[]) => names.map((name) => ({ name }));
const rows = { fields: fieldsOf('nodes', 'total') };
const team = (...args: readonly ShownArgument[]) => ({ fields: [{ name: 'devices', args }] });
const on = arg('on', named('Boolean'));
const off = arg('off', named('Boolean'));
const ids = (of?: object) => arg('ids', list(of));

test('the type of a connection is requested, and not for a plain list', async () => {
  const { ask, asked } = showing({ Rows: rows });
  expect(await askConnectionFields(ask, 'Rows')).toEqual(rows.fields);
  expect(await askConnectionFields(ask, undefined)).toEqual([]);
  expect(asked).toEqual(['Rows']);
});

test.each([undefined, null, {}, { fields: null }, { fields: 'a' }])(
  'the type of a connection that is %j proves nothing',
  async (Rows) => {
    expect(await askConnectionFields(showing({ Rows }).ask, 'Rows')).toBeUndefined();
  },
);

test('the type of a connection with pageInfo proves no whole list', () => {
  expect(uncertainIn({ args: [on], fields: rows.fields })).toBeUndefined();
  expect(uncertainIn({ args: [on], fields: fieldsOf('nodes', 'pageInfo') })).toBe('pageInfo');
  expect(uncertainIn({ args: [on, arg('n', named('Int'))], fields: fieldsOf('pageInfo') })).toBe('n');
});

describe('a list that was read', () => {
  /** Whether the list is seen as before, in the answer and in the types of a second question. */
  const again = (before: readonly ShownArgument[], answer: unknown, types: Readonly<Record<string, unknown>>) => {
    const seen = { parent: 'Team', name: 'devices', connection: 'Rows', args: before, fields: rows.fields };
    return hasStillShape(showing(types).ask, answer, seen);
  };

  test('a list that was read is compared with the fields of its answer, in any order', async () => {
    expect(await again([on, off], { __type: team(off, on) }, { Rows: { fields: fieldsOf('total', 'nodes') } })).toBe(
      true,
    );
  });

  test.each<[what: string, now: readonly ShownArgument[], Rows: unknown]>([
    ['another argument', [on, off], rows],
    ['no argument', [], rows],
    ['another type', [arg('on', named('ID'))], rows],
    ['another kind of type', [arg('on', named('Boolean', 'ENUM'))], rows],
    ['a default', [arg('on', named('Boolean'), 'true')], rows],
    ['another field', [on], { fields: fieldsOf('nodes', 'total', 'pageInfo') }],
    ['no connection', [on], undefined],
  ])('a list that was read differs from one with %s', async (_what, now, Rows) => {
    expect(await again([on], { __type: team(...now) }, { Rows })).toBe(false);
  });

  test('a list is requested again if its answer does not show a type', async () => {
    const before = [ids(named('ID'))];
    const seen = (Team: unknown) => again(before, { __type: team(ids()) }, { Rows: rows, Team });
    expect(await seen(team(ids(named('ID'))))).toBe(true);
    expect(await seen(team(ids(named('Int'))))).toBe(false);
    expect(await seen(team(ids(named('ID')), on))).toBe(false);
    expect(await seen({ fields: [] })).toBe(false);
    for (const answer of [{}, { __type: team(arg('ids', named('ID'))) }, { __type: team(arg('names', list())) }])
      expect(await again(before, answer, { Rows: rows, Team: team(...before) })).toBe(false);
  });
});

test('a field is seen by one question, or by a deeper one if that shows more', async () => {
  const flat = showing({ Team: team(arg('ids', named('ID'))) });
  expect((await askField(flat.ask, 'Team', 'devices'))?.args).toEqual([arg('ids', named('ID'))]);
  expect(flat.asked).toEqual(['Team']);
  const deep = showing({ Team: team(ids()) }, { Team: team(ids(named('ID'))) });
  expect((await askField(deep.ask, 'Team', 'devices'))?.args).toEqual([ids(named('ID'))]);
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
])('a field in %j is not found', async (Team) => {
  expect(await askField(showing({ Team }).ask, 'Team', 'devices')).toBeUndefined();
});

test('the two questions have names of their own', () => {
  expect(typeQuery(false)).toMatch(/^query LearnType\(\$name: String!\) \{ __type\(name: \$name\)/);
  expect(typeQuery(true)).toMatch(/^query LearnTypeDeeply\(\$name: String!\)/);
});

test.each([
  ['a kind that nobody knows', arg('filter', named('X', 'ODD'))],
  ['a type out of sight', arg('filter', list())],
])('an argument of a hidden type may cut a list: %s', (_what, filter) => {
  expect(uncertainNames([filter], false)).toEqual(['filter']);
  expect(uncertainNames([filter], false, () => true)).toEqual(['filter']);
  expect(uncertainNames([{ ...filter, defaultValue: '{}' }], true)).toEqual(['filter']);
});
