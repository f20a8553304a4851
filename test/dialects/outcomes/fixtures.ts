/** The answer of a server to {@link operation}. */
export interface Fixture {
  readonly server: string;
  /** The versions of its source or answers. */
  readonly version: string;
  /** The event on the server; `turned-away` by the key or a limit, before anything ran. */
  readonly happened: 'refused' | 'ran' | 'turned-away';
  readonly status: number;
  readonly body: object;
}

/** The operation of each fixture. Its second field has an alias, with which a path may begin. */
export const operation =
  'mutation Rename($name: String!) { renameDevice(id: "d1", name: $name) { id } second: renameTeam(name: "t") { id } }';

const locations = [{ line: 1, column: 36 }];
const words = 'Cannot query field "renameDevice" on type "Mutation".';
const unknownField = { message: words, locations };
const badVariable = { message: 'Variable "$name" of required type "String!" was not provided.', locations };
const failed = { message: 'Cannot return null for non-nullable field Mutation.renameDevice.', locations };

const fixture =
  (happened: Fixture['happened']) =>
  (server: string, version: string, status: number, body: object): Fixture => ({
    server,
    version,
    happened,
    status,
    body,
  });
const [refused, ran, turnedAway] = [fixture('refused'), fixture('ran'), fixture('turned-away')];

