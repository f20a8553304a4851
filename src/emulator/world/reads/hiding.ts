import type { GraphQLCompositeType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import type { Field } from '../../../graphql/fields.ts';
import { flatName } from '../model/names.ts';
import { goneState } from '../model/story.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Arguments, inputsOf } from './call.ts';

/** The objects that a list leaves out unless they are asked for: `includeRevoked: Boolean` without `true` hides what is revoked. */
export function hiding(
  { model, storyOf, reader }: WorldParts,
  target: GraphQLCompositeType,
  field: Field,
  args: Arguments,
): { readonly isHidden: (stored: StoredObject) => boolean; readonly others: Arguments } {
  const including = inputsOf(field).flatMap(({ name, type }) => {
    const [verb = '', ...rest] = wordsOf(name);
    const word = rest.join('');
    const isState = model.familiesOf(target).some(({ name: family }) => storyOf(family)?.find(word));
    return isState && /^(?:include|with|show)$/.test(verb) && /^Boolean!?$/.test(String(type)) ? { name, word } : [];
  });
  const asked = namesIn(args);
  return {
    others: Object.fromEntries(Object.entries(args).filter(([name]) => !including.some((each) => each.name === name))),
    isHidden(stored) {
      const story = storyOf(stored.family);
      const gone = goneState(story);
      for (const { name, word } of including) {
        const { state, holds } = story?.find(word) ?? {};
        if (!state) continue;
        if (args[name] !== true && reader.holds(stored, state) === holds) return true;
        if (state === gone) return false;
      }
      const isAsked = gone?.shows.some(({ field }) => asked.has(flatName(field.key))) ?? false;
      return gone !== undefined && !isAsked && reader.holds(stored, gone);
    },
  };
}

/** The names in arguments at every depth, without case. */
function namesIn(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.entries(value).flatMap(([name, inner]) => [flatName(name), ...namesIn(inner)]));
}
