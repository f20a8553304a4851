import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';
import { peerVersions } from '../src/graphql/files/package-manager.ts';
import { thirdPartyLicences } from './tsdown.licences.ts';

const source = (file: string): string => resolve(import.meta.dirname, '../src', file);

/** Entry points that the tools import by the package's own name, as its users do. */
const entries: Readonly<Record<string, string>> = {
  // One copy of the runtime, whoever loads it.
  [source('index.ts')]: 'control-api-sdk',
  // Types alone: the compiler finds no name for one of a file that is no entry point.
  [source('emulator/index.ts')]: 'control-api-sdk/emulator',
};
const byName = {
  name: 'by-name',
  resolveId(id: string, importer: string | undefined) {
    const entry = importer && entries[resolve(dirname(importer), id)];
    return entry ? { id: entry, external: true } : null;
  },
};

/** CommonJS has no `await` at the top of a module, its tests use the CommonJS copy of msw, and can load it when needed. */
const mswByRequire = {
  name: 'msw-by-require',
  transform: {
    filter: { id: /testing[\\/]msw\.ts$/ },
    handler: () => `import { mswError } from './msw-error.ts';
export function installedMsw() {
  try {
    return require('msw').graphql ?? require('msw/graphql').graphql;
  } catch (error) {
    throw mswError(error);
  }
}`,
  },
};

/**
 * A package that is optional may be missing, or an ES module alone: its types are then `any` to a reader of the declarations, whose
 * compiler would report an error in them otherwise (`skipLibCheck: false`).
 */
const optionalTypes = {
  name: 'optional-types',
  renderChunk(code: string, { fileName }: { readonly fileName: string }) {
    if (!/\.d\.[mc]ts$/.test(fileName)) return null;
    return code.replace(/^import [^;]* from "([^"]+)";$/gm, (line, from: string) =>
      from in peerVersions ? `// @ts-ignore: an optional package\n${line}` : line,
    );
  },
};

/**
 * Declarations that name no optional package are written once, for CommonJS: those of the ES module refer to them. Optional packages
 * have declarations for each kind of module, which don't fit each other.
 */
const declarationsOnce = {
  name: 'declarations-once',
  generateBundle(_options: unknown, bundle: Record<string, { isEntry?: boolean; code?: string }>) {
    for (const [file, chunk] of Object.entries(bundle)) {
      if (!file.endsWith('.d.mts')) continue;
      if (chunk.isEntry) chunk.code = `export * from './${file.replace(/\.d\.mts$/, '.cjs')}';\n`;
      else delete bundle[file];
    }
  },
};

/** A file whose text is wanted: `import text from './file.yml?raw'`, as in Vite. */
const rawText = {
  name: 'raw-text',
  resolveId: (id: string, importer: string | undefined) =>
    id.endsWith('?raw') && importer !== undefined ? resolve(dirname(importer), id) : null,
  load: (id: string) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}` : null,
};

/** The layout of our own operations is for their readers here; and who bundles the runtime takes along those in use alone. */
const operationsInBrief = {
  name: 'operations-in-brief',
  transform: {
    filter: { id: /src[\\/]generated[\\/]control-api\.ts$/ },
    handler: (code: string) =>
      code
        .replace(/`(?:query|mutation) [^`]+`/g, (text) => text.replace(/\s+/g, ' '))
        .replaceAll('new TypedOperation', '/* @__PURE__ */ new TypedOperation'),
  },
};

/** Commander starts programs for commands of other files, which we have none of: to load what starts them takes a millisecond. */
const noPrograms = {
  name: 'no-programs',
  resolveId: (id: string, importer: string | undefined) =>
    id === 'node:child_process' && importer?.includes('commander') ? { id: '\0no-programs' } : null,
  load: (id: string) => (id === '\0no-programs' ? 'export default {}' : null),
};

const licences = thirdPartyLicences();

const common: UserConfig = {
  cwd: resolve(import.meta.dirname, '..'),
  target: 'node20.19',
  platform: 'node',
  dts: true,
  fixedExtension: true,
  hash: false,
  report: false,
  failOnWarn: true,
  checks: { legacyCjs: false, pluginTimings: false },
  // Comments are for readers of the source; those of bundled packages' licences stand in a file of their own.
  outputOptions: { comments: { annotation: true, legal: false, jsdoc: false } },
};

/** Loaded by tests, which Jest runs as CommonJS. */
const ofTests = { emulator: source('emulator/index.ts'), testing: source('testing/index.ts') };

/** Loaded by programs that are no tests: Node's `require` takes the ES modules. */
const ofPrograms = { codegen: source('codegen/index.ts'), drift: source('drift/index.ts') };

