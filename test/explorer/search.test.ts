import { buildSchema, type GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchSchema } from '../../src/explorer/search.ts';
import { githubSchema, relaySchema } from './github.ts';

let github: GraphQLSchema;
let relay: GraphQLSchema;
beforeAll(() => {
  github = githubSchema();
  relay = relaySchema();
});

const places = (schema: GraphQLSchema, words: string, most = 5) =>
  searchSchema(schema, words)
    .slice(0, most)
    .map(({ place }) => place);

describe('search finds first', () => {
  test.each([
    ['reboot', 'Mutation.rebootDevice'],
    ['rename device', 'Mutation.renameDevice'],
    ['device rename', 'Mutation.renameDevice'],
    ['renameDevice', 'Mutation.renameDevice'],
    ['rebooting', 'DeviceStatus.REBOOTING'],
    ['online', 'DeviceStatus.ONLINE'],
    ['serial', 'Hardware.serialNumber'],
    ['RENAMEDEVICEINPUT', 'RenameDeviceInput'],
  ])('for “%s”, in a small schema: %s', (words, place) => {
    expect(places(relay, words)[0]).toBe(place);
  });

  test.each([
    ['pull request', 'PullRequest'],
    ['merge pull request', 'Mutation.mergePullRequest'],
    ['repository', 'Repository'],
    ['add star', 'Mutation.addStar'],
    ['sponsor tier', 'SponsorsTier'],
  ])('for “%s”, in a large schema: %s', (words, place) => {
    expect(places(github, words)[0]).toBe(place);
  });
});

test('every word must be in the name or the description, in any case', () => {
  expect(searchSchema(relay, 'RENAME device').every(({ name }) => /rename/i.test(name) && /device/i.test(name))).toBe(
    true,
  );
  expect(places(relay, 'rename teapot')).toEqual([]);
});

test('descriptions are searched, after names', () => {
  const schema = buildSchema('type Query { "Turns it off." halt: Int off: Int other: Int }');
  expect(places(schema, 'off')).toEqual(['Query.off', 'Query.halt']);
});

test('every kind of name is found', () => {
  const kinds = ['Plan', 'BUSINESS', 'nameContains', 'orderBy', 'temperature'].map((name) => {
    return searchSchema(relay, name).find((entry) => entry.name === name)?.kind;
  });
  expect(kinds).toEqual(['type', 'enum value', 'input field', 'argument', 'field']);
});

test('deprecated elements come last', () => {
  const found = searchSchema(relay, 'serialnumber');
  expect(found.map(({ place, deprecated }) => [place, deprecated])).toEqual([
    ['Hardware.serialNumber', false],
    ['Device.serialNumber', true],
  ]);
});

test('built-in types are not found', () => {
  expect(places(relay, '__type')).not.toContain('__Type');
  expect(places(relay, 'string')).not.toContain('String');
});

test('nonsense finds nothing', () => {
  for (const words of ['zzqqzz', '', ' ']) expect(places(relay, words)).toEqual([]);
});
