import { describe, expect, test } from 'vitest';
import { type Any, asker, by, type Check, judge, listChecks, none, pages } from './judge.ts';

/** A tracker of issues, as the servers after the specification of Relay are. */
const sdl = `
  scalar DateTime scalar URI
  interface Node { id: ID! }
  type Query { node(id: ID!): Node nodes(ids: [ID!]!): [Node]! viewer: User!
    project(key: String, id: ID): Project
    projects(first: Int, after: String, last: Int, before: String, orderBy: ProjectOrder): ProjectConnection!
    issue(id: ID!): Issue
    issues(first: Int, after: String, last: Int, before: String, filter: IssueFilter, orderBy: IssueOrder, states: [IssueState!], query: String): IssueConnection!
    users(first: Int, after: String, query: String): UserConnection!
    search(query: String!, first: Int, after: String): SearchResultConnection! }
  union SearchResult = Issue | Project | User
  type SearchResultConnection { edges: [SearchResultEdge] nodes: [SearchResult] pageInfo: PageInfo! totalCount: Int! }
  type SearchResultEdge { cursor: String! node: SearchResult }
  type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
  input IssueFilter { state: StateComparator title: StringComparator createdAt: DateComparator assignee: NullableUserFilter project: ProjectFilter priority: NumberComparator labels: LabelCollectionFilter and: [IssueFilter!] or: [IssueFilter!] }
  input StateComparator { eq: IssueState in: [IssueState!] nin: [IssueState!] neq: IssueState }
  input StringComparator { eq: String neq: String in: [String!] contains: String notContains: String containsIgnoreCase: String startsWith: String endsWith: String }
  input NumberComparator { eq: Int gt: Int gte: Int lt: Int lte: Int in: [Int!] }
  input DateComparator { gt: DateTime gte: DateTime lt: DateTime lte: DateTime }
  input NullableUserFilter { null: Boolean id: IDComparator name: StringComparator }
  input IDComparator { eq: ID in: [ID!] }
  input ProjectFilter { id: IDComparator name: StringComparator }
  input LabelCollectionFilter { some: LabelFilter every: LabelFilter name: StringComparator }
  input LabelFilter { name: StringComparator }
  input IssueOrder { field: IssueOrderField! direction: OrderDirection! }
  enum IssueOrderField { CREATED_AT UPDATED_AT PRIORITY } enum OrderDirection { ASC DESC }
  input ProjectOrder { field: ProjectOrderField! direction: OrderDirection! } enum ProjectOrderField { NAME CREATED_AT }
  enum IssueState { OPEN CLOSED }
  type IssueConnection { edges: [IssueEdge] nodes: [Issue] pageInfo: PageInfo! totalCount: Int! }
  type IssueEdge { cursor: String! node: Issue }
  interface Closable { closed: Boolean! closedAt: DateTime }
  type Issue implements Node & Closable { id: ID! number: Int! title: String! body: String! state: IssueState! closed: Boolean! closedAt: DateTime closedBy: User author: User assignee: User
    project: Project! labels(first: Int, after: String): LabelConnection! comments(first: Int, after: String): CommentConnection! priority: Int! createdAt: DateTime! updatedAt: DateTime! url: URI! locked: Boolean! }
  type LabelConnection { edges: [LabelEdge] nodes: [Label] pageInfo: PageInfo! totalCount: Int! } type LabelEdge { cursor: String! node: Label }
  type Label implements Node { id: ID! name: String! color: String! issues(first: Int): IssueConnection! }
  type CommentConnection { edges: [CommentEdge] nodes: [Comment] pageInfo: PageInfo! totalCount: Int! } type CommentEdge { cursor: String! node: Comment }
  type Comment implements Node { id: ID! body: String! author: User issue: Issue! createdAt: DateTime! publishedAt: DateTime isMinimized: Boolean! minimizedReason: String }
  type ProjectConnection { edges: [ProjectEdge] nodes: [Project] pageInfo: PageInfo! totalCount: Int! } type ProjectEdge { cursor: String! node: Project }
  type Project implements Node { id: ID! key: String! name: String! archived: Boolean! archivedAt: DateTime issues(first: Int, after: String, states: [IssueState!]): IssueConnection! issueCount: Int! openIssueCount: Int! lead: User createdAt: DateTime! }
  type UserConnection { edges: [UserEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int! } type UserEdge { cursor: String! node: User }
  type User implements Node { id: ID! login: String! name: String email: String! isActive: Boolean! suspendedAt: DateTime createdAt: DateTime! }
`;

const fields =
  'id number title body state priority createdAt updatedAt url assignee { id name } project { id name } labels(first: 50) { nodes { name } }';
