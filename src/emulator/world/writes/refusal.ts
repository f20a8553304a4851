import {
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
} from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import type { Model } from '../model/model.ts';
import { declaredInputs } from './inputs.ts';
import type { Refusal } from './plan.ts';

/** The error of a mutation of which the schema does not say what it does. */
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
