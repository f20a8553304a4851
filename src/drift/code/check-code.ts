import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { shownPath } from '../../graphql/files/shown-path.ts';
import { type OperationSource, parseDefinitions } from '../../graphql/parse-operations.ts';
import { ConfigurationError } from '../../index.ts';
import type { CodePlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import { comparePlaces } from '../model/place-list.ts';
import { adaptOperations } from './adapt-operations.ts';
import { changedAlone } from './changed-alone.ts';
import type { CodeFault, Compiled, Texts } from './code-fault.ts';
import { compile } from './compile.ts';
import { TemporaryWorkspace } from './compile-elsewhere.ts';
import { compileWorkspace } from './compile-workspace.ts';
import { type Explained, explainLines } from './explain-lines.ts';
import { findPackageCommand, findTypeScript } from './find-typescript.ts';
import { projectRoot } from './mirror.ts';
import { findTsconfig } from './read-tsconfig.ts';

/** The input of {@link checkCode}. */
export interface CodeInput {
  readonly drift: Drift;
  readonly operations: readonly OperationSource[];
  /** The schema that they were written for; undefined if it is not known. */
  readonly snapshot: GraphQLSchema | undefined;
  readonly live: GraphQLSchema;
  /** The output of the code generator for a schema and operations: texts by absolute path. */
  readonly generate: (schema: GraphQLSchema, document: DocumentNode) => Promise<Texts>;
  /** Decides whether the text of a generated file was made from the snapshot and these operations; asked for where a place is listed. */
  readonly ofSnapshot: () => Promise<(text: string) => boolean>;
  /** The `tsconfig.json` of the code, or its folder; empty for the nearest. */
  readonly tsconfig: string;
  /** The folder that paths are relative to, also in reports. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * Compiles the integrator's own project with code that is generated for the live schema, and adds what no longer compiles to
 * the findings with which alone it would not. Nothing of the project is written.
 *
 * @throws {ConfigurationError} if there is no TypeScript, no project, or no generated file in it.
 */
export async function checkCode(input: CodeInput): Promise<Drift> {
  const { drift, cwd, snapshot, live, signal } = input;
  const tsconfig = findTsconfig(input.tsconfig, cwd);
  const { load, tsc, version } = findTypeScript(dirname(tsconfig));
  const { texts, left } = await generateFor(live, input);
  if (texts.size === 0)
    throw new ConfigurationError(
      'The config generates no TypeScript, so none of your code can be checked: name another one with `--config`, or leave out `--code`.',
    );
  const now = await readGenerated(texts.keys(), cwd);
  const isChanged = (some: Texts): boolean => [...some].some(([path, text]) => now.get(path) !== text);
  const root = projectRoot(tsconfig);
  const files = { texts, now };
  await using elsewhere = new TemporaryWorkspace({ root, generated: files, signal });
  const compileProject = (path: string) =>
    load === undefined ? elsewhere.compile(path, tsc) : compile(load(), path, files, cwd);
  type Run = (path: string, command: string) => Promise<Compiled>;
  const withOwn = (name: string, run: Run) => async (path: string) => {
    // Neither compiler has a use for a TypeScript without an API.
    const command = load && findPackageCommand(dirname(tsconfig), name);
    try {
      return command === undefined ? undefined : await run(path, command);
    } catch {
      // The report names the components that were not compiled.
      signal.throwIfAborted();
      return undefined;
    }
  };
  const componentCompilers = {
    vue: withOwn('vue-tsc', (path, command) => elsewhere.compile(path, command)),
    svelte: withOwn('svelte-check', (path, command) => elsewhere.compileSvelte(path, command)),
  };
  const generated = [...texts.keys()];
  const compiled = isChanged(texts)
    ? await compileWorkspace({ tsconfig, root, generated, cwd, compile: compileProject, componentCompilers })
    : { faults: [], faultsWith: async () => [], tsconfigs: [tsconfig], uncompiled: [] };

  // In a generated file, positions shift.
  const lineOf = ({ path, line }: CodeFault): string => (texts.has(path) ? path : `${path}:${line}`);
  const failing = async (coordinates: readonly string[]): Promise<ReadonlySet<string>> => {
    if (snapshot === undefined) return new Set();
    const tried = await generateFor(changedAlone(snapshot, live, coordinates), input);
    return new Set(isChanged(tried.texts) ? (await compiled.faultsWith(tried.texts)).map(lineOf) : []);
  };
  const isOfSnapshot = compiled.faults.length > 0 ? await input.ofSnapshot() : () => true;
  const stale = [...now].flatMap(([path, text]) => (isOfSnapshot(text) ? [] : shownPath(path, cwd)));
  const lines = new Set(compiled.faults.map(lineOf));
  const explained = await explainLines(drift, lines, stale.length === 0, failing);
  const places = compiled.faults.map((fault) => ({ ...placeOf(fault, cwd), explained: explained.get(lineOf(fault)) }));
  return {
    ...withPlaces(drift, places.sort(comparePlaces)),
    code: {
      tsconfig: compiled.tsconfigs.map((path) => shownPath(path, cwd)).join(', '),
      typescript: version,
      unexplained: places.flatMap(({ explained: { findings = [], change } = {}, ...place }) =>
        findings.length > 0 ? [] : change === undefined ? place : { ...place, change },
      ),
      stale,
      uncompiled: compiled.uncompiled.map((path) => shownPath(path, cwd)).sort(),
      notCovered: left.length > 0 ? [`${leftOut}: ${left.join(', ')}. Correct them first.`] : [],
    },
  };
}

/** The generated code for a schema, as far as it is TypeScript, and the operations that are not in it. */
async function generateFor(schema: GraphQLSchema, { operations, generate }: CodeInput) {
  const { document, left } = adaptOperations(parseDefinitions(operations), schema);
  const generated = await generate(schema, document);
  return { texts: new Map([...generated].filter(([path]) => /\.[cm]?tsx?$/.test(path))), left };
}

/** The generated files as they are. */
async function readGenerated(paths: Iterable<string>, cwd: string): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const now = await readFile(path, 'utf8').catch(() => undefined);
    if (now === undefined)
      throw new ConfigurationError(
        `${shownPath(path, cwd)} does not exist: run \`npx control-api-sdk generate\`, then check again.`,
      );
    texts.set(path, now);
  }
  return texts;
}

function placeOf({ path, line, column, code, message }: CodeFault, cwd: string): CodePlace {
  // A path in a message is the machine's own.
  const base = `${cwd.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return { file: shownPath(path, cwd), line, column, code, message: message.replaceAll(base, '') };
}

/** A change that stops code from compiling is breaking, whatever else it is. */
function withPlaces(
  drift: Drift,
  places: readonly (CodePlace & { readonly explained: Explained | undefined })[],
): Drift {
  const findings = drift.findings.map((finding) => {
    const codePlaces = places.flatMap(({ explained, ...place }) =>
      explained?.findings.includes(finding) ? place : [],
    );
    return { ...finding, codePlaces, ...(codePlaces.length === 0 ? {} : { direction: 'breaking' as const }) };
  });
  return { ...drift, findings };
}

const leftOut = 'Left out of the generated code, because the live schema rejects them';
