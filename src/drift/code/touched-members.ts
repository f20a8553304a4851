import type TS from 'typescript';
import type { FoundFault } from './compile.ts';
import type { TypeScript } from './find-typescript.ts';
import type { CodeMember } from './operation-members.ts';

/**
 * The members of generated types that the code at a fault reads or writes: first those of the faulty expression itself, then
 * those of what is around it, up to its statement.
 */
export function* touchedMembers(
  typescript: TypeScript,
  { file, start, length }: FoundFault,
  checkers: readonly TS.TypeChecker[],
  isGenerated: (path: string) => boolean,
): Generator<readonly CodeMember[], void, undefined> {
  if (file === undefined) return;
  const isEnd = (node: TS.Node): boolean => typescript.isStatement(node) || typescript.isSourceFile(node);
  let node = nodeAt(typescript, file, start, start + length);
  for (let steps = 0; steps < 30; steps++) {
    for (const checker of checkers) yield membersIn(typescript, node, checker, isGenerated);
    if (isEnd(node)) return;
    node = node.parent;
    // The body of a statement is not what is wrong with it.
    if (typescript.isBlock(node) || typescript.isSourceFile(node)) return;
  }
}

/** The smallest node that covers a part of a file. */
function nodeAt(typescript: TypeScript, file: TS.SourceFile, start: number, end: number): TS.Node {
  let found: TS.Node = file;
  for (;;) {
    const inner: TS.Node | undefined = typescript.forEachChild(found, (child) =>
      child.getStart(file) <= start && child.end >= end ? child : undefined,
    );
    if (inner === undefined) return found;
    found = inner;
  }
}

function membersIn(
  typescript: TypeScript,
  node: TS.Node,
  checker: TS.TypeChecker,
  isGenerated: (path: string) => boolean,
): readonly CodeMember[] {
  const members: CodeMember[] = [];
  const seen = new Set<TS.Node>();
  const addSymbol = (symbol: TS.Symbol | undefined, depth: number): void => {
    for (const declaration of symbol?.declarations ?? []) {
      if (seen.has(declaration)) continue;
      seen.add(declaration);
      if (isGenerated(declaration.getSourceFile().fileName)) {
        const member = memberOf(typescript, declaration);
        if (member !== undefined) members.push(member);
      } else if (depth < 3) addOrigin(declaration, depth + 1);
    }
  };
  /** A variable is what it was made from. */
  const addOrigin = (declaration: TS.Node, depth: number): void => {
    if (typescript.isBindingElement(declaration)) {
      const name = declaration.propertyName ?? declaration.name;
      const type = checker.getTypeAtLocation(declaration.parent);
      if (typescript.isIdentifier(name)) addSymbol(propertyOf(type, name.text), depth);
    } else if (typescript.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
      visit(declaration.initializer, depth);
    else if (typescript.isShorthandPropertyAssignment(declaration))
      addSymbol(checker.getShorthandAssignmentValueSymbol(declaration), depth);
  };
  const visit = (at: TS.Node, depth: number): void => {
    if (typescript.isObjectLiteralExpression(at)) {
      const wanted = checker.getContextualType(at);
      for (const property of at.properties)
        if (property.name !== undefined && typescript.isIdentifier(property.name) && wanted !== undefined)
          addSymbol(propertyOf(wanted, property.name.text), depth);
    }
    if (typescript.isIdentifier(at) || typescript.isStringLiteralLike(at)) {
      addSymbol(checker.getSymbolAtLocation(at), depth);
      if (typescript.isBindingElement(at.parent)) addOrigin(at.parent, depth);
      // The name of a property in a literal stands for the one of the type that is wanted there.
      if (typescript.isObjectLiteralElementLike(at.parent) && typescript.isIdentifier(at)) {
        const wanted = checker.getContextualType(at.parent.parent as TS.Expression);
        if (wanted !== undefined) addSymbol(propertyOf(wanted, at.text), depth);
      }
    }
    typescript.forEachChild(at, (child) => visit(child, depth));
  };
  visit(node, 0);
  return members;
}

/** A property of a type, or of a part of it that is not null. */
function propertyOf(type: TS.Type, name: string): TS.Symbol | undefined {
  return type.getNonNullableType().getProperty(name);
}

/** The member that a declaration in a generated file is. */
function memberOf(typescript: TypeScript, declaration: TS.Node): CodeMember | undefined {
  const path: string[] = [];
  for (let node = declaration; !typescript.isSourceFile(node); node = node.parent) {
    if (
      typescript.isPropertySignature(node) &&
      (typescript.isIdentifier(node.name) || typescript.isStringLiteral(node.name))
    )
      path.unshift(node.name.text);
    if (typescript.isTypeAliasDeclaration(node) || typescript.isInterfaceDeclaration(node))
      return { type: node.name.text, path };
  }
  return undefined;
}
