import { type ASTNode, type DocumentNode, type EnumValueNode, Kind, type NameNode, visit } from 'graphql';
import { fragmentsByName } from '../../graphql/fragments-by-name.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Fact } from '../model/finding.ts';
import type { Usage } from '../model/usage.ts';

/** A part of a text that is replaced. */
export interface TextEdit {
  /** Where the replaced text begins: an offset in the file's text. */
  readonly start: number;
  /** Where it ends: the offset of the first character that stays. */
  readonly end: number;
  /** The text that stands there instead. */
  readonly text: string;
}

/** A name in an operation file that is replaced: for a field without an alias, by its old name as the alias, and the new name. */
export interface NameEdit extends TextEdit {
  readonly key: string;
  readonly file: string;
  readonly name: string;
  /** The field, argument, input field or value that has the name. */
  readonly node: ASTNode;
  readonly coordinate: string;
}

/** The edit that gives a node the name that the schema itself says, or why there is none. */
export function nameEditAt(node: ASTNode, { suggestion, isCertain = false, coordinate }: Fact): NameEdit | string {
  if (suggestion === undefined) return 'no certain replacement';
  if (!/^\w+$/.test(suggestion)) return `it is now in \`${suggestion}\`, where the result has another shape`;
  // A field, an argument and an input field have a name; a value is one. Nothing else has a certain replacement.
  const token = 'name' in node && node.name !== undefined ? node.name : node;
  if (!isCertain || token.loc === undefined) return 'no certain replacement';
  const { start, end, source } = token.loc;
  const isPlainField = node.kind === Kind.FIELD && node.alias === undefined;
  const text = isPlainField ? `${node.name.value}: ${suggestion}` : suggestion;
  return { key: keyAt(token), file: source.name, start, end, text, name: suggestion, node, coordinate };
}

/** The operation after the edits. Its nodes keep their places in the file as it is. */
export function withEdits(operation: ExecutableOperation, edits: readonly NameEdit[]): ExecutableOperation {
  if (edits.length === 0) return operation;
  const names = new Map(edits.map((edit) => [edit.key, edit.name]));
  const renamed = <Token extends NameNode | EnumValueNode>(token: Token): Token => ({
    ...token,
    value: names.get(keyAt(token)) ?? token.value,
  });
  const document: DocumentNode = visit(operation.document, {
    Field: (node) =>
      names.has(keyAt(node.name)) ? { ...node, alias: node.alias ?? node.name, name: renamed(node.name) } : undefined,
    Argument: (node) => ({ ...node, name: renamed(node.name) }),
    ObjectField: (node) => ({ ...node, name: renamed(node.name) }),
    EnumValue: renamed,
  });
  const [node = operation.node, ...fragments] = document.definitions;
  return {
    ...operation,
    document,
    node: node.kind === Kind.OPERATION_DEFINITION ? node : operation.node,
    fragments: fragmentsByName(fragments),
  };
}

/** The usage of a document for the nodes at the same places of an edited one. */
export function withUsageOf({ uses, positions }: Usage, edited: DocumentNode): Usage {
  const byPlace = <Value>(all: ReadonlyMap<ASTNode, Value>) => new Map([...all].map(([node, it]) => [keyAt(node), it]));
  const [usesAt, positionsAt] = [byPlace(uses), byPlace(positions)];
  const [newUses, newPositions] = [new Map(uses), new Map(positions)];
  visit(edited, {
    enter(node) {
      const [use, position] = [usesAt.get(keyAt(node)), positionsAt.get(keyAt(node))];
      if (use !== undefined) newUses.set(node, use);
      if (position !== undefined) newPositions.set(node, position);
    },
  });
  return { uses: newUses, positions: newPositions };
}

/** Whether a node is another one, or a part of it. */
export function isInside({ loc }: ASTNode, { loc: outer }: ASTNode): boolean {
  if (loc === undefined || outer === undefined) return false;
  return loc.source === outer.source && loc.start >= outer.start && loc.end <= outer.end;
}

/** A text after the edits. */
export function textAfter(text: string, edits: readonly TextEdit[]): string {
  const last = [...edits].sort((a, b) => b.start - a.start);
  return last.reduce((done, { start, end, text: name }) => done.slice(0, start) + name + done.slice(end), text);
}

function keyAt({ kind, loc }: ASTNode): string {
  return `${kind} ${loc?.source.name}:${loc?.start}-${loc?.end}`;
}
