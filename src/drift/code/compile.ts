import { dirname, resolve } from 'node:path';
import type TS from 'typescript';
import { shownPath } from '../../graphql/files/shown-path.ts';
import { ConfigurationError } from '../../index.ts';
import { affectedFiles } from './affected-files.ts';
import { type CodeFault, newFaults } from './code-fault.ts';
import type { TypeScript } from './find-typescript.ts';
import { Hosts } from './overlay-host.ts';

type Texts = ReadonlyMap<string, string>;

/** The result of compiling a project with other generated files. */
export interface Compiled {
  /** The faults that were not there before. */
  readonly faults: readonly CodeFault[];
  /** Which faults there are with still other texts, at least on the lines of these faults. */
  readonly faultsWith: (texts: Texts) => Promise<readonly CodeFault[]>;
  /** The projects that this one refers to: each is a `tsconfig.json` or its folder. */
  readonly references: readonly string[];
  /** The files that were compiled with what is generated. */
  readonly files: readonly string[];
}

/**
 * Compiles a project with other texts in the place of its generated files, and as it is where that has errors. Nothing is
 * written, each file is read once, and only files that the generated ones can reach are checked.
 *
 * @param tsconfig - Its absolute path.
 * @param texts - The new texts of the generated files, by absolute path.
 * @param cwd - The folder that paths in messages are relative to.
 * @throws {ConfigurationError} if the project cannot be read, or has neither files nor references.
 */
export function compile(
  typescript: TypeScript,
  tsconfig: string,
  texts: ReadonlyMap<string, string>,
  cwd: string,
): Compiled {
  const parsed = readProject(typescript, tsconfig, cwd);
  const { options, projectReferences, errors } = parsed;
  const hosts = new Hosts(typescript, options);
  const create = (overlay: ReadonlyMap<string, string>, oldProgram?: TS.Program): TS.Program =>
    typescript.createProgram({
      rootNames: parsed.fileNames,
      options,
      host: hosts.over(overlay),
      configFileParsingDiagnostics: errors,
      ...(projectReferences === undefined ? {} : { projectReferences }),
      ...(oldProgram === undefined ? {} : { oldProgram }),
    });
  const after = create(texts);
  const canonical = hosts.over(new Map()).getCanonicalFileName;
  const normal = (path: string): string => canonical(path.replaceAll('\\', '/'));
  const generated = new Set([...texts.keys()].map(normal));
  const isGenerated = (path: string): boolean => generated.has(normal(path));

  // The state before counts only where there is an error now, so it is compiled on request.
  let before: TS.Program | undefined;
  const earlier = (): TS.Program => {
    before ??= create(new Map(), after);
    return before;
  };
  const faultsIn = (program: TS.Program, path: string): readonly CodeFault[] => {
    const file = program.getSourceFile(path);
    return file === undefined ? [] : diagnosticsOf(program, file).map((it) => faultOf(typescript, it, tsconfig));
  };
  /** The new faults of a file. */
  const newIn = (program: TS.Program, path: string): readonly CodeFault[] => {
    const found = faultsIn(program, path);
    return found.length === 0 ? found : newFaults(faultsIn(earlier(), path), found, isGenerated);
  };
  const byFile = new Map(
    affectedFiles(typescript, after, isGenerated).map(({ fileName }) => [fileName, newIn(after, fileName)]),
  );
  return {
    faults: [...byFile.values()].flat(),
    faultsWith: async (others) => {
      const program = create(others, after);
      return [...byFile].flatMap(([path, its]) => (its.length === 0 ? [] : newIn(program, path)));
    },
    references: (projectReferences ?? []).map(({ path }) => path),
    files: [...texts.keys()].some((path) => after.getSourceFile(path.replaceAll('\\', '/')) !== undefined)
      ? after.getSourceFiles().map(({ fileName }) => resolve(fileName))
      : [],
  };
}

function readProject(typescript: TypeScript, tsconfig: string, cwd: string): TS.ParsedCommandLine {
  const fail = (diagnostics: readonly TS.Diagnostic[]): never => {
    const [message = ''] = diagnostics.map(({ messageText }) =>
      typescript.flattenDiagnosticMessageText(messageText, ' '),
    );
    const shown = message.replaceAll(`${cwd.replaceAll('\\', '/')}/`, '');
    throw new ConfigurationError(`${shownPath(tsconfig, cwd)} cannot be read: ${shown}`);
  };
  const host: TS.ParseConfigFileHost = {
    ...typescript.sys,
    getCurrentDirectory: () => dirname(tsconfig),
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([diagnostic]),
  };
  const parsed = typescript.getParsedCommandLineOfConfigFile(tsconfig, { noEmit: true }, host);
  if (parsed === undefined) return fail([]);
  return parsed.fileNames.length > 0 || parsed.projectReferences !== undefined ? parsed : fail(parsed.errors);
}

function faultOf(
  typescript: TypeScript,
  { file, start = 0, code, messageText }: TS.Diagnostic,
  tsconfig: string,
): CodeFault {
  const message = typescript.flattenDiagnosticMessageText(messageText, '\n');
  const at = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
  const path = file?.fileName ?? tsconfig.replaceAll('\\', '/');
  return { path, line: at.line + 1, column: at.character + 1, code, message };
}

/** All that `tsc --noEmit` reports in one file. */
function diagnosticsOf(program: TS.Program, file: TS.SourceFile): readonly TS.Diagnostic[] {
  const { declaration, composite } = program.getCompilerOptions();
  return [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...(declaration || composite ? program.getDeclarationDiagnostics(file) : []),
  ];
}
