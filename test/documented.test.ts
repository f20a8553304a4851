import { readdir, readFile } from 'node:fs/promises';
import { buildSchema, isObjectType, parse, print, validate } from 'graphql';
import { describe, expect, test } from 'vitest';

const schema = buildSchema(await readFile('docs/documented.graphql', 'utf8'));
const operations = await readdir('operations');

test.each([
  ['list-devices', 'query ListDevices { team { devices { nodes { id name } } } }'],
  ['check-introspection', 'query CheckIntrospection { __schema { queryType { name } mutationType { name } } }'],
])('the operation %s has exactly the documented shape', async (name, text) => {
  expect(print(parse(await readFile(`operations/${name}.graphql`, 'utf8')))).toBe(print(parse(text)));
});

test.each(operations)('the operation %s fits the schema', async (name) => {
  expect(validate(schema, parse(await readFile(`operations/${name}`, 'utf8')))).toEqual([]);
});

describe('docs/documented.graphql is the documented surface, and nothing more', () => {
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));

  test('the documented schema has no other type, field or argument', () => {
    const surface = types.map((type) => [
      type.name,
      Object.values(type.getFields()).map(({ name, type: of, args }) => [name, String(of), args.length]),
    ]);
    expect(Object.fromEntries(surface)).toEqual({
      Query: [['team', 'Team', 0]],
      Mutation: [['team', 'Team', 0]],
      Team: [['devices', 'DeviceConnection', 0]],
      DeviceConnection: [['nodes', '[Device]', 0]],
      Device: [
        ['id', 'ID', 0],
        ['name', 'String', 0],
      ],
    });
  });

  test('each description says what is inferred', () => {
    const described = types.flatMap((type) => [type, ...Object.values(type.getFields())]);
    for (const { description } of described) expect(description).toMatch(/^(Documented: .+\s)?Inferred:\s/s);
  });
});