/** Refused documents: with or without data, places, paths and codes. */
const refusals: readonly Fixture[] = [
  refused('graphql-http', '1.22', 400, { errors: [unknownField] }),
  refused('Yoga', '5', 200, { errors: [{ ...unknownField, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }),
  refused('Apollo Server', '4 and 5', 400, {
    errors: [{ ...unknownField, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  }),
  refused('Apollo Server, a variable', '4 and 5', 200, {
    errors: [{ ...badVariable, extensions: { code: 'BAD_USER_INPUT' } }],
  }),
  refused('express-graphql, a variable', '0.12', 500, { errors: [badVariable] }),
  refused('Mercurius', '16', 400, { data: null, errors: [unknownField] }),
  refused('gqlgen', '0.17', 422, {
    errors: [{ ...unknownField, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    data: null,
  }),
  refused('gqlgen, a variable', '0.17', 422, {
    errors: [
      {
        message: 'must be defined',
        path: ['variable', 'name'],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ],
    data: null,
  }),
  refused('graph-gophers', '1.5', 200, { errors: [unknownField] }),
  refused('graphql-go', '0.8', 200, { data: null, errors: [unknownField] }),
  refused('graphql-ruby', '1.13 and 2', 200, {
    errors: [
      {
        message: "Field 'renameDevice' doesn't exist on type 'Mutation'",
        locations,
        path: ['mutation Rename', 'renameDevice'],
        extensions: { code: 'undefinedField', typeName: 'Mutation', fieldName: 'renameDevice' },
      },
      {
        message: 'Variable $name is declared by Rename but not used',
        locations,
        path: ['mutation Rename'],
        extensions: { code: 'variableNotUsed', variableName: 'name' },
      },
    ],
  }),
  refused('graphql-java', '22', 200, {
    errors: [
      {
        message:
          "Validation error (FieldUndefined@[renameDevice]) : Field 'renameDevice' in type 'Mutation' is undefined",
        locations,
        extensions: { classification: 'ValidationError' },
      },
    ],
  }),
  refused('AppSync', 'of 2026', 200, {
    data: null,
    errors: [
      {
        path: null,
        locations: [{ line: 1, column: 36, sourceName: null }],
        message:
          "Validation error of type FieldUndefined: Field 'renameDevice' in type 'Mutation' is undefined @ 'renameDevice'",
      },
    ],
  }),
  refused('graphql-java, a variable', '22', 200, {
    errors: [
      {
        message:
          "Variable 'name' has an invalid value: Variable 'name' has coerced Null value for NonNull type 'String!'",
        extensions: { classification: 'ValidationError' },
      },
    ],
  }),
  refused('graphql-java, of syntax', '22', 200, {
    errors: [{ message: 'Invalid syntax with offending token', extensions: { classification: 'InvalidSyntax' } }],
  }),
  refused('webonyx', '15', 200, { errors: [unknownField] }),
  refused('Strawberry', '0.2', 200, { data: null, errors: [unknownField] }),
  refused('Ariadne', '0.23', 400, { errors: [unknownField] }),
  refused('Ariadne, a variable', '0.23', 400, { data: null, errors: [badVariable] }),
  refused('graphql-core', '2.3', 400, { errors: [unknownField] }),
  refused('Absinthe', '1.7', 200, { errors: [unknownField] }),
  refused('async-graphql', '7', 200, { data: null, errors: [unknownField] }),
  refused('juniper', '0.16', 400, { errors: [unknownField] }),
  refused('Hot Chocolate', '13 to 16', 400, {
    errors: [
      {
        message: 'The field `nick` does not exist on the type `Device`.',
        locations,
        path: ['renameDevice'],
        extensions: {
          type: 'Device',
          field: 'nick',
          specifiedBy: 'https://spec.graphql.org/October2021/#sec-Field-Selections',
        },
      },
    ],
  }),
  refused('Hasura', '2', 200, {
    errors: [
      {
        message: "field 'renameDevice' not found in type: 'mutation_root'",
        extensions: { path: '$.selectionSet.renameDevice', code: 'validation-failed' },
      },
    ],
  }),
  refused("WunderGraph's router", '0.1', 200, {
    errors: [{ message: 'field: renameDevice not defined on type: Mutation', path: ['mutation', 'renameDevice'] }],
    data: null,
  }),
  refused('PostGraphile', '4 and 5', 400, { errors: [unknownField] }),
];

/** The first field has written, and a later failure removed the data. */
const executed: readonly Fixture[] = [
  ran('graphql-js servers', '16 and 17', 200, { data: null, errors: [{ ...failed, path: ['renameDevice'] }] }),
  ran('Mercurius, with the status of the error', '16', 400, {
    data: null,
    errors: [{ ...failed, path: ['renameDevice'] }],
  }),
  ran('gqlgen', '0.17', 200, { errors: [{ message: 'must not be null', path: ['renameDevice'] }], data: null }),
  ran('webonyx', '15', 200, { errors: [{ ...failed, path: ['renameDevice'] }] }),
  ran('webonyx, where the second field refuses the key', '15', 200, {
    errors: [{ message: 'no', locations, path: ['second'], extensions: { code: 'UNAUTHENTICATED' } }],
  }),
  ran('webonyx, where the second field asks to slow down', '15', 200, {
    errors: [{ message: 'no', locations, path: ['second'], extensions: { code: 'RATE_LIMITED' } }],
  }),
  ran('a server that writes the name of a field for its alias', 'any', 200, {
    errors: [{ message: 'no', path: ['renameTeam'] }],
  }),
  ran('a server whose formatter hides the path', 'graphql-js 16 and 17', 200, { data: null, errors: [failed] }),
  ...['THROTTLED', 'UNAUTHENTICATED', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'].map((code) =>
    ran(`a server whose formatter hides the path, and keeps ${code}`, 'Apollo Server 5', 200, {
      data: null,
      errors: [{ message: 'no', locations, extensions: { code } }],
    }),
  ),
  ran('a server whose formatter hides the path, where an argument was refused while it ran', 'graphql-js 16', 200, {
    data: null,
    errors: [{ message: 'Argument "name" of non-null type "String!" must not be null.', locations }],
  }),
  ran('a gateway that hands on what its second service refused', 'Apollo Gateway 2.14', 200, {
    data: null,
    errors: [{ ...unknownField, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', serviceName: 'teams' } }],
  }),
  ran('a router that hands on a path in the document of a service', 'any', 200, {
    data: null,
    errors: [{ message: words, path: ['mutation', 'renameTeam'], extensions: { service: 'teams' } }],
  }),
  ran('a federation that names the subgraph', 'any', 200, {
    data: null,
    errors: [{ ...unknownField, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', subgraphName: 'teams' } }],
  }),
  ran('a server that takes a place from another document', 'any', 200, {
    data: null,
    errors: [{ message: words, locations: [{ line: 40, column: 3 }] }],
  }),
  ...[408, 499, 504].map((status) =>
    ran('a proxy that did not wait, and says that it limits', 'any', status, {
      errors: [{ message: 'slow down', extensions: { code: 'RATE_LIMITED' } }],
    }),
  ),
  ran('a gateway whose part refused its document', 'any', 200, {
    data: null,
    errors: [{ message: words, locations, path: ['second'], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  }),
  ran('a gateway of Hot Chocolate whose part refused its document', '15', 200, {
    data: null,
    errors: [
      { message: words, path: ['second'], extensions: { specifiedBy: 'https://spec.graphql.org/October2021/' } },
    ],
  }),
  ran('Apollo Server, where one field is null', '4 and 5', 200, {
    data: { renameDevice: { id: 'd1' }, second: null },
    errors: [{ message: 'no', path: ['second'], extensions: { code: 'UNAUTHENTICATED' } }],
  }),
  ran('a server that masks what failed', 'any', 200, { data: null, errors: [{ message: 'Unexpected error.' }] }),
  ran('a server that masks what failed, in a 4xx', 'any', 422, { data: null, errors: [{ message: 'no' }] }),
  ran('a server in trouble', 'any', 500, { errors: [{ message: 'Internal server error' }] }),
  ran('Hasura, where an action failed', '2', 200, {
    errors: [{ message: 'not a valid json response from webhook', extensions: { path: '$', code: 'unexpected' } }],
  }),
  ...['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'].map((code) =>
    ran(`root fields that are all null, for ${code}`, 'eight servers', 200, {
      data: { renameDevice: null, second: null },
      errors: ['renameDevice', 'second'].map((key) => ({ message: 'no', path: [key], extensions: { code } })),
    }),
  ),
];

const turnedAways: readonly Fixture[] = [
  turnedAway('Apollo Server, by its context', '4 and 5', 500, {
    errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }],
  }),
  turnedAway('Spring for GraphQL, by an interceptor', '1.3', 200, {
    errors: [{ message: 'no', extensions: { classification: 'UNAUTHORIZED' } }],
  }),
  turnedAway('a limit before execution', 'any', 200, {
    errors: [{ message: 'slow down', extensions: { code: 'RATE_LIMITED' } }],
  }),
];

/** All fixtures, by the event on the server. */
export const fixtures: readonly Fixture[] = [...refusals, ...executed, ...turnedAways];
