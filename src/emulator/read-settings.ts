import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildSchema, type GraphQLNamedType, type GraphQLSchema, isAbstractType, isObjectType } from 'graphql';
import { isRecord } from '../base/is-record.ts';
import { parseSchema, readSchemaFile } from '../graphql/parse-schema.ts';
import { ControlApiError } from '../index.ts';
import { callback, checkOptions, oneOfThese, refusedSetting, seedValue, share, whole } from './check-options.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { usualBodyBytes, usualNulls, usualPageSize } from './world/model/defaults.ts';
import type { Fixtures, WorldSettings } from './world/model/world-options.ts';
import { resolverIn } from './world/own-resolvers.ts';

/** The options of an emulator. Faults may come from a command line, and are checked when they are set. */
export type GivenOptions = Omit<EmulatorOptions<object>, 'faults'> & {
  readonly faults?: readonly object[] | undefined;
};

type WithDefaults = {
  readonly [Name in 'port' | 'listen' | 'maxBodyBytes' | 'faults' | 'onNote' | 'onRequest']-?: NonNullable<
    GivenOptions[Name]
  >;
};

/** Checked options, with all defaults applied and all files read. */
export interface EmulatorSettings extends Omit<WorldSettings, 'report'>, WithDefaults {
  readonly schema: GraphQLSchema;
  readonly readSchema: (schema: string) => Promise<GraphQLSchema>;
}

const most = 10_000_000;

/** Reads options; paths are relative to `cwd`. @throws {ControlApiError} if an option is unknown, out of range or unfit for the schema. */
export async function readSettings(cwd: string, options: GivenOptions): Promise<EmulatorSettings> {
  const { schema, seed = 1, listen = true, faults = [], onRequest = () => {}, onNote = printed, ...numbers } = options;
  const { port = 0, devices, maxPageSize = usualPageSize, ...more } = numbers;
  const { maxBodyBytes = usualBodyBytes, nulls = usualNulls, ...content } = more;
  const { count = {}, resolvers = {}, fixtures = {}, ...others } = content;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw refusedSetting(`The emulator has no option \`${unknown}\`: check its name.`);
  const sizes = Object.entries(count).map(([type, size]) => [`count.${type}`, size] as const);
  checkOptions(
    'emulator',
    {
      ...{ port: whole(0, 65_535), devices: whole(0, most), maxPageSize: whole(1, most), nulls: share },
      ...{ maxBodyBytes: whole(1, 1_000_000_000), seed: seedValue, listen: oneOfThese(true, false) },
      ...{ onRequest: callback, onNote: callback },
      ...Object.fromEntries(sizes.map(([name]) => [name, whole(0, most)])),
    },
    { port, devices, maxPageSize, maxBodyBytes, nulls, seed, listen, onRequest, onNote, ...Object.fromEntries(sizes) },
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

async function servedSchema(schema: string | undefined, cwd: string): Promise<GraphQLSchema> {
  if (schema === undefined) {
    // Only the build knows how to import a text. Our own generator runs the sources, and passes the file as an option.
    const { default: documented } = await import('../../docs/documented.graphql?raw');
    return buildSchema(documented, { noLocation: true, assumeValidSDL: true });
  }
  // SDL and JSON have a brace; file names have none.
  return schema.includes('{') ? parseSchema(schema, '`schema`') : readSchemaFile(schema, cwd);
}

/** @throws {ControlApiError} if the file cannot be read, or is not a JSON object with a list for each type. */
export async function readFixtures(fixtures: string | Fixtures, cwd: string): Promise<Fixtures> {
  const name = typeof fixtures === 'string' ? fixtures : '`fixtures`';
  const value = typeof fixtures === 'string' ? await readJson(fixtures, cwd) : fixtures;
  if (isFixtures(value)) return value;
  throw refusedSetting(
    `${name} is not a set of fixtures: write an object with a list of objects for each type, such as {"Device": [{"id": "d1"}]}.`,
  );
}

async function readJson(file: string, cwd: string): Promise<unknown> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new ControlApiError('configuration', `The fixtures ${file} cannot be read: check the path.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ControlApiError('configuration', `The fixtures ${file} are not valid JSON.`, { cause });
  }
}

function isFixtures(value: unknown): value is Fixtures {
  return isRecord(value) && Object.values(value).every((list) => Array.isArray(list) && list.every(isRecord));
}

/** Refuses resolvers that the schema has no type or field for, and kinds that the emulator does not run. */
function checkResolvers(schema: GraphQLSchema, resolvers: object): void {
  for (const [name, members] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (!type) throw unknownResolver(name);
    if (members === undefined) continue;
    const taken = membersWithResolvers(type);
    if (taken === undefined || !isRecord(members))
      throw refusedSetting(
        `\`resolvers\` of the emulator has \`${name}\`, and it takes resolvers of object types, interfaces and unions alone: leave it out.`,
      );
    for (const [member, value] of Object.entries(members)) {
      const place = `${name}.${member}`;
      if (value === undefined) continue;
      if (!taken.includes(member)) throw unknownResolver(place, member.startsWith('__') || !isObjectType(type));
      if (resolverIn(members, member) === undefined)
        throw refusedSetting(
          `\`resolvers\` of the emulator must have a function, or \`{ resolve }\`, as \`${place}\`.`,
        );
    }
  }
}

function membersWithResolvers(type: GraphQLNamedType): readonly string[] | undefined {
  if (isAbstractType(type)) return ['__resolveType'];
  return isObjectType(type) ? [...Object.keys(type.getFields()), '__isTypeOf'] : undefined;
}

function unknownResolver(name: string, isKind = false): Error {
  return refusedSetting(
    isKind
      ? `\`resolvers\` of the emulator has \`${name}\`, which it does not run: leave it out.`
      : `\`resolvers\` of the emulator names \`${name}\`, which the schema does not have.`,
  );
}
