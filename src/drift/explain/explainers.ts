import {
  type ASTNode,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLArgument,
  isAbstractType,
  isCompositeType,
  isRequiredArgument,
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
import { fieldsOf } from '../../graphql/fields.ts';
import { kindWords } from '../model/kind-words.ts';
import type { Usage, Use } from '../model/usage.ts';
import { valueRefused, variableMisplaced } from './explain-values.ts';
import { change, type Explainer, memberGone, newlyRequired, was } from './explanation.ts';
import { newTypeName, suggest, wayTo } from './replacement.ts';

const fieldMissing: Explainer = ({ snapshot, liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' || live?.kind !== 'field') return [];
  const { coordinate, parent } = live;
  const gone = node.name.value;
  const before = old?.kind === 'field' && old.field !== undefined ? old : undefined;
  const twin = before?.parent ?? snapshot?.getType(parent.name);
  const known = isCompositeType(twin) ? fieldsOf(twin) : undefined;
  const removal = { gone, before: before?.field, now: fieldsOf(parent), known, owner: parent.name, snapshot };
  const at = { node, change: 'field-removed', coordinate } as const;
  if (before === undefined) return memberGone(at, removal, { message: `${parent.name} has no field ${gone}.` });
  if (before.parent.name === parent.name) return memberGone(at, removal);
  const way = wayTo(gone, before.parent, parent);
  return memberGone(at, removal, {
    message: `${before.coordinate} is now selected on ${parent.name}, which has no field ${gone}.`,
    ...(way !== undefined && { replacement: suggest(way) }),
  });
};

const argumentUnknown: Explainer = ({ snapshot, liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Argument' || live?.kind !== 'argument') return [];
  const [before, known] = old?.kind === 'argument' ? [old.argument, old.among] : [];
  const removal = { gone: node.name.value, before, now: live.among, known, owner: '', snapshot };
  return memberGone({ node, change: 'argument-removed', coordinate: live.coordinate }, removal);
};

const argumentRequired: Explainer = ({ liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' && node.kind !== 'Directive') return [];
  const present = new Set(node.arguments?.map((argument) => argument.name.value));
  const missing = argumentsOf(live).filter((argument) => isRequiredArgument(argument) && !present.has(argument.name));
  return missing.map(({ name, type }) => {
    const before = argumentsOf(old).find((it) => it.name === name);
    return newlyRequired(
      { node, change: 'argument-required', coordinate: `${live?.coordinate}(${name}:)` },
      before,
      type,
    );
  });
};

const typeUnknown: Explainer = ({ live, snapshot }, node) => {
  if (node.kind !== 'NamedType') return [];
  const name = node.name.value;
  const known = snapshot?.getType(name);
  const message = known ? `Type ${name} was removed.` : `Type ${name} does not exist.`;
  const values = was(known && kindWords(known));
  const hint = suggest(newTypeName(name, live, snapshot));
  return [{ node, change: 'type-removed', coordinate: name, message, ...values, ...hint }];
};

const kindChanged: Explainer = ({ snapshot, live }, node) => {
  const name = namedIn(node);
  const [before, after] = [snapshot?.getType(name ?? ''), live.getType(name ?? '')];
  if (name === undefined || after === undefined) return [];
  const then = before === undefined ? '' : `; it was ${kindWords(before)}`;
  const message = `${name} is not allowed here: it is ${kindWords(after)}${then}.`;
  const values = change(before && kindWords(before), kindWords(after));
  return [{ node, change: 'type-changed', coordinate: name, message, ...values }];
};

const leafChanged: Explainer = ({ liveUsage, oldUsage }, at) => {
  // For a selection that is not allowed, the rule points at the selection; the change is in its field.
  const [node = at] = [...liveUsage.uses.keys()].filter((it) => it.kind === 'Field' && it.selectionSet === at);
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' || live?.kind !== 'field' || live.field === undefined) return [];
  const before = old?.kind === 'field' ? old.field?.type : undefined;
  const after = live.field.type;
  const how = before === undefined ? `is ${after}` : `changed its type from ${before} to ${after}`;
  const remedy = node.selectionSet === undefined ? 'select its fields' : 'remove its selection';
  const message = `${live.coordinate} ${how}: ${remedy}.`;
  return [{ node, change: 'type-changed', coordinate: live.coordinate, message, ...change(before, after) }];
};

const spreadImpossible: Explainer = ({ live, liveUsage, oldUsage }, node, error) => {
  const use = liveUsage.uses.get(node);
  if (use === undefined || use.kind !== 'fragment') return [];
  const on = /of type "(\w+)"\.?$/.exec(error.message)?.[1] ?? namedIn(node);
  if (on === undefined || live.getType(on) === undefined) return [];
  const before = oldUsage?.uses.get(node);
  const hasOtherParent = before?.kind === 'fragment' && before.parent.name !== use.parent.name;
  const around = hasOtherParent ? fieldAround(node, liveUsage) : undefined;
  const [old, now] = [around && oldUsage?.uses.get(around), around && liveUsage.uses.get(around)];
  if (old?.kind === 'field' && now?.kind === 'field' && old.field !== undefined && now.field !== undefined) {
    const [oldType, newType] = [old.field.type, now.field.type];
    const message = `${now.coordinate} changed its type from ${oldType} to ${newType}, which can never be ${on}: this fragment never matches.`;
    return [{ node, change: 'type-changed', coordinate: now.coordinate, message, ...change(oldType, newType) }];
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
  if (use?.kind === 'directive' && use.directive !== undefined) {
    const values = change(known?.locations.join(' | '), use.directive.locations.join(' | '));
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

const fieldsConflict: Explainer = ({ liveUsage }, node, error) => {
  const use = liveUsage.uses.get(node);
  if (use?.kind !== 'field') return [];
  const after = / because (.*?)\.? Use different aliases/.exec(error.message)?.[1] ?? error.message;
  return [{ node, change: 'fields-conflict', coordinate: use.coordinate, message: error.message, after }];
};

/** The explainer of each rule's errors. The rules not listed here depend on the document alone, not on the schema. */
export const explainers: ReadonlyMap<ValidationRule, Explainer> = new Map<ValidationRule, Explainer>([
  [FieldsOnCorrectTypeRule, fieldMissing],
  [KnownArgumentNamesRule, argumentUnknown],
  [ProvidedRequiredArgumentsRule, argumentRequired],
  [KnownTypeNamesRule, typeUnknown],
  [FragmentsOnCompositeTypesRule, kindChanged],
  [VariablesAreInputTypesRule, kindChanged],
  [ScalarLeafsRule, leafChanged],
  [ValuesOfCorrectTypeRule, valueRefused],
  [VariablesInAllowedPositionRule, variableMisplaced],
  [PossibleFragmentSpreadsRule, spreadImpossible],
  [KnownDirectivesRule, directiveRefused],
  [UniqueDirectivesPerLocationRule, notRepeatable],
  [OverlappingFieldsCanBeMergedRule, fieldsConflict],
]);

/** The field whose type a fragment is selected on: another fragment around it may have no type of its own. */
function fieldAround(fragment: ASTNode, { uses }: Usage): FieldNode | undefined {
  const holds = ({ selections }: SelectionSetNode): boolean =>
    selections.some((it) => it === fragment || (it.kind === 'InlineFragment' && holds(it.selectionSet)));
  for (const node of uses.keys())
    if (node.kind === 'Field' && node.selectionSet && holds(node.selectionSet)) return node;
  return undefined;
}

function argumentsOf(use: Use | undefined): readonly GraphQLArgument[] {
  if (use?.kind === 'field') return use.field?.args ?? [];
  return use?.kind === 'directive' ? (use.directive?.args ?? []) : [];
}

/** The name of the type in a type reference, a fragment or a variable. */
function namedIn(node: ASTNode): string | undefined {
  switch (node.kind) {
    case 'NamedType':
      return node.name.value;
    case 'NonNullType':
    case 'ListType':
    case 'VariableDefinition':
      return namedIn(node.type);
    case 'InlineFragment':
    case 'FragmentDefinition':
      return node.typeCondition && namedIn(node.typeCondition);
    default:
      return undefined;
  }
}
