import { resolve } from 'node:path';
import { getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { readSchemaFile } from '../../src/graphql/parse-schema.ts';
import { findWarnings } from '../../src/graphql/selections/operation-warnings.ts';

test.each([
  ['GitHub', 'node_modules/@octokit/graphql-schema/schema.graphql', 0],
  ['a shop', 'test/product/node_modules/@nautical-commerce/graphql-schema/nautical/schema.graphql', 400],
])(
  'of all mutations of %s, exactly those whose payload has errors with a code are reported',
  async (_of, file, least) => {
    const schema = await readSchemaFile(resolve(file), process.cwd());
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const payloads = mutations.filter(({ type }) => isObjectType(getNamedType(type)));
    const text = payloads.map(({ name }) => `mutation M_${name} { ${name} { __typename } }`).join('\n');
    // Arguments do not matter to the warning.
    const told = findWarnings(schema, parseOperations([{ file: 'a.graphql', text }])).filter(({ message }) =>
      message.includes(' answers with '),
    );
    // These two schemas name every user error `…Error`.
    const expected = payloads.filter(({ type }) => {
      const payload = getNamedType(type);
      return (
        isObjectType(payload) && Object.values(payload.getFields()).some((it) => /\[\w+Error!?\]/.test(String(it.type)))
      );
    });
    expect(told.map(({ operation }) => operation)).toEqual(expected.map(({ name }) => `M_${name}`));
    expect(told.length).toBeGreaterThanOrEqual(least);
  },
);
