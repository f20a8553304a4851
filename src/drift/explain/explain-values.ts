import { type ASTNode, type GraphQLError, isEnumType, isRequiredInputField } from 'graphql';
import { advice, type Broken, type BrokenContext, change, type Explainer, was } from './explanation.ts';
import { replacementOf } from './replacement.ts';

/** A literal value in the operation is rejected. */
export const valueRefused: Explainer = ({ snapshot, liveUsage, oldUsage }, node, error) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind === 'EnumValue' && live?.kind === 'enum-value' && live.type.getValue(node.value) == null) {
    const twin = snapshot?.getType(live.type.name);
    const then = isEnumType(twin) ? twin : undefined;
    const gone = then?.getValue(node.value);
    const message =
      gone == null
        ? `${live.coordinate} does not exist.`
        : `${live.coordinate} was removed.${advice(gone.deprecationReason)}`;
    const owner = live.type.name;
    const [now, known] = [live.type.getValues(), then?.getValues()];
    const hint = replacementOf({ gone: node.value, before: gone ?? undefined, now, known, owner, snapshot });
    const coordinate = live.coordinate;
    return [{ node, change: 'enum-value-removed', coordinate, message, ...was(gone?.name), ...hint }];
  }
  if (node.kind === 'ObjectField' && live?.kind === 'input-field' && live.field === undefined) {
    const before = old?.kind === 'input-field' ? old : undefined;
    const gone = before?.field;
    const message =
      gone === undefined
        ? `${live.coordinate} does not exist.`
        : `${live.coordinate} was removed.${advice(gone.deprecationReason)}`;
    const [now, known] = [Object.values(live.parent.getFields()), before && Object.values(before.parent.getFields())];
    const owner = live.parent.name;
    const hint = replacementOf({ gone: node.name.value, before: gone, now, known, owner, snapshot });
    const values = was(gone?.type);
    return [{ node, change: 'input-field-removed', coordinate: live.coordinate, message, ...values, ...hint }];
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
        const how = known === undefined ? 'is new and required' : `is now required; it was ${known.type}`;
        const message = `${coordinate} ${how}. Its type is ${field.type}.`;
        return { node, change: 'input-field-required', coordinate, message, ...change(known?.type, field.type) };
      });
    if (live.type.isOneOf)
      return [
        {
          node,
          change: 'one-of-changed',
          coordinate: live.type.name,
          message: `${live.type.name} accepts exactly one of its fields, and not null.`,
          after: 'one of its fields',
        },
      ];
  }
  return slotChanged({ liveUsage, oldUsage }, node, node, error);
};

/** A variable no longer has the type that its use requires. */
export const variableMisplaced: Explainer = (context, definition, error) =>
  slotChanged(context, error.nodes?.[1] ?? definition, definition, error);

/** A value or variable no longer has the type of its argument or input field. */
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
