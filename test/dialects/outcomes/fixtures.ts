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
const specifiedBy = 'https://spec.graphql.org/October2021/';

const coded = (code: string, more: object = {}) => ({ extensions: { code, ...more } });
const invalid = coded('GRAPHQL_VALIDATION_FAILED');
const classified = (classification: string) => ({ extensions: { classification } });
const [absent, nulled] = [{}, { data: null }];

const fixture =
  (happened: Fixture['happened']) =>
  (server: string, version: string, status: number, data: object, ...errors: readonly object[]): Fixture => ({
    ...{ server, version, happened, status },
    body: { ...data, errors },
  });
const [refused, ran, turnedAway] = [fixture('refused'), fixture('ran'), fixture('turned-away')];

/** Refused documents: with or without data, places, paths and codes. */
const refusals: readonly Fixture[] = [
  refused('graphql-http', '1.22', 400, absent, unknownField),
  refused('Yoga', '5', 200, absent, { ...unknownField, ...invalid }),
  refused('Apollo Server', '4 and 5', 400, absent, { ...unknownField, ...invalid }),
  refused('Apollo Server, a variable', '4 and 5', 200, absent, { ...badVariable, ...coded('BAD_USER_INPUT') }),
  refused('express-graphql, a variable', '0.12', 500, absent, badVariable),
  refused('Mercurius', '16', 400, nulled, unknownField),
  refused('gqlgen', '0.17', 422, nulled, { ...unknownField, ...invalid }),
  refused('gqlgen, a variable', '0.17', 422, nulled, {
    message: 'must be defined',
    path: ['variable', 'name'],
    ...invalid,
  }),
  refused('graph-gophers', '1.5', 200, absent, unknownField),
  refused('graphql-go', '0.8', 200, nulled, unknownField),
  refused(
    'graphql-ruby',
    '1.13 and 2',
    200,
    absent,
    {
      message: "Field 'renameDevice' doesn't exist on type 'Mutation'",
      locations,
      path: ['mutation Rename', 'renameDevice'],
      ...coded('undefinedField', { typeName: 'Mutation', fieldName: 'renameDevice' }),
    },
    {
      message: 'Variable $name is declared by Rename but not used',
      locations,
      path: ['mutation Rename'],
      ...coded('variableNotUsed', { variableName: 'name' }),
    },
  ),
  refused('graphql-java', '22', 200, absent, {
    message: "Validation error (FieldUndefined@[renameDevice]) : Field 'renameDevice' in type 'Mutation' is undefined",
    locations,
    ...classified('ValidationError'),
  }),
  refused('AppSync', 'of 2026', 200, nulled, {
    path: null,
    locations: [{ line: 1, column: 36, sourceName: null }],
    message:
      "Validation error of type FieldUndefined: Field 'renameDevice' in type 'Mutation' is undefined @ 'renameDevice'",
  }),
  refused('graphql-java, a variable', '22', 200, absent, {
    message: "Variable 'name' has an invalid value: Variable 'name' has coerced Null value for NonNull type 'String!'",
    ...classified('ValidationError'),
  }),
  refused('graphql-java, of syntax', '22', 200, absent, {
    message: 'Invalid syntax with offending token',
    ...classified('InvalidSyntax'),
  }),
  refused('webonyx', '15', 200, absent, unknownField),
  refused('Strawberry', '0.2', 200, nulled, unknownField),
  refused('Ariadne', '0.23', 400, absent, unknownField),
  refused('Ariadne, a variable', '0.23', 400, nulled, badVariable),
  refused('graphql-core', '2.3', 400, absent, unknownField),
  refused('Absinthe', '1.7', 200, absent, unknownField),
  refused('async-graphql', '7', 200, nulled, unknownField),
  refused('juniper', '0.16', 400, absent, unknownField),
  refused('Hot Chocolate', '13 to 16', 400, absent, {
    message: 'The field `nick` does not exist on the type `Device`.',
    locations,
    path: ['renameDevice'],
    extensions: { type: 'Device', field: 'nick', specifiedBy: `${specifiedBy}#sec-Field-Selections` },
  }),
  refused('Hasura', '2', 200, absent, {
    message: "field 'renameDevice' not found in type: 'mutation_root'",
    ...coded('validation-failed', { path: '$.selectionSet.renameDevice' }),
  }),
  refused("WunderGraph's router", '0.1', 200, nulled, {
    message: 'field: renameDevice not defined on type: Mutation',
    path: ['mutation', 'renameDevice'],
  }),
  refused('PostGraphile', '4 and 5', 400, absent, unknownField),
];

