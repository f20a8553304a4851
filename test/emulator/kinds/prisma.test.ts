import { expect } from 'vitest';
import { type Checks, judge, type Stranger } from '../../helpers/judged.ts';

/** A service over Prisma's client: `data`, `where`, operations in inputs. */
const schema = `
  scalar DateTime
  type Query { users(where: UserWhereInput, skip: Int, take: Int): [User!]! user(where: UserWhereUniqueInput!): User
    articles(where: ArticleWhereInput, take: Int): [Article!]! article(where: ArticleWhereUniqueInput!): Article topics: [Topic!]! }
  type User { id: ID! email: String! name: String credits: Int! articles: [Article!]! _count: UserCount! } type UserCount { articles: Int! }
  type Article { id: ID! title: String! slug: String! published: Boolean! views: Int! author: User topics: [Topic!]! createdAt: DateTime! updatedAt: DateTime! }
  type Topic { id: ID! name: String! articles: [Article!]! }
  type AffectedRowsOutput { count: Int! }
  type Mutation {
    createOneUser(data: UserCreateInput!): User! updateOneUser(data: UserUpdateInput!, where: UserWhereUniqueInput!): User deleteOneUser(where: UserWhereUniqueInput!): User
    upsertOneUser(where: UserWhereUniqueInput!, create: UserCreateInput!, update: UserUpdateInput!): User!
    createManyUser(data: [UserCreateManyInput!]!): AffectedRowsOutput!
    createOneArticle(data: ArticleCreateInput!): Article! updateOneArticle(data: ArticleUpdateInput!, where: ArticleWhereUniqueInput!): Article
    updateManyArticle(data: ArticleUpdateManyInput!, where: ArticleWhereInput): AffectedRowsOutput! deleteManyArticle(where: ArticleWhereInput): AffectedRowsOutput!
    deleteOneArticle(where: ArticleWhereUniqueInput!): Article
  }
  input UserWhereUniqueInput { id: ID email: String } input ArticleWhereUniqueInput { id: ID slug: String } input TopicWhereUniqueInput { id: ID! }
  input UserWhereInput { AND: [UserWhereInput!] email: StringFilter name: StringNullableFilter } input StringFilter { equals: String in: [String!] contains: String startsWith: String not: String }
  input StringNullableFilter { equals: String contains: String }
  input ArticleWhereInput { AND: [ArticleWhereInput!] OR: [ArticleWhereInput!] NOT: [ArticleWhereInput!] id: StringFilter title: StringFilter published: BoolFilter views: IntFilter author: UserWhereInput } input BoolFilter { equals: Boolean } input IntFilter { equals: Int gt: Int lt: Int }
  input UserCreateInput { email: String! name: String credits: Int articles: ArticleCreateNestedManyInput } input UserCreateManyInput { email: String! name: String }
  input UserUpdateInput { email: StringFieldUpdate name: NullableStringFieldUpdate credits: IntFieldUpdate }
  input StringFieldUpdate { set: String } input NullableStringFieldUpdate { set: String } input IntFieldUpdate { set: Int increment: Int } input BoolFieldUpdate { set: Boolean }
  input ArticleCreateInput { title: String! slug: String! published: Boolean author: UserCreateNestedOneInput topics: TopicNestedManyInput }
  input ArticleUpdateInput { title: StringFieldUpdate published: BoolFieldUpdate views: IntFieldUpdate author: UserUpdateNestedOneInput topics: TopicNestedManyInput }
  input ArticleUpdateManyInput { published: BoolFieldUpdate title: StringFieldUpdate }
  input UserCreateNestedOneInput { create: UserCreateInput connect: UserWhereUniqueInput } input UserUpdateNestedOneInput { connect: UserWhereUniqueInput disconnect: Boolean }
  input ArticleCreateNestedManyInput { create: [ArticleCreateInput!] connect: [ArticleWhereUniqueInput!] }
  input TopicNestedManyInput { connect: [TopicWhereUniqueInput!] disconnect: [TopicWhereUniqueInput!] set: [TopicWhereUniqueInput!] create: [TopicCreateInput!] } input TopicCreateInput { name: String! }`;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const all = 'id title slug published views author { id } topics { id }';

