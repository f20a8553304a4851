import { describe, expect, test } from 'vitest';
import type { Access } from '../../src/call/document/access.ts';
import { readOperation } from '../../src/call/document/read-operation.ts';
import { readOptions } from '../../src/client/options.ts';
import { ControlApiError } from '../../src/index.ts';

const query = 'query Q { team { name } }';
const mutation = 'mutation Rename { rename { id } }';
const name = 'CONTROL_API_ACCESS';

function refusalOf(document: string, access: Access | undefined, env: Record<string, string>, later = env): string {
  const variables = { ...env };
  try {
    const settings = readOptions({ baseUrl: 'https://control.example', apiKey: null, access }, variables);
    delete variables[name];
    Object.assign(variables, later);
    return settings.checkAccess(readOperation(document)) ?? '';
  } catch (error) {
    return error instanceof ControlApiError ? error.message : expect.unreachable(String(error));
  }
}

describe('CONTROL_API_ACCESS=read-only', () => {
  const narrow = { [name]: 'read-only' };

  test.each([undefined, 'full', 'read-only'] as const)(
    'read-only access by the environment lets queries alone be sent if the code has %s',
    (access) => {
      expect(refusalOf(query, access, narrow)).toBe('');
      expect(refusalOf(mutation, access, narrow)).toBe(
        "Rename was not sent: its kind is mutation, and CONTROL_API_ACCESS is 'read-only'.",
      );
    },
  );

  test('read-only access by the environment and a list of operations in the code limit each other', () => {
    expect(refusalOf(mutation, { only: [mutation, query] }, narrow)).toContain('CONTROL_API_ACCESS');
    expect(refusalOf('query Other { a }', { only: [query] }, narrow)).toContain('`access: { only: […] }`');
    expect(refusalOf(query, { only: [query] }, narrow)).toBe('');
  });

  test('read-only access by the environment limits a client that exists, and ends with the variable', () => {
    expect(refusalOf(mutation, 'full', {}, narrow)).toContain('CONTROL_API_ACCESS');
    expect(refusalOf(mutation, 'full', narrow, {})).toContain('CONTROL_API_ACCESS');
  });

  test('access is not read from a polluted prototype', () => {
    const polluted: Record<string, string> = Object.create(narrow);
    const { checkAccess } = readOptions({ baseUrl: 'https://control.example', apiKey: null }, polluted);
    expect(checkAccess(readOperation(mutation))).toBeUndefined();
  });
});

test.each(['', 'full'])('CONTROL_API_ACCESS=%s limits nothing, and extends nothing', (value) => {
  expect(refusalOf(mutation, undefined, { [name]: value })).toBe('');
  expect(refusalOf(mutation, 'read-only', { [name]: value })).toContain("this client has access 'read-only'");
});

test.each(['readonly', 'READ-ONLY', 'none', 'read-only '])('CONTROL_API_ACCESS=%s is an error at once', (value) => {
  expect(refusalOf(query, undefined, { [name]: value })).toBe('CONTROL_API_ACCESS must be one of: full, read-only.');
});
