import {
  type ASTNode,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLError,
  type GraphQLSchema,
  isAbstractType,
  isRequiredInputField,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownTypeNamesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  type SelectionSetNode,
  UniqueDirectivesPerLocationRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
} from 'graphql';
import type { ChangeCode } from '../../base/observed-drift.ts';
import { RootTypesRule } from '../../graphql/validation.ts';
import { beforeAndAfter, type Fact } from '../model/finding.ts';
import { kindWords, reasonText } from './facts.ts';
import { replacementOf } from './replacement.ts';
import { inputValuesAt, type Usage, type Use, usedField } from './usage.ts';

export type Broken = Omit<Fact, 'kind' | 'direction'> & { readonly node: ASTNode };

export interface BrokenContext {
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
  readonly liveUsage: Usage;
  readonly oldUsage: Usage | undefined;
}

/** Explains a validation error by changes of the schema; an empty list without an explanation. */
type Explainer = (context: BrokenContext, node: ASTNode, error: GraphQLError) => readonly Broken[];

const removals: Readonly<Partial<Record<Use['kind'], ChangeCode>>> = {
  field: 'field-removed',
  argument: 'argument-removed',
  'input-field': 'input-field-removed',
  'enum-value': 'enum-value-removed',
};

const rootMissing: Explainer = ({ snapshot }, node) => {
  if (node.kind !== 'OperationDefinition') return [];
  const known = snapshot?.getRootType(node.operation)?.name;
  const message = `The schema ${known === undefined ? 'has no' : 'no longer has a'} ${node.operation} type.`;
  return [{ node, change: 'root-removed', coordinate: known ?? node.operation, message, ...beforeAndAfter(known) }];
};

const memberMissing: Explainer = ({ snapshot, liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  const code = live && removals[live.kind];
  if (code === undefined || live === undefined || live.element !== undefined) return [];
  const { coordinate, parent, among } = live;
  const gone = /\w+(?=:?\)?$)/.exec(coordinate)?.[0] ?? '';
  const before = old?.kind === live.kind ? old.element : undefined;
  const reason = before && 'deprecationReason' in before && before.deprecationReason;
  const removal = { gone, now: among(), known: old?.among(), owner: parent?.name ?? '', snapshot };
  const values = beforeAndAfter(before && ('type' in before ? before.type : before.name));
  const fact = { node, change: code, coordinate, ...values };
  if (before === undefined) return [{ ...fact, message: `${coordinate} does not exist.` }];
  if (old?.parent?.name === parent?.name) {
    const message = `${coordinate} was removed.${reason ? ` It was deprecated: ${reasonText(reason)}` : ''}`;
    return [{ ...fact, message, ...replacementOf(removal, before) }];
  }
  const verb = live.kind === 'field' ? 'selected on' : 'given to';
  const message = `${old?.coordinate} is now ${verb} ${parent?.name}, which has no ${live.kind === 'enum-value' ? 'value' : 'field'} ${gone}.`;
  return [{ ...fact, message }];
};

const inputMissing: Explainer = ({ liveUsage, oldUsage }, node) => {
  const values = inputValuesAt(node);
  const missing = (liveUsage.uses.get(node)?.inputs ?? []).filter(
    ({ it }) => isRequiredInputField(it) && !values.has(it.name),
  );
  return missing.map(({ kind, coordinate, it }) => {
    const before = oldUsage?.uses.get(node)?.inputs.find((input) => input.it.name === it.name);
    const how = before === undefined ? 'is new and required' : `is now required; it was ${before.it.type}`;
    const message = `${coordinate} ${how}. Its type is ${it.type}.`;
    const code = kind === 'argument' ? 'argument-required' : 'input-field-required';
    return { node, change: code, coordinate, message, ...beforeAndAfter(before?.it.type, it.type) };
  });
};

const choiceRefused: Explainer = ({ liveUsage }, node) => {
  const use = liveUsage.uses.get(node);
  if (use?.kind !== 'input-object' || !use.parent.isOneOf) return [];
  const message = `${use.coordinate} accepts exactly one of its fields, and not null.`;
  return [{ node, change: 'one-of-changed', coordinate: use.coordinate, message, after: 'one of its fields' }];
};

