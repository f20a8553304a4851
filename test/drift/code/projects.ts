import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse, print } from 'graphql';

const read = (path: string): string => readFileSync(resolve(path), 'utf8');

const configFile = (options: string): string =>
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
const operation = `
export class TypedOperation<Result, Variables, Connections = Record<never, never>> extends String {
  declare readonly connections: Connections;
  declare readonly __apiType?: (variables: Variables) => Result;
  constructor(text: string, _about: object) { super(text); }
}
export interface Client {
  request<Result, Variables>(operation: TypedOperation<Result, Variables>, variables: Variables): Promise<Result>;
}
`;

const common = { 'package.json': '{ "type": "module" }', 'src/operation.ts': operation };

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

/** A project with GitHub's schema, as far as its operations use it, and no code but what reads every field. */
export async function githubProject(): Promise<Readonly<Record<string, string>>> {
  // It needs the installed versions of the schema, which the other projects do without.
  const { githubOperations, githubSchema, githubText, githubVersions } = await import('../oracle/github.ts');
  const { reduceSchema } = await import('../oracle/reduce.ts');
  const version = githubVersions.at(-1) ?? '';
  const text = githubOperations('unmoved')
    .map((source) => source.text)
    .join('\n');
  const schema = reduceSchema(parse(githubText(version), { noLocation: true }), githubSchema(version), parse(text));
  return {
    ...common,
    'schema.graphql': print(schema),
    'operations/all.graphql': text,
    'codegen.mjs': configFile(`scalars: { DateTime: 'string', URI: 'string', GitObjectID: 'string' }`),
    'tsconfig.json': tsconfig({}),
  };
}

/** A folder with files, which is gone after use. */
export class Folder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(files: Readonly<Record<string, string>>): Promise<Folder> {
    const folder = new Folder(await mkdtemp(join(tmpdir(), 'control-api-code-')));
    for (const [file, text] of Object.entries(files)) await folder.write(file, text);
    return folder;
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.path, file)), { recursive: true });
    await writeFile(join(this.path, file), text);
  }

  /** Installs a package of this repository under a name. */
  async install(name: string, from: string): Promise<void> {
    const to = join(this.path, 'node_modules', name);
    await mkdir(dirname(to), { recursive: true });
    if (existsSync(to)) await rm(to);
    await symlink(resolve(from), to);
  }

  /** Every file with its text. */
  async files(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const entry of await readdir(this.path, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found[path.slice(this.path.length + 1)] = await readFile(path, 'utf8');
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
