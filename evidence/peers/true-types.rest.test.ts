import fc from 'fast-check';
import {
  buildSchema,
  doTypesOverlap,
  executeSync,
  type GraphQLCompositeType,
  getNamedType,
  isCompositeType,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { generateText } from '../../test/codegen/generate-text.ts';
import { makeProject } from './compilers.ts';

const sdl = `
interface Node { id: ID! }
interface Owner implements Node { id: ID!, login: String }
type User implements Node & Owner { id: ID!, login: String, email: String, team: Team! }
type Robot implements Node & Owner { id: ID!, login: String, model: String!, maker: Owner }
type Device implements Node { id: ID!, name: String, owner: Owner, team: Team!, siblings: [Device], parts: [Thing!]! }
type Team implements Node { id: ID!, name: String, devices: [Device!]!, owner: Owner, things: [Thing] }
union Thing = Device | Robot | Team
type Query { team: Team, node: Node, thing: Thing!, owner: Owner, nodes: [Node]! }
`;
const schema = buildSchema(sdl);
const all = Object.values(schema.getTypeMap())
  .filter(isCompositeType)
  .filter(({ name }) => !name.startsWith('__'));

/** A random query whose fields merge from several places, under conditions of their own. */
function randomQuery(draw: (bound: number) => number, name: string, conditional: boolean): string {
  const condition = (): string =>
    conditional && draw(3) === 0 ? ` ${draw(2) === 0 ? '@include' : '@skip'}(if: $${'abc'[draw(3)]})` : '';
  const selection = (type: GraphQLCompositeType, depth: number): string => {
    const parts: string[] = [];
    for (let count = 1 + draw(4); count > 0; count--) {
      const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
      const field = fields[draw(fields.length + 1)];
      const inner = field && getNamedType(field.type);
      if (field && isCompositeType(inner) && depth > 0)
        parts.push(`${field.name}${condition()} ${selection(inner, depth - 1)}`);
      else if (field && !isCompositeType(inner)) parts.push(`${field.name}${condition()}`);
      else if (depth > 0) parts.push(`... ${fragment(type)}`.replace('%', () => condition()));
      else parts.push(`__typename${condition()}`);
    }
    return `{ ${parts.join(' ')} }`;

    function fragment(on: GraphQLCompositeType): string {
      const possible = all.filter((type) => doTypesOverlap(schema, type, on));
      const target = possible[draw(possible.length)] ?? on;
      return `${draw(3) === 0 && target === on ? '' : `on ${target.name}`}% ${selection(target, depth - 1)}`;
    }
  };
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has a query type.');
  const used = 'abc'
    .split('')
    .map((it) => `${it}: team @include(if: $${it}) { id }`)
    .join(' ');
  if (!conditional) return `query ${name} ${selection(query, 5)}`;
  return `query ${name}($a: Boolean!, $b: Boolean!, $c: Boolean!) { ${used} ... ${selection(query, 4)} }`;
}

/** A world in which each abstract field has another type every time, and every other nullable field is null. */
function world(turn: number): object {
  let count = turn;
  const maybe =
    <T>(make: () => T) =>
    (): T | null =>
      count++ % 3 === 0 ? null : make();
  const make: Record<string, () => object> = {
    User: () => ({ __typename: 'User', id: 'u', login: maybe(() => 'l'), email: maybe(() => 'e'), team: make['Team'] }),
    Robot: () => ({ __typename: 'Robot', id: 'r', login: maybe(() => 'l'), model: 'm', maker: maybe(owner) }),
    Device: () => ({
      ...{ __typename: 'Device', id: 'd', name: maybe(() => 'n'), owner: maybe(owner), team: make['Team'] },
      ...{ siblings: maybe(() => [make['Device']?.(), null]), parts: () => [thing(), thing()] },
    }),
    Team: () => ({
      ...{ __typename: 'Team', id: 't', name: 'n', devices: () => [make['Device']?.()], owner },
      things: maybe(() => [thing(), null]),
    }),
  };
  const oneOf = (names: readonly string[]) => (): object | undefined => make[names[count++ % names.length] ?? '']?.();
  const owner = oneOf(['User', 'Robot']);
  const thing = oneOf(['Device', 'Robot', 'Team']);
  const node = oneOf(['User', 'Robot', 'Device', 'Team']);
  return { team: maybe(() => make['Team']?.()), node: maybe(node), thing, owner, nodes: () => [node(), null, node()] };
}

test.each([
  ['under whatever conditions', true],
  ['without conditions', false],
])('an answer has the generated type for any selection: %s', async (_name, conditional) => {
  const queries: string[] = [];
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      queries.push(randomQuery((bound) => (numbers.next().value ?? 0) % bound, `Q${queries.length}`, conditional));
    }),
    { numRuns: 150, seed: 20 },
  );
  const valid = queries.filter((text) => validate(schema, parse(text)).length === 0);
  expect(valid.length).toBeGreaterThan(100);
  const text = await generateText(sdl, valid.join('\n'));

  const answers = valid.flatMap((query, index) =>
    [...Array(conditional ? 8 : 1).keys()].flatMap((flags) =>
      [0, 1, 2, 3].map((turn) => {
        const { data, errors } = run(query, flags, turn);
        expect(errors).toBeUndefined();
        return `export const r${index}_${flags}_${turn}: ${/query (\w+)/.exec(query)?.[1]}Query = ${JSON.stringify(data)};`;
      }),
    ),
  );
  const names = valid.map((query) => `${/query (\w+)/.exec(query)?.[1]}Query`);

  await using project = await makeProject('module', {
    'types.ts': text,
    'answers.ts': `import type { ${names.join(', ')} } from './types.js';\n${answers.join('\n')}`,
  });
  const { stdout } = await project.check('typescript7');

  expect(stdout.split('\n').slice(0, 5).join('\n')).toBe('');
});

function run(query: string, flags: number, turn: number): ReturnType<typeof executeSync> {
  const variableValues = { a: (flags & 1) > 0, b: (flags & 2) > 0, c: (flags & 4) > 0 };
  return executeSync({ schema, document: parse(query), rootValue: world(turn), variableValues });
}
