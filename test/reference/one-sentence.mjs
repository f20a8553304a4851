// What stands in a type literal is described by the sentence of the property or type that holds it.
import { Converter, ReflectionKind } from 'typedoc';

/** Whether a sentence further up, within the same export, is also about this part of a type. */
function isCovered(reflection) {
  let isInLiteral = false;
  for (let at = reflection.parent; at; at = at.parent) {
    isInLiteral ||= at.kindOf(ReflectionKind.TypeLiteral | ReflectionKind.TypeAlias);
    if (isInLiteral && at.hasComment()) return true;
  }
  return false;
}

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const covered = project.getReflectionsByKind(ReflectionKind.All).filter((it) => !it.hasComment() && isCovered(it));
    app.options.setValue('intentionallyNotDocumented', [...new Set(covered.map((it) => it.getFriendlyFullName()))]);
  });
}
