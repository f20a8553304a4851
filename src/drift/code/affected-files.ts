import type TS from 'typescript';
import type { TypeScript } from './find-typescript.ts';

/**
 * The files whose errors can depend on some files: those that import them, directly or through others. A change of what is
 * global can reach every file.
 *
 * @returns They are in the order of the program.
 */
export function affectedFiles(
  typescript: TypeScript,
  program: TS.Program,
  isChanged: (path: string) => boolean,
): readonly TS.SourceFile[] {
  const own = program.getSourceFiles().filter((file) => !/\/node_modules\//.test(file.fileName));
  const checker = program.getTypeChecker();
  const importers = new Map<string, TS.SourceFile[]>();
  for (const file of own) {
    const imports = importsOf(typescript, file);
    if (imports === undefined) return own;
    for (const specifier of [...imports, ...extendedModules(typescript, file)]) {
      const target = checker.getSymbolAtLocation(specifier)?.declarations?.find(typescript.isSourceFile)?.fileName;
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const affected = new Set(own.filter(({ fileName }) => isChanged(fileName)));
  for (const file of affected) for (const importer of importers.get(file.fileName) ?? []) affected.add(importer);
  return [...affected].some((file) => isGlobal(typescript, file)) ? own : own.filter((file) => affected.has(file));
}

/**
 * The names of the modules that a file imports in whichever form, for JavaScript also in comments. TypeScript 5.4 to 6 keep
 * them and do not declare it; undefined if another one does not.
 */
function importsOf(typescript: TypeScript, file: TS.SourceFile): readonly TS.StringLiteralLike[] | undefined {
  if (!('imports' in file && Array.isArray(file.imports))) return undefined;
  return file.imports.filter((it: TS.Node) => typescript.isStringLiteralLike(it));
}

/** The names of the modules that a file adds declarations to. */
function extendedModules(typescript: TypeScript, { statements }: TS.SourceFile): readonly TS.ModuleName[] {
  return statements.flatMap((it) => (typescript.isModuleDeclaration(it) ? it.name : []));
}

/** Whether a file declares what others see without importing it. */
function isGlobal(typescript: TypeScript, file: TS.SourceFile): boolean {
  return !typescript.isExternalModule(file) || file.statements.some(typescript.isModuleDeclaration);
}
