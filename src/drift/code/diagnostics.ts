import type TS from 'typescript';
import type { TypeScript } from './find-typescript.ts';

/** All that `tsc --noEmit` reports in one file. */
export function diagnosticsOf(program: TS.Program, file: TS.SourceFile): readonly TS.Diagnostic[] {
  const { declaration, composite } = program.getCompilerOptions();
  return [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...(declaration || composite ? program.getDeclarationDiagnostics(file) : []),
  ];
}

/**
 * The reports of another program in a file, as far as they can be the same as ours: only the statements in which
 * something was found are checked, where no more is needed to know.
 */
export function diagnosticsAround(
  typescript: TypeScript,
  program: CanCheckStatements,
  file: TS.SourceFile,
  found: readonly { readonly code: number; readonly start: number }[],
): readonly TS.Diagnostic[] {
  const statements = new Set<TS.Node>();
  for (const { code, start } of found) {
    const statement = ofStatements.has(code) ? statementAt(typescript, file, start) : undefined;
    if (statement === undefined) return diagnosticsOf(program, file);
    statements.add(statement);
  }
  return program.getSemanticDiagnostics(file, undefined, [...statements]);
}

/** As editors have statements checked. A TypeScript that cannot do that checks the whole file. */
interface CanCheckStatements extends TS.Program {
  getSemanticDiagnostics(
    file?: TS.SourceFile,
    token?: TS.CancellationToken,
    nodes?: readonly TS.Node[],
  ): readonly TS.Diagnostic[];
}

/** The errors that depend on the statement that they are in alone, whatever else its file holds. */
const ofStatements: ReadonlySet<number> = new Set([
  2305, 2322, 2339, 2345, 2349, 2353, 2365, 2367, 2459, 2488, 2531, 2532, 2533, 2551, 2554, 2561, 2614, 2678, 2694,
  2724, 2739, 2740, 2741, 2769, 7053, 18046, 18047, 18048, 18049,
]);

/** The statement of a file that covers a position, or the member of a class. */
function statementAt(typescript: TypeScript, file: TS.SourceFile, position: number): TS.Node | undefined {
  const covers = (node: TS.Node): boolean => node.getStart(file) <= position && position < node.end;
  const statement = file.statements.find(covers);
  return statement !== undefined && typescript.isClassDeclaration(statement)
    ? (statement.members.find(covers) ?? statement)
    : statement;
}
