import type { GraphQLObjectType } from 'graphql';
import { flatName, sameNoun } from '../model/names.ts';
import { isLink, type LinkField, type ModelField } from '../model/shapes.ts';
import type { Move } from '../model/states.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import type { DeclaredInput } from './inputs.ts';

/** The number of a rule in docs/emulator.md. */
type Rule = 11 | 12 | 13;

/** The effect of a mutation, read from its name, its inputs and its payload. */
export interface Plan {
  readonly does: 'create' | 'delete' | 'change';
  readonly rule: Rule;
  readonly subject: GraphQLObjectType;
  /** How objects that inputs name are linked with the subject; `set` makes a list hold these alone. */
  readonly joins: 'set' | 'join' | 'part';
  readonly state: Move | undefined;
  /** The words by which a `reason` becomes a `pausedReason`. */
  readonly prefixes: readonly string[];
  /** The field that the name mentions beside types and the verb: `collaborators` for `addProjectCollaborator`. */
  readonly mentioned: ModelField | undefined;
  /** The input with the ids of the subject; undefined for a new object, a holder (`device(id:) { rename }`), or the team. */
  readonly ids: DeclaredInput | undefined;
  /** The inputs with an effect, by path. */
  readonly meanings: ReadonlyMap<string, Meaning>;
}

export interface Refusal {
  readonly does: 'refuse';
  readonly rule: Rule;
  readonly reason: string;
}

/** What a field below the root of mutations does: a mutation has a plan or a refusal. */
export type Verdict = Plan | Refusal | { readonly does: 'read' } | { readonly does: 'lead' };

export function refuse(rule: Rule, reason: string): Refusal {
  return { does: 'refuse', rule, reason };
}

/** The effect of an input. */
export type Meaning =
  | { readonly on: 'field'; readonly field: ModelField }
  /** One field of a part that the name mentions: `theme` of `updateDeviceSettings`. */
  | { readonly on: 'part'; readonly part: ModelField; readonly name: string }
  | { readonly on: 'state'; readonly word: string; readonly holds: boolean }
  /** A reference or list that only the other object has. */
  | { readonly on: 'other'; readonly field: LinkField };

/** The meaning of an input; undefined if it has no effect. `isOnly`: no other input is a value. */
export function meaningOf(
  world: WorldParts,
  { name, idOf, target: other, type }: DeclaredInput,
  { subject, joins, prefixes, mentioned }: Pick<Plan, 'subject' | 'joins' | 'prefixes' | 'mentioned'>,
  isOnly: boolean,
): Meaning | undefined {
  const { model } = world;
  // The `memberId` of `addProjectCollaborator` is the id of a collaborator.
  if (isLink(mentioned) && other && model.isSame(mentioned.target, other)) return { on: 'field', field: mentioned };
  // A list is joined and parted by the id of one item, in the singular.
  const singular = idOf && joins !== 'set' ? [`${name}s`] : [];
  const names = [name, ...singular, ...prefixes.map((word) => word + flatName(name))];
  const field = names.map((each) => model.meant(subject, each)).find(Boolean);
  if (field) return field.kind === 'id' ? undefined : { on: 'field', field };
  if (mentioned?.target && mentioned.kind === 'part')
    for (const member of model.membersOf(mentioned.target)) {
      const inner = model.meant(member, name);
      if (inner) return { on: 'part', part: mentioned, name: inner.definition.name };
    }
  // The one input beside ids is the value of the mentioned field: `enabled` of `setMaintenanceMode`.
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
