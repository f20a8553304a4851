import { type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import { type IntrospectOptions, introspect } from '../../src/graphql/introspection/index.ts';
import { type Habits, introspectedService, type Service } from './introspected-service.ts';

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

export const serve = (habits: Partial<Habits> = {}): Service => introspectedService({ sdl, ...habits });

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
