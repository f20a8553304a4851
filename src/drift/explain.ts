import {
  type ASTNode,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isRequiredArgument,
  isRequiredInputField,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownTypeNamesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  UniqueDirectivesPerLocationRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
} from 'graphql';
import type { Fact } from './finding.ts';
import { kindWords } from './kind-words.ts';
import { fieldsOf, newEnumValue, newMember, newType } from './new-name.ts';
import type { Usage, Use } from './usage.ts';

/** Why an operation is refused, and at which node. */
export type Broken = Omit<Fact, 'kind' | 'direction'> & { readonly node: ASTNode };

/** Both schemas, and what the operation uses of each. The snapshot's side is missing where there is no snapshot. */
export interface BrokenContext {
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
  readonly liveUsage: Usage;
  readonly oldUsage: Usage | undefined;
}

/** Turns one error of a validation rule into what happened in the schema; nothing where it can't be told. */
export type Explainer = (context: BrokenContext, node: ASTNode, error: GraphQLError) => readonly Broken[];

const fieldMissing: Explainer = ({ snapshot, liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' || live?.kind !== 'field') return [];
  const name = node.name.value;
  const before = old?.kind === 'field' && old.field !== undefined ? old : undefined;
  const twin = snapshot?.getType(live.parent.name);
  const then = isCompositeType(twin) ? fieldsOf(twin) : undefined;
  const message =
    before === undefined
      ? `${live.parent.name} has no field ${name}.`
      : before.parent.name === live.parent.name
        ? `${live.coordinate} was removed.${advice(before.field?.deprecationReason)}`
        : `${before.coordinate} is now looked for on ${live.parent.name}, which has no field ${name}.`;
  const hint = newMember(name, before?.field, fieldsOf(live.parent), then);
  return [{ node, change: 'field-removed', coordinate: live.coordinate, message, ...suggest(hint) }];
};

const argumentUnknown: Explainer = ({ liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Argument' || live?.kind !== 'argument') return [];
  const before = old?.kind === 'argument' ? old : undefined;
  const name = node.name.value;
  const message =
    before?.argument === undefined
      ? `There is no ${live.coordinate}.`
      : `${live.coordinate} was removed.${advice(before.argument.deprecationReason)}`;
  const hint = newMember(name, before?.argument, live.among, before?.among);
  return [{ node, change: 'argument-removed', coordinate: live.coordinate, message, ...suggest(hint) }];
};

const argumentRequired: Explainer = ({ liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' && node.kind !== 'Directive') return [];
  const given = new Set(node.arguments?.map((argument) => argument.name.value));
  const missing = argumentsOf(live).filter((argument) => isRequiredArgument(argument) && !given.has(argument.name));
  return missing.map((argument) => {
    const coordinate = `${live?.coordinate}(${argument.name}:)`;
    const before = argumentsOf(old).find(({ name }) => name === argument.name);
    const was = before === undefined ? 'is new and required' : `is now required; it was ${before.type}`;
    const message = `${coordinate} ${was}. Its type is ${argument.type}.`;
    return { node, change: 'argument-required', coordinate, message, ...change(before?.type, argument.type) };
  });
};

const typeUnknown: Explainer = ({ live, snapshot }, node) => {
  if (node.kind !== 'NamedType') return [];
  const name = node.name.value;
  const known = snapshot?.getType(name) !== undefined;
  const message = known ? `Type ${name} was removed.` : `There is no type ${name}.`;
  return [{ node, change: 'type-removed', coordinate: name, message, ...suggest(newType(name, live, snapshot)) }];
};

const kindChanged: Explainer = ({ snapshot, live }, node) => {
  const name = namedIn(node);
  const [before, after] = [snapshot?.getType(name ?? ''), live.getType(name ?? '')];
  if (name === undefined || after === undefined) return [];
  const was = before === undefined ? '' : `; it was ${kindWords(before)}`;
  const message = `${name} can't stand here: it is ${kindWords(after)}${was}.`;
  return [{ node, change: 'type-changed', coordinate: name, message }];
};

const leafChanged: Explainer = ({ liveUsage, oldUsage }, node) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind !== 'Field' || live?.kind !== 'field' || live.field === undefined) return [];
  const before = old?.kind === 'field' ? old.field?.type : undefined;
  const after = live.field.type;
  const was = before === undefined ? '' : `from ${before} `;
  const remedy = node.selectionSet === undefined ? 'now needs a selection of fields' : 'no longer has fields to select';
  const message = `${live.coordinate} changed its type ${was}to ${after}, so it ${remedy}.`;
  return [{ node, change: 'type-changed', coordinate: live.coordinate, message, ...change(before, after) }];
};

const valueRefused: Explainer = ({ snapshot, liveUsage, oldUsage }, node, error) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind === 'EnumValue' && live?.kind === 'enum-value' && live.type.getValue(node.value) == null) {
    const twin = snapshot?.getType(live.type.name);
    const then = isEnumType(twin) ? twin : undefined;
    const gone = then?.getValue(node.value);
    const message =
      gone == null
        ? `There is no ${live.coordinate}.`
        : `${live.coordinate} was removed.${advice(gone.deprecationReason)}`;
    const hint = newEnumValue(node.value, live.type, then);
    return [{ node, change: 'enum-value-removed', coordinate: live.coordinate, message, ...suggest(hint) }];
  }
  if (node.kind === 'ObjectField' && live?.kind === 'input-field' && live.field === undefined) {
    const before = old?.kind === 'input-field' ? old : undefined;
    const gone = before?.field;
    const message =
      gone === undefined
        ? `There is no ${live.coordinate}.`
        : `${live.coordinate} was removed.${advice(gone.deprecationReason)}`;
    const [now, then] = [Object.values(live.parent.getFields()), before && Object.values(before.parent.getFields())];
    const hint = newMember(node.name.value, gone, now, then);
    return [{ node, change: 'input-field-removed', coordinate: live.coordinate, message, ...suggest(hint) }];
  }
  if (node.kind === 'ObjectValue' && live?.kind === 'input-object') {
    const given = new Set(node.fields.map((field) => field.name.value));
    const missing = Object.values(live.type.getFields()).filter(
      (it) => isRequiredInputField(it) && !given.has(it.name),
    );
    const before = old?.kind === 'input-object' ? old.type.getFields() : {};
    if (missing.length > 0)
      return missing.map((field) => {
        const coordinate = `${live.type.name}.${field.name}`;
        const known = before[field.name];
        const was = known === undefined ? 'is new and required' : `is now required; it was ${known.type}`;
        const message = `${coordinate} ${was}. Its type is ${field.type}.`;
        return { node, change: 'input-field-required', coordinate, message, ...change(known?.type, field.type) };
      });
    if (live.type.isOneOf)
      return [
        {
          node,
          change: 'one-of-changed',
          coordinate: live.type.name,
          message: `${live.type.name} takes exactly one of its fields, not null.`,
        },
      ];
  }
  return slotChanged({ liveUsage, oldUsage }, node, node, error);
};

