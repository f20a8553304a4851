import { resolve } from 'node:path';

/** A text that must be there, and what is built in its place. */
type Edit = readonly [find: string | RegExp, build: string];

/**
 * What every request of this package is, written into graphql-request as constants, so that what no request reaches (GET,
 * batches, middleware, errors of its own, a parser of documents) is left out of the bundle. It still builds headers and
 * body, and reads the answer. A text that a newer version writes otherwise fails the build.
 */
const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  'legacy/classes/GraphQLClient.js': [
    [/\n {4}async request\([\s\S]*(?=\n\}\n)/, ''],
    [/import \{ callOrIdentity, HeadersInitToPlainObject \} .*\n/, ''],
    [/import \{ parseBatchRequestArgs \} .*\n/, ''],
    [/import \{ parseRawRequestArgs \} .*\n/, ''],
    [/import \{ parseRequestArgs \} .*\n/, ''],
    [/import \{ analyzeDocument \} .*\n/, ''],
    // Both are plain objects.
    ['HeadersInitToPlainObject(callOrIdentity(headers))', 'headers'],
    ['HeadersInitToPlainObject(rawRequestOptions.requestHeaders)', 'rawRequestOptions.requestHeaders'],
    [
      'async (...args) => {\n        const [queryOrOptions, variables, requestHeaders] = args;',
      '(rawRequestOptions) => {',
    ],
    [/const rawRequestOptions = .*\n/, ''],
    [
      /const \{ headers, fetch = [\s\S]*?\n {8}\}\n/,
      'const { url } = this; const { headers, fetch, jsonSerializer } = this.requestConfig; const fetchOptions = { jsonSerializer, signal: rawRequestOptions.signal };\n',
    ],
    ['const response = await runRequest', 'return runRequest'],
    [/ {8}if \(responseMiddleware\) [\s\S]*return response;\n/, ''],
    // As it analyses a text whose operation's name is excluded.
    ['analyzeDocument(rawRequestOptions.query, excludeOperationName)', '{ expression: rawRequestOptions.query }'],
    [/\n {12}method,|,\n {12}middleware: requestMiddleware/g, ''],
    ['_tag: `Single`,', ''],
  ],
  'legacy/helpers/runRequest.js': [
    [/import \{ ClientError \} .*\n/, ''],
    [/const config = \{[\s\S]*?\n {4}\};\n/, ''],
    ['createFetcher(config.method)', 'createFetcher()'],
    ['fetcher(config)', 'fetcher(input)'],
    // What the parser throws is thrown.
    [/let result;\n {4}try \{\n {8}result(?=[\s\S]*\n {4}\}\n {4}catch)/, 'const result'],
    [/(?<=defaultJsonSerializer\);)\n {4}\}\n {4}catch [\s\S]*?\n {4}\}/, ''],
    ['if (result instanceof Error)\n        throw result;', ''],
    ['fetchResponse.headers.get(CONTENT_TYPE_HEADER), ', ''],
    ['(text, contentType, jsonSerializer)', '(text, jsonSerializer)'],
    ['contentType && isGraphQLContentType(contentType)', 'true'],
    [/ \?\? defaultJsonSerializer/g, ''],
    [/if \(!fetchResponse\.ok\) \{[\s\S]*?\n {4}\}\n/, ''],
    [/if \(isRequestResultHaveErrors\(result\) [\s\S]*?\n {4}\}\n/, ''],
    // Status, headers and text are in the exchange's own hands, and `all` errors are returned as they were read.
    [/const clientResponseBase = [\s\S]*?;\n/, ''],
    [/switch \(result\._tag\) [\s\S]*?casesExhausted\(result\);\n {4}\}/, 'return result.executionResult;'],
    ['(method) => async (params)', '() => (params)'],
    ['await fetchResponse.text()', 'fetchResponse.text()'],
    ['return await $fetch', 'return $fetch'],
    ['params.fetch ?? fetch', 'params.fetch'],
    ['{ method, headers,', '{ headers,'],
    ['...params.fetchOptions', 'signal: params.fetchOptions.signal'],
    // They hold all that is set here, and a global `Headers` makes Node load all of undici: about 15 ms.
    ['new Headers(params.headers)', 'params.headers'],
    ['if (!headers.has(ACCEPT_HEADER))', 'if (false)'],
    ['if (typeof body === `string` && !headers.has(CONTENT_TYPE_HEADER))', 'if (false)'],
    ['if (method === `POST`)', 'if (true)'],
    ['new URL(params.url)', 'params.url'],
    [/if \(params\.middleware\) \{[\s\S]*?\n {4}\}\n/, ''],
    ['if (searchParams)', 'if (false)'],
    [/(?<=const buildBody = [\s\S]*?)switch \(params\.request\._tag\) \{\n {8}case `Single`:/, '{'],
    [/case `Batch`:\n {12}return zip\([\s\S]*?casesExhausted\(params\.request\);/, ''],
    [/,\n {16}operationName: params\.request\.document\.operationName,/, ''],
  ],
  'legacy/lib/graphql.js': [
    [/import \{ Kind \} .*\n/, ''],
    ['Kind.OPERATION_DEFINITION', '`OperationDefinition`'],
    // What is wrong with an answer is said by our own reading of it; and it never is a batch's.
    [
      /(?<=parseGraphQLExecutionResult = \(result\) => \{)[\s\S]*?(?=\n\};)/,
      'return { executionResult: parseExecutionResult(result) };',
    ],
    // The serializer takes nothing else.
    ['if (typeof result !== `object` || result === null)', 'if (false)'],
    ['`Invalid execution result: errors is not plain object OR array`', ''],
    ['`Invalid execution result: data is not plain object`', ''],
    ['`Invalid execution result: extensions is not plain object`', ''],
  ],
};

const main = resolve(import.meta.dirname, 'node_modules/graphql-request/build/legacy/classes/GraphQLClient.js');

function edited(file: string, code: string, edits: readonly Edit[]): string {
  return edits.reduce((text, [find, build]) => {
    const changed = text.replace(find, () => build);
    if (changed === text) throw new Error(`graphql-request: ${file} no longer holds ${find}`);
    return changed;
  }, code);
}

/** Builds graphql-request's client, as far as this package reaches it. */
export const reachedGraphqlRequest = {
  name: 'reached-graphql-request',
  resolveId: (id: string): string | null => (id === 'graphql-request' ? main : null),
  transform: {
    filter: { id: /node_modules[\\/]graphql-request[\\/]build[\\/]/ },
    handler(code: string, id: string): string | null {
      const file = id.replaceAll('\\', '/').split('/graphql-request/build/')[1] ?? '';
      const edits = EDITS[file];
      return edits ? edited(file, code, edits) : null;
    },
  },
};
