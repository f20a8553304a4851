import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { convertPathToPattern, glob, isDynamicPattern } from 'tinyglobby';
import { ControlApiError } from '../../index.ts';
import { loadPeer } from './load-peer.ts';

const graphqlFile = /\.(?:graphql|gql)s?$/;
const codeFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|g[jt]s)$/;

export type OperationSource = {
  /** The name of the file in reports, such as its path relative to the root of the repository. */
  readonly file: string;
  /** GraphQL. In the text of a code file, everything but the operations is blank, so that lines and columns stay correct. */
  readonly text: string;
};

interface OperationFiles {
  /** Files, folders of `.graphql` and `.gql` files, and glob patterns. A pattern that begins with `!` excludes files. */
  readonly patterns: readonly string[];
  /** The folder that patterns, and file names in reports, are relative to. */
  readonly cwd: string;
  readonly ignore?: readonly string[];
  readonly mayBeMissing?: boolean;
}

/** Reads operations, sorted by file: `.graphql` and `.gql` files, and tagged templates in code. `node_modules` is skipped. */
export async function readOperationSources(places: OperationFiles): Promise<readonly OperationSource[]> {
  const files = await findFiles(places);
  let plucker: Promise<Plucker> | undefined;
  const sources = await Promise.all(
    files.map(async (path): Promise<OperationSource | undefined> => {
      const file = shownPath(path, places.cwd);
      const content = await readFile(path, 'utf8').catch((cause: unknown) => {
        const message = `The file ${file} cannot be read: check its permissions.`;
        throw new ControlApiError('configuration', message, { cause });
      });
      if (!codeFile.test(path)) return { file, text: content };
      plucker ??= loadPeer('Reading operations from code', ['@graphql-codegen/cli'], async () => resolvePlucker());
      const text = await pluckTemplates(await plucker, path, content).catch((cause: unknown) => {
        const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
        const message = `The operations in ${file} cannot be read: ${reason?.replace(/\.$/, '')}. Correct the file.`;
        throw new ControlApiError('configuration', message, { cause });
      });
      return text === undefined ? undefined : { file, text };
    }),
  );
  return sources.filter((source) => source !== undefined);
}

/** The path of a file in messages: relative to the working directory, with forward slashes. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, resolve(cwd, path)).split(sep).join('/');
}

async function findFiles({
  patterns,
  cwd,
  ignore = [],
  mayBeMissing = false,
}: OperationFiles): Promise<readonly string[]> {
  const files = new Set<string>();
  const globs: string[] = [];
  const excluded = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []));
  for (const pattern of patterns.filter((it) => !it.startsWith('!'))) {
    const path = resolve(cwd, pattern);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) globs.push(`${convertPathToPattern(path)}/**/*.{graphql,gql}`);
    else if (found !== undefined) files.add(path);
    else if (isDynamicPattern(pattern)) globs.push(pattern);
    else if (!mayBeMissing)
      throw new ControlApiError(
        'configuration',
        `The path ${pattern} does not exist: pass operation files, folders or glob patterns.`,
      );
  }
  const found = await glob(globs, {
    cwd,
    absolute: true,
    expandDirectories: false,
    ignore: ['**/node_modules/**', ...excluded, ...ignore.map((file) => convertPathToPattern(resolve(cwd, file)))],
  });
  for (const file of found) if (graphqlFile.test(file) || codeFile.test(file)) files.add(resolve(file));
  return [...files].sort();
}

/** The code generator's reader of `gql` and `graphql` templates, and of templates after a comment `GraphQL`. */
type Plucker = (
  path: string,
  code: string,
  options: { readonly pluckStringFromFile: (code: string, range: { start: number; end: number }) => string },
) => Promise<unknown>;

/** Resolves each package from the package that depends on it: a strict package manager hides it from others. */
function resolvePlucker(): Plucker {
  const generator = createRequire(import.meta.url).resolve('@graphql-codegen/cli');
  const loader = createRequire(generator).resolve('@graphql-tools/code-file-loader');
  return createRequire(loader)('@graphql-tools/graphql-tag-pluck').gqlPluckFromCodeString;
}

async function pluckTemplates(plucker: Plucker, path: string, code: string): Promise<string | undefined> {
  // For Vue and similar files, the plucker passes the script that it extracted from the file.
  let script = code;
  const templates: { readonly start: number; readonly end: number }[] = [];
  await plucker(path, code, {
    pluckStringFromFile: (plucked, { start, end }) => {
      script = plucked;
      templates.push({ start: start + 1, end: end - 1 });
      return '';
    },
  });
  return templates.length === 0 ? undefined : withoutCode(script, templates);
}

/** The script with everything but its templates replaced by blanks, so that offsets and lines stay the same. */
function withoutCode(script: string, templates: readonly { readonly start: number; readonly end: number }[]): string {
  let text = '';
  for (const { start, end } of templates.toSorted((a, b) => a.start - b.start)) {
    // A template may be nested in another one, or be found twice.
    if (start < text.length) continue;
    const template = script.slice(start, end).replace(/\$\{[^}]*\}|\\`/g, blank);
    text += blank(script.slice(text.length, start)) + template;
  }
  return text + blank(script.slice(text.length));
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
