import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { Model } from '../../src/emulator/world/model/model.ts';
import { idName } from '../../src/emulator/world/model/names.ts';
import { cases } from '../helpers/cases.ts';
import { type Emulated, emulated } from '../helpers/emulated.ts';
import { post } from '../helpers/post.ts';
import { type Draw, randomQuery } from '../helpers/random-query.ts';
import { type Any, asker, pages } from './world/reads/judge.ts';

const fixtures = 'test/fixtures';
const github = 'node_modules/@octokit/graphql-schema/schema.graphql';
const installed = 'test/product/node_modules';

/** Schemas of this project. */
const own = [
  'docs/documented.graphql',
  ...['relay', 'control', 'access'].map((name) => join(fixtures, `${name}.graphql`)),
  ...readdirSync(join(fixtures, 'paging')).map((name) => join(fixtures, 'paging', name)),
];

/** Public schemas of any style, each with how many of its mutations change something at least, and the lists of its root whose names ask for more. */
const styles = (
  [
    [github, 75, ''],
    [
      join(installed, '@nautical-commerce/graphql-schema/nautical/schema.graphql'),
      40,
      'customers emailLogs permissionGroups',
    ],
    [join(installed, '@digdir/dialogporten-schema/schema.verified.graphql'), 0, ''],
    [join(installed, '@cardano-graphql/client-ts/api/cardano-db-hasura/schema.graphql'), 0, ''],
    [join(installed, 'relay-test-utils-internal/lib/testschema.graphql'), 0, ''],
  ] as const
).filter(([file]) => existsSync(file));

/** Ids in an answer, wherever they are. */
function idsIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' && /_[\da-f]{8}$/.test(value) && found.size < 400) found.add(value);
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) idsIn(inner, found);
}

/** Sends random valid operations, with optional arguments and ids that exist, and holds the answers against the schema. */
async function bombard(world: Emulated, worlds: number, steps: number): Promise<void> {
  const { schema } = world.world;
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      world.world.reset();
      const ids = new Set<string>();
      const draw: Draw = (bound) => (numbers.next().value ?? 0) % Math.max(bound, 1);
      for (let step = 0; step < steps; step += 1) {
        const root = schema.getMutationType() && step % 3 === 1 ? 'mutation' : 'query';
        const operation = randomQuery(schema, draw, root, { ids: [...ids], optional: step > 0 });
        expect(validate(schema, parse(operation))).toEqual([]);
        // The executor itself checks types and nulls. An id, a cursor or a size may be made up; nothing else may go wrong.
        const { data, errors } = await world.answer(operation);
        const wrong = errors.filter((error) => !/^(?:NOT_FOUND|BAD_USER_INPUT|NOT_EMULATED): /.test(error));
        expect(wrong, operation).toEqual([]);
        idsIn(data, ids);
      }
      const snapshot = world.world.snapshot();
      world.world.restore(JSON.parse(JSON.stringify(snapshot)));
      expect(world.world.snapshot()).toEqual(snapshot);
    }),
    { numRuns: worlds },
  );
}

