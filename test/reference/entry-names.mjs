// The pages are called what an import names, not after the files of the source.
import { Converter, ReflectionKind } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      if (module.name === 'index') module.name = 'control-api-sdk';
      else module.name = `control-api-sdk/${module.name.replace('drift/watch/watch-drift', 'watch')}`;
    }
  });
}
