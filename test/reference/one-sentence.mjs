// What has no sentence of its own in the source, and needs none there.
import { Comment, Converter, ReflectionKind } from 'typedoc';

/** Names of generated code, in which a sentence would not survive. */
const generated = new Map([
  ['CheckIntrospection', 'The documented introspection check: the names of the root types. It needs no key.'],
  ['CheckIntrospectionQuery', 'The data of `CheckIntrospection`.'],
  ['ListDevices', 'The documented listing, as one answer has it. For every device use `devices()` of a client.'],
  ['ListDevicesQuery', 'The data of `ListDevices`. That anything in it may be null is inferred.'],
]);

const described = ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.CallSignature;

/** Whether the sentence of the property or type that holds a type literal is also about this part of it. */
function isCovered(reflection) {
  let isInLiteral = false;
  for (let at = reflection.parent; at; at = at.parent) {
    isInLiteral ||= at.kindOf(ReflectionKind.TypeLiteral | ReflectionKind.TypeAlias);
    if (isInLiteral && at.hasComment()) return true;
  }
  return false;
}

/** Parameters, and what stands in their types, are described by the sentence of their function. */
function isOfParameter(reflection) {
  for (let at = reflection.parent; at; at = at.parent) if (at.kindOf(ReflectionKind.Parameter)) return true;
  return false;
}

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of project.getReflectionsByKind(ReflectionKind.SomeExport)) {
      const sentence = generated.get(reflection.name);
      if (sentence && !reflection.hasComment()) reflection.comment = new Comment([{ kind: 'text', text: sentence }]);
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const covered = project
      .getReflectionsByKind(described)
      .filter((it) => it.name !== '__type' && !it.hasComment() && isCovered(it) && !isOfParameter(it));
    app.options.setValue('intentionallyNotDocumented', [...new Set(covered.map((it) => it.getFriendlyFullName()))]);
  });
}
