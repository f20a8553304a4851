import type TS from 'typescript';
import type { TypeScript } from './find-typescript.ts';

/**
 * The files whose errors can depend on some files: those that import them, directly or through others. A change of what is
 * global can reach every file.
 */
export function affectedFiles(
  typescript: TypeScript,
  program: TS.Program,
  isChanged: (path: string) => boolean,
): readonly TS.SourceFile[] {
  const own = program.getSourceFiles().filter((file) => !/\/node_modules\//.test(file.fileName));
  const checker = program.getTypeChecker();
  const importers = new Map<string, TS.SourceFile[]>();
  for (const file of own)
    for (const specifier of specifiersOf(typescript, file)) {
      const target = checker.getSymbolAtLocation(specifier)?.declarations?.find(typescript.isSourceFile)?.fileName;
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  const affected = new Set(own.filter(({ fileName }) => isChanged(fileName)));
  for (const file of affected) for (const importer of importers.get(file.fileName) ?? []) affected.add(importer);
  return [...affected].some((file) => isGlobal(typescript, file)) ? own : [...affected];
}

/** The names of modules in a file: of imports, exports, `import()` and `require()`, also in types. */
function specifiersOf(typescript: TypeScript, file: TS.SourceFile): readonly TS.StringLiteralLike[] {
  const found: TS.StringLiteralLike[] = [];
  const visit = (node: TS.Node): void => {
    if (typescript.isStringLiteralLike(node) && namesModule(typescript, node.parent)) found.push(node);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function namesModule(typescript: TypeScript, node: TS.Node): boolean {
  if (typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node)) return true;
  if (typescript.isExternalModuleReference(node)) return true;
  if (typescript.isLiteralTypeNode(node)) return typescript.isImportTypeNode(node.parent);
  if (!typescript.isCallExpression(node)) return false;
  const { expression } = node;
  return (
    expression.kind === typescript.SyntaxKind.ImportKeyword ||
    (typescript.isIdentifier(expression) && expression.text === 'require')
  );
}

/** Whether a file declares what others see without importing it. */
function isGlobal(typescript: TypeScript, file: TS.SourceFile): boolean {
  return !typescript.isExternalModule(file) || file.statements.some(typescript.isModuleDeclaration);
}
