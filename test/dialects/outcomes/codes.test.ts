import { describe, expect, test } from 'vitest';
import { graphql, laboratory } from '../../helpers/laboratory.ts';

/** An error as a service writes it, with its source. */
type Row = readonly [service: string, source: string, error: object];

const extended = (extensions: object): object => ({ extensions });

const refusedKeys: readonly Row[] = [
  ['Apollo Server', 'packages/server/src/errors', extended({ code: 'UNAUTHENTICATED' })],
  ['Hasura', 'Hasura.Base.Error: InvalidJWT', extended({ path: '$', code: 'invalid-jwt' })],
  ['Hasura, an expired one', 'Hasura.Base.Error: JWTInvalid', extended({ path: '$', code: 'jwt-invalid-claims' })],
  ['AppSync', 'developer guide, authorization', { errorType: 'UnauthorizedException' }],
  ['Absinthe', 'Absinthe.Resolution, errors of an application', { code: 'unauthenticated' }],
  ['Absinthe, with a number', 'Absinthe.Resolution, errors of an application', { code: 401 }],
  ['Linear', 'developers, errors', extended({ type: 'authentication error', code: 'AUTHENTICATION_ERROR' })],
  ['Lighthouse 5', 'src/Exceptions/AuthenticationException', extended({ category: 'authentication' })],
  ['DGS', 'TypedGraphQLError, ErrorType', extended({ errorType: 'UNAUTHENTICATED' })],
  ['Spring', 'ErrorType', extended({ classification: 'UNAUTHORIZED' })],
  ['Cosmo', 'router/core/errors', extended({ code: 'UNAUTHENTICATED', statusCode: 401 })],
  ['Hot Chocolate', 'ErrorCodes.Authentication', extended({ code: 'AUTH_NOT_AUTHENTICATED' })],
  ['Apollo Server, by its status', 'GraphQLError with http', extended({ code: 'OWN', http: { status: 401 } })],
  ['a service in camel case', 'any', extended({ code: 'InvalidToken' })],
  ['a service with a space', 'any', extended({ code: 'invalid api key' })],
];

const forbidden: readonly Row[] = [
  ['Apollo Server', 'packages/server/src/errors', extended({ code: 'FORBIDDEN' })],
  ['GitHub', 'docs, GraphQL API', { type: 'FORBIDDEN' }],
  ['GitHub, of scopes', 'docs, GraphQL API', { type: 'INSUFFICIENT_PERMISSIONS' }],
  ['Hasura', 'Hasura.Base.Error: AccessDenied', extended({ path: '$', code: 'access-denied' })],
  ['Lighthouse 5', 'src/Exceptions/AuthorizationException', extended({ category: 'authorization' })],
  ['DGS', 'TypedGraphQLError, ErrorType', extended({ errorType: 'PERMISSION_DENIED' })],
  ['Hot Chocolate', 'ErrorCodes.Authentication', extended({ code: 'AUTH_NOT_AUTHORIZED' })],
  ['Cosmo', 'router/pkg/authentication', extended({ code: 'UNAUTHORIZED_FIELD_OR_TYPE' })],
  ['Absinthe', 'Absinthe.Resolution, errors of an application', { code: 403 }],
];

const limits: readonly Row[] = [
  ['GitHub', 'docs, rate limits of the GraphQL API', { type: 'RATE_LIMITED' }],
  ['GitHub, of 2025', 'docs, rate limits of the GraphQL API', { type: 'RATE_LIMIT' }],
  ['GitHub, of resources', 'docs, resource limits', { type: 'RESOURCE_LIMITS_EXCEEDED' }],
  ['Shopify', 'docs, rate limits', extended({ code: 'THROTTLED' })],
  ['Linear', 'developers, rate limiting', extended({ code: 'RATELIMITED' })],
  ['AppSync', 'AWS, common errors', { errorType: 'ThrottlingException' }],
  ['AppSync, too many', 'AWS, common errors', { errorType: 'TooManyRequestsException' }],
  ['Hasura', 'Hasura Cloud, API limits', extended({ path: '$', code: 'rate-limit-exceeded' })],
  ['Lighthouse 5', 'src/Exceptions/RateLimitException', extended({ category: 'rate-limit' })],
  ['DGS', 'ErrorDetail', extended({ errorType: 'UNAVAILABLE', errorDetail: 'ENHANCE_YOUR_CALM' })],
  ['Cosmo', 'router configuration, rate limit', extended({ code: 'RATE_LIMIT_EXCEEDED' })],
  ['Absinthe', 'Absinthe.Resolution, errors of an application', { code: 'too_many_requests' }],
  ['monday', 'docs, complexity', extended({ code: 'COMPLEXITY_BUDGET_EXHAUSTED', status_code: 429 })],
  ['Salesforce', 'docs, errors', extended({ code: 'REQUEST_LIMIT_EXCEEDED' })],
  ['a service that gives a status', 'any', extended({ statusCode: 429 })],
  ['a service that limits by plan', 'any', extended({ code: 'RATE_LIMITED_BY_PLAN' })],
  ['a service of one word', 'any', extended({ code: 'limit' })],
];

const others: readonly Row[] = [
  ['GitHub', 'docs', { type: 'NOT_FOUND' }],
  ['Apollo Server', 'packages/server/src/errors', extended({ code: 'BAD_USER_INPUT' })],
  ['Hasura, that ran for too long', 'Hasura Cloud, API limits', extended({ code: 'time-limit-exceeded' })],
  ['Hasura, of depth', 'Hasura Cloud, API limits', extended({ code: 'depth-limit-exceeded' })],
  ['a parser', 'any', extended({ code: 'UNEXPECTED_TOKEN' })],
  ['a rule of the service', 'any', extended({ code: 'DEVICE_LIMIT_REACHED' })],
  ['a word that holds another', 'any', extended({ code: 'FEDERATED_OPERATION_FAILED' })],
  ['an author', 'any', extended({ code: 'AUTHOR_MISSING' })],
  ['a list', 'any', extended({ code: ['RATE_LIMITED'] })],
  ['nothing', 'any', extended({ code: null })],
  ['a number', 'any', extended({ code: 42_900 })],
  ['a name in another place', 'any', extended({ reason: 'RATE_LIMITED' })],
];

describe.each([
  ['unauthenticated', refusedKeys],
  ['forbidden', forbidden],
  ['rate_limited', limits],
  ['graphql', others],
] as const)('errors that say %s', (code, rows) => {
  test.each(rows)('the code of an error is read as %s writes it (%s)', async (_service, _source, error) => {
    const errors = [{ message: 'no', ...error }];
    const ended = await laboratory([graphql({ errors })], { maxRetries: 0 }).settle('mutation Move { move { id } }');
    expect(ended).toMatchObject({ code, attempts: 1, outcome: code === 'graphql' ? 'unknown' : 'rejected' });
  });
});

test('a polluted prototype supplies no code', async () => {
  Object.assign(Object.prototype, { type: 'RATE_LIMITED' });
  try {
    const ended = await laboratory([graphql({ errors: [{ message: 'no' }] })]).settle('{ team { id } }');
    expect(ended).toMatchObject({ code: 'graphql' });
  } finally {
    Reflect.deleteProperty(Object.prototype, 'type');
  }
});
