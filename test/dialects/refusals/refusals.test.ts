import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRefusal } from '../../../src/drift/watch/read-refusal.ts';
import { WORDINGS } from '../../../src/drift/watch/refusal-words.ts';
import type { GraphQLFormattedError } from '../../../src/index.ts';
import { shapeOf, watchedOperation } from '../../helpers/watched-operation.ts';

/** What the operations were generated from. */
const sdl = `
enum Color { RED BLUE }
input Place { site: ID!, rack: Int }
input Filter { near: Place }
interface Named { name: String! }
type Network { address: String! }
type Device implements Named { id: ID!, name: String!, network: Network }
type App implements Named { name: String!, note: String }
union Thing = Device | App
type Team { devices(filter: Filter, first: Int, color: Color): [Device!]!, things: [Thing] }
type Query { team: Team! }
type Mutation { move(id: ID!, place: Place!): Device! }
`;

const CARET = '\u25b2';
const list = (selection: string): string => `query List { team { ${selection} } }`;
const byColor = `query List($c: Color) { team { devices(color: ${CARET}$c) { id } } }`;
const byPlace = `mutation Move($place: Place!) { move(id: 1, place: ${CARET}$place) { id } }`;
const byNumber = `query List($n: Int) { team { devices(first: ${CARET}$n) { id } } }`;

/** An operation, with a mark where the server finds it wrong, and the change that is named; undefined where there is none. */
const cases: Readonly<Record<string, readonly [operation: string, change: string | undefined]>> = {
  field: [list(`devices { ${CARET}name }`), 'field-removed Device.name'],
  rootField: [`query List { ${CARET}team { devices { id } } }`, 'field-removed Query.team'],
  argument: [list(`devices(${CARET}first: 2) { id }`), 'argument-removed Team.devices(first:)'],
  argumentRequired: [list(`${CARET}devices { id }`), 'argument-required Team.devices(site:)'],
  inputRemoved: [list(`devices(filter: { ${CARET}near: { site: "1" } }) { id }`), 'input-field-removed Filter.near'],
  inputRequired: [
    `mutation Move { move(id: 1, place: ${CARET}{ site: "1" }) { id } }`,
    'input-field-required Place.row',
  ],
  enumValue: [list(`devices(color: ${CARET}RED) { id }`), 'enum-value-removed Color.RED'],
  type: [list(`things { ... on ${CARET}App { note } }`), 'type-removed App'],
  union: [list(`things { ${CARET}... on App { note } }`), 'possible-type-removed Thing'],
  leaf: [list(`devices { ${CARET}network { address } }`), 'type-changed Device.network'],
  object: [list(`devices { ${CARET}name }`), 'type-changed Device.name'],
  variableType: [byNumber, 'type-changed Team.devices(first:)'],
  literalType: [list(`devices(first: ${CARET}2) { id }`), 'type-changed Team.devices(first:)'],
  mutation: [`${CARET}mutation Move { move(id: 1, place: { site: "1" }) { id } }`, 'root-removed Mutation'],
  query: [`${CARET}query List { team { devices { id } } }`, 'root-removed Query'],
  inputType: [`query List($f: ${CARET}Filter) { team { devices(filter: $f) { id } } }`, 'type-removed Filter'],
  inputKind: [
    `query List(${CARET}$f: Filter) { team { devices(filter: $f) { id } } }`,
    'type-changed Team.devices(filter:)',
  ],
  conflict: [list(`devices { ${CARET}name }`), 'type-changed Device.name'],
  kind: [list(`things { ... on ${CARET}App { note } }`), 'type-changed App'],
  literalNull: [list(`devices(first: ${CARET}null) { id }`), 'type-changed Team.devices(first:)'],
  literalObject: [
    list(`devices(filter: ${CARET}{ near: { site: "1" } }) { id }`),
    'type-changed Team.devices(filter:)',
  ],
  variableEnum: [byColor, 'enum-value-removed Color.RED'],
  variableRequired: [byPlace, 'input-field-required Place.row'],
  variableRemoved: [byPlace, 'input-field-removed Place.rack'],
  ownEnum: [byColor, undefined],
  ownExtra: [byPlace, undefined],
  ownMissing: [byPlace, undefined],
  ownType: [byNumber, undefined],
  depth: [list(`devices { ${CARET}name }`), undefined],
  cost: [`query List { team { ${CARET}devices { id } } }`, undefined],
};

interface Family {
  readonly server: string;
  readonly version: string;
  readonly source: string;
  readonly locations?: boolean;
  readonly errors: Readonly<Record<string, string | GraphQLFormattedError>>;
}

const families = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name): readonly [string, Family] => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')),
  ]);

const refusals = families.flatMap(([family, { errors, locations }]) =>
  Object.entries(errors).map(
    ([name, error]) =>
      [family, name, typeof error === 'string' ? { message: error } : error, locations !== false] as const,
  ),
);

/** The operation without the mark, and the error with the place of the mark. */
function given(name: string, error: GraphQLFormattedError, hasPlace: boolean) {
  const [marked = ''] = cases[name] ?? [];
  const operation = watchedOperation(sdl, marked.replace(CARET, ''));
  // Printing moves the mark: it is looked for by what follows it, without white space.
  const rest = marked.slice(marked.indexOf(CARET) + 1).replace(/\s/g, '');
  const text = operation.toString();
  const offset = [...text].findIndex(
    (_, at) => /\S/.test(text[at] ?? '') && text.slice(at).replace(/\s/g, '') === rest,
  );
  expect(offset).toBeGreaterThanOrEqual(0);
  const lines = text.slice(0, offset).split('\n');
  const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  return { shape: shapeOf(operation), error: hasPlace ? { locations: [place], ...error } : error };
}

describe.each([true, false])('a refusal (with places: %s)', (places) => {
  test.each(refusals)('of %s is read: %s', (_family, name, said, hasPlace) => {
    const { shape, error } = given(name, said, places && hasPlace);
    const read = readRefusal([error], shape) ?? [];
    const changes = read.map(({ change, coordinate }) => `${change} ${coordinate}`);
    const expected = cases[name]?.[1];
    if (places || expected === undefined) expect(changes).toEqual(expected === undefined ? [] : [expected]);
    // A union and its member, and the owner of an argument, may be known by the place alone.
    else expect(changes.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(read.map(({ hint, ...shown }) => shown))).not.toContain('s3cret');
  });
});

test('each wording is that of some server, and none hides another', () => {
  const used = new Set<unknown>();
  for (const [, , { message }] of refusals) {
    const words = message.trim().replace(/^Validation error(?: of type \w+| ?\(\w+(?:@\[[^\]]*\])?\))? ?: ?/i, '');
    used.add(WORDINGS.find(({ words: pattern }) => words.search(pattern) >= 0));
  }
  const unused = WORDINGS.filter((wording) => !used.has(wording)).map(({ words }) => words.source);
  expect(unused).toEqual([]);
});

test('every family says its server, version and source', () => {
  expect(families.map(([, { server, version, source }]) => server && version && source).every(Boolean)).toBe(true);
});
