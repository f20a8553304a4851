import { Rolldown } from 'tsdown';

/**
 * The help pages as texts in place of what renders them: so the binary shows one without loading the declarations of all
 * commands. What a command loads only when it runs is left out.
 */
export const preparedHelpPages: Rolldown.Plugin = {
  name: 'prepared-help-pages',
  load: {
    filter: { id: /src[\\/]cli[\\/]commands[\\/]help-pages\.ts$/ },
    handler: async (input) => {
      const withoutLater: Rolldown.Plugin = {
        name: 'without-later',
        resolveId: (id, _importer, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : null),
      };
      const { output } = await Rolldown.build({
        input,
        platform: 'node',
        transform: { target: 'node20.19' },
        plugins: [withoutLater],
        treeshake: false,
        write: false,
      });
      const { helpPages } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
      return `export const helpPages = new Map(${JSON.stringify([...helpPages])});`;
    },
  },
};
