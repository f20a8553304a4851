import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type TS from 'typescript';
import { shownPath } from '../../graphql/files/shown-path.ts';
import type { OperationSource } from '../../graphql/parse-operations.ts';
import { parseOperations } from '../../graphql/parse-operations.ts';
import { ConfigurationError } from '../../index.ts';
import { type CodePlace, isComponent, isTypeScript, type UnexplainedPlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import type { Finding } from '../model/finding.ts';
import { comparePlaces } from '../model/place-order.ts';
import type { CodeFault } from './code-fault.ts';
import { type Compiled, compile, type FoundFault } from './compile.ts';
import { TemporaryWorkspace } from './compile-elsewhere.ts';
import { FaultExplainer, type Surroundings } from './explain-faults.ts';
import { filesUsing } from './files-using.ts';
import { findTypeScript, type InstalledTypeScript } from './find-typescript.ts';
import { projectRoot } from './mirror.ts';
import { MovedMembers } from './moved-members.ts';
import { findTsconfig } from './read-tsconfig.ts';
import { type CompiledWith, touchedMembers } from './touched-members.ts';

/** The input of {@link checkCode}. */
export interface CodeInput {
  /** The comparison that the code belongs to. */
  readonly drift: Drift;
  /** The texts of the operation files. */
  readonly operations: readonly OperationSource[];
  /** The schema that they were written for; undefined if it is not known. */
  readonly snapshot: GraphQLSchema | undefined;
  /** What the code generator makes of the live schema: texts by absolute path. */
  readonly generated: ReadonlyMap<string, string>;
  /** Decides whether the text of a generated file was made from the snapshot and these operations; asked for where a place is listed. */
  readonly ofSnapshot: () => Promise<(text: string) => boolean>;
  /** The operations that the live schema rejects and that could not be adapted, so that they are not in the code. */
  readonly left: readonly string[];
  /** The `tsconfig.json` of the code, or its folder; empty for the nearest. */
  readonly tsconfig: string;
  /** The folder that paths are relative to, also in reports. */
  readonly cwd: string;
  /** Stops a compiler that runs. */
  readonly signal: AbortSignal;
}

/**
 * Compiles the integrator's own project with code that is generated for the live schema, and adds what no longer compiles to
 * the findings that explain it. Nothing of the project is written.
 *
 * @throws {ConfigurationError} if there is no TypeScript, no project, or no generated file in it.
 */
export async function checkCode(input: CodeInput): Promise<Drift> {
  const { drift, cwd, operations } = input;
  const tsconfig = findTsconfig(input.tsconfig, cwd);
  const installed = findTypeScript(dirname(tsconfig));
  const texts = new Map([...input.generated].filter(([path]) => /\.[cm]?tsx?$/.test(path)));
  if (texts.size === 0)
    throw new ConfigurationError(
      'The config generates no TypeScript, so none of your code can be checked: name another one with `--config`, or leave out `--code`.',
    );
  const now = await readGenerated(texts.keys(), cwd);
  const isChanged = [...texts].some(([path, text]) => now.get(path) !== text);
  const compiled = isChanged ? await compileAll(installed, tsconfig, texts, input) : nothing;
  const isOfSnapshot = compiled.faults.length > 0 ? await input.ofSnapshot() : () => true;
  const stale = [...now].flatMap(([path, text]) => (isOfSnapshot(text) ? [] : shownPath(path, cwd)));
  const isCurrent = stale.length === 0;
  const explainer = new FaultExplainer(drift, parseOperations(operations), { schema: input.snapshot, isCurrent });
  const explained = new Map<Finding, CodePlace[]>();
  const unexplained: UnexplainedPlace[] = [];
  for (const { fault, around } of compiled.faults) {
    const place = placeOf(fault, cwd);
    const { findings, change } = explainer.explain(fault, await around());
    if (findings.length === 0) unexplained.push(change === undefined ? place : { ...place, change });
    for (const finding of responsible(findings)) explained.set(finding, [...(explained.get(finding) ?? []), place]);
  }
  return {
    ...drift,
    findings: drift.findings.map((finding) => withPlaces(finding, explained.get(finding) ?? [])),
    code: {
      tsconfig: list(isChanged ? compiled.tsconfigs : [tsconfig], cwd),
      typescript: installed.version,
      unexplained: unexplained.sort(comparePlaces),
      stale,
      uncompiled: compiled.uncompiled.map((path) => shownPath(path, cwd)).sort(),
      notCovered: [...leftOut(input.left), ...notCovered(installed)],
    },
  };
}

/** A fault, and what is found around it. */
interface FaultAround {
  readonly fault: CodeFault;
  readonly around: () => Promise<Surroundings> | Surroundings;
}

/** What compiling one project came to. */
interface Outcome extends Pick<Compiled, 'references' | 'files'> {
  readonly faults: readonly FaultAround[];
}

/** What compiling the projects of a workspace came to. */
interface Outcomes {
  readonly faults: readonly FaultAround[];
  readonly tsconfigs: readonly string[];
  readonly uncompiled: readonly string[];
}

const nothing: Outcomes = { faults: [], tsconfigs: [], uncompiled: [] };

/**
 * Compiles a project, those that it refers to, and those of the files that use generated code and are left then.
 *
 * @throws {ConfigurationError} if the project cannot be read, or no generated file is in it or in those that it refers to.
 */
async function compileAll(
  installed: InstalledTypeScript,
  tsconfig: string,
  texts: ReadonlyMap<string, string>,
  { cwd, signal }: CodeInput,
): Promise<Outcomes> {
  const root = projectRoot(tsconfig);
  await using elsewhere =
    installed.load === undefined
      ? await TemporaryWorkspace.create({ tsc: installed.tsc, root, texts, signal })
      : undefined;
  const faults = new Map<string, FaultAround>();
  const files = new Set<string>();
  const tried = new Set<string>();
  const tsconfigs: string[] = [];
  const add = async (path: string): Promise<void> => {
    if (tried.has(path)) return;
    tried.add(path);
    const outcome = await (elsewhere === undefined
      ? compileHere(installed, path, texts, cwd)
      : compileThere(elsewhere, path)
    ).catch((error: unknown) => {
      // What it would have compiled is left.
      if (path !== tsconfig && error instanceof ConfigurationError) return undefined;
      throw error;
    });
    if (outcome === undefined) return;
    if (outcome.files.length > 0) tsconfigs.push(path);
    for (const it of outcome.files) files.add(it);
    for (const it of outcome.faults) faults.set(keyOf(it.fault), it);
    for (const it of outcome.references) {
      const found = [join(it, 'tsconfig.json'), it].find((at) => existsSync(at));
      if (found !== undefined) await add(found);
    }
  };
  await add(tsconfig);
  if (tsconfigs.length === 0)
    throw new ConfigurationError(
      `${shownPath(tsconfig, cwd)} does not include ${list([...texts.keys()], cwd)}: name the project that does with \`--code=<tsconfig>\`.`,
    );
  const using = (await filesUsing(root, texts.keys())).filter((path) => isTypeScript(path) || isComponent(path));
  const left = (): readonly string[] => using.filter((path) => !files.has(path) && !files.has(realpathSync(path)));
  for (const path of left()) if (isTypeScript(path)) await add(findTsconfig('', dirname(path)));
  return { faults: [...faults.values()], tsconfigs, uncompiled: left() };
}

/** The generated files as they are. */
async function readGenerated(paths: Iterable<string>, cwd: string): Promise<ReadonlyMap<string, string>> {
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

async function compileThere(elsewhere: TemporaryWorkspace, tsconfig: string): Promise<Outcome> {
  const compiled = await elsewhere.compile(tsconfig);
  const around = async ({ path }: CodeFault): Promise<Surroundings> => ({
    text: await readFile(path, 'utf8').catch(() => ''),
    touched: [],
  });
  return { ...compiled, faults: compiled.faults.map((fault) => ({ fault, around: () => around(fault) })) };
}

async function compileHere(
  { load }: InstalledTypeScript,
  tsconfig: string,
  texts: ReadonlyMap<string, string>,
  cwd: string,
): Promise<Outcome> {
  if (load === undefined) throw new TypeError('This TypeScript has no API.');
  const typescript = load();
  const { programs, ...compiled } = compile(typescript, tsconfig, texts, cwd);
  const generated = [...texts.keys()].map((path) => path.replaceAll('\\', '/'));
  let found: CompiledWith | undefined;
  const compiledWith = (): CompiledWith => {
    if (found !== undefined) return found;
    const { before, after } = programs();
    const filesOf = (program: TS.Program) => generated.flatMap((path) => program.getSourceFile(path) ?? []);
    found = {
      typescript,
      checkers: [before.getTypeChecker(), after.getTypeChecker()],
      moved: new MovedMembers(typescript, filesOf(before), filesOf(after)),
      isGenerated: (path) => generated.includes(path),
    };
    return found;
  };
  const around = (fault: FoundFault): Surroundings => ({
    text: fault.file?.text ?? '',
    touched: touchedMembers(fault, compiledWith()),
  });
  return { ...compiled, faults: compiled.faults.map((fault) => ({ fault, around: () => around(fault) })) };
}

/** Several projects may report a fault. */
function keyOf({ path, line, column, code, message }: CodeFault): string {
  return JSON.stringify([path, line, column, code, message]);
}

function placeOf({ path, line, column, code, message }: CodeFault, cwd: string): CodePlace {
  // A path in a message is the machine's own.
  const base = `${cwd.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return { file: shownPath(path, cwd), line, column, code, message: message.replaceAll(base, '') };
}

/** The findings that may stop a line from compiling: a safe one only where there is no other. */
function responsible(findings: readonly Finding[]): readonly Finding[] {
  const others = findings.filter(({ direction }) => direction !== 'safe');
  return others.length > 0 ? others : findings;
}

/** A change that stops code from compiling is breaking, whatever else it is. */
function withPlaces(finding: Finding, places: readonly CodePlace[]): Finding {
  const codePlaces = [...places].sort(comparePlaces);
  return { ...finding, codePlaces, ...(places.length === 0 ? {} : { direction: 'breaking' }) };
}

function leftOut(operations: readonly string[]): readonly string[] {
  if (operations.length === 0) return [];
  return [
    `Left out of the generated code, because the live schema rejects them: ${operations.join(', ')}. Correct them first.`,
  ];
}

function notCovered({ load, version }: InstalledTypeScript): readonly string[] {
  if (load !== undefined) return [];
  return [
    `TypeScript ${version} has no API for this yet: its compiler ran in a temporary folder, and changes are matched by names alone.`,
  ];
}

function list(paths: readonly string[], cwd: string): string {
  return paths.map((path) => shownPath(path, cwd)).join(', ');
}
