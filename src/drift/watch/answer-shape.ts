import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { fragmentsByName } from '../../graphql/fragments-by-name.ts';
import { type Shape, TYPENAME, UNKNOWN } from './read-shape.ts';
import { leafOf, type NamedShape, type ShapedType } from './shaped-type.ts';

/** The value of an object of an answer under one key. */
export interface AnswerField {
  readonly key: string;
  readonly name: string;
  /** The name of the type that it is selected on. */
  readonly owner: string;
  readonly type: ShapedType;
  /** Whether an object may lack it: under `@include` or `@skip`, or in a fragment that may not apply. */
  readonly optional: boolean;
  readonly object: AnswerObject | undefined;
  /** The `typeof` of a scalar or an open enum, inside all lists; `any` where everything but null will do. */
  readonly accepts: 'string' | 'number' | 'boolean' | 'any' | undefined;
  readonly isInt: boolean;
  /** Whether `accepts` is all there is to know. */
  readonly isPlain: boolean;
}

/** The fields of an object of an answer. */
export interface AnswerObject {
  readonly fields: readonly AnswerField[];
  /** The key of `__typename`, where that says more about the object. */
  readonly typename: string | undefined;
  /** The same for objects whose `__typename` is known. */
  of(typename: string): AnswerObject;
}

/** One selection set among those that apply to an object. */
interface Part {
  readonly set: SelectionSetNode;
  readonly on: NamedShape;
  readonly optional: boolean;
}

interface Selected {
  readonly node: FieldNode;
  readonly on: NamedShape;
  readonly optional: boolean;
}

const ACCEPTS: Readonly<Record<string, AnswerField['accepts']>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
};

function acceptedOf({ name, values }: NamedShape): AnswerField['accepts'] {
  if (values) return values.size === 0 ? 'string' : undefined;
  return ACCEPTS[name] ?? 'any';
}

/** The proven contents of an answer to an operation: fragments that may not apply prove less. */
export function answerShape({ document, root, types, fields, members }: Shape): AnswerObject {
  const fragments = fragmentsByName(document.definitions);
  const operation = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
  const typeOf = (node: FieldNode): ShapedType => fields.get(node)?.type ?? TYPENAME;

  /** Whether what is selected on a condition applies inside of a type; undefined where that is not known. */
  const applies = (condition: NamedShape, on: NamedShape, runtime: string | undefined): boolean | undefined => {
    if (condition.name === on.name) return true;
    const object = on.abstract ? runtime : on.name;
    if (object === undefined) return undefined;
    if (!condition.abstract) return condition.name === object;
    return members.get(condition.name)?.has(object) ? true : undefined;
  };

  /** Every field that an object may have, by its key. */
  const collect = (parts: readonly Part[], runtime: string | undefined): ReadonlyMap<string, Selected[]> => {
    const found = new Map<string, Selected[]>();
    const seen = new Map<SelectionSetNode, Set<string>>();
    const visit = ({ set, on, optional }: Part): void => {
      const ways = seen.get(set) ?? new Set();
      if (ways.has(`${on.name} ${optional}`)) return;
      seen.set(set, ways.add(`${on.name} ${optional}`));
      for (const selection of set.selections) {
        const maybe =
          optional || selection.directives?.some(({ name }) => name.value === 'include' || name.value === 'skip');
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value;
          found.set(key, [...(found.get(key) ?? []), { node: selection, on, optional: maybe === true }]);
          continue;
        }
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (!fragment) continue;
        const condition = fragment.typeCondition ? (types.get(fragment.typeCondition.name.value) ?? UNKNOWN) : on;
        const isOn = applies(condition, on, runtime);
        if (isOn !== false)
          visit({ set: fragment.selectionSet, on: condition, optional: maybe === true || isOn === undefined });
      }
    };
    parts.forEach(visit);
    return found;
  };

  const settled = new Map<string, AnswerObject>();
  const settle = (parts: readonly Part[], typename?: string): AnswerObject => {
    // Fragments lead to the same selection many times.
    const id = `${parts.map(({ set, on, optional }) => `${set.loc?.start} ${on.name} ${optional}`)} ${typename}`;
    const made = settled.get(id) ?? settleNew(parts, typename);
    settled.set(id, made);
    return made;
  };

  const settleNew = (parts: readonly Part[], typename: string | undefined): AnswerObject => {
    const object = parts.find(({ on, optional }) => !optional && !on.abstract)?.on.name;
    const runtime = typename ?? object;
    const selected = [...collect(parts, runtime)];
    const made = selected.map(([key, nodes]): AnswerField => {
      const lead = nodes.find(({ optional }) => !optional) ?? (nodes[0] as Selected);
      const type = typeOf(lead.node);
      const { named } = leafOf(type);
      // A value that only one selection can have brought proves that it applies.
      const inner = nodes.flatMap(({ node, optional }) =>
        node.selectionSet
          ? [{ set: node.selectionSet, on: leafOf(typeOf(node)).named, optional: optional && nodes.length > 1 }]
          : [],
      );
      const accepts = inner.length > 0 ? undefined : acceptedOf(named);
      return {
        key,
        name: lead.node.name.value,
        owner: object ?? lead.on.name,
        type,
        optional: lead.optional,
        object: inner.length > 0 ? settle(inner) : undefined,
        accepts,
        isInt: named.name === 'Int',
        isPlain: accepts !== undefined && !type.item,
      };
    });
    const narrower = new Map<string, AnswerObject>();
    return {
      fields: made,
      typename:
        runtime === undefined
          ? selected.find(([, nodes]) => nodes.every(({ node }) => node.name.value === '__typename'))?.[0]
          : undefined,
      of(name) {
        // A type that the text does not name is only known in so far that it is none of those.
        const own = types.get(name)?.abstract === false ? name : '';
        const narrow = narrower.get(own) ?? settle(parts, own);
        narrower.set(own, narrow);
        return narrow;
      },
    };
  };
  return settle(operation ? [{ set: operation.selectionSet, on: root, optional: false }] : []);
}
