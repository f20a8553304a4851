import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { MutationRule } from '../model/world-options.ts';
import type { Mutations } from './mutations.ts';
import { fieldPlaceOf } from './place.ts';
import { isRefusal, type Plan } from './plan.ts';

export function explained(
  model: Model,
  mutations: Mutations,
  isOwn: (type: GraphQLObjectType, field: string) => boolean,
): readonly MutationRule[] {
  const root = model.schema.getMutationType();
  return root ? within(root, new Set()) : [];

  function within(type: GraphQLObjectType, seen: ReadonlySet<GraphQLObjectType>): readonly MutationRule[] {
    if (seen.has(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const place = fieldPlaceOf(model, type, field);
      const inner = getNamedType(field.type);
      if (place === 'read') return [];
      if (place === 'namespace') return isObjectType(inner) ? within(inner, new Set([...seen, type])) : [];
      const mutation = `${type.name}.${field.name}`;
      if (isOwn(type, field.name)) return [{ mutation, rule: undefined, isEmulated: true, text: 'runs your resolver' }];
      const judged = mutations.judged(type)(field);
      const { rule } = judged;
      return [
        { mutation, rule, isEmulated: !isRefusal(judged), text: isRefusal(judged) ? judged.reason : does(judged) },
      ];
    });
  }
}

function does({ does: what, subject, state, joins, ids, effective, mentioned }: Plan): string {
  const inputs = [...effective].map((path) => path.split('.').at(-1));
  const which = ids ? ` that \`${ids.path}\` names` : '';
  if (what === 'create') return `makes a ${subject}${inputs.length > 0 ? ` of ${inputs.join(', ')}` : ''}`;
  if (what === 'delete') return `deletes the ${subject}${which}`;
  const moves = state
    ? `${state.holds ? 'makes' : 'ends'} the state ${state.words.map((word) => `\`${word}\``).join(' or ')}`
    : undefined;
  const verb = joins === 'join' ? 'adds' : joins === 'part' ? 'takes away' : 'writes';
  const writes =
    inputs.length > 0 ? `${verb} ${inputs.join(', ')}` : joins === 'part' ? `${verb} ${mentioned?.key}` : undefined;
  return `${[moves, writes].filter(Boolean).join(', ') || 'changes nothing'} ${joins === 'join' ? 'to' : joins === 'part' ? 'from' : 'of'} the ${subject}${which}`;
}