const tools: UserConfig = {
  ...common,
  // While it shakes, rolldown moves a call past a template that prints what the call changes (rolldown 1.0 to 1.3).
  treeshake: false,
  deps: {
    neverBundle: Object.keys(peerVersions).map((name) => new RegExp(`^${name}(?:/|$)`)),
    // Each is named in THIRD-PARTY-LICENCES.txt, which a test compares.
    onlyBundle: false,
  },
  // Its other half is a client and the audits of servers.
  alias: { 'graphql-http': resolve(import.meta.dirname, '../node_modules/graphql-http/lib/handler.mjs') },
  plugins: [rawText, noPrograms, byName, optionalTypes, licences],
  // The declarations of CommonJS are built apart, without the plugins above.
  inputOptions: (options, _format, { cjsDts }) =>
    cjsDts ? { ...options, plugins: [rawText, byName, optionalTypes, options.plugins] } : options,
};

const now = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.ts)'/gm;
const sometime = /\b(?:from |import\()'(\.[^']+\.ts)'/g;

/** The source files that these load, themselves among them: at once, or ever. */
function loadedBy(files: readonly string[], when: RegExp, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    const imported = Array.from(readFileSync(file, 'utf8').matchAll(when), ([, name = '']) =>
      resolve(dirname(file), name),
    );
    loadedBy(imported, when, found);
  }
  return found;
}

const start = source('cli/commands/start.ts');
const ofLibraries = loadedBy(Object.values({ ...ofTests, ...ofPrograms }), sometime);
const startUp = loadedBy([start], now);

/** The binary is CommonJS; what it loads to run a command is the ES module beside it. */
const startBeside = {
  name: 'start-beside',
  resolveId: (id: string) => (id === './start.ts' ? { id: './start.mjs', external: true } : null),
};

export default defineConfig([
  {
    ...common,
    name: 'runtime',
    entry: { index: source('index.ts') },
    format: ['esm', 'cjs'],
    deps: { onlyBundle: [] },
    plugins: [operationsInBrief, licences, declarationsOnce],
  },
  {
    ...common,
    name: 'stubs',
    entry: { browser: source('browser/stub.ts') },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    deps: { neverBundle: [/control-api-sdk-is-server-only/] },
  },
  {
    ...common,
    name: 'stub for development',
    // Turbopack names the file that lacks an export: so this one's name says why it does.
    entry: { 'control-api-sdk-is-server-only': source('browser/development-stub.ts') },
    format: 'cjs',
    platform: 'neutral',
  },
  {
    ...common,
    name: 'watch',
    entry: { watch: source('drift/watch/watch-drift.ts') },
    format: ['esm', 'cjs'],
    // It runs in production, where no optional package is: of graphql it brings along what it compares with, so it is packed small.
    // Functions and classes keep their names.
    minify: { compress: true, mangle: { keepNames: { function: false, class: true } } },
    deps: { alwaysBundle: ['graphql'], onlyBundle: ['graphql'] },
    plugins: [byName, licences, declarationsOnce],
    // The declarations of CommonJS are built apart, without the plugins above.
    inputOptions: (options, _format, { cjsDts }) => ({
      ...options,
      ...(cjsDts && { plugins: [byName, options.plugins] }),
      resolve: { ...options.resolve, mainFields: ['module', 'main'] },
    }),
  },
  {
    ...tools,
    name: 'tools',
    entry: { ...ofPrograms, ...ofTests, start },
    format: 'esm',
    // The command line loads one file, beside the modules that it shares with the libraries: to find and to link another takes about
    // a millisecond.
    outputOptions: {
      ...common.outputOptions,
      codeSplitting: {
        groups: [
          // A library must not load a command line, for a helper of the compiler neither.
          {
            name: 'shared',
            test: (id: string) => !isAbsolute(id) || (startUp.has(id) && ofLibraries.has(id)),
            priority: 1,
          },
          { name: 'command-line', test: (id: string) => startUp.has(id) || /node_modules.commander/.test(id) },
        ],
      },
    },
  },
  {
    ...common,
    name: 'binary',
    // An empty ES module alone costs a sixth of a bare start of Node.
    entry: { cli: source('cli/commands/main.ts') },
    format: 'cjs',
    dts: false,
    plugins: [startBeside],
  },
  {
    ...tools,
    name: 'tools (CommonJS)',
    entry: ofTests,
    format: 'cjs',
    plugins: [rawText, mswByRequire, byName, licences],
    // Else the bundler's helpers come to lie beside what needs graphql, and everything needs it that needs them.
    outputOptions: {
      ...common.outputOptions,
      codeSplitting: { groups: [{ name: 'helpers', test: /rolldown.runtime/ }] },
    },
  },
]);
