import { buildSchema, type ExecutionResult, type GraphQLSchema, graphqlSync } from 'graphql';
import { ControlApiError } from '../../src/errors.ts';
import { createDevices } from '../../src/paging/devices.ts';
import type { Send } from '../../src/paging/reading.ts';

export const device = { id: '1', name: 'One' };
const pageInfo = { hasNextPage: false, endCursor: null };
const rootValue = {
  team: { __typename: 'Team', devices: { __typename: 'Rows', nodes: [device], pageInfo, totalCount: 1 } },
};

export const sdlOf = (args = '', { more = '', connection = 'nodes: [Device] ', root = 'team: Team' } = {}): string => `
  type Query { other: String ${root} }
  type Team { devices${args && `(${args})`}: Rows! }
  type Rows { ${connection} }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Device { id: ID name: String }
  ${more}`;

export const paged = (cursor = 'String'): string =>
  sdlOf(`first: Int, after: ${cursor}`, { connection: 'nodes: [Device] pageInfo: PageInfo!' });

/** Changes an answer before it arrives. An error is thrown. */
export type Tamper = (name: string, data: unknown, variables: object) => unknown;

// Building a schema and executing a document takes longer than the rest of a test.
const schemas = new Map<string, GraphQLSchema>();
const results = new Map<string, ExecutionResult>();

export function schemaOf(sdl: string): GraphQLSchema {
  const schema = schemas.get(sdl) ?? buildSchema(sdl);
  schemas.set(sdl, schema);
  return schema;
}

function execute(sdl: string, source: string, variables: string): ExecutionResult {
  const key = [sdl, source, variables].join('\0');
  const variableValues = JSON.parse(variables);
  const result = results.get(key) ?? graphqlSync({ schema: schemaOf(sdl), source, variableValues, rootValue });
  results.set(key, result);
  return result;
}

/** A service whose schema is the text that `sdl` returns for each request. */
export function schemaService(sdl: () => string, tamper: Tamper = (_, data) => data) {
  const sent: { readonly name: string; readonly text: string; readonly variables: object }[] = [];
  const send: Send = async (operation, variables) => {
    const name = operation.operationName;
    sent.push({ name, text: String(operation), variables });
    const result = execute(sdl(), String(operation), JSON.stringify(variables));
    const data = tamper(name, result.errors ? refusal() : result.data, variables);
    if (data instanceof Error) throw data;
    return { data: JSON.parse(JSON.stringify(data ?? null)), meta: () => ({ attempts: 1 }) };
  };
  return { send, sent, names: () => sent.map(({ name }) => name) };
}

export const refusal = (): ControlApiError =>
  new ControlApiError('graphql', '1 GraphQL error', { outcome: 'rejected', attempts: 1, status: 200 });

/** Reads every device over a schema, and returns the devices or the error. */
export async function readAll(sdl: string, tamper?: Tamper, scrub?: (text: string) => string) {
  const service = schemaService(() => sdl, tamper);
  const result = await createDevices(service.send, scrub)()
    .toArray({ limit: Number.POSITIVE_INFINITY })
    .catch((error: unknown) => error);
  return { result, ...service };
}