function base({ ask }: Stranger) {
  return {
    articles: async (): Promise<Any[]> => (await ask(`{ articles { ${all} } }`)).articles,
    users: async (): Promise<Any[]> => (await ask('{ users { id email name credits } }')).users,
    topics: async (): Promise<Any[]> => (await ask('{ topics { id } }')).topics,
    article: async (id: string): Promise<Any> => (await ask(`{ article(where: { id: "${id}" }) { ${all} } }`)).article,
    run: async (mutation: string): Promise<Any> => Object.values(await ask(`mutation { ${mutation} }`))[0],
  };
}

const checks: Checks = {
  createOneUser: async (stranger) => {
    const { users, run } = base(stranger);
    const before = await users();
    const { id } = await run('createOneUser(data: { email: "a@example.org", credits: 4 }) { id }');
    expect(await users()).toEqual([...before, { id, email: 'a@example.org', name: null, credits: 4 }]);
  },
  'updateOneUser, set': async (stranger) => {
    const { users, run } = base(stranger);
    const [before, ...others] = await users();
    await run(
      `updateOneUser(where: { id: "${before.id}" }, data: { email: { set: "b@example.org" }, name: { set: null } }) { id }`,
    );
    expect(await users()).toEqual([{ ...before, email: 'b@example.org', name: null }, ...others]);
  },
  'updateOneUser, increment': async (stranger) => {
    const { users, run } = base(stranger);
    const [before, ...others] = await users();
    await run(`updateOneUser(where: { id: "${before.id}" }, data: { credits: { increment: 2 } }) { id }`);
    expect(await users()).toEqual([{ ...before, credits: before.credits + 2 }, ...others]);
  },
  'updateOneUser, by another key': async (stranger) => {
    const { users, run } = base(stranger);
    const [before, ...others] = await users();
    await run(`updateOneUser(where: { email: "${before.email}" }, data: { name: { set: "N" } }) { id }`);
    expect(await users()).toEqual([{ ...before, name: 'N' }, ...others]);
  },
  'updateOneUser, unknown': async (stranger) => {
    const { users } = base(stranger);
    const before = await users();
    const errors = await stranger.errors(
      'mutation { updateOneUser(where: { id: "nope" }, data: { name: { set: "N" } }) { id } }',
    );
    expect(errors.join()).toMatch(/^$|nope/);
    expect(await users()).toEqual(before);
  },
  deleteOneUser: async (stranger) => {
    const { users, articles, run } = base(stranger);
    const [{ author }] = (await articles()).filter((each) => each.author) as [Any, ...Any[]];
    expect(await run(`deleteOneUser(where: { id: "${author.id}" }) { id }`)).toEqual({ id: author.id });
    expect((await users()).map(({ id }) => id)).not.toContain(author.id);
    expect((await articles()).filter((each) => each.author?.id === author.id)).toEqual([]);
  },
  'upsertOneUser finds': async (stranger) => {
    const { users, run } = base(stranger);
    const [before, ...others] = await users();
    await run(
      `upsertOneUser(where: { id: "${before.id}" }, create: { email: "new@example.org" }, update: { name: { set: "U" } }) { id }`,
    );
    expect(await users()).toEqual([{ ...before, name: 'U' }, ...others]);
  },
  'upsertOneUser makes': async (stranger) => {
    const { users, run } = base(stranger);
    const before = await users();
    const { id } = await run(
      'upsertOneUser(where: { email: "new@example.org" }, create: { email: "new@example.org", name: "C" }, update: { name: { set: "U" } }) { id }',
    );
    expect((await users()).map(({ email, name }) => ({ email, name }))).toEqual([
      ...before.map(({ email, name }) => ({ email, name })),
      { email: 'new@example.org', name: 'C' },
    ]);
    expect(before.map((each) => each.id)).not.toContain(id);
  },
  createManyUser: async (stranger) => {
    const { users, run } = base(stranger);
    const { length } = await users();
    expect(
      await run(
        'createManyUser(data: [{ email: "1@example.org" }, { email: "2@example.org", name: "Two" }]) { count }',
      ),
    ).toEqual({ count: 2 });
    expect((await users()).slice(length)).toMatchObject([
      { email: '1@example.org' },
      { email: '2@example.org', name: 'Two' },
    ]);
  },
  'createOneUser, with new articles': async (stranger) => {
    const { articles, run } = base(stranger);
    const { length } = await articles();
    await run(
      'createOneUser(data: { email: "a@example.org", articles: { create: [{ title: "T", slug: "t" }] } }) { id }',
    );
    expect(await articles()).toHaveLength(length + 1);
  },
  'createOneArticle, connected': async (stranger) => {
    const { users, topics, article, run } = base(stranger);
    const [[, user], [topic]] = [await users(), await topics()];
    const { id } = await run(
      `createOneArticle(data: { title: "T", slug: "t", author: { connect: { id: "${user.id}" } }, topics: { connect: [{ id: "${topic.id}" }] } }) { id }`,
    );
    expect(await article(id)).toMatchObject({ title: 'T', author: { id: user.id }, topics: [{ id: topic.id }] });
    expect(
      (await stranger.ask(`{ user(where: { id: "${user.id}" }) { articles { id } _count { articles } } }`)).user
        .articles,
    ).toContainEqual({ id });
  },
  'createOneArticle, connected by another key': async (stranger) => {
    const { users, article, run } = base(stranger);
    const [, user] = await users();
    const { id } = await run(
      `createOneArticle(data: { title: "T", slug: "t", author: { connect: { email: "${user.email}" } } }) { id }`,
    );
    expect((await article(id)).author).toEqual({ id: user.id });
  },
  'updateOneArticle, disconnected': async (stranger) => {
    const { articles, article, run } = base(stranger);
    const { id } = (await articles()).find(({ author }) => author);
    await run(`updateOneArticle(where: { id: "${id}" }, data: { author: { disconnect: true } }) { id }`);
    expect((await article(id)).author).toBeNull();
  },
  'updateOneArticle, topics set': async (stranger) => {
    const { articles, topics, article, run } = base(stranger);
    const [{ id }] = (await articles()) as [Any, ...Any[]];
    const to = (await topics()).slice(5, 7);
    await run(
      `updateOneArticle(where: { id: "${id}" }, data: { topics: { set: [{ id: "${to[0].id}" }, { id: "${to[1].id}" }] } }) { id }`,
    );
    expect((await article(id)).topics).toEqual(to);
  },
  'updateOneArticle, topics disconnected': async (stranger) => {
    const { articles, article, run } = base(stranger);
    const { id, topics } = (await articles()).find((each) => each.topics.length > 0);
    await run(
      `updateOneArticle(where: { id: "${id}" }, data: { topics: { disconnect: [{ id: "${topics[0].id}" }] } }) { id }`,
    );
    expect((await article(id)).topics).toEqual(topics.slice(1));
  },
  'updateOneArticle, new topics': async (stranger) => {
    const { articles, topics, run } = base(stranger);
    const [[{ id }], { length }] = [(await articles()) as [Any, ...Any[]], await topics()];
    await run(`updateOneArticle(where: { id: "${id}" }, data: { topics: { create: [{ name: "n" }] } }) { id }`);
    expect(await topics()).toHaveLength(length + 1);
  },
  updateManyArticle: async (stranger) => {
    const { articles, run } = base(stranger);
    const before = await articles();
    const { length } = before.filter(({ published }) => !published);
    expect(
      await run(
        'updateManyArticle(where: { published: { equals: false } }, data: { published: { set: true } }) { count }',
      ),
    ).toEqual({ count: length });
    expect(await articles()).toEqual(before.map((each) => ({ ...each, published: true })));
  },
  deleteManyArticle: async (stranger) => {
    const { articles, run } = base(stranger);
    const before = await articles();
    const gone = before.filter(({ published, views }) => published || views > 100);
    expect(
      await run(
        'deleteManyArticle(where: { OR: [{ published: { equals: true } }, { views: { gt: 100 } }] }) { count }',
      ),
    ).toEqual({ count: gone.length });
    expect(await articles()).toEqual(before.filter((each) => !gone.includes(each)));
  },
  deleteOneArticle: async (stranger) => {
    const { articles, run } = base(stranger);
    const [{ slug }, ...others] = (await articles()) as [Any, ...Any[]];
    await run(`deleteOneArticle(where: { slug: "${slug}" }) { id }`);
    expect(await articles()).toEqual(others);
  },
};

judge('Prisma', schema, checks, [
  'updateOneUser, increment',
  'updateOneUser, unknown',
  'upsertOneUser finds',
  'upsertOneUser makes',
  'createOneUser, with new articles',
  'createOneArticle, connected',
  'createOneArticle, connected by another key',
  'updateOneArticle, disconnected',
  'updateOneArticle, topics set',
  'updateOneArticle, topics disconnected',
  'updateOneArticle, new topics',
]);