const issues = (args: string) => ({
  query: `{ issues(${args}) { nodes { ${fields} } } }`,
  items: (data: Any) => data.issues.nodes,
});
const all = 'first: 100';
const lists = listChecks(issues, all, [
  [`${all}, states: [OPEN]`, (every) => every.filter(({ state }) => state === 'OPEN')],
  [`${all}, filter: { state: { eq: CLOSED } }`, (every) => every.filter(({ state }) => state === 'CLOSED')],
  [`${all}, filter: { state: { nin: [CLOSED] } }`, (every) => every.filter(({ state }) => state === 'OPEN')],
  [
    `${all}, filter: { title: { containsIgnoreCase: "ER" } }`,
    (every) => every.filter(({ title }) => title.toLowerCase().includes('er')),
    'noted',
  ],
  [
    `${all}, filter: { title: { notContains: "e" } }`,
    (every) => every.filter(({ title }) => !title.includes('e')),
    'noted',
  ],
  [
    `${all}, filter: { priority: { gte: 3, lt: 8 } }`,
    (every) => every.filter(({ priority }) => priority >= 3 && priority < 8),
  ],
  [
    `${all}, filter: { priority: { in: [1, 2] } }`,
    (every) => every.filter(({ priority }) => priority === 1 || priority === 2),
  ],
  [
    `${all}, filter: { createdAt: { gt: "2024-06-01T00:00:00Z", lte: "2025-06-01T00:00:00Z" } }`,
    (every) => every.filter((each) => each.createdAt > '2024-06-01' && each.createdAt <= '2025-06-01'),
  ],
  [
    `${all}, filter: { assignee: { name: { startsWith: "c" } } }`,
    (every) => every.filter(({ assignee }) => assignee?.name?.startsWith('c')),
  ],
  [`${all}, filter: { assignee: { null: true } }`, (every) => every.filter(({ assignee }) => assignee === null)],
  [`${all}, filter: { project: { name: { neq: "x" } } }`, (every) => every],
  [
    `${all}, filter: { labels: { some: { name: { contains: "a" } } } }`,
    (every) => every.filter(({ labels }) => labels.nodes.some(({ name }: Any) => name.includes('a'))),
  ],
  [
    `${all}, filter: { labels: { every: { name: { contains: "e" } } } }`,
    (every) => every.filter(({ labels }) => labels.nodes.every(({ name }: Any) => name.includes('e'))),
    'noted',
  ],
  [
    `${all}, filter: { or: [{ priority: { eq: 1 } }, { state: { eq: OPEN } }] }`,
    (every) => every.filter(({ priority, state }) => priority === 1 || state === 'OPEN'),
  ],
  [
    `${all}, orderBy: { field: UPDATED_AT, direction: DESC }`,
    (every) => every.toSorted(by((each) => each.updatedAt, -1)),
  ],
  [
    `first: 6, states: [OPEN], orderBy: { field: PRIORITY, direction: ASC }`,
    (every) =>
      every
        .filter(({ state }) => state === 'OPEN')
        .toSorted(by(({ priority }) => priority))
        .slice(0, 6),
  ],
  [
    `${all}, query: "er"`,
    (every) =>
      every.filter((each) => [each.id, each.title, each.body].some((text) => text.toLowerCase().includes('er'))),
  ],
  [`${all}, query: "is:open sort:created"`, (every) => every, 'noted'],
  [`${all}, query: "no such words"`, none],
  ['first: 0', none],
  ['last: 4', (every) => every.slice(-4)],
  ['first: 10, last: 2', (every) => every.slice(8, 10)],
]);

