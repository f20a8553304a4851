import { isRecord } from '../../base/is-record.ts';
import type { GraphQLFormattedError } from '../../errors.ts';

/** A well-formed answer, of own members: a polluted prototype supplies none. Without `data`, nothing was executed. */
export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export function hasValue(data: GraphQLAnswer['data']): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

/** The answer as graphql-request read it; undefined if it has another shape. */
export function readGraphQLAnswer(
  read: { readonly [Member in keyof GraphQLAnswer]?: unknown },
): GraphQLAnswer | undefined {
  const { data, errors, extensions } = read;
  if (data === undefined && errors === undefined) return undefined;
  if (data !== undefined && data !== null && !isRecord(data)) return undefined;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isFormattedError))) return undefined;
  return { data, errors: errors?.map(withoutNulls), extensions: isRecord(extensions) ? extensions : undefined };
}

function isFormattedError(error: unknown): error is GraphQLFormattedError {
  if (!isRecord(error) || typeof error['message'] !== 'string') return false;
  const { path, locations, extensions } = error;
  return (
    (isAbsent(path) || (Array.isArray(path) && path.every(isPathStep))) &&
    (isAbsent(locations) || (Array.isArray(locations) && locations.every(isLocation))) &&
    (isAbsent(extensions) || isRecord(extensions))
  );
}

/** Some servers write null for an absent member. */
function withoutNulls(error: GraphQLFormattedError): GraphQLFormattedError {
  const present = Object.entries(error).filter(([, it]) => !isAbsent(it));
  return { ...Object.fromEntries(present), message: error.message };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isPathStep = (step: unknown): step is string | number => typeof step === 'string' || typeof step === 'number';

function isLocation(location: unknown): boolean {
  return isRecord(location) && typeof location['line'] === 'number' && typeof location['column'] === 'number';
}
