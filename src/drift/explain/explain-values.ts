import { type ASTNode, type GraphQLError, isEnumType, isRequiredInputField } from 'graphql';
import { type Broken, type BrokenContext, change, type Explainer, memberGone, newlyRequired } from './explanation.ts';

/** A literal value in the operation is rejected. */
export const valueRefused: Explainer = ({ snapshot, liveUsage, oldUsage }, node, error) => {
  const [old, live] = [oldUsage?.uses.get(node), liveUsage.uses.get(node)];
  if (node.kind === 'EnumValue' && live?.kind === 'enum-value' && live.type.getValue(node.value) == null) {
    const { coordinate, type } = live;
    const twin = snapshot?.getType(type.name);
    const known = isEnumType(twin) ? twin.getValues() : undefined;
    const before = known?.find(({ name }) => name === node.value);
    const removal = { gone: node.value, before, now: type.getValues(), known, owner: type.name, snapshot };
    return memberGone({ node, change: 'enum-value-removed', coordinate }, removal);
  }
  if (node.kind === 'ObjectField' && live?.kind === 'input-field' && live.field === undefined) {
    const { coordinate, parent } = live;
    const [before, was] = old?.kind === 'input-field' ? [old.field, old.parent.getFields()] : [];
    const [now, known] = [Object.values(parent.getFields()), was && Object.values(was)];
    const removal = { gone: node.name.value, before, now, known, owner: parent.name, snapshot };
    return memberGone({ node, change: 'input-field-removed', coordinate }, removal);
  }
  if (node.kind === 'ObjectValue' && live?.kind === 'input-object') {
    const present = new Set(node.fields.map((field) => field.name.value));
    const missing = Object.values(live.type.getFields()).filter(
      (it) => isRequiredInputField(it) && !present.has(it.name),
    );
    const before = old?.kind === 'input-object' ? old.type.getFields() : {};
    if (missing.length > 0)
      return missing.map(({ name, type }) => {
        const coordinate = `${live.type.name}.${name}`;
        return newlyRequired({ node, change: 'input-field-required', coordinate }, before[name], type);
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
