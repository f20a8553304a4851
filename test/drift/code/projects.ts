import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const read = (path: string): string => readFileSync(resolve(path), 'utf8');

/** A config that generates `src/generated/api.ts` of operations in their folder, with further options. */
export const configFile = (options = ''): string =>
  `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
export default controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output: 'src/generated/api.ts', importFrom: '../operation.js', ${options} });\n`;

/** A small library makes hundreds of programs affordable. */
export const compilerOptions = {
  target: 'es2022',
  lib: ['es2019'],
  types: [],
  strict: true,
  module: 'nodenext',
  moduleResolution: 'nodenext',
};

const tsconfig = (options: object): string =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true, ...options }, include: ['src'] });

/** The class that generated operations are of, without the package around it. */
export const operationModule = `export class TypedOperation<Result, Variables, Connections = Record<never, never>> extends String {
  declare readonly connections: Connections;
  declare readonly __apiType?: (variables: Variables) => Result;
  constructor(text: string, _about: object) { super(text); }
}
export interface Client {
  request<Result, Variables>(operation: TypedOperation<Result, Variables>, variables: Variables): Promise<Result>;
}
`;

const common = { 'package.json': '{ "type": "module" }', 'src/operation.ts': operationModule };

/** The projects of two integrators, without what is generated. */
export const projects: Readonly<Record<'fleet' | 'relay', Readonly<Record<string, string>>>> = {
  fleet: {
    ...common,
    'schema.graphql': read('test/drift/fixtures/fleet.graphql'),
    'operations/all.graphql': read('test/drift/fixtures/operations.graphql'),
    'codegen.mjs': configFile(`scalars: { DateTime: 'string' }`),
    'tsconfig.json': tsconfig({}),
    'src/fleet.ts': read('test/drift/code/fixtures/fleet.ts.txt'),
  },
  relay: {
    ...common,
    'schema.graphql': read('test/fixtures/relay.graphql'),
    'operations/all.graphql': read('test/drift/code/fixtures/relay.graphql'),
    'codegen.mjs': configFile(`scalars: { DateTime: 'string' }, openEnums: true`),
    'tsconfig.json': tsconfig({ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, declaration: true }),
    'src/relay.ts': read('test/drift/code/fixtures/relay.ts.txt'),
    'src/pages/devices.ts': read('test/drift/code/fixtures/relay-devices.ts.txt'),
  },
};
