import type { Types } from '@graphql-codegen/plugin-helpers';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import type { ControlApiCodegenOptions } from './codegen-options.ts';
import type { OutputForm } from './output/output-files.ts';
import type { OutputOptions } from './output/output-options.ts';

/**
 * The setting by which `control-api generate` hears of a live schema that could not be read, and writes all the same. The generator
 * alone stops there: it has no other way to fail.
 */
export const onUnread = 'controlApiOnUnread';

/** The setting by which it names the project's folder. The generator alone runs in that folder. */
export const projectFolder = 'controlApiFolder';

/**
 * The files of one output, each made by one plugin. A preset can pass the plugin as a function; a plugin name would have to be resolved
 * from the place where the generator is installed.
 */
export function controlApiPreset(options: ControlApiCodegenOptions): Types.OutputPreset & OwnPreset {
  return {
    options,
    buildGeneratesSection: async ({ baseOutputDir, documents, ...rest }) => {
      const { [onUnread]: unread, [projectFolder]: folder = process.cwd() }: Readonly<Record<string, unknown>> =
        rest.config;
      const { generateFile } = await loadPeer('Generating', codegenPackages, () => import('./output/generate-file.ts'));
      const { outputFiles } = await import('./output/output-files.ts');
      const pluginOf =
        (form: OutputForm) =>
        async (schema: Parameters<typeof generateFile>[0]): Promise<string> => {
          const read = documents.flatMap(({ document }) => document ?? []);
          const text = generateFile(schema, read, options, form);
          const baseUrl = process.env['CONTROL_API_URL']?.trim();
          if (form !== 'declarations' && options.checkLive && options.schema !== undefined && baseUrl) {
            const { holdAgainstLive } = await import('./hold-against-live.ts');
            await holdAgainstLive(read, schema, options, baseUrl, String(folder)).catch((error: Error) => {
              if (error.name !== 'IntrospectionError' || typeof unread !== 'function') throw error;
              unread(error);
            });
          }
          return text;
        };
      return outputFiles(baseOutputDir, String(folder)).map(({ path, form }) => ({
        ...rest,
        filename: path,
        documents,
        plugins: [{ 'control-api': {} }],
        pluginMap: { 'control-api': { plugin: pluginOf(form) } },
        // The plugin validates by itself: with places first, and with the rules of a server.
        skipDocumentsValidation: true,
      }));
    },
  };
}

/** The facts of the preset that other commands read. */
interface OwnPreset {
  readonly options: OutputOptions;
}

/** The options of an output of a config, if this package makes it: the config may come from another copy of it. */
export function optionsOf(output: unknown): OutputOptions | undefined {
  const preset = isRecord(output) ? output['preset'] : undefined;
  return isOwn(preset) ? preset.options : undefined;
}

function isOwn(preset: unknown): preset is OwnPreset {
  return isRecord(preset) && isRecord(preset['options']) && typeof preset['options']['output'] === 'string';
}
