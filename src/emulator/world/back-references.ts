import { isObjectType } from 'graphql';
import type { Family, FieldSlot, Model } from './model.ts';
import { bare, wordsOf } from './names.ts';

/**
 * Finds the slot of a family that the lists of an owner are computed from: `Device.group` for the devices of a group. Undefined if
 * the family has none that refers to the owner.
 */
export function createBackReferences(model: Model): (family: Family, owner: Family) => FieldSlot | undefined {
  const backReferences = new Map<string, FieldSlot | undefined>();

  function referencesTo(family: Family, owner: Family): readonly FieldSlot[] {
    const slots = new Map<string, FieldSlot>();
    for (const slot of model.slotsOf(family).values()) {
      if (
        slot.kind === 'reference' &&
        slot.target &&
        model.familiesOf(slot.target).includes(owner) &&
        !slots.has(slot.key)
      )
        slots.set(slot.key, slot);
    }
    return [...slots.values()];
  }

  function backReference(family: Family, owner: Family): FieldSlot | undefined {
    const name = `${family.name} ${owner.name}`;
    if (!backReferences.has(name)) {
      const candidates = referencesTo(family, owner).filter(
        ({ key }) => family !== owner || /^(?:parent|super|container|manager)/i.test(key),
      );
      const rank = ({ key, target }: FieldSlot): number =>
        (bare(key) === bare(owner.name) ? 0 : wordsOf(owner.name).includes(wordsOf(key).at(-1) ?? '') ? 1 : 2) * 10 +
        (target && isObjectType(target) ? 0 : 5);
      candidates.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
      backReferences.set(name, candidates[0]);
    }
    return backReferences.get(name);
  }

  return backReference;
}