/** An answer's own way to report a failure, and the end of the note about a change of nothing. */
const saysFailure = /"(?:\w*[eE]rrors|failed)":\[\{|"success":false|NOT_FOUND/;
const changedNothing = 'changed nothing: its effect was there already.';

/** Tries each mutation: the names of those that change nothing and say nothing, and how many change something. */
async function tryMutations(file: string): Promise<{ silent: readonly string[]; changed: number }> {
  const world = emulated(file);
  const { schema } = world.world;
  const model = new Model(schema);
  const all = await idsByType(file);

  // The effect may be there already on one object: each mutation is tried on several.
  let place = 0;
  const idFor = (name: string, field: string): unknown => {
    const words = idName(name)?.words ?? [];
    const type = model.named(words) ?? model.named(field.split(/(?=[A-Z])/).map((word) => word.toLowerCase()));
    const found = type ? all(type.name) : [];
    return found[place] ?? found[0] ?? 'unknown';
  };
  const valueFor = (type: GraphQLInputType, name: string, field: string, depth = 0): unknown => {
    if (isNonNullType(type)) return valueFor(type.ofType, name, field, depth);
    if (isListType(type)) return depth < 4 ? [valueFor(type.ofType, name, field, depth)] : [];
    if (isEnumType(type)) return type.getValues()[0]?.value;
    if (isInputObjectType(type)) {
      const isGiven = (each: ReturnType<typeof type.getFields>[string]): boolean =>
        isRequiredInputField(each) || (depth === 0 && !isInputObjectType(getNamedType(each.type)));
      const fields = Object.values(type.getFields());
      const given = type.isOneOf ? fields.slice(0, 1) : fields.filter(isGiven);
      return Object.fromEntries(given.map((each) => [each.name, valueFor(each.type, each.name, field, depth + 1)]));
    }
    if (type.name === 'ID' || idName(name)) return idFor(name, field);
    return (
      { Int: 3, Float: 1.5, Boolean: true, DateTime: '2026-02-02T00:00:00Z', Date: '2026-02-02' }[type.name] ?? 'text'
    );
  };

  const idle: string[] = [];
  let changed = 0;
  const root = schema.getMutationType();
  const judged = new Set(world.world.explain().map(({ mutation }) => mutation));
  for (const field of Object.values(root?.getFields() ?? {})) {
    if (!judged.has(`${root?.name}.${field.name}`)) continue;
    world.world.reset();
    const before = world.notes.length;
    let [isChanged, isSaid] = [false, false];
    for (place = 0; place < 12 && !isChanged && !isSaid; place += 1) {
      const variables = Object.fromEntries(
        field.args.map(({ name, type }) => [name, valueFor(type, name, field.name)]),
      );
      const { data, errors } = await world.answer(mutationOf(field), variables);
      isChanged = world.world.snapshot().changes.length > 0;
      const said = world.notes.slice(before).filter((note) => !note.endsWith(changedNothing));
      isSaid = said.length > 0 || errors.length > 0 || saysFailure.test(JSON.stringify(data));
    }
    if (isChanged) changed += 1;
    if (!isChanged && !isSaid) idle.push(field.name);
  }
  // Unlinking two objects without a link changes nothing, which is noted.
  const parts = world.world.explain().filter(({ text }) => text.startsWith('takes away'));
  const apart = new Set(parts.map(({ mutation }) => mutation.split('.')[1] ?? ''));
  const isNoted = (name: string): boolean => world.notes.some((note) => note.includes(`.${name}\` ${changedNothing}`));
  return { silent: idle.filter((name) => !apart.has(name) || !isNoted(name)), changed };
}

/** The ids of all objects of a type, in a world as it is at the start. */
async function idsByType(file: string): Promise<(type: string) => readonly unknown[]> {
  const query = emulated(file).world.schema.getQueryType();
  const [first] = Object.values(query?.getFields() ?? {}).filter(({ args }) => !args.some(isRequiredArgument));
  if (!query || !first) return () => [];
  let ids: (type: string) => readonly unknown[] = () => [];
  const resolver = (_: unknown, __: unknown, { all }: { all(type: string): readonly { readonly id?: unknown }[] }) => {
    ids = (type) => all(type).map(({ id }) => id);
    return null;
  };
  const world = emulated(file, { resolvers: { [query.name]: { [first.name]: resolver } } });
  await world.answer(`{ ${first.name} ${isCompositeType(getNamedType(first.type)) ? '{ __typename }' : ''} }`);
  return ids;
}

/** A mutation with all of its arguments as variables, which shows the errors of its payload. */
function mutationOf({ name, type, args }: GraphQLField<unknown, unknown>): string {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const named = getNamedType(type);
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const shown = fields
    .filter((each) => /errors$/i.test(each.name) && each.args.length === 0)
    .map((each) => (isCompositeType(getNamedType(each.type)) ? `${each.name} { __typename }` : each.name));
  const selection = isCompositeType(named) ? `{ __typename ${shown.join(' ')} }` : '';
  return `mutation ${declared && `(${declared})`} { ${name}${given && `(${given})`} ${selection} }`;
}

/** The connections that a type gives without arguments. */
function connectionsOf(type: GraphQLObjectType | null | undefined): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(type?.getFields() ?? {}).filter(({ type: of, args }) => {
    const named = getNamedType(of);
    const names = isObjectType(named) ? Object.keys(named.getFields()) : [];
    const takes = args.map(({ name }) => name);
    return (
      ['pageInfo', 'edges'].every((name) => names.includes(name)) &&
      ['first', 'after'].every((name) => takes.includes(name)) &&
      !args.some(isRequiredArgument)
    );
  });
}

/** The lists of a type that don't page to what they count, each object once, and those whose names ask for more. */
async function wrongLists(
  file: string,
  owner = '',
  field = '',
): Promise<readonly [wrong: readonly string[], more: string]> {
  const sdl = readFileSync(file, 'utf8');
  const { answer, notes } = await asker(sdl);
  const schema = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true });
  const type = schema.getType(owner) ?? schema.getQueryType();
  const wrong: string[] = [];
  for (const { name, type: of } of connectionsOf(isObjectType(type) ? type : undefined)) {
    const named = getNamedType(of);
    const hasCount = isObjectType(named) && 'totalCount' in named.getFields();
    let total: number | undefined;
    const cursors = await pages(async (cursor) => {
      const after = cursor === null ? '' : `, after: "${cursor}"`;
      const list = `{ list: ${name}(first: 5${after}) { ${hasCount ? 'totalCount' : ''} edges { cursor } pageInfo { hasNextPage endCursor } } }`;
      const { data } = await answer(field ? `{ ${field} ${list} }` : list);
      const { totalCount, edges, pageInfo }: Any = (field ? data[field] : data).list ?? none;
      total = totalCount;
      return { ids: edges.map((edge: Any) => edge.cursor), cursor: pageInfo.endCursor, more: pageInfo.hasNextPage };
    });
    const isDrawn = notes.some((note) => note.includes(`\`${named.name}.totalCount\` is drawn`));
    if (new Set(cursors).size !== cursors.length || (hasCount && !isDrawn && total !== cursors.length))
      wrong.push(name);
  }
  const names = notes.flatMap((note) => /`\w+\.(\w+)` is drawn: its name asks for more/.exec(note)?.[1] ?? []);
  return [wrong, [...new Set(names)].sort().join(' ')];
}

