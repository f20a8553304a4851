import { expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';
import { type Checks, judge } from '../../helpers/judged.ts';

/** A platform's habits: the noun comes first, a deletion answers a boolean, a text is a secret, and a name says whose things are meant. */
const schema = `
  type Query { environments: [Environment!]! rules: [Rule!]! projects: [Project!]! teams: [Team!]! tokens: [Token!]! blueprints: [Blueprint!]! }
  type Environment { id: ID! name: String! sourceEnvironment: Environment rules: [Rule!]! } type Rule { id: ID! environment: Environment! }
  enum ProjectStatus { CRASHED DELETED RUNNING } type Project { id: ID! name: String! status: ProjectStatus! team: Team }
  type Team { id: ID! projects: [Project!]! } type Token { id: ID! name: String! } type Blueprint { id: ID! code: String! project: Project! }
  type Mutation {
    projectCreate(name: String!): Project! projectDelete(id: ID!): Boolean! projectTransferToTeam(id: ID!, teamId: ID!): Boolean!
    tokenCreate(name: String!): String! rulesForEnvironmentDelete(environmentId: ID!): Boolean!
    ruleRemove(environmentId: ID!): Boolean! viewMerge(sourceEnvironmentId: ID!, targetEnvironmentId: ID!): Boolean!
    blueprintClone(code: String!, projectId: ID!): Blueprint! }`;

const checks: Checks = {
  'a deletion that answers a boolean alone says that it was done': async ({ ask }) => {
    const [{ id }, ...others] = (await ask('{ projects { id } }')).projects;
    expect(await ask(`mutation { projectDelete(id: "${id}") }`)).toEqual({ projectDelete: true });
    expect((await ask('{ projects { id } }')).projects).toEqual(others);
  },
  'what is before the preposition is moved': async ({ ask }) => {
    const { projects, teams } = await ask('{ projects { id team { id } } teams { id } }');
    const [{ id, team }] = projects;
    const to = teams.find((each: { id: string }) => each.id !== team?.id).id;
    await ask(`mutation { projectTransferToTeam(id: "${id}", teamId: "${to}") }`);
    expect((await ask('{ projects { id team { id } } }')).projects[0]).toEqual({ id, team: { id: to } });
  },
  'a new object has not failed yet': async ({ ask }) => {
    expect(await ask('mutation { projectCreate(name: "x") { status } }')).toEqual({
      projectCreate: { status: 'RUNNING' },
    });
  },
};

judge('where the noun comes first', schema, checks);

test('a text that a creation answers may be a secret: it is drawn, and noted, and no id', async () => {
  const { data, notes } = emulated(schema);
  const { tokenCreate } = await data('mutation { tokenCreate(name: "ci") }');
  const { tokens } = await data('{ tokens { id name } }');
  expect(tokens.at(-1).name).toBe('ci');
  expect(tokens.map(({ id }: { id: string }) => id)).not.toContain(tokenCreate);
  expect(notes).toEqual([expect.stringContaining('`Mutation.tokenCreate` is drawn')]);
});

test.each([
  ['whose things are deleted', (id: string) => `rulesForEnvironmentDelete(environmentId: "${id}")`],
  ['whose thing is removed', (id: string) => `ruleRemove(environmentId: "${id}")`],
  ['what is looked at', (id: string) => `viewMerge(sourceEnvironmentId: "${id}", targetEnvironmentId: "${id}")`],
])('the id of %s is neither deleted nor changed, which is noted', async (_, mutation) => {
  const { data, world, notes } = emulated(schema);
  const { environments } = await data('{ environments { id } }');
  await data(`mutation { ${mutation(environments[1].id)} }`);
  expect(world.snapshot().changes).toEqual([]);
  expect(notes).toContainEqual(expect.stringContaining('changed nothing'));
});

test('a copy is not made of the inputs', async () => {
  const { data, world, notes } = emulated(schema);
  const { projects } = await data('{ projects { id } }');
  await data(`mutation { blueprintClone(code: "x", projectId: "${projects[0].id}") { id } }`);
  expect(world.snapshot().changes).toEqual([]);
  expect(notes).toContainEqual(expect.stringContaining('changed nothing'));
});
