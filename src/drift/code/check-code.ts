import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DefinitionNode, GraphQLSchema } from 'graphql';
import { ownCommand } from '../../graphql/files/commands.ts';
import { type OperationSource, shownPath } from '../../graphql/files/read-operations.ts';
import { parseDefinitions } from '../../graphql/parse-operations.ts';
import { placeText } from '../../graphql/place.ts';
import { ControlApiError } from '../../index.ts';
import type { CodeCheck, CodePlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import { comparePlaces } from '../model/place-list.ts';
import { adaptOperations } from './adapt-operations.ts';
import { type Checked, type Checker, findChecker, type RunOptions, runChecker } from './checker.ts';
import { findingsBeside, newFaults, type Texts } from './code-fault.ts';
import { filesUsing, type User } from './files-using.ts';
import { packageOf, readWorkspace, type Workspace, workspaceRoot } from './workspace.ts';
import { WorkspaceCopy } from './workspace-copy.ts';

/** The input of {@link checkCode}. */
export interface CodeInput extends RunOptions {
  readonly drift: Drift;
  readonly operations: readonly OperationSource[];
  /** The schema that they were written for; undefined if it is not known. */
  readonly snapshot: GraphQLSchema | undefined;
  readonly live: GraphQLSchema;
  /** The output of the code generator for a schema and operations: texts by absolute path. */
  readonly generate: (schema: GraphQLSchema, definitions: readonly DefinitionNode[]) => Promise<Texts>;
  /** Whether two generated files have the same source, by their headers. */
  readonly isMadeAlike: (text: string, other: string) => boolean;
  /** The command that checks the code; undefined for the compiler that is installed. */
  readonly command: string | undefined;
  /** The folder that paths are relative to, also in reports. */
  readonly cwd: string;
  readonly now: () => number;
  /** Called before each run of the checker, from 1 to 3. */
  readonly onRun: (run: number, command: string) => void;
}

/**
 * Runs the project's own checker on copies of the workspace: with the generated code for the live schema, with that of today, and
 * with none. What the first run reports, and the second one does not, stands beside the findings that it names. Nothing of the
 * project is written.
 *
 * @throws {ControlApiError} if there is no checker, or no generated file.
 */
export async function checkCode(input: CodeInput): Promise<Drift> {
  const { drift, cwd, now } = input;
  const begun = now();
  const checker = findChecker(input.command, cwd);
  const { texts, left } = await generateFor(input.live, input);
  if (texts.size === 0)
    throw new ControlApiError(
      'configuration',
      'The config generates no TypeScript, so none of your code can be checked: name another one with `--config`, or leave out `--code`.',
    );
  const today = await textsOf(texts.keys(), cwd);
  const isChanged = [...texts].some(([path, text]) => today.get(path) !== text);
  const { places, ...found } = isChanged
    ? await runThrice(today, texts, checker, input)
    : { places: [], uncompiled: [] };
  const beside = await Promise.all(
    places.map(async (place) => ({ place, findings: findingsBeside(drift.findings, place, await lineOf(place, cwd)) })),
  );
  const findings = drift.findings.map((finding) => {
    const codePlaces = beside.flatMap((it) => (it.findings.includes(finding) ? it.place : []));
    // A change that stops code from compiling is breaking, whatever else it is.
    return { ...finding, codePlaces, ...(codePlaces.length === 0 ? {} : { direction: 'breaking' as const }) };
  });
  const unexplained = beside.flatMap((it) => (it.findings.length === 0 ? it.place : []));
  const leftOut = `Left out of the generated code, because the live schema rejects them: ${left.join(', ')}. Correct them first.`;
  const code: CodeCheck = {
    command: checker.command,
    seconds: Math.ceil((now() - begun) / 1000),
    unexplained,
    stale: unexplained.length > 0 ? await staleFiles(today, input) : [],
    notCovered: left.length > 0 ? [leftOut] : [],
    ...found,
  };
  return { ...drift, findings, code };
}

interface Found extends Pick<CodeCheck, 'uncompiled' | 'doubt'> {
  readonly places: readonly CodePlace[];
}

const inDoubt = (doubt: string): Found => ({ places: [], uncompiled: [], doubt });

/** Runs the checker with the texts to come; with those of today, if that fails; with empty ones, if a file is not proven to be checked. */
async function runThrice(today: Texts, texts: Texts, checker: Checker, input: CodeInput): Promise<Found> {
  const { cwd } = input;
  const workspace = await readWorkspace(workspaceRoot(checker.folder));
  let runs = 0;
  const runWith = async (its: Texts): Promise<Checked> => {
    input.onRun(++runs, checker.command);
    // A fresh copy has no cache of an earlier run.
    using copy = new WorkspaceCopy(workspace.root);
    copy.write(its);
    return await runChecker(checker, workspace, copy, input);
  };
  const after = await runWith(texts);
  const before = after.isFine && after.faults.length === 0 ? after : await runWith(today);
  const [first] = before.faults;
  if (!before.isFine && first === undefined) return inDoubt(wordless(checker, before, cwd));
  const newIn = (run: Checked) => newFaults(before.faults, run.faults, (path) => texts.has(path));
  const faults = newIn(after);
  if (!after.isFine && faults.length === 0) {
    if (first === undefined || before.isFine) return inDoubt(wordless(checker, after, cwd));
    // A command may stop at its first error; a compiler reports all.
    if (checker.program === undefined) return inDoubt(stopped(checker, first, cwd));
  }

  const users = await filesUsing(workspace, new Set(texts.keys()));
  const failed = new Set(faults.map(({ file }) => file));
  const unproven = users.filter((user) => !isProven(user, failed, workspace));
  const proof = unproven.length === 0 ? [] : newIn(await runWith(new Map([...texts.keys()].map((path) => [path, '']))));
  const all = new Set([...failed, ...proof.map(({ file }) => file)]);
  // A command may have stopped at the first package that fails, which need not be the same in each run.
  const isCut = !after.isFine && checker.program === undefined && !goesOn.test(checker.command);
  const reached = new Set([...failed].map((file) => packageOf(file, workspace)));
  const unchecked = unproven.filter(
    (user) => !isProven(user, all, workspace) || (isCut && !reached.has(packageOf(user.path, workspace))),
  );
  // After a syntax error, a compiler looks at nothing else.
  const syntax = before.faults.find(({ code = 0 }) => code >= 1000 && code < 2000);
  return {
    places: faults.map((it) => placeOf(it, cwd)).sort(comparePlaces),
    uncompiled: unchecked.map(({ path }) => shownPath(path, cwd)).sort(),
    ...(unchecked.length > 0 && syntax ? { doubt: stopped(checker, syntax, cwd) } : {}),
  };
}

/** The options of turbo and pnpm that check every package, whichever fails. */
const goesOn = /\s--(?:continue|no-bail)(?!\S)/;

/** Whether the checker is known to read a file: the file, or its proof, fails without generated code. */
function isProven({ path, proof }: User, failed: ReadonlySet<string>, workspace: Workspace): boolean {
  if (failed.has(path) || proof === 'itself') return failed.has(path);
  const own = packageOf(path, workspace);
  return [...failed].some((file) => proof === 'any' || packageOf(file, workspace) === own);
}

function stopped({ command }: Checker, fault: CodePlace, cwd: string): string {
  const { message, ...place } = placeOf(fault, cwd);
  return `\`${command}\` already stops at ${placeText(place)} ${message.split('\n', 1)[0]?.replace(/\.$/, '')}, so nothing is known of the code after it. Correct that first.`;
}

function wordless({ command }: Checker, { said }: Checked, cwd: string): string {
  const first = said.split('\n').find((line) => line.trim() !== '' && !line.startsWith('> ')) ?? 'It says nothing.';
  return `\`${command}\` fails on a copy of the workspace and names no place, so nothing is known of your code: ${first.trim().replaceAll(`${cwd}/`, '')}`;
}

async function generateFor(schema: GraphQLSchema, { operations, generate }: CodeInput) {
  const { document, left } = adaptOperations(parseDefinitions(operations), schema);
  const generated = await generate(schema, document.definitions);
  return { texts: new Map([...generated].filter(([path]) => /\.[cm]?tsx?$/.test(path))), left };
}

/** The generated files whose header names another source than the snapshot and the operations. */
async function staleFiles(today: Texts, input: CodeInput): Promise<readonly string[]> {
  if (input.snapshot === undefined) return [];
  const { texts } = await generateFor(input.snapshot, input);
  const stale = [...today].filter(([path, text]) => !input.isMadeAlike(text, texts.get(path) ?? text));
  return stale.map(([path]) => shownPath(path, input.cwd));
}

async function textsOf(paths: Iterable<string>, cwd: string): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => {
      const what = `${shownPath(path, cwd)} does not exist: run \`${ownCommand()} generate\`, then check again.`;
      throw new ControlApiError('configuration', what);
    });
    texts.set(path, text);
  }
  return texts;
}

async function lineOf({ file, line }: CodePlace, cwd: string): Promise<string> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => '');
  return text.split(/\r?\n/)[line - 1] ?? '';
}

function placeOf({ file, message, ...fault }: CodePlace, cwd: string): CodePlace {
  // An absolute path is private.
  const base = `${cwd.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return { ...fault, file: shownPath(file, cwd), message: message.replaceAll(base, '') };
}
