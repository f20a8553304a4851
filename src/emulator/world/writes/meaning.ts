import type { GraphQLObjectType } from 'graphql';
import { flatName, sameNoun } from '../model/names.ts';
import { isLink, type LinkField, type ModelField } from '../model/shapes.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import type { DeclaredInput } from './inputs.ts';
import type { Plan } from './plan.ts';

type Meaning =
  | { readonly on: 'field'; readonly field: ModelField }
  /** On one field of a part that the name mentions: `theme` of `updateDeviceSettings`. */
  | { readonly on: 'part'; readonly part: ModelField; readonly name: string }
  | { readonly on: 'state'; readonly word: string; readonly holds: boolean }
  /** On a reference or list that only the other object has. */
  | { readonly on: 'other'; readonly field: LinkField };

/** Decides what an input means: the one place that says so for reading a schema and for writing. `isOnly` says that there is no other. */
export function meaningOf(
  world: WorldParts,
  subject: GraphQLObjectType,
  { name, idOf, type }: DeclaredInput,
  { joins, prefixes, mentioned }: Pick<Plan, 'joins' | 'prefixes' | 'mentioned'>,
  isOnly: boolean,
): Meaning | undefined {
  const { model } = world;
  const other = idOf?.length ? model.namedExactly(idOf) : undefined;
  // The `memberId` of `addProjectCollaborator` is that of a collaborator.
  if (isLink(mentioned) && other && model.isSame(mentioned.target, other)) return { on: 'field', field: mentioned };
  // One more of a list is named in the singular.
  const singular = idOf && joins !== 'set' ? [`${name}s`] : [];
  const names = [name, ...singular, ...prefixes.map((word) => word + flatName(name))];
  const field = names.map((each) => model.meant(subject, each)).find(Boolean);
  if (field && field.kind !== 'id') return { on: 'field', field };
  if (field) return undefined;
  if (mentioned?.target && mentioned.kind === 'part')
    for (const member of model.membersOf(mentioned.target)) {
      const inner = model.meant(member, name);
      if (inner) return { on: 'part', part: mentioned, name: inner.definition.name };
    }
  // The one input beside ids is the value of what the name mentions: `enabled` of `setMaintenanceMode`.
  const isCalled = sameNoun(flatName(name), flatName(mentioned?.key ?? ''));
  if (mentioned && !idOf && (isCalled || (isOnly && mentioned.leaf?.name === type)))
    return { on: 'field', field: mentioned };
  const shown = type === 'Boolean' ? world.states(subject).find(flatName(name)) : undefined;
  if (shown) return { on: 'state', word: shown.state.word, holds: shown.holds };
  for (const owner of other ? model.storedOf(other) : []) {
    const theirs = world.links.only(owner, subject);
    if (theirs) return { on: 'other', field: theirs };
  }
  return undefined;
}