const none = { totalCount: 0, edges: [], pageInfo: { hasNextPage: false } };

describe('any schema', () => {
  test.each(own)('any valid operation over %s is answered, refused or noted', async (file) => {
    await bombard(emulated(file), cases(5), 24);
  });

  describe.each(styles)('%s', (file, least, more) => {
    test('any valid operation is answered, refused or noted', async () => {
      await bombard(emulated(file), cases(6), 60);
    });

    test('each mutation changes something, or says that it did not', async () => {
      const { silent, changed } = await tryMutations(file);
      expect(silent).toEqual([]);
      expect(changed).toBeGreaterThanOrEqual(least);
    });

    test('paging through each list of the root reaches every object that it counts, once', async () => {
      expect(await wrongLists(file)).toEqual([[], more]);
    });
  });

  test('paging through each list of a GitHub user reaches every object once', async () => {
    expect(await wrongLists(github, 'User', 'viewer')).toEqual([
      [],
      'pinnedItems recentProjects repositoriesContributedTo sponsorshipsAsMaintainer sponsorshipsAsSponsor starredRepositories watching',
    ]);
  });

  test('an interface that nothing implements is null, and a list of it is empty', async () => {
    const schema = 'interface Idea { id: ID! } type Query { idea: Idea ideas: [Idea!]! }';
    expect(await emulated(schema).data('{ idea { id } ideas { id } }')).toEqual({ idea: null, ideas: [] });
  });

  test('introspection returns the whole schema that was given', async () => {
    for (const file of own) {
      await using emulator = await startEmulator({ schema: file });
      const asked = { inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true };
      const { body } = await post(emulator, getIntrospectionQuery(asked));
      const served = printSchema(lexicographicSortSchema(buildClientSchema(body.data)));
      const given = printSchema(lexicographicSortSchema(buildSchema(await readFile(file, 'utf8'))));
      expect(served).toBe(given);
    }
  });
});

test('the states, filters and orders of GitHub’s schema are right', async () => {
  const { ask, notes } = await asker(readFileSync(github, 'utf8'), {
    count: { Issue: 300 },
  });
  const fields = 'nodes { id title state closed closedAt createdAt updatedAt author { login } }';
  const { viewer } = await ask(
    `{ viewer { all: issues(first: 100) { ${fields} } open: issues(first: 100, states: [OPEN]) { ${fields} totalCount } new: issues(first: 100, orderBy: { field: UPDATED_AT, direction: DESC }) { ${fields} } since: issues(first: 100, filterBy: { states: [CLOSED] }) { ${fields} } } }`,
  );
  const all: Any[] = viewer.all.nodes;
  expect(all.length).toBeGreaterThan(3);
  expect(viewer.open.nodes).toEqual(all.filter(({ state }) => state === 'OPEN'));
  expect(viewer.open.totalCount).toBe(viewer.open.nodes.length);
  expect(viewer.since.nodes).toEqual(all.filter(({ state }) => state === 'CLOSED'));
  expect(viewer.new.nodes).toEqual(all.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)));
  for (const each of all) {
    expect([each.closed, each.closedAt !== null]).toEqual([each.state === 'CLOSED', each.state === 'CLOSED']);
    expect(each.createdAt <= each.updatedAt).toBe(true);
  }
  expect(notes).toEqual([]);
});
