// An option that may be left out says what it is then; one that is a time says its unit.
import { Converter, ReflectionKind } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const options of project.getReflectionsByKind(ReflectionKind.Interface)) {
      if (!/(?:Options|Input|Policy)$/.test(options.name)) continue;
      for (const option of options.children ?? []) {
        const text = option.comment?.summary.map((part) => part.text).join('') ?? '';
        const name = option.getFriendlyFullName();
        if (option.flags.isOptional && !option.comment?.getTag('@defaultValue'))
          app.logger.warn(`${name} may be left out, and does not say what it is then: add @defaultValue.`);
        if (/Ms$/.test(option.name) && !/millisecond/i.test(text))
          app.logger.warn(`${name} is a time, and does not say its unit.`);
      }
    }
  });
}
