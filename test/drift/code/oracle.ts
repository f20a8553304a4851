import { join } from 'node:path';
import { type GraphQLSchema, parse, print, printSchema } from 'graphql';
import ts from 'typescript';
import { generate } from '../../../src/codegen/generate.ts';
import { adaptOperations } from '../../../src/drift/code/adapt-operations.ts';
import type { OperationOrFragment } from '../../../src/graphql/fragments.ts';
import type { Project } from '../helpers/check.ts';

/** The library of TypeScript, read once. */
const library = new Map<string, ts.SourceFile | undefined>();

/** What TypeScript reports, as `file:line:column TScode message`; in a generated file without the place, which shifts. */
export function reported(folder: string): readonly string[] {
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, system);
  if (parsed === undefined) throw new Error(`${folder} has no project.`);
  const host = ts.createCompilerHost(parsed.options);
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...rest) => {
    if (!/\/lib\.[\w.]+\.d\.ts$/.test(file)) return read(file, ...rest);
    if (!library.has(file)) library.set(file, read(file, ...rest));
    return library.get(file);
  };
  const program = ts.createProgram(parsed.fileNames, parsed.options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, code, messageText }) => {
    const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
    const text = ts.flattenDiagnosticMessageText(messageText, '\n').replaceAll(`${folder}/`, '');
    const path = file?.fileName.slice(folder.length + 1) ?? 'tsconfig.json';
    return shown(path, line + 1, character + 1, code, text);
  });
}

/** One report as text. */
export function shown(file: string, line: number, column: number, code: number, message: string): string {
  const at = file.includes('generated') ? '' : `:${line}:${column}`;
  return `${file}${at} TS${code} ${message}`;
}

/** What is in the one list more often than in the other, sorted. */
export function difference(all: readonly string[], known: readonly string[]): readonly string[] {
  const left = [...known];
  const more = all.filter((text) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return more.sort();
}

/**
 * The truth: writes the live schema to the disk, generates, and compiles. Operations that the schema rejects are written as
 * the check adapts them, since `generate` refuses them.
 */
export async function compileFor(
  live: GraphQLSchema,
  project: Project,
  operations: string,
): Promise<readonly string[]> {
  const definitions = parse(operations).definitions as readonly OperationOrFragment[];
  await project.write('schema.graphql', printSchema(live));
  await project.write('operations/all.graphql', print(adaptOperations(definitions, live).document));
  await generate('codegen.mjs', { check: false, cwd: project.folder });
  return reported(project.folder);
}
