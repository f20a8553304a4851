import type { GraphQLSchema } from 'graphql';
import { snapshotFile } from '../../graphql/files/snapshot.ts';
import type { CliIo } from '../io.ts';
import type { Command } from '../line/command.ts';
import type { Completed } from '../line/option.ts';
import { namedOperations } from '../listing/find-document.ts';
import { readSchema } from '../schema/read-schema.ts';
import type { Before, FindValues, Value } from './complete.ts';

type Sources = Readonly<Record<Completed, (before: Before, current: string) => Promise<readonly string[]>>>;

/** The values for completions: from the files of the project alone, since a press of Tab must not send anything. */
export function valuesFrom(io: CliIo, commands: readonly Command[]): FindValues {
  const sources: Sources = {
    commands: async () => commands.filter(({ hidden }) => !hidden).map(({ name }) => name),
    conditions: async (before, current) => conditions(await snapshotOf(before, io), before, current),
    fields: async (before) => ['*', ...(await fieldsOf(await snapshotOf(before, io), before))],
    files: async () => [],
    lists: async (before) =>
      (await import('../../explorer/list-path.ts')).everyList(await snapshotOf(before, io)).whole,
    names: async (before, current) => (await names()).namesFrom(await snapshotOf(before, io), before.words, current),
    operations: async () => [...(await namedOperations(io)).keys()],
    paths: async (before, current) => (await names()).pathsFrom(await snapshotOf(before, io), before.words, current),
    profiles: async () => {
      const { readProfiles } = await import('../settings/profiles.ts');
      return [...((await readProfiles(io)) ?? new Map()).keys()];
    },
  };
  return async (kind, before, current): Promise<readonly Value[]> => {
    try {
      return (await sources[kind](before, current)).map((value) => ({ value }));
    } catch {
      // A missing or broken file, or a half-typed path: there is nothing to offer, and a prompt is no place for an error.
      return [];
    }
  };
}

const names = () => import('../../explorer/name-completions.ts');

function snapshotOf({ options }: Before, io: CliIo): Promise<GraphQLSchema> {
  const file = options.get('schema')?.at(-1) ?? snapshotFile;
  if (file === '-') throw new Error('Standard input is the terminal.');
  return readSchema({ from: 'file', file }, io);
}

async function itemOf(schema: GraphQLSchema, { words: [path = 'team.devices'] }: Before) {
  const { findList } = await import('../../explorer/list-path.ts');
  return findList(schema, path).item;
}

async function fieldsOf(schema: GraphQLSchema, before: Before): Promise<readonly string[]> {
  const { everyField } = await import('../../explorer/list-fields.ts');
  return everyField(await itemOf(schema, before));
}

/** `status=`, and after it the values of an enum. */
async function conditions(schema: GraphQLSchema, before: Before, current: string): Promise<readonly string[]> {
  const equals = current.indexOf('=');
  if (equals === -1) return (await fieldsOf(schema, before)).map((field) => `${field}=`);
  const [{ readFields }, { isEnumType }] = await Promise.all([
    import('../../explorer/list-fields.ts'),
    import('graphql'),
  ]);
  const head = current.slice(0, equals + 1);
  const [field] = readFields(await itemOf(schema, before), head.replace(/!?=$/, ''));
  const values = isEnumType(field?.type) ? field.type.getValues().map(({ name }) => name) : [];
  return (field?.type.name === 'Boolean' ? ['true', 'false'] : values).map((value) => head + value);
}
