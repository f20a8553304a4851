import {
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
} from 'graphql';
import { type Field, fieldsOf } from '../../../graphql/fields.ts';
import type { Model } from '../model/model.ts';
import { isFailure, type ModelField } from '../model/shapes.ts';
import type { Move } from '../model/states.ts';
import { type DeclaredInput, declaredInputs } from './inputs.ts';

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
  readonly effective: ReadonlySet<string>;
}

export interface Refusal {
  readonly rule: 11 | 12 | 13;
  readonly reason: string;
}

export function isRefusal(judged: Plan | Refusal): judged is Refusal {
  return 'reason' in judged;
}

/** The types of objects that an answer shows: itself, or in its payload, also within an edge or a page. */
export function shownTypes(model: Model, type: GraphQLNamedType, depth = 0): ReadonlySet<GraphQLObjectType> {
  if (!isCompositeType(type) || isFailure(type) || type === model.schema.getQueryType()) return new Set();
  const own = model.storedOf(type);
  if (own.length > 0 || depth > 2) return new Set(own);
  const inner = model.membersOf(type).flatMap(fieldsOf);
  return new Set(inner.flatMap((field) => [...shownTypes(model, getNamedType(field.type), depth + 1)]));
}

/** The error for a mutation whose effect the schema does not define. */
export function notEmulated(
  model: Model,
  parent: GraphQLObjectType,
  field: Field,
  { rule, reason }: Refusal,
  node?: FieldNode,
): GraphQLError {
  const message = [
    `The emulator does not know what \`${parent.name}.${field.name}\` does: ${reason} (rule ${rule} of its page).`,
    `Give it a resolver: ${resolverFor(model, parent, field)}`,
  ].join(' ');
  return new GraphQLError(message, { ...(node && { nodes: node }), extensions: { code: 'NOT_EMULATED' } });
}

/** A resolver to fill in: what it writes is the object that an id names. */
function resolverFor(model: Model, parent: GraphQLObjectType, field: Field): string {
  const [id] = declaredInputs(model, field.args).filter(({ idOf }) => idOf);
  const root = id?.path.split('.')[0];
  const named = getNamedType(field.type);
  const written = (type: GraphQLNamedType): string =>
    isObjectType(type) && model.stored.includes(type) ? `update('${type.name}', ${id?.path ?? '…'}, { … })` : '…';
  const isPayload = isObjectType(named) && !model.stored.includes(named);
  const fields = isPayload ? Object.values(named.getFields()) : [];
  const shown = fields.map(({ name, type }) => `${name}: ${written(getNamedType(type))}`).join(', ');
  const answer = isPayload ? `({ ${shown} })` : named.name === 'Boolean' ? 'true' : written(named);
  return `{ ${parent.name}: { ${field.name}: (_, { ${root ?? '…'} }, { update }) => ${answer} } }`;
}