/** The first field has written, and a later failure removed the data. */
const executed: readonly Fixture[] = [
  ran('graphql-js servers', '16 and 17', 200, nulled, { ...failed, path: ['renameDevice'] }),
  ran('Mercurius, with the status of the error', '16', 400, nulled, { ...failed, path: ['renameDevice'] }),
  ran('gqlgen', '0.17', 200, nulled, { message: 'must not be null', path: ['renameDevice'] }),
  ran('webonyx', '15', 200, absent, { ...failed, path: ['renameDevice'] }),
  ...['UNAUTHENTICATED', 'RATE_LIMITED'].map((code) =>
    ran(`webonyx, where the second field fails with ${code}`, '15', 200, absent, {
      ...{ message: 'no', locations, path: ['second'], ...coded(code) },
    }),
  ),
  ran('a server that writes the name of a field for its alias', 'any', 200, absent, {
    message: 'no',
    path: ['renameTeam'],
  }),
  ran('a server whose formatter hides the path', 'graphql-js 16 and 17', 200, nulled, failed),
  ...['THROTTLED', 'UNAUTHENTICATED', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'].map((code) =>
    ran(`a server whose formatter hides the path, and keeps ${code}`, 'Apollo Server 5', 200, nulled, {
      ...{ message: 'no', locations, ...coded(code) },
    }),
  ),
  ran(
    'a server whose formatter hides the path, where an argument was refused while it ran',
    'graphql-js 16',
    200,
    nulled,
    { message: 'Argument "name" of non-null type "String!" must not be null.', locations },
  ),
  ran('a gateway that hands on what its second service refused', 'Apollo Gateway 2.14', 200, nulled, {
    ...unknownField,
    ...coded('GRAPHQL_VALIDATION_FAILED', { serviceName: 'teams' }),
  }),
  ran('a router that hands on a path in the document of a service', 'any', 200, nulled, {
    ...{ message: words, path: ['mutation', 'renameTeam'], extensions: { service: 'teams' } },
  }),
  ran('a federation that names the subgraph', 'any', 200, nulled, {
    ...unknownField,
    ...coded('GRAPHQL_VALIDATION_FAILED', { subgraphName: 'teams' }),
  }),
  ran('a server that takes a place from another document', 'any', 200, nulled, {
    message: words,
    locations: [{ line: 40, column: 3 }],
  }),
  ...[408, 499, 504].map((status) =>
    ran('a proxy that did not wait, and says that it limits', 'any', status, absent, {
      message: 'slow down',
      ...coded('RATE_LIMITED'),
    }),
  ),
  ran('a gateway whose part refused its document', 'any', 200, nulled, {
    ...{ message: words, locations, path: ['second'], ...invalid },
  }),
  ran('a gateway of Hot Chocolate whose part refused its document', '15', 200, nulled, {
    ...{ message: words, path: ['second'], extensions: { specifiedBy } },
  }),
  ran(
    'Apollo Server, where one field is null',
    '4 and 5',
    200,
    { data: { renameDevice: { id: 'd1' }, second: null } },
    { message: 'no', path: ['second'], ...coded('UNAUTHENTICATED') },
  ),
  ran('a server that masks what failed', 'any', 200, nulled, { message: 'Unexpected error.' }),
  ran('a server that masks what failed, in a 4xx', 'any', 422, nulled, { message: 'no' }),
  ran('a server in trouble', 'any', 500, absent, { message: 'Internal server error' }),
  ran('Hasura, where an action failed', '2', 200, absent, {
    message: 'not a valid json response from webhook',
    ...coded('unexpected', { path: '$' }),
  }),
  ...['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'].map((code) =>
    ran(
      `root fields that are all null, for ${code}`,
      'eight servers',
      200,
      { data: { renameDevice: null, second: null } },
      ...['renameDevice', 'second'].map((key) => ({ message: 'no', path: [key], ...coded(code) })),
    ),
  ),
];

const turnedAways: readonly Fixture[] = [
  turnedAway('Apollo Server, by its context', '4 and 5', 500, absent, { message: 'no', ...coded('UNAUTHENTICATED') }),
  turnedAway('Spring for GraphQL, by an interceptor', '1.3', 200, absent, {
    message: 'no',
    ...classified('UNAUTHORIZED'),
  }),
  turnedAway('a limit before execution', 'any', 200, absent, { message: 'slow down', ...coded('RATE_LIMITED') }),
];

/** All fixtures, by the event on the server. */
export const fixtures: readonly Fixture[] = [...refusals, ...executed, ...turnedAways];
