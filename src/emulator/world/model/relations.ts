import { isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import type { Model } from './model.ts';
import type { Family, ModelField } from './model-field.ts';
import { flatName } from './names.ts';

/** How the objects of two families belong together. */
export interface Relations {
  /**
   * The field of `family` that the lists of `owner` are made from: `Device.group` for the devices of a group. Undefined if no
   * field of the family refers to the owner.
   */
  backReference(family: Family, owner: Family): ModelField | undefined;
  /** The list at the other end, where no field refers back: `Tag.devices` for `Device.tags`. Undefined if there is none, or several. */
  otherList(owner: Family, key: string, family: Family): ModelField | undefined;
}

/** Finds the relations between families. */
export function createRelations(model: Model): Relations {
  const backReferences = new Map<string, ModelField | undefined>();

  function findBackReference(family: Family, owner: Family): ModelField | undefined {
    const candidates = model
      .linksOf(family, owner)
      .filter(
        ({ kind, key }) =>
          kind === 'reference' && (family !== owner || /^(?:parent|super|container|manager)/i.test(key)),
      );
    const rank = ({ key, target }: ModelField): number =>
      (flatName(key) === flatName(owner.name) ? 0 : wordsOf(owner.name).includes(wordsOf(key).at(-1) ?? '') ? 1 : 2) *
        10 +
      (target && isObjectType(target) ? 0 : 5);
    return candidates.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1))[0];
  }

  const listsOf = (family: Family, of: Family): readonly ModelField[] =>
    model.linksOf(family, of).filter(({ kind }) => kind === 'references');

  return {
    backReference(family, owner) {
      const name = `${family.name} ${owner.name}`;
      if (!backReferences.has(name)) backReferences.set(name, findBackReference(family, owner));
      return backReferences.get(name);
    },
    otherList(owner, key, family) {
      const [[own, ...more], [other, ...others]] = [listsOf(owner, family), listsOf(family, owner)];
      return owner !== family && own?.key === key && more.length + others.length === 0 ? other : undefined;
    },
  };
}