const typeRefused: Explainer = ({ liveUsage, oldUsage }, node, error) => {
  // The error lies at the definition of a variable, the changed input at its use.
  const value = error.nodes?.[1] ?? node;
  const live = liveUsage.positions.get(value);
  if (live?.type === undefined) return [];
  const before = oldUsage?.positions.get(value)?.type;
  const isSame = before === undefined || String(before) === String(live.type);
  const message = isSame ? error.message : `${live.coordinate} changed its type from ${before} to ${live.type}.`;
  return [{ node, change: 'type-changed', coordinate: live.coordinate, message, ...beforeAndAfter(before, live.type) }];
};

const typeUnknown: Explainer = ({ snapshot }, node) => {
  if (node.kind !== 'NamedType') return [];
  const name = node.name.value;
  const known = snapshot?.getType(name);
  const message = known ? `Type ${name} was removed.` : `Type ${name} does not exist.`;
  const values = beforeAndAfter(known && kindWords(known));
  return [{ node, change: 'type-removed', coordinate: name, message, ...values }];
};

const kindChanged: Explainer = ({ snapshot, live }, node) => {
  const name = namedIn(node);
  const [before, after] = [snapshot?.getType(name ?? ''), live.getType(name ?? '')];
  if (name === undefined || after === undefined) return [];
  const then = before === undefined ? '' : `; it was ${kindWords(before)}`;
  const message = `${name} is not allowed here: it is ${kindWords(after)}${then}.`;
  const values = beforeAndAfter(before && kindWords(before), kindWords(after));
  return [{ node, change: 'type-changed', coordinate: name, message, ...values }];
};

const leafChanged: Explainer = ({ liveUsage, oldUsage }, at) => {
  // The error lies at the forbidden selection set, the change at its field.
  const [node = at] = [...liveUsage.uses.keys()].filter((it) => it.kind === 'Field' && it.selectionSet === at);
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' || live?.kind !== 'field' || live.element === undefined) return [];
  const before = old?.kind === 'field' ? old.element?.type : undefined;
  const after = live.element.type;
  const how = before === undefined ? `is ${after}` : `changed its type from ${before} to ${after}`;
  const remedy = node.selectionSet === undefined ? 'select its fields' : 'remove its selection';
  const message = `${live.coordinate} ${how}: ${remedy}.`;
  return [{ node, change: 'type-changed', coordinate: live.coordinate, message, ...beforeAndAfter(before, after) }];
};

const spreadImpossible: Explainer = ({ live, liveUsage, oldUsage }, node, error) => {
  const use = liveUsage.uses.get(node);
  if (use === undefined || use.kind !== 'fragment') return [];
  const on = /of type "(\w+)"\.?$/.exec(error.message)?.[1] ?? namedIn(node);
  if (on === undefined || live.getType(on) === undefined) return [];
  const before = oldUsage?.uses.get(node);
  const hasOtherParent = before?.kind === 'fragment' && before.parent.name !== use.parent.name;
  const around = hasOtherParent ? fieldAround(node, liveUsage) : undefined;
  const oldType = around && oldUsage && usedField(oldUsage, around)?.type;
  const newType = around && usedField(liveUsage, around)?.type;
  if (oldType && newType) {
    const coordinate = liveUsage.uses.get(around)?.coordinate ?? on;
    const message = `${coordinate} changed its type from ${oldType} to ${newType}, which can never be ${on}: this fragment never matches.`;
    return [{ node, change: 'type-changed', coordinate, message, ...beforeAndAfter(oldType, newType) }];
  }
  const coordinate = isAbstractType(use.parent) ? use.parent.name : on;
  const message = `${use.parent.name} can no longer be ${on}, so this fragment can never match.`;
  return [{ node, change: 'possible-type-removed', coordinate, message, before: on }];
};

