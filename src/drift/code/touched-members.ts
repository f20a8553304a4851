import type TS from 'typescript';
import type { FoundFault } from './compile.ts';
import type { TypeScript } from './find-typescript.ts';
import { type MovedMember, type MovedMembers, propertyName } from './moved-members.ts';
import { type CodeMember, memberKey } from './operation-members.ts';

/** Members that a part of the code reads or writes, and that differ: they themselves, or only what is inside of them. */
export interface Touched {
  readonly members: readonly MovedMember[];
  readonly isInside: boolean;
}

/** What the code is compiled with. */
export interface CompiledWith {
  readonly typescript: TypeScript;
  readonly checkers: readonly TS.TypeChecker[];
  readonly moved: MovedMembers;
  isGenerated(path: string): boolean;
}

/**
 * The members of generated types that differ and that the code at a fault reads or writes: first those that TypeScript
 * names as declared elsewhere, then those of the faulty expression, then those of what is around it, up to its statement.
 */
export function* touchedMembers(
  { file, start, length, related }: FoundFault,
  { typescript, checkers, moved, isGenerated }: CompiledWith,
): Generator<Touched, void, undefined> {
  const seen = new Set<string>();
  const split = function* (members: readonly CodeMember[]): Generator<Touched, void, undefined> {
    const fresh = [...byKey(members).values()].filter((it) => !seen.has(memberKey(it)));
    for (const it of fresh) seen.add(memberKey(it));
    const reasons = new Set<string>();
    let outer = fresh.flatMap((it) => moved.find(it) ?? []);
    while (outer.length > 0) {
      yield { members: outer, isInside: false };
      for (const it of outer) reasons.add(memberKey(it));
      const next = byKey(outer.flatMap((it) => moved.reasonsOf(it)));
      outer = [...next.values()].filter((it) => !reasons.has(memberKey(it)));
    }
    yield { members: [...byKey(fresh.flatMap((it) => moved.within(it))).values()], isInside: true };
  };
  const declared = related.flatMap((it) =>
    it.file !== undefined && isGenerated(it.file.fileName)
      ? memberOf(typescript, nodeAt(typescript, it.file, it.start, it.start))
      : [],
  );
  yield* split(declared);
  if (file === undefined) return;
  let node = nodeAt(typescript, file, start, start + length);
  for (;;) {
    for (const checker of checkers) yield* split(membersIn(typescript, node, checker, isGenerated));
    if (typescript.isStatement(node) || typescript.isSourceFile(node)) return;
    node = node.parent;
    // The body of a statement is not what is wrong with it.
    if (typescript.isBlock(node) || typescript.isSourceFile(node)) return;
  }
}

function byKey<Member extends CodeMember>(members: readonly Member[]): ReadonlyMap<string, Member> {
  return new Map(members.map((it) => [memberKey(it), it]));
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
    const isImport = symbol !== undefined && (symbol.flags & typescript.SymbolFlags.Alias) !== 0;
    const meant = isImport ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of meant?.declarations ?? []) {
      if (seen.has(declaration)) continue;
      seen.add(declaration);
      if (isGenerated(declaration.getSourceFile().fileName)) members.push(...memberOf(typescript, declaration));
      else if (depth < 3) addOrigin(declaration, depth + 1);
    }
  };
  /** A variable is what it was made from. */
  const addOrigin = (declaration: TS.Node, depth: number): void => {
    if (typescript.isBindingElement(declaration)) {
      const name = declaration.propertyName ?? declaration.name;
      const type = checker.getTypeAtLocation(declaration.parent);
      if (typescript.isIdentifier(name)) addSymbol(propertyOf(type, name.text), depth);
    } else if (typescript.isVariableDeclaration(declaration)) {
      const list = declaration.parent.parent;
      const from = declaration.initializer ?? (typescript.isForOfStatement(list) ? list.expression : undefined);
      if (from !== undefined) visit(from, depth);
      else addType(checker.getTypeAtLocation(declaration), depth);
    } else if (typescript.isParameter(declaration)) addType(checker.getTypeAtLocation(declaration), depth);
    else if (typescript.isShorthandPropertyAssignment(declaration))
      addSymbol(checker.getShorthandAssignmentValueSymbol(declaration), depth);
  };
  /** What declares an object is a member, too; so is what declares those in a list. */
  const addType = (type: TS.Type, depth: number): void => {
    for (const part of type.isUnion() ? type.types : [type]) {
      addSymbol(part.aliasSymbol, 3);
      addSymbol(part.symbol, 3);
      const item = checker.isArrayType(part) ? part.getNumberIndexType() : undefined;
      if (item !== undefined && depth < 3) addType(item, depth + 1);
    }
  };
  const visit = (at: TS.Node, depth: number): void => {
    if (typescript.isObjectLiteralExpression(at))
      for (const property of checker.getContextualType(at)?.getNonNullableType().getProperties() ?? [])
        addSymbol(property, depth);
    if (typescript.isIdentifier(at) || typescript.isStringLiteralLike(at)) {
      addSymbol(checker.getSymbolAtLocation(at), depth);
      if (typescript.isBindingElement(at.parent)) addOrigin(at.parent, depth);
      // The name of a property in a literal stands for the one of the type that is wanted there.
      if (typescript.isObjectLiteralElementLike(at.parent) && typescript.isObjectLiteralExpression(at.parent.parent)) {
        const wanted = checker.getContextualType(at.parent.parent);
        if (wanted !== undefined) addSymbol(propertyOf(wanted, at.text), depth);
      }
    }
    typescript.forEachChild(at, (child) => visit(child, depth));
  };
  visit(node, 0);
  if (typescript.isIdentifier(node) || typescript.isPropertyAccessExpression(node))
    addType(checker.getTypeAtLocation(node), 0);
  return members;
}

/** A property of a type, or of a part of it that is not null. */
function propertyOf(type: TS.Type, name: string): TS.Symbol | undefined {
  return type.getNonNullableType().getProperty(name);
}

/** The member that a declaration in a generated file is, or is a part of. */
function memberOf(typescript: TypeScript, declaration: TS.Node): readonly CodeMember[] {
  const path: string[] = [];
  for (let node = declaration; !typescript.isSourceFile(node); node = node.parent) {
    const name = typescript.isPropertySignature(node) ? propertyName(typescript, node.name) : undefined;
    if (name !== undefined) path.unshift(name);
    if (
      typescript.isTypeAliasDeclaration(node) ||
      typescript.isInterfaceDeclaration(node) ||
      typescript.isEnumDeclaration(node)
    )
      return [{ type: node.name.text, path }];
  }
  return [];
}
