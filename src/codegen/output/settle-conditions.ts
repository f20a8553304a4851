import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { fieldOf } from '../../graphql/fields.ts';
import {
  type ConditionalParent,
  collectFields,
  mergePlaces,
  type SelectionContext,
} from '../../graphql/selections/collect-fields.ts';
import { selectionsKey } from '../../graphql/selections/node-id.ts';
import { always, conditionsOf } from '../../graphql/selections/selection-condition.ts';

/**
 * A document with the same result types, in which every condition is on the fields that it makes optional.
 *
 * The type generator drops fields of a conditional fragment on an interface, and treats sub-selections that are merged
 * under different conditions as always present. It also drops fields of a fragment inside a fragment. A definition with
 * either is therefore merged here, as a server merges it, and passed on without fragments. The text that is sent stays as
 * it was written.
 */
export function settleConditions(context: SelectionContext, document: DocumentNode): DocumentNode {
  const settled = (definition: DefinitionNode): DefinitionNode => {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      return definition;
    const type =
      definition.kind === Kind.OPERATION_DEFINITION
        ? context.schema.getRootType(definition.operation)
        : context.schema.getType(definition.typeCondition.name.value);
    if (!isCompositeType(type) || !isMisread(context, definition.selectionSet)) return definition;
    return { ...definition, selectionSet: merge(context, type, [{ node: definition, condition: always }], new Map()) };
  };
  return { ...document, definitions: document.definitions.map(settled) };
}

/** The generator does not support an optional `__typename`: it gets a marked name, which is replaced in the text. */
const optionalMark = '__optional';

/** Makes the members with a marked name optional. */
export function settleNames(content: string): string {
  return content.replaceAll(`${optionalMark}: '`, `?: '`);
}

/** Whether a selection contains, or spreads, something that the type generator gets wrong. */
function isMisread(context: SelectionContext, set: SelectionSetNode, seen: Set<string> = new Set()): boolean {
  let found = false;
  const look = (node: SelectionNode): void => {
    found ||= conditionsOf(node).length > 0;
    if (node.kind === Kind.INLINE_FRAGMENT) found ||= holdsFragment(node.selectionSet);
    if (node.kind !== Kind.FRAGMENT_SPREAD || seen.has(node.name.value)) return;
    seen.add(node.name.value);
    const fragment = context.fragments.get(node.name.value);
    if (fragment) found ||= holdsFragment(fragment.selectionSet) || isMisread(context, fragment.selectionSet, seen);
  };
  visit(set, { Field: look, InlineFragment: look, FragmentSpread: look });
  return found;
}

const holdsFragment = ({ selections }: SelectionSetNode): boolean => selections.some(({ kind }) => kind !== Kind.FIELD);

/** What selections mean on a type, once for each set of them. */
type Merged = Map<string, SelectionSetNode>;

function merge(
  context: SelectionContext,
  type: GraphQLCompositeType,
  parents: readonly ConditionalParent[],
  done: Merged,
): SelectionSetNode {
  const key = `${type.name} ${selectionsKey(parents)}`;
  const known = done.get(key);
  if (known !== undefined) return known;
  const set = isAbstractType(type)
    ? mergeOnAbstract(context, type, parents, done)
    : mergeOnObject(context, type, parents, done);
  done.set(key, set);
  return set;
}

function mergeOnObject(
  context: SelectionContext,
  type: GraphQLObjectType,
  parents: readonly ConditionalParent[],
  done: Merged,
): SelectionSetNode {
  const fields = fieldsOn(context, type, parents, done).map(({ field }) => field);
  // For an empty selection, the type generator writes an empty object only if there is a fragment to read.
  return { kind: Kind.SELECTION_SET, selections: fields.length > 0 ? fields : [fragmentOn(type, [])] };
}

/** What all possible types select alike stays on the abstract type; the rest goes into one fragment for each type. */
function mergeOnAbstract(
  context: SelectionContext,
  type: GraphQLAbstractType,
  parents: readonly ConditionalParent[],
  done: Merged,
): SelectionSetNode {
  const objects = context.schema.getPossibleTypes(type);
  const fields = objects.map((object) => fieldsOn(context, object, parents, done));
  const uses = new Map<string, number>();
  for (const { identity } of fields.flat()) uses.set(identity, (uses.get(identity) ?? 0) + 1);
  const isShared = ({ identity, field }: MergedField): boolean =>
    uses.get(identity) === objects.length && isDeclaredAlike(type, objects, field.name.value);
  const shared = fields[0]?.filter(isShared).map(({ field }) => field) ?? [];
  const own = objects.map((object, index) =>
    fragmentOn(object, fields[index]?.filter((it) => !isShared(it)).map(({ field }) => field) ?? []),
  );
  const filled = own.filter(({ selectionSet }) => selectionSet.selections.length > 0);
  const isEmpty = shared.length === 0 && filled.length === 0;
  return { kind: Kind.SELECTION_SET, selections: isEmpty ? own : [...shared, ...filled] };
}

/** Whether a field can be selected on the abstract type, and leads to the same type on each object. */
function isDeclaredAlike(type: GraphQLAbstractType, objects: readonly GraphQLObjectType[], name: string): boolean {
  if (name === '__typename') return true;
  const declared = fieldOf(type, name)?.type;
  const named = declared && getNamedType(declared);
  return named !== undefined && objects.every((object) => getNamedType(object.getFields()[name]?.type) === named);
}

function fragmentOn({ name }: GraphQLObjectType, selections: readonly SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

/** A field with everything that is selected under its key. */
interface MergedField {
  readonly field: FieldNode;
  /** Equal for equal selections. */
  readonly identity: string;
}

function fieldsOn(
  context: SelectionContext,
  object: GraphQLObjectType,
  parents: readonly ConditionalParent[],
  done: Merged,
): readonly MergedField[] {
  return [...collectFields(context, object, parents)].map(([key, places]) => {
    const [{ node, condition }] = places;
    const { optional, below } = mergePlaces(places);
    const type = object.getFields()[node.name.value]?.type;
    const inner = type && getNamedType(type);
    const others = (node.directives ?? []).filter((it) => !conditionsOf(node).includes(it));
    const field: FieldNode = {
      ...node,
      ...(optional &&
        node.name.value === '__typename' && { alias: { kind: Kind.NAME, value: `${key}${optionalMark}` } }),
      directives: optional && condition.sample ? [...others, condition.sample] : others,
      ...(isCompositeType(inner) && { selectionSet: merge(context, inner, below, done) }),
    };
    return { field, identity: `${key} ${selectionsKey(places)}` };
  });
}
