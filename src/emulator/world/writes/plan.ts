import type { GraphQLObjectType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';
import type { Move } from '../model/states.ts';
import type { DeclaredInput } from './inputs.ts';

/** What a mutation does, as its name, its inputs and its payload say together. */
export interface Plan {
  readonly does: 'create' | 'delete' | 'change';
  /** The number of the rule in docs/emulator.md. */
  readonly rule: 11 | 12 | 13;
  readonly subject: GraphQLObjectType;
  /** How what inputs name is joined with the subject; `set` makes a list hold these alone. */
  readonly joins: 'set' | 'join' | 'part';
  /** The states that the verb or a word of the name moves. */
  readonly state: Move | undefined;
  /** The words by which a `reason` becomes a `pausedReason`. */
  readonly prefixes: readonly string[];
  /** The field that the name mentions beside types and the verb: `collaborators` for `addProjectCollaborator`. */
  readonly mentioned: ModelField | undefined;
  /** The input with the ids of the subject; none if it is the one around the mutation, or the only one. */
  readonly ids: DeclaredInput | undefined;
  /** The inputs that have an effect, by their paths. */
  readonly effective: ReadonlySet<string>;
}

export interface Refusal {
  readonly rule: 11 | 12 | 13;
  readonly reason: string;
}

export function isRefusal(judged: Plan | Refusal): judged is Refusal {
  return 'reason' in judged;
}
