import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type TS from 'typescript';
import { shownPath } from '../../graphql/files/shown-path.ts';
import type { OperationSource } from '../../graphql/parse-operations.ts';
import { parseOperations } from '../../graphql/parse-operations.ts';
import { ConfigurationError } from '../../index.ts';
import type { CodePlace, UnexplainedPlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import type { Finding } from '../model/finding.ts';
import { comparePlaces } from '../model/place-order.ts';
import type { CodeFault } from './code-fault.ts';
import { type Compiled, compile, type FoundFault } from './compile.ts';
import { compileElsewhere } from './compile-elsewhere.ts';
import { FaultExplainer, type Surroundings } from './explain-faults.ts';
import { findTypeScript, type InstalledTypeScript } from './find-typescript.ts';
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
  const compiled = isChanged ? await compileWith(installed, tsconfig, texts, input) : nothing;
  if (compiled.missing.length === texts.size)
    throw new ConfigurationError(
      `${shownPath(tsconfig, cwd)} does not include ${list([...texts.keys()], cwd)}: name the project that does with \`--code=<tsconfig>\`.`,
    );
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
      tsconfig: shownPath(tsconfig, cwd),
      typescript: installed.version,
      unexplained: unexplained.sort(comparePlaces),
      stale,
      notCovered: [...leftOut(input.left), ...notCovered(compiled, installed, cwd)],
    },
  };
}

/** Faults, and what is found around each. */
interface Outcome extends Pick<Compiled, 'references' | 'missing'> {
  readonly faults: readonly {
    readonly fault: CodeFault;
    readonly around: () => Promise<Surroundings> | Surroundings;
  }[];
}

const nothing: Outcome = { faults: [], references: [], missing: [] };

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

async function compileWith(
  { load, tsc }: InstalledTypeScript,
  tsconfig: string,
  texts: ReadonlyMap<string, string>,
  { cwd, signal }: CodeInput,
): Promise<Outcome> {
  if (load === undefined) {
    const faults = await compileElsewhere({ tsc, tsconfig, texts, signal });
    const around = async ({ path }: CodeFault): Promise<Surroundings> => ({
      text: await readFile(path, 'utf8').catch(() => ''),
      touched: [],
    });
    return { ...nothing, faults: faults.map((fault) => ({ fault, around: () => around(fault) })) };
  }
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

function notCovered(
  { references, missing }: Outcome,
  { load, version }: InstalledTypeScript,
  cwd: string,
): readonly string[] {
  return [
    ...(load === undefined
      ? [
          `TypeScript ${version} has no API for this yet: its compiler ran in a temporary folder, and changes are matched by names alone.`,
        ]
      : []),
    ...(references.length === 0
      ? []
      : [
          `Not compiled, because they are projects of their own: ${list(references, cwd)}. Check them with \`--code=<tsconfig>\`.`,
        ]),
    ...(missing.length === 0 ? [] : [`Not part of the project: ${list(missing, cwd)}.`]),
  ];
}

function list(paths: readonly string[], cwd: string): string {
  return paths.map((path) => shownPath(path, cwd)).join(', ');
}
