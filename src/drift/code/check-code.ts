import { readFile } from 'node:fs/promises';
import type { DefinitionNode, GraphQLSchema } from 'graphql';
import { ownCommand } from '../../graphql/files/place.ts';
import { shownPath } from '../../graphql/files/shown-path.ts';
import { type OperationSource, parseDefinitions } from '../../graphql/parse-operations.ts';
import { ControlApiError } from '../../index.ts';
import type { CodeCheck, CodePlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import { comparePlaces } from '../model/place-list.ts';
import { adaptOperations } from './adapt-operations.ts';
import { changedAlone } from './changed-alone.ts';
import { newFaults, type Texts } from './code-fault.ts';
import { type Explained, explainLines, mostTried } from './explain-lines.ts';
import { filesUsing } from './files-using.ts';
import { type Checker, findChecker } from './find-checker.ts';
import { type Checked, type RunOptions, runChecker } from './run-checker.ts';
import { projectRoot, WorkspaceCopy } from './workspace-copy.ts';

/** The input of {@link checkCode}. */
export interface CodeInput extends RunOptions {
  readonly drift: Drift;
  readonly operations: readonly OperationSource[];
  /** The schema that they were written for; undefined if it is not known. */
  readonly snapshot: GraphQLSchema | undefined;
  readonly live: GraphQLSchema;
  /** The output of the code generator for a schema and operations: texts by absolute path. */
  readonly generate: (schema: GraphQLSchema, definitions: readonly DefinitionNode[]) => Promise<Texts>;
  /** Decides whether two generated files were made from the same, as far as they say. */
  readonly isMadeAlike: (text: string, other: string) => boolean;
  /** The command that checks the code; empty for the compiler that is installed. */
  readonly command: string;
  /** The folder that paths are relative to, also in reports. */
  readonly cwd: string;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/**
 * Runs the project's own checker on a copy of the workspace with code that is generated for the live schema, and adds what no
 * longer compiles to the findings with which alone it would not. Nothing of the project is written.
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
  const written = await textsOf(texts.keys(), cwd);
  const found = isChanged(texts, written) ? await checkWith(texts, written, checker, input) : { places: [] };
  const notTried = `Which change a line is about is tried for at most ${mostTried} changes, and there are more.`;
  const isTried = found.isTried ?? true;
  return {
    ...(found.doubt === undefined && isTried ? withPlaces(drift, found.places) : drift),
    code: {
      command: checker.command,
      seconds: Math.ceil((now() - begun) / 1000),
      unexplained: found.places.flatMap(({ explained: { findings = [], change } = {}, ...place }) =>
        findings.length > 0 ? [] : change === undefined ? place : { ...place, change },
      ),
      isTried,
      stale: found.stale ?? [],
      uncompiled: found.uncompiled ?? [],
      notCovered: [
        ...(left.length > 0
          ? [
              `Left out of the generated code, because the live schema rejects them: ${left.join(', ')}. Correct them first.`,
            ]
          : []),
        ...(isTried ? [] : [notTried]),
      ],
      ...(found.doubt === undefined ? {} : { doubt: found.doubt }),
    },
  };
}

type ExplainedPlace = CodePlace & { readonly explained: Explained | undefined };

interface Found extends Partial<Pick<CodeCheck, 'isTried' | 'stale' | 'uncompiled' | 'doubt'>> {
  readonly places: readonly ExplainedPlace[];
}

/** Checks the new texts of the generated files, and as they are now. */
async function checkWith(texts: Texts, now: Texts, checker: Checker, input: CodeInput): Promise<Found> {
  const { drift, snapshot, live, cwd } = input;
  const root = projectRoot(checker.folder);
  await using copy = await WorkspaceCopy.of(root);
  const checkedWith = async (its: Texts): Promise<Checked> => {
    await copy.write(its);
    return runChecker(checker, input, copy);
  };
  const newIn = (faults: readonly CodePlace[]) => newFaults(before.faults, faults, (path) => texts.has(path));
  const before = await checkedWith(now);
  const unlike = await differenceOf(before, checker, input);
  if (unlike !== undefined) return { places: [], doubt: unlike };
  const after = await checkedWith(texts);
  if (!after.isFine && after.faults.length === 0) return { places: [], doubt: wordless(checker, after, cwd) };
  const faults = newIn(after.faults);

  const users = await filesUsing(root, texts.keys());
  const failed = new Set(faults.map(({ file }) => file));
  if (users.some(({ path }) => !failed.has(path))) {
    const proof = await proofTexts(texts, users);
    for (const { file } of newIn((await checkedWith(proof)).faults)) failed.add(file);
    await copy.write(await textsOf(proof.keys(), cwd));
  }

  // In a generated file, positions shift.
  const lineOf = ({ file, line }: CodePlace): string => (texts.has(file) ? file : `${file}:${line}`);
  const failing = async (coordinate?: string): Promise<ReadonlySet<string>> => {
    if (snapshot === undefined) return new Set();
    const changed = coordinate === undefined ? snapshot : changedAlone(snapshot, live, [coordinate]);
    const tried = await generateFor(changed, input);
    return new Set(isChanged(tried.texts, now) ? newIn((await checkedWith(tried.texts)).faults).map(lineOf) : []);
  };
  const stale = faults.length > 0 ? await staleFiles(now, input) : [];
  const explained = await explainLines(drift, new Set(faults.map(lineOf)), stale.length === 0, failing);
  const places = faults.map((it) => ({ ...placeOf(it, cwd), explained: explained?.get(lineOf(it)) }));
  return {
    places: places.sort(comparePlaces),
    isTried: explained !== undefined,
    stale: stale.map((path) => shownPath(path, cwd)),
    uncompiled: users.flatMap(({ path }) => (failed.has(path) ? [] : shownPath(path, cwd))).sort(),
  };
}

/** A statement that no compiler accepts, and that stays one statement in each language. */
const mistake = '\n;(0)();\n';

/**
 * The texts with which every file that uses generated code fails where it is checked: the generated files are empty, and a file has a
 * mistake at its end. One that may see the code only as it was built has none: it must fail for what it imports.
 */
async function proofTexts(generated: Texts, users: Awaited<ReturnType<typeof filesUsing>>): Promise<Texts> {
  const texts = new Map([...generated].map(([path]) => [path, 'export {};\n']));
  for (const { path, isRemote } of users) {
    const text = await readFile(path, 'utf8');
    const end = codeEnd(path, text);
    if (!isRemote) texts.set(path, `${text.slice(0, end)}${mistake}${text.slice(end)}`);
  }
  return texts;
}

/** Where the code of a file ends: that of a component stands between marks. */
function codeEnd(path: string, text: string): number {
  if (path.endsWith('.astro')) return text.indexOf('\n---', text.indexOf('---') + 3);
  return /\.(?:vue|svelte)$/.test(path) ? text.lastIndexOf('</script>') : text.length;
}

/** The difference between an unchanged copy and the project itself for a checker: a sentence; undefined if there is none. */
async function differenceOf(before: Checked, checker: Checker, input: CodeInput): Promise<string | undefined> {
  const { command } = checker;
  const { cwd } = input;
  if (before.faults.length === 0) return before.isFine ? undefined : wordless(checker, before, cwd);
  const [first] = before.faults;
  if (checker.writes)
    return `\`${command}\` already fails, and it writes files, so it was not run in the project: ${first && textOf(first, cwd)}. Correct that, or pass a command that writes nothing: \`--code-command 'npm run typecheck'\`.`;
  const itself = await runChecker(checker, input);
  const none = (): boolean => false;
  const [only] = [...newFaults(itself.faults, before.faults, none), ...newFaults(before.faults, itself.faults, none)];
  if (only === undefined) return undefined;
  return `\`${command}\` says other things of an unchanged copy of the workspace than of the workspace itself, so nothing is known of your code: ${textOf(only, cwd)}.`;
}

function textOf(fault: CodePlace, cwd: string): string {
  const { file, line, column, message } = placeOf(fault, cwd);
  return `${file}:${line}:${column} ${message.split('\n', 1)[0]?.replace(/\.$/, '')}`;
}

/** That a checker fails and names no place. */
function wordless({ command }: Checker, { said }: Checked, cwd: string): string {
  const first = said.split('\n').find((line) => line.trim() !== '' && !line.startsWith('> ')) ?? 'It says nothing.';
  return `\`${command}\` fails on a copy of the workspace and names no place, so nothing is known of your code: ${first.trim().replaceAll(`${cwd}/`, '')}`;
}

/** The generated code for a schema, as far as it is TypeScript, and the operations that are not in it. */
async function generateFor(schema: GraphQLSchema, { operations, generate }: CodeInput) {
  const { document, left } = adaptOperations(parseDefinitions(operations), schema);
  const generated = await generate(schema, document.definitions);
  return { texts: new Map([...generated].filter(([path]) => /\.[cm]?tsx?$/.test(path))), left };
}

/** The generated files that were not made from the snapshot and the operations, as far as they say. */
async function staleFiles(now: Texts, input: CodeInput): Promise<readonly string[]> {
  if (input.snapshot === undefined) return [];
  const { texts } = await generateFor(input.snapshot, input);
  return [...now].flatMap(([path, text]) => (input.isMadeAlike(text, texts.get(path) ?? text) ? [] : path));
}

function isChanged(some: Texts, now: Texts): boolean {
  return [...some].some(([path, text]) => now.get(path) !== text);
}

/** Files as they are. Only a generated one may be missing. */
async function textsOf(paths: Iterable<string>, cwd: string): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const now = await readFile(path, 'utf8').catch(() => undefined);
    if (now === undefined)
      throw new ControlApiError(
        'configuration',
        `${shownPath(path, cwd)} does not exist: run \`${ownCommand()} generate\`, then check again.`,
      );
    texts.set(path, now);
  }
  return texts;
}

function placeOf({ file, message, ...fault }: CodePlace, cwd: string): CodePlace {
  // A path in a message is the machine's own.
  const base = `${cwd.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return { ...fault, file: shownPath(file, cwd), message: message.replaceAll(base, '') };
}

/** A change that stops code from compiling is breaking, whatever else it is. */
function withPlaces(drift: Drift, places: readonly ExplainedPlace[]): Drift {
  const findings = drift.findings.map((finding) => {
    const codePlaces = places.flatMap(({ explained, ...place }) =>
      explained?.findings.includes(finding) ? place : [],
    );
    return { ...finding, codePlaces, ...(codePlaces.length === 0 ? {} : { direction: 'breaking' as const }) };
  });
  return { ...drift, findings };
}