const directiveRefused: Explainer = ({ snapshot, liveUsage }, node, error) => {
  if (node.kind !== 'Directive') return [];
  const name = node.name.value;
  const coordinate = `@${name}`;
  const use = liveUsage.uses.get(node);
  const known = snapshot?.getDirective(name);
  if (use?.kind === 'directive' && use.element !== undefined) {
    const values = beforeAndAfter(known?.locations.join(' | '), use.element.locations.join(' | '));
    return [{ node, change: 'directive-changed', coordinate, message: error.message, ...values }];
  }
  const message = known ? `${coordinate} was removed.` : `${coordinate} does not exist.`;
  return [{ node, change: 'directive-removed', coordinate, message }];
};

const notRepeatable: Explainer = (_context, _node, error) => {
  const node = error.nodes?.[1];
  if (node?.kind !== 'Directive') return [];
  const coordinate = `@${node.name.value}`;
  const message = `${coordinate} may be used only once here.`;
  return [{ node, change: 'directive-changed', coordinate, message, before: 'repeatable', after: 'not repeatable' }];
};

const fieldsConflict: Explainer = ({ liveUsage, oldUsage }, first, error) => {
  // The error has all fields of the response key. The changed ones have another type.
  const changed = (error.nodes ?? []).flatMap((node): readonly Broken[] => {
    if (node.kind !== 'Field') return [];
    const [before, after] = [oldUsage && usedField(oldUsage, node)?.type, usedField(liveUsage, node)?.type];
    const coordinate = liveUsage.uses.get(node)?.coordinate;
    if (!before || !after || coordinate === undefined || String(before) === String(after)) return [];
    const message = `${coordinate} changed its type from ${before} to ${after}, and a field beside it has the same name and another type: give it an alias of its own.`;
    return [{ node, change: 'fields-conflict', coordinate, message, ...beforeAndAfter(before, after) }];
  });
  const use = liveUsage.uses.get(first);
  if (changed.length > 0 || use?.kind !== 'field') return changed;
  const { message } = error;
  const after = / because (.*?)\.? Use different aliases/.exec(message)?.[1] ?? message;
  return [{ node: first, change: 'fields-conflict', coordinate: use.coordinate, message, after }];
};

/** The explainers of each rule's errors. The first explanation wins. Other rules depend on the document alone. */
export const causesByRule: ReadonlyMap<ValidationRule, readonly Explainer[]> = new Map([
  [RootTypesRule, [rootMissing]],
  [FieldsOnCorrectTypeRule, [memberMissing]],
  [KnownArgumentNamesRule, [memberMissing]],
  [ProvidedRequiredArgumentsRule, [inputMissing]],
  [KnownTypeNamesRule, [typeUnknown]],
  [FragmentsOnCompositeTypesRule, [kindChanged]],
  [VariablesAreInputTypesRule, [kindChanged]],
  [ScalarLeafsRule, [leafChanged]],
  [ValuesOfCorrectTypeRule, [memberMissing, inputMissing, choiceRefused, typeRefused]],
  [VariablesInAllowedPositionRule, [typeRefused]],
  [PossibleFragmentSpreadsRule, [spreadImpossible]],
  [KnownDirectivesRule, [directiveRefused]],
  [UniqueDirectivesPerLocationRule, [notRepeatable]],
  [OverlappingFieldsCanBeMergedRule, [fieldsConflict]],
]);

function fieldAround(fragment: ASTNode, { uses }: Usage): FieldNode | undefined {
  const holds = ({ selections }: SelectionSetNode): boolean =>
    selections.some((it) => it === fragment || (it.kind === 'InlineFragment' && holds(it.selectionSet)));
  for (const node of uses.keys())
    if (node.kind === 'Field' && node.selectionSet && holds(node.selectionSet)) return node;
  return undefined;
}

function namedIn(node: ASTNode): string | undefined {
  if (node.kind === 'NamedType') return node.name.value;
  const inner = 'typeCondition' in node ? node.typeCondition : 'type' in node ? node.type : undefined;
  return inner && namedIn(inner);
}
