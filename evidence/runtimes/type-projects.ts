import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { type Cell, lacksModules, platforms } from './type-cells.ts';
import { ofMsw, ofTheClient, ofTheGenerator, ofThePackages, ofThePlatform, ofTheTools } from './type-consumers.ts';

/** A project that imports the package, and the declarations beside it. */
interface Project {
  readonly name: string;
  /** The `node_modules` with the other packages. They need no types of a platform, which a cell chooses. */
  readonly modules?: string;
  /** Whether its msw is an ES module alone, without types for CommonJS. */
  readonly mswIsEsm?: boolean;
}

const packages = ['graphql', 'msw', '@graphql-codegen/cli'];
const ofAPlatform = new Set(['@types/node', 'undici-types']);

/** Puts the projects into a folder: each with the packed package, the packages of its tools, and files that use it. */
export function makeProjects(work: string, packed: string, projects: readonly Project[]): void {
  for (const { name, modules, mswIsEsm = false } of projects) {
    const home = join(work, name);
    cpSync(packed, join(home, 'node_modules/control-api-sdk'), { recursive: true });
    if (modules) copyDeclarations(modules, join(home, 'node_modules'));
    for (const extension of ['mts', 'cts', 'ts']) {
      const files = {
        client: ofTheClient,
        tools: ofTheTools,
        platform: ofThePlatform,
        ...(modules && { packages: ofThePackages, generator: ofTheGenerator }),
        ...(modules && !(mswIsEsm && extension !== 'mts') && { msw: ofMsw }),
      };
      for (const [file, text] of Object.entries(files)) writeFileSync(join(home, `${file}.${extension}`), text);
    }
  }
}

/** Copies the declarations and manifests of the packages that the tools load, with all of their dependencies. */
function copyDeclarations(from: string, to: string): void {
  const waiting = [...packages];
  const done = new Set<string>(ofAPlatform);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const source = join(from, name);
    if (done.has(name) || !existsSync(source)) continue;
    done.add(name);
    cpSync(source, join(to, name), {
      recursive: true,
      filter: (path) => {
        if (path.endsWith('/package.json')) waiting.push(...dependenciesIn(path));
        return !/\.[^/.]+$/.test(path.slice(source.length)) || /(?:\.d\.[mc]?ts|\/package\.json)$/.test(path);
      },
    });
  }
}

function dependenciesIn(manifest: string): readonly string[] {
  const { dependencies = {} }: { dependencies?: object } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.keys(dependencies);
}

/** Whether a file imports an entry that is an ES module alone. */
const usesModules = (file: string): boolean => /control-api-sdk\/(?:codegen|drift)'/.test(readFileSync(file, 'utf8'));

/** The `tsconfig.json` of a set-up in `folder`, with the files of a project that it supports. */
export function writeCell(folder: string, typesFrom: string, cell: Cell, project: string): void {
  const { types, dom, resolution } = cell;
  const platform = platforms[types];
  const roots = join(folder, 'types');
  if (platform) {
    const place = join(roots, platform.name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(typesFrom, platform.folder), place);
  }
  const extensions = resolution === 'node16' || resolution === 'nodenext' ? ['.mts', '.cts'] : ['.ts'];
  const files = readdirSync(project)
    .filter((file) => extensions.includes(extname(file)))
    .filter((file) => platform || dom || !file.startsWith('platform.'))
    .filter((file) => !(file.endsWith('.cts') && lacksModules(cell) && usesModules(join(project, file))))
    .map((file) => join(project, file));
  const compilerOptions = {
    module: { bundler: 'esnext', node10: 'commonjs', node16: 'node16', nodenext: 'nodenext' }[resolution],
    moduleResolution: resolution,
    ...(resolution === 'node10' && cell.compiler === 'typescript6' && { ignoreDeprecations: '6.0' }),
    target: 'es2022',
    lib: ['es2022', ...(dom ? ['dom'] : [])],
    typeRoots: [roots],
    types: platform ? [platform.name] : [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    // The declarations of the compiler are not tested, and take longest.
    skipDefaultLibCheck: true,
    noEmit: true,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
}
