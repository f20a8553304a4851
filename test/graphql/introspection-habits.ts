import {
  type ASTVisitor,
  buildSchema,
  GraphQLError,
  graphqlSync,
  parse,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import { type IntrospectOptions, introspect } from '../../src/graphql/introspection/index.ts';

export const sdl = `
  "What it is about."
  schema { query: Query mutation: Mutation }
  directive @note(text: String, old: Int @deprecated(reason: "left")) repeatable on FIELD
  scalar Moment @specifiedBy(url: "https://example.com/moment")
  type Query { team(old: Int @deprecated(reason: "left"), kept: Int = 3): Team!, search(in: In): [Result!]!, one(by: By): Team }
  type Mutation { rename: Team }
  "What has a name."
  interface Named { name: String }
  interface Owned implements Named { name: String, owner: Named }
  type Team implements Named { "What people say." name: String, devices(first: Int = 20): [Device!]!, labels: [String!]!, at: Moment }
  type Device implements Named & Owned { id: ID!, name: String, owner: Named, state: State, matrix: [[Int!]!]! }
  enum State { ON "No more." OFF @deprecated(reason: "left") }
  union Result = Team | Device
  input In { old: Int @deprecated(reason: "left"), text: String = "a", tags: [[String!]!], and: [In!] = [], lists: [[Int!]!]! = [[1]] }
  input By @oneOf { id: ID, name: String }
`;

interface Service {
  readonly fetch: NonNullable<IntrospectOptions['fetch']>;
  /** The introspection queries that it got. */
  readonly asked: readonly string[];
  /** The headers of these queries. */
  readonly headers: readonly Headers[];
}

/** How a service differs from graphql-js. */
export interface Habits {
  readonly sdl?: string;
  /** Further validation rules. */
  readonly rules?: readonly ValidationRule[];
  /** The status of a refusal. */
  readonly status?: number;
  /** Changes an answer. */
  readonly change?: (answer: object, question: string) => object;
}

/** A service of graphql-js, without a network. */
export function serve({ rules = [], status = 400, change = (answer) => answer, ...own }: Habits = {}): Service {
  const schema = buildSchema(own.sdl ?? sdl, { assumeValidSDL: true, assumeValid: true });
  const asked: string[] = [];
  const headers: Headers[] = [];
  const fetch: Service['fetch'] = async (_url, init) => {
    const body = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init?.body);
    const { query: source }: { query: string } = JSON.parse(body);
    asked.push(source);
    headers.push(new Headers(init?.headers));
    const errors = validate(schema, parse(source), [...specifiedRules, ...rules]);
    const answer = change(errors.length > 0 ? { errors } : graphqlSync({ schema, source }), source);
    const reply = { status: 'data' in answer ? 200 : status, headers: { 'content-type': 'application/json' } };
    return new Response(JSON.stringify(answer), reply);
  };
  return { fetch, asked, headers };
}

export const read = ({ fetch }: Service, options: IntrospectOptions = {}) =>
  introspect({ baseUrl: 'https://api.example.com/v1', maxRetries: 0, fetch, ...options });

/** A rule that refuses some nodes, with the message of graphql-js or another one. */
export const refusing =
  (visit: (context: ValidationContext, refuse: (message: string) => void) => ASTVisitor): ValidationRule =>
  (context) =>
    visit(context, (message) => context.reportError(new GraphQLError(message)));

export const withoutField = (name: string, owner?: string) =>
  refusing((context, refuse) => ({
    Field: (node) => {
      const type = context.getParentType()?.name;
      if (node.name.value === name && (owner ?? type) === type)
        refuse(`Cannot query field "${name}" on type "${type}".`);
    },
  }));

export const atMost = (levels: number) =>
  refusing((_context, refuse) => {
    let depth = 0;
    return {
      Field: {
        enter: () => {
          depth += 1;
          if (depth > levels) refuse('Too deep.');
        },
        leave: () => {
          depth -= 1;
        },
      },
    };
  });
