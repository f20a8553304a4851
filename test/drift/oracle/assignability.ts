import {
  type DocumentNode,
  type GraphQLSchema,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
} from 'graphql';
import ts from 'typescript';
import type { TypeMapping } from '../../../src/drift/compare/generated-type.ts';
import type { ExecutableOperation } from '../../../src/graphql/parse-operations.ts';
import { declarationsOf } from './generated-types.ts';

/**
 * Finds breaking operations with TypeScript: the new result is not assignable to the old one, or the old variables are not assignable to
 * the new ones. The types are generated, with two stand-ins that show what `unknown` and `number` hide: new nulls and rejected fractions.
 */
export function brokenAssignments(
  old: GraphQLSchema,
  live: GraphQLSchema,
  operations: readonly ExecutableOperation[],
  mapping: TypeMapping,
): readonly string[] {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...new Set(operations.flatMap((operation) => operation.document.definitions))],
  };
  const [before, after] = [declarationsFor(old, document, mapping), declarationsFor(live, document, mapping)];
  const lines: string[] = [];
  const names: string[] = [];
  for (const { name, node } of operations) {
    const type = `${name}${node.operation[0]?.toUpperCase()}${node.operation.slice(1)}`;
    lines.push(
      `export const result${name} = (it: Live.${type}): Old.${type} => it;`,
      `export const variables${name} = (it: Old.${type}Variables): Live.${type}Variables => it;`,
    );
    names.push(name, name);
  }
  const head = `${namespace('Old', before)}\n${namespace('Live', withRejected(old, live, after))}`;
  const offset = head.split('\n').length;
  const broken = errorLines(`${head}\n${lines.join('\n')}\n`, offset).map((line) => names[line - offset]);
  return [...new Set(broken.map(String))].sort();
}

const standIns = `
type Opaque = string | number | boolean | { readonly opaque: true };
type Float = number;
type Int = number & { readonly int: true };`;

function declarationsFor(schema: GraphQLSchema, document: DocumentNode, mapping: TypeMapping): string {
  const scalars: Record<string, TypeMapping['scalars'][string]> = {
    Int: { input: 'Int', output: 'number' },
    Float: { input: 'Float', output: 'number' },
  };
  for (const type of Object.values(schema.getTypeMap()))
    if (isScalarType(type) && !isSpecifiedScalarType(type)) scalars[type.name] = 'Opaque';
  return declarationsOf(schema, document, {
    output: 'generated.ts',
    openEnums: mapping.openEnums,
    scalars: { ...scalars, ...mapping.scalars },
  });
}

function namespace(name: string, declarations: string): string {
  return `declare namespace ${name} {${standIns}\n${declarations}\n}`;
}

/** A server rejects an unknown input field. TypeScript rejects it only in a literal, so it is checked separately. */
function withRejected(old: GraphQLSchema, live: GraphQLSchema, declarations: string): string {
  let text = declarations;
  for (const type of Object.values(old.getTypeMap())) {
    const twin = live.getType(type.name);
    if (!isInputObjectType(type) || !isInputObjectType(twin)) continue;
    const gone = Object.keys(type.getFields()).filter((name) => twin.getFields()[name] === undefined);
    const rejected = gone.map((name) => `${name}?: never;`).join(' ');
    if (rejected !== '') {
      const known = `${type.name}Known`;
      text = text.replace(
        `type ${type.name} =`,
        `type ${type.name} = { ${rejected} } & ${known};\nexport type ${known} =`,
      );
    }
  }
  return text;
}

const library = `
interface Array<T> { length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean { valueOf: unknown } interface CallableFunction {} interface Function {} interface IArguments {} interface NewableFunction {}
interface Number { toFixed: unknown } interface Object {} interface RegExp {} interface String { charAt: unknown }
type PropertyKey = string | number | symbol;
type Record<K extends PropertyKey, T> = { [P in K]: T };`;

/** The lines with errors, from 0; none before `first`. A library of a few lines keeps thousands of programs fast. */
function errorLines(text: string, first: number): readonly number[] {
  const texts = new Map([
    ['generated.ts', text],
    ['library.d.ts', library],
  ]);
  const host: ts.CompilerHost = {
    getSourceFile: (name, target) => {
      const found = texts.get(name);
      return found === undefined ? undefined : ts.createSourceFile(name, found, target);
    },
    getDefaultLibFileName: () => 'library.d.ts',
    writeFile: () => {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => texts.has(name),
    readFile: (name) => texts.get(name),
  };
  const options: ts.CompilerOptions = { strict: true, noEmit: true, noLib: true, types: [] };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map((diagnostic) => {
    const { file, start = 0, messageText } = diagnostic;
    const line = file?.fileName === 'generated.ts' ? file.getLineAndCharacterOfPosition(start).line : -1;
    if (line < first) {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ');
      throw new Error(`The types do not compile: ${message} ${text.split('\n')[line]}`);
    }
    return line;
  });
}