const others: Check[] = [
  [
    'node and nodes give the same object as lists; an unknown id is null',
    async ({ ask }) => {
      const {
        issues: list,
        users,
        projects,
      } = await ask(
        '{ issues(first: 3) { nodes { id title } } users(first: 2) { nodes { id login } } projects(first: 2) { nodes { id key } } }',
      );
      const [issue, user, project] = [list.nodes[2], users.nodes[1], projects.nodes[1]];
      const found = await ask(
        `query ($ids: [ID!]!) { node(id: "${issue.id}") { __typename ... on Issue { id title } } nodes(ids: $ids) { ... on User { id login } ... on Project { id key } } issue(id: "${issue.id}") { id title } gone: node(id: "x") { id } }`,
        { ids: [project.id, 'x', user.id] },
      );
      return [found, { node: { __typename: 'Issue', ...issue }, nodes: [project, null, user], issue, gone: null }];
    },
  ],
  [
    'an object by another key: `project(key:)` and `project(id:)`',
    async ({ ask }) => {
      const { projects } = await ask('{ projects(first: 5) { nodes { id key name } } }');
      const [, , third] = projects.nodes;
      const found = await ask(
        `{ byKey: project(key: "${third.key}") { id key name } byId: project(id: "${third.id}") { id key name } none: project(key: "none") { id } }`,
      );
      return [found, { byKey: third, byId: third, none: null }];
    },
  ],
  [
    'a search over a union finds text in each type, and counts',
    async ({ ask }) => {
      const { search } = await ask(
        '{ search(query: "an", first: 100) { totalCount nodes { __typename ... on Issue { id title body } ... on Project { id key name } ... on User { id login realName: name email } } edges { node { __typename } } } }',
      );
      const wrong = search.nodes.filter(
        (each: Any) => !JSON.stringify(Object.values(each).slice(1)).toLowerCase().includes('an'),
      );
      expect(search.nodes.length).toBeGreaterThan(3);
      return [
        [wrong, search.totalCount, search.edges.length],
        [[], search.nodes.length, search.nodes.length],
      ];
    },
  ],
  [
    'counts are the lengths of lists, filtered too',
    async ({ ask }) => {
      const { issues: open, projects } = await ask(
        '{ issues(first: 2, states: [OPEN]) { totalCount } projects(first: 50) { totalCount nodes { issueCount openIssueCount issues(first: 100) { totalCount nodes { state } } open: issues(states: [OPEN]) { totalCount } } } }',
      );
      const sizes = projects.nodes.map(({ issues: { nodes } }: Any) => [
        nodes.length,
        nodes.filter(({ state }: Any) => state === 'OPEN').length,
      ]);
      return [
        [
          open.totalCount,
          projects.totalCount,
          projects.nodes.map((each: Any) => [
            each.issueCount,
            each.openIssueCount,
            each.issues.totalCount,
            each.open.totalCount,
          ]),
        ],
        [
          sizes.reduce((sum: number, [, some]: number[]) => sum + Number(some), 0),
          projects.nodes.length,
          sizes.map(([whole, some]: number[]) => [whole, some, whole, some]),
        ],
      ];
    },
  ],
  [
    'one state: `state`, `closed`, `closedAt` and `closedBy` agree, times are in order',
    async ({ ask }) => {
      const data = await ask(
        '{ issues(first: 100) { nodes { state closed closedAt closedBy { id } createdAt updatedAt comments(first: 20) { nodes { createdAt publishedAt } } } } projects(first: 50) { nodes { archived archivedAt } } users(first: 50) { nodes { isActive suspendedAt } } }',
      );
      const wrong = [
        ...data.issues.nodes.filter(
          (each: Any) =>
            new Set([each.state === 'CLOSED', each.closed, each.closedAt !== null]).size > 1 ||
            (!each.closed && each.closedBy) ||
            each.createdAt > each.updatedAt ||
            (each.closedAt && each.closedAt < each.createdAt),
        ),
        ...data.projects.nodes.filter((each: Any) => each.archived !== (each.archivedAt !== null)),
        ...data.issues.nodes
          .flatMap((each: Any) => each.comments.nodes)
          .filter((each: Any) => each.publishedAt < each.createdAt),
      ];
      return [wrong, []];
    },
  ],
  [
    'both ends agree: issues of a project, comments of an issue, labels and issues',
    async ({ ask }) => {
      const { projects, issues: list } = await ask(
        '{ projects(first: 50) { nodes { id issues(first: 100) { nodes { project { id } } } } } issues(first: 100) { nodes { id comments(first: 50) { nodes { issue { id } } } labels(first: 50) { nodes { issues(first: 100) { nodes { id } } } } } } }',
      );
      const wrong = [
        ...projects.nodes.filter((each: Any) => each.issues.nodes.some(({ project }: Any) => project.id !== each.id)),
        ...list.nodes.filter(
          (each: Any) =>
            each.comments.nodes.some(({ issue }: Any) => issue.id !== each.id) ||
            each.labels.nodes.some((label: Any) => !label.issues.nodes.some(({ id }: Any) => id === each.id)),
        ),
      ];
      return [wrong, []];
    },
  ],
  [
    'paging through edges reaches every issue once, with ids that differ',
    async ({ ask }) => {
      const page = async (args: string) =>
        (await ask(`{ issues(${args}) { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }`)).issues;
      const found = await pages(async (cursor) => {
        const { edges, pageInfo } = await page(`first: 7${cursor ? `, after: "${cursor}"` : ''}`);
        expect(edges.at(-1).cursor).toBe(pageInfo.endCursor);
        return { ids: edges.map(({ node }: Any) => node.id), cursor: pageInfo.endCursor, more: pageInfo.hasNextPage };
      });
      return [
        [found.length, new Set(found).size, found],
        [50, 50, (await page('first: 100')).edges.map(({ node }: Any) => node.id)],
      ];
    },
  ],
  [
    'a cursor that is none is an error of the input, and so is a negative page',
    async ({ answer }) => [
      [
        (await answer('{ issues(first: 2, after: "nonsense") { totalCount } }')).codes,
        (await answer('{ issues(first: -1) { totalCount } }')).codes,
      ],
      [['BAD_USER_INPUT'], ['BAD_USER_INPUT']],
    ],
  ],
];

describe('after Relay, reads are right', () =>
  judge(sdl, [...lists, ...others], { count: { Issue: 50 }, nulls: 0.1, seed: 3 }));

test('the same seed gives the same bytes', async () => {
  const read = async (seed: number) => (await asker(sdl, { seed, nulls: 0.1 })).ask(issues(all).query);
  expect(await read(2)).toEqual(await read(2));
  expect(await read(2)).not.toEqual(await read(3));
});
