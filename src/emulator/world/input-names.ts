import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import type { Family, FieldSlot, Model } from './model.ts';
import { bare, idName, singulars } from './names.ts';

/** The slot of a family that an input's name means: `status` and `newStatus` both mean `status`. */
export function slotOfInput(model: Model, family: Family, name: string): FieldSlot | undefined {
  const slots = model.slotsOf(family);
  const word = bare(name.replace(/^[_$]+/, ''));
  for (const [field, slot] of slots) if (bare(field) === word) return slot;
  for (const slot of slots.values()) if (bare(slot.key) === word) return slot;
  const inner = /^(?:new|set|updated)(.+)$/.exec(word)?.[1] ?? /^(.+?)(?:input|value|data)$/.exec(word)?.[1];
  if (inner) for (const [field, slot] of slots) if (bare(field) === inner) return slot;
  return undefined;
}

/** The slot that `groupId` or `groupIds` names: by its own name, or that of its type. */
export function referenceOfInput(
  model: Model,
  family: Family,
  words: readonly string[],
  many: boolean,
): FieldSlot | undefined {
  const slots = [...model.slotsOf(family).values()].filter(({ kind }) => kind === 'reference' || kind === 'references');
  const word = words.join('').replace(/^(?:add|added|remove|removed|new|set)/, '');
  const rank = (slot: FieldSlot): number => (slot.kind === (many ? 'references' : 'reference') ? 0 : 1);
  const sorted = slots.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
  const own = sorted.find(({ key }) => singulars(bare(key)).includes(word) || bare(key) === word);
  if (own) return own;
  const target = model.named([word]) ?? model.named(words);
  const families = target ? model.familiesOf(target) : [];
  return sorted.find((slot) => slot.target && model.familiesOf(slot.target).some((each) => families.includes(each)));
}

/** The names that an input type can set. */
export function settableBy(types: readonly GraphQLInputType[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (type: GraphQLInputType, depth: number): void => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || depth > 3) return;
    for (const field of Object.values(named.getFields())) {
      found.add(bare(field.name));
      const id = idName(field.name);
      if (id) found.add(id.words.join(''));
      visit(field.type, depth + 1);
    }
  };
  for (const type of types) visit(type, 0);
  return found;
}