const variableMisplaced: Explainer = (context, definition, error) =>
  slotChanged(context, error.nodes?.[1] ?? definition, definition, error);

/** A value or variable no longer fits the argument or input field it is given to. */
function slotChanged(
  { liveUsage, oldUsage }: Pick<BrokenContext, 'liveUsage' | 'oldUsage'>,
  value: ASTNode,
  at: ASTNode,
  error: GraphQLError,
): readonly Broken[] {
  const live = liveUsage.slots.get(value);
  if (live?.type === undefined) return [];
  const before = oldUsage?.slots.get(value)?.type;
  const isSame = before === undefined || String(before) === String(live.type);
  const message = isSame ? error.message : `${live.coordinate} changed its type from ${before} to ${live.type}.`;
  return [{ node: at, change: 'type-changed', coordinate: live.coordinate, message, ...change(before, live.type) }];
}

const spreadImpossible: Explainer = ({ live, liveUsage }, node, error) => {
  const use = liveUsage.uses.get(node);
  if (use === undefined || use.kind !== 'fragment') return [];
  const on = /of type "(\w+)"\.?$/.exec(error.message)?.[1] ?? namedIn(node);
  if (on === undefined || live.getType(on) === undefined) return [];
  const coordinate = isAbstractType(use.parent) ? use.parent.name : on;
  const message = `${use.parent.name} can no longer be ${on}, so this fragment can never match.`;
  return [{ node, change: 'possible-type-removed', coordinate, message, before: on }];
};

const directiveRefused: Explainer = ({ snapshot, liveUsage }, node, error) => {
  if (node.kind !== 'Directive') return [];
  const name = node.name.value;
  const coordinate = `@${name}`;
  const use = liveUsage.uses.get(node);
  if (use?.kind === 'directive' && use.directive !== undefined)
    return [{ node, change: 'directive-changed', coordinate, message: error.message }];
  const known = snapshot?.getDirective(name) != null;
  const message = known ? `${coordinate} was removed.` : `There is no directive ${coordinate}.`;
  return [{ node, change: 'directive-removed', coordinate, message }];
};

const notRepeatable: Explainer = (_context, _node, error) => {
  const node = error.nodes?.[1];
  if (node?.kind !== 'Directive') return [];
  const coordinate = `@${node.name.value}`;
  return [{ node, change: 'directive-changed', coordinate, message: `${coordinate} may be used only once here.` }];
};

const fieldsConflict: Explainer = ({ liveUsage }, node, error) => {
  const use = liveUsage.uses.get(node);
  if (use?.kind !== 'field') return [];
  return [{ node, change: 'fields-conflict', coordinate: use.coordinate, message: error.message }];
};

/** What can be told of each rule's errors. The rules not listed here judge the document alone, not the schema. */
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

function suggest(name: string | undefined): { readonly suggestion?: string } {
  return name === undefined ? {} : { suggestion: name };
}

function change(before: unknown, after: unknown): { readonly before?: string; readonly after: string } {
  return { ...(before === undefined ? {} : { before: String(before) }), after: String(after) };
}

function advice(reason: string | null | undefined): string {
  return reason == null ? '' : ` It was deprecated: ${reason}`;
}

function argumentsOf(use: Use | undefined): readonly GraphQLArgument[] {
  if (use?.kind === 'field') return use.field?.args ?? [];
  return use?.kind === 'directive' ? (use.directive?.args ?? []) : [];
}

/** The type that a type reference, a fragment or a variable names. */
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
