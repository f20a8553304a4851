import type { Types } from '@graphql-codegen/plugin-helpers';
import { isRecord } from '../base/is-record.ts';
import { codegenPackages, loadPeer } from '../graphql/files/load-peer.ts';
import type { ControlApiCodegenOptions } from './codegen-options.ts';
import type { OutputForm, OutputOptions } from './output/output.ts';

/** The setting with which `generate` takes the error if the live schema cannot be read. Without it, the generation fails. */
export const onUnread = 'controlApiOnUnread';

/** The setting with which `generate` names the project's folder. Without it, this is the working directory. */
export const projectFolder = 'controlApiFolder';

/** The plugin is passed as a function: GraphQL Code Generator would resolve a plugin's name from its own folder. */
export function controlApiPreset(options: ControlApiCodegenOptions): Types.OutputPreset & OwnPreset {
  return {
    options,
    buildGeneratesSection: async ({ baseOutputDir, documents, ...rest }) => {
      const { [onUnread]: unread, [projectFolder]: folder = process.cwd() }: Readonly<Record<string, unknown>> =
        rest.config;
      const { generateFile } = await loadPeer('Generating', codegenPackages, () => import('./output/generate-file.ts'));
      const { outputFiles } = await import('./output/output.ts');
      const pluginOf =
        (form: OutputForm) =>
        async (schema: Parameters<typeof generateFile>[0]): Promise<string> => {
          const read = documents.flatMap(({ document }) => document ?? []);
          const text = generateFile(schema, read, options, form);
          const baseUrl = process.env['CONTROL_API_URL']?.trim();
          if (form !== 'declarations' && options.checkLive && options.schema !== undefined && baseUrl) {
            const { judgeLive } = await import('./judge-live.ts');
            await judgeLive(read, schema, options, baseUrl, String(folder)).catch((error: Error) => {
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
        // Our plugin validates by itself, with places.
        skipDocumentsValidation: true,
      }));
    },
  };
}

interface OwnPreset {
  readonly options: OutputOptions;
}

/** The options of an output that our own preset makes, which may come from another copy of this package. */
export function optionsOf(output: unknown): OutputOptions | undefined {
  const preset = isRecord(output) ? output['preset'] : undefined;
  return isOwn(preset) ? preset.options : undefined;
}

function isOwn(preset: unknown): preset is OwnPreset {
  return isRecord(preset) && isRecord(preset['options']) && typeof preset['options']['output'] === 'string';
}
