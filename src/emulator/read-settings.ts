import { buildSchema, type GraphQLSchema } from 'graphql';
import { parseSchema, readSchemaFile } from '../graphql/parse-schema.ts';
import { checkOptions, refusedSetting, share, whole } from './check-options.ts';
import { checkResolvers } from './check-resolvers.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import type { WorldSettings } from './world/model/world-options.ts';
import { readFixtures } from './world/read-fixtures.ts';

/** The options of an emulator, whose faults may come from a command line: they are checked where they are set. */
export type GivenOptions = Omit<EmulatorOptions<object>, 'faults'> & { readonly faults?: readonly object[] };

/** The options of an emulator, checked, with all defaults applied and all files read. */
export interface EmulatorSettings
  extends Omit<WorldSettings, 'report'>,
    Required<Pick<GivenOptions, 'port' | 'listen' | 'maxBodyBytes' | 'faults' | 'onNote' | 'onRequest'>> {
  readonly schema: GraphQLSchema;
  readonly readSchema: (schema: string) => Promise<GraphQLSchema>;
}

const most = 10_000_000;

/**
 * Reads the options of an emulator.
 *
 * @param cwd - The folder that the paths of files are relative to.
 * @throws {ControlApiError} if an option is unknown or out of range, or names what the schema does not have.
 */
export async function readSettings(cwd: string, options: GivenOptions): Promise<EmulatorSettings> {
  const { schema, seed = 1, listen = true, faults = [], onRequest = () => {}, onNote = printed, ...numbers } = options;
  const { port = 0, devices, maxPageSize = 100, maxBodyBytes = 10_000_000, nulls = 0.1, ...content } = numbers;
  const { count = {}, resolvers = {}, fixtures = {}, ...others } = content;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw refusedSetting(`The emulator has no option \`${unknown}\`: check its name.`);
  const sizes = Object.entries(count).map(([type, size]) => [`count.${type}`, size] as const);
  checkOptions(
    'emulator',
    {
      ...{ port: whole(0, 65_535), devices: whole(0, most), maxPageSize: whole(1, most), nulls: share },
      ...{ maxBodyBytes: whole(1, 1_000_000_000) },
      ...Object.fromEntries(sizes.map(([name]) => [name, whole(0, most)])),
    },
    { port, devices, maxPageSize, maxBodyBytes, nulls, ...Object.fromEntries(sizes) },
  );
  const served = await servedSchema(schema, cwd);
  const missing = Object.keys(count).find((name) => !served.getType(name));
  if (missing !== undefined)
    throw refusedSetting(`\`count\` of the emulator names \`${missing}\`, which the schema does not have.`);
  checkResolvers(served, resolvers);
  return {
    ...{ schema: served, port, devices, seed, listen, maxPageSize, maxBodyBytes, nulls, count, resolvers },
    ...{ faults, onRequest, onNote, fixtures: await readFixtures(fixtures, cwd) },
    readSchema: (text) => servedSchema(text, cwd),
  };
}

function printed(note: string): void {
  process.stderr.write(`The emulator: ${note}\n`);
}

/**
 * The schema to serve: the text, the file relative to `cwd`, or, if undefined, the documented surface.
 *
 * @throws {ControlApiError} if the file cannot be read, or its schema is invalid.
 */
export async function servedSchema(schema: string | undefined, cwd: string): Promise<GraphQLSchema> {
  if (schema === undefined) {
    // Our own generator runs the sources and serves the file: only the build knows how to import a text.
    const { default: documented } = await import('../../docs/documented.graphql?raw');
    return buildSchema(documented, { noLocation: true, assumeValidSDL: true });
  }
  // Every text that declares a type has a brace, which file names do not have.
  return schema.includes('{') ? parseSchema(schema, '`schema`') : readSchemaFile(schema, cwd);
}
