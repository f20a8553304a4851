import { isObjectType } from 'graphql';
import type { Model } from './model.ts';
import type { Family, ModelField } from './model-field.ts';
import { flatName, wordsOf } from './names.ts';

/** How the objects of two families belong together. */
export interface Relations {
  /**
   * The field of `family` that the lists of `owner` are made from: `Device.group` for the devices of a group. Undefined if no
   * field of the family refers to the owner.
   */
  backReference(family: Family, owner: Family): ModelField | undefined;
  /** The name of the relation between a list and its owner, where no field refers back. */
  listRelation(owner: Family, key: string, family: Family): string;
}

/** Finds the relations between families. */
export function createRelations(model: Model): Relations {
  const backReferences = new Map<string, ModelField | undefined>();

  function findBackReference(family: Family, owner: Family): ModelField | undefined {
    const candidates = [...model.fieldsOfFamily(family).values()].filter(
      ({ kind, target, key }) =>
        kind === 'reference' &&
        target !== undefined &&
        model.familiesOf(target).includes(owner) &&
        (family !== owner || /^(?:parent|super|container|manager)/i.test(key)),
    );
    const rank = ({ key, target }: ModelField): number =>
      (flatName(key) === flatName(owner.name) ? 0 : wordsOf(owner.name).includes(wordsOf(key).at(-1) ?? '') ? 1 : 2) *
        10 +
      (target && isObjectType(target) ? 0 : 5);
    return candidates.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1))[0];
  }

  function keysOfLists(family: Family, of: Family): ReadonlySet<string> {
    const lists = [...model.fieldsOfFamily(family).values()].filter(
      ({ kind, target }) => kind === 'references' && target !== undefined && model.familiesOf(target).includes(of),
    );
    return new Set(lists.map(({ key }) => key));
  }

  return {
    backReference(family, owner) {
      const name = `${family.name} ${owner.name}`;
      if (!backReferences.has(name)) backReferences.set(name, findBackReference(family, owner));
      return backReferences.get(name);
    },
    listRelation(owner, key, family) {
      // One list on each side: they are the two ends of one relation.
      const isOne = keysOfLists(owner, family).size === 1 && keysOfLists(family, owner).size === 1;
      return owner !== family && isOne ? [owner.name, family.name].sort().join(' ') : `${owner.name}.${key}`;
    },
  };
}
