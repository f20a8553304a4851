import { dirname, resolve } from 'node:path';
import type TS from 'typescript';
import { shownPath } from '../../graphql/files/shown-path.ts';
import { ConfigurationError } from '../../index.ts';
import { affectedFiles } from './affected-files.ts';
import { type CodeFault, type Compiled, compareFaults, type GeneratedTexts, type Texts } from './code-fault.ts';
import type { TypeScript } from './find-typescript.ts';
import { overlayHosts } from './overlay-host.ts';

/**
 * Compiles a project with other texts in the place of its generated files, and as it is where that has errors. Nothing is
 * written, each file is read once, and only files that the generated ones can reach are checked.
 *
 * @throws {ConfigurationError} if the project cannot be read, or has neither files nor references.
 */
export async function compile(
  typescript: TypeScript,
  tsconfig: string,
  generated: GeneratedTexts,
  cwd: string,
): Promise<Compiled> {
  const { fileNames, options, projectReferences, errors } = readProject(typescript, tsconfig, cwd);
  const hostOver = overlayHosts(typescript, options);
  const create = (texts: Texts, oldProgram?: TS.Program): TS.Program =>
    typescript.createProgram({
      rootNames: fileNames,
      options,
      host: hostOver(texts),
      configFileParsingDiagnostics: errors,
      ...(projectReferences === undefined ? {} : { projectReferences }),
      ...(oldProgram === undefined ? {} : { oldProgram }),
    });
  const faultsIn = (program: TS.Program, files: readonly TS.SourceFile[]): readonly CodeFault[] =>
    files.flatMap((file) => diagnosticsOf(program, file).map((it) => faultOf(typescript, it, tsconfig)));
  const after = create(generated.texts);
  const changed = new Set(
    [...generated.texts.keys()].map((path) => after.getSourceFile(path.replaceAll('\\', '/'))?.fileName),
  );
  const affected = affectedFiles(typescript, after, (path) => changed.has(path));
  const compared = await compareFaults(faultsIn(after, affected), generated, async (texts, among) => {
    const program = create(texts, after);
    const paths = new Set(among.map(({ path }) => path));
    return faultsIn(
      program,
      [...paths].flatMap((path) => program.getSourceFile(path) ?? []),
    );
  });
  return {
    ...compared,
    references: (projectReferences ?? []).map(({ path }) => path),
    files: affected.length > 0 ? after.getSourceFiles().map(({ fileName }) => resolve(fileName)) : [],
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
