import ts from 'typescript';

/**
 * Writes code that reads every field of every result in a generated file, and gives every variable and input field: what
 * the most thorough integrator would write. Each leaf is used as what it is now.
 */
export function readEverything(generatedFile: string, importFrom: string, options: ts.CompilerOptions): string {
  const program = ts.createProgram([generatedFile], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(generatedFile);
  if (source === undefined) throw new Error(`${generatedFile} is not there.`);
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration);
  const results = aliases.filter(({ name }) => /(?:Query|Mutation)$/.test(name.text));
  const variables = aliases.filter(({ name }) => /(?:Query|Mutation)Variables$/.test(name.text));
  const lines = [`import type * as api from '${importFrom}';`, 'declare function use<T>(value: T): void;'];
  let names = 0;
  const nameOf = (type: ts.Type): string =>
    checker.typeToString(type).replace(/"[^"]*"|\b[A-Z_]\w+/g, (word) => (word.startsWith('"') ? word : `api.${word}`));
  const walk = (type: ts.Type, expression: string, indent: string): void => {
    const rest = checker.getNonNullableType(type);
    if (rest !== type) {
      lines.push(`${indent}if (${expression} != null) {`);
      walkFull(rest, expression, `${indent}  `);
      lines.push(`${indent}}`);
    } else walkFull(type, expression, indent);
  };
  const walkFull = (type: ts.Type, expression: string, indent: string): void => {
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
    if (checker.isArrayType(type) && element !== undefined) {
      const name = `item${names++}`;
      lines.push(`${indent}for (const ${name} of ${expression}) {`);
      walk(element, name, `${indent}  `);
      lines.push(`${indent}}`);
    } else if (isObject && type.getProperties().length > 0) {
      for (const property of type.getProperties()) {
        const name = `value${names++}`;
        lines.push(`${indent}const ${name} = ${expression}.${property.name};`);
        walk(checker.getTypeOfSymbol(property), name, indent);
      }
    } else if (type.isUnion() && type.types.every((it) => (it.flags & ts.TypeFlags.Object) !== 0)) {
      const common = type.types[0]?.getProperty('__typename') === undefined ? undefined : '__typename';
      for (const member of common === undefined ? [] : type.types) {
        const name = member.getProperty('__typename');
        const literal = name === undefined ? undefined : checker.getTypeOfSymbol(name);
        if (literal === undefined || !literal.isStringLiteral()) continue;
        lines.push(`${indent}if (${expression}.__typename === '${literal.value}') {`);
        walkFull(member, expression, `${indent}  `);
        lines.push(`${indent}}`);
      }
    } else lines.push(`${indent}use<${nameOf(type)}>(${expression});`);
  };
  for (const { name, type } of results) {
    lines.push(`export function read${name.text}(result: api.${name.text}): void {`);
    walk(checker.getTypeFromTypeNode(type), 'result', '  ');
    lines.push('}');
  }
  for (const { name, type } of variables)
    lines.push(
      `export const give${name.text}: api.${name.text} = ${sample(checker, checker.getTypeFromTypeNode(type), 0)};`,
    );
  return `${lines.join('\n')}\n`;
}

/** A value of a type, with everything in it. */
function sample(checker: ts.TypeChecker, whole: ts.Type, depth: number): string {
  const type = checker.getNonNullableType(whole);
  if (type.isStringLiteral()) return `'${type.value}'`;
  if (type.flags & ts.TypeFlags.BooleanLike) return 'true';
  if (type.flags & ts.TypeFlags.NumberLike) return '1';
  if (type.flags & ts.TypeFlags.StringLike) return `'text'`;
  if (type.isUnion() && type.types[0] !== undefined) return sample(checker, type.types[0], depth);
  const element = checker.isArrayType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  if (element !== undefined) return `[${depth > 3 ? '' : sample(checker, element, depth + 1)}]`;
  if (!(type.flags & ts.TypeFlags.Object)) return 'null';
  const properties = type.getProperties().flatMap((property) => {
    const inner = checker.getTypeOfSymbol(property);
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const isNever = (checker.getNonNullableType(inner).flags & ts.TypeFlags.Never) !== 0;
    if (isOptional && (depth > 3 || isNever)) return [];
    return [`${property.name}: ${sample(checker, inner, depth + 1)}`];
  });
  return `{ ${properties.join(', ')} }`;
}
