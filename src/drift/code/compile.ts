import { dirname, resolve } from 'node:path';
import type TS from 'typescript';
import { shownPath } from '../../graphql/files/shown-path.ts';
import { ConfigurationError } from '../../index.ts';
import { affectedFiles } from './affected-files.ts';
import { type CodeFault, newFaults } from './code-fault.ts';
import { diagnosticsAround, diagnosticsOf } from './diagnostics.ts';
import type { TypeScript } from './find-typescript.ts';
import { Hosts } from './overlay-host.ts';

/** A fault with what is needed to find out why it is there. */
export interface FoundFault extends CodeFault {
  readonly file: TS.SourceFile | undefined;
  readonly start: number;
  readonly length: number;
  /** Other places that TypeScript names with it, e.g. where a property that is missing is declared. */
  readonly related: readonly { readonly file: TS.SourceFile | undefined; readonly start: number }[];
}

/** What compiling a project with other generated files came to. */
export interface Compiled {
  /** The faults that were not there before. */
  readonly faults: readonly FoundFault[];
  /** The project with the other files, and as it is. */
  readonly programs: () => { readonly after: TS.Program; readonly before: TS.Program };
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

  // What it was before counts only where there is an error now, so it is compiled when it is asked for.
  let before: TS.Program | undefined;
  const earlier = (): TS.Program => {
    before ??= create(new Map(), after);
    return before;
  };
  const faultsOf = (diagnostics: readonly TS.Diagnostic[]): readonly FoundFault[] =>
    diagnostics.map((it) => faultOf(typescript, it, tsconfig));
  const faults = affectedFiles(typescript, after, isGenerated).flatMap((file) => {
    const found = faultsOf(diagnosticsOf(after, file));
    const old = found.length === 0 ? undefined : earlier().getSourceFile(file.fileName);
    if (old === undefined) return found;
    return newFaults(faultsOf(diagnosticsAround(typescript, earlier(), old, found)), found, isGenerated);
  });
  return {
    faults,
    programs: () => ({ after, before: earlier() }),
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
  { file, start = 0, length = 0, code, messageText, relatedInformation = [] }: TS.Diagnostic,
  tsconfig: string,
): FoundFault {
  const message = typescript.flattenDiagnosticMessageText(messageText, '\n');
  const at = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
  const path = file?.fileName ?? tsconfig.replaceAll('\\', '/');
  const related = relatedInformation.map((it) => ({ file: it.file, start: it.start ?? 0 }));
  return { path, line: at.line + 1, column: at.character + 1, code, message, file, start, length, related };
}
