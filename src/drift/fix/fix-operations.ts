import type { ASTNode, GraphQLSchema } from 'graphql';
import { type ExecutableOperation, parseOperations } from '../../graphql/parse-operations.ts';
import { placeOf, type SourcePlace } from '../../graphql/place.ts';
import { fillUnseen } from '../compare/fill-unseen.ts';
import { Interner } from '../compare/interner.ts';
import { resultType } from '../compare/result-type.ts';
import { compareResults } from '../compare/results.ts';
import { explainBroken, validOperations } from '../explain/explain-broken.ts';
import type { DriftInput } from '../model/drift.ts';
import type { Fact } from '../model/finding.ts';
import type { TypeMapping } from '../model/type-mapping.ts';
import { usageLookup } from '../model/usage.ts';
import { isInside, type NameEdit, nameEditAt, type TextEdit, textAfter, withEdits, withUsageOf } from './name-edits.ts';

/** The input of {@link fixOperations}. */
export interface FixInput extends DriftInput {
  /** The schema that the operations were written for: what it says about a result is kept. */
  readonly snapshot: GraphQLSchema;
}

/** The corrections of one file. */
export interface FileFix {
  /** The file, as in messages. */
  readonly file: string;
  /** The text of the file as it was read. */
  readonly before: string;
  /** The text of the file as corrected. */
  readonly after: string;
  /** The replaced range, by offsets in the text as it was read. None spans lines. */
  readonly edits: readonly TextEdit[];
}

/** Corrections of operations that the live schema rejects. */
export interface OperationFixes {
  /** The files that change. */
  readonly files: readonly FileFix[];
  /** The names of the operations that the live schema accepts again. */
  readonly fixed: readonly string[];
  /** The part that stays broken: where, and why nothing is proposed. */
  readonly left: readonly { readonly place: SourcePlace; readonly coordinate: string; readonly reason: string }[];
}

/**
 * Corrects operations where the new name of something is certain. An operation is changed only if the live schema then accepts
 * it, and the type of its result stays what it was: a renamed field keeps its old name as an alias. A pure function.
 *
 * @throws {OperationsError} as {@link checkDrift} does.
 */
export function fixOperations({ operations: sources, snapshot, live: shown, ...options }: FixInput): OperationFixes {
  const { schema: live } = fillUnseen(shown, snapshot);
  const mapping = { scalars: options.scalars ?? {}, openEnums: options.openEnums ?? false };
  const operations = parseOperations(sources);
  const accepted = validOperations(live, operations);
  const before = validOperations(snapshot, operations);
  const broken = operations.filter((it) => !accepted.has(it) && before.has(it));
  const schemas = { snapshot, live, mapping };
  const left = new Map<string, OperationFixes['left'][number]>();
  const leave = (node: ASTNode, coordinate: string, reason: string): void => {
    const place = placeOf(node);
    const key = `${place.file}:${place.line}:${place.column} ${coordinate}`;
    if (!left.has(key)) left.set(key, { place, coordinate, reason });
  };

  let edits = collectEdits(broken, schemas, leave);
  let fixed: readonly ExecutableOperation[];
  for (;;) {
    const harm = new Map(broken.map((operation) => [operation, harmOf(operation, edits, schemas)]));
    fixed = broken.filter((operation) => harm.get(operation)?.size === 0);
    const useful = new Set(fixed.flatMap((operation) => editsIn(operation, edits)));
    const harmful = new Map([...harm.values()].flatMap((reasons) => [...(reasons ?? [])]));
    const kept = edits.filter((edit) => useful.has(edit) && !harmful.has(edit));
    for (const edit of edits) {
      const reason = harmful.get(edit) ?? 'something else in the operation has no certain replacement';
      if (!kept.includes(edit)) leave(edit.node, edit.coordinate, reason);
    }
    if (kept.length === edits.length) break;
    edits = kept;
  }
  for (const operation of operations)
    if (!accepted.has(operation) && !before.has(operation))
      leave(operation.node, operation.name, 'the snapshot rejects the operation, too');
  return {
    files: sources.flatMap(({ file, text }): readonly FileFix[] => {
      const own = edits
        .filter((edit) => edit.file === file)
        .map(({ start, end, text: name }) => ({ start, end, text: name }));
      return own.length === 0 ? [] : [{ file, before: text, after: textAfter(text, own), edits: own }];
    }),
    fixed: fixed.map(({ name }) => name),
    left: [...left.values()],
  };
}

interface Schemas {
  readonly snapshot: GraphQLSchema;
  readonly live: GraphQLSchema;
  readonly mapping: TypeMapping;
}

type Leave = (node: ASTNode, coordinate: string, reason: string) => void;

/** The edits of all operations. What is inside a renamed field is looked at in the next round. */
function collectEdits(broken: readonly ExecutableOperation[], schemas: Schemas, leave: Leave): readonly NameEdit[] {
  const edits = new Map<string, NameEdit>();
  for (const operation of broken)
    for (let known = -1; known < edits.size; ) {
      known = edits.size;
      const current = withEdits(operation, [...edits.values()]);
      for (const { fact, node } of explain(operation, current, schemas)) {
        const edit = nameEditAt(node, fact);
        if (typeof edit === 'string') leave(node, fact.coordinate, edit);
        else if (!edits.has(edit.key)) edits.set(edit.key, edit);
      }
    }
  return [...edits.values()];
}

/** Why the live schema rejects an edited operation, with what the snapshot said about it before the edits. */
function explain(
  original: ExecutableOperation,
  current: ExecutableOperation,
  { snapshot, live }: Schemas,
): readonly { readonly fact: Fact; readonly node: ASTNode }[] {
  if (validOperations(live, [current]).has(current)) return [];
  const found: { fact: Fact; node: ASTNode }[] = [];
  const old = withUsageOf(usageLookup(original.document)(snapshot), current.document);
  const usage = usageLookup(current.document);
  const usageIn = (schema: GraphQLSchema) => (schema === snapshot ? old : usage(schema));
  const context = { operation: current, usageIn, live, snapshot: { schema: snapshot, accepts: true } };
  explainBroken(context, (fact, node) => void found.push({ fact, node }));
  return found;
}

/** The edits after which the type of the result is another one, with the reason; undefined if they do not make the operation valid. */
function harmOf(
  operation: ExecutableOperation,
  edits: readonly NameEdit[],
  { snapshot, live, mapping }: Schemas,
): ReadonlyMap<NameEdit, string> | undefined {
  const own = editsIn(operation, edits);
  const current = withEdits(operation, own);
  if (!validOperations(live, [current]).has(current)) return undefined;
  const harm = new Map<NameEdit, string>();
  const interner = new Interner();
  const old = resultType({ schema: snapshot, fragments: operation.fragments, mapping, interner }, operation.node);
  const now = resultType({ schema: live, fragments: current.fragments, mapping, interner }, current.node);
  if (old === undefined || now === undefined || old.id === now.id) return harm;
  const usage = usageLookup(current.document);
  const report = (fact: Fact, node: ASTNode): void => {
    if (fact.direction === 'safe') return;
    for (const edit of own)
      if (isInside(node, edit.node)) harm.set(edit, `the type of the result would change: ${fact.message}`);
  };
  compareResults({ snapshotUsage: usage(snapshot), liveUsage: usage(live), report }, old, now, current.node);
  return harm;
}

function editsIn({ document }: ExecutableOperation, edits: readonly NameEdit[]): readonly NameEdit[] {
  return edits.filter((edit) => document.definitions.some((definition) => isInside(edit.node, definition)));
}
