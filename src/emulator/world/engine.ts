import { type GraphQLFieldResolver, type GraphQLSchema, type GraphQLTypeResolver, isObjectType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { ConfigurationError } from '../../index.ts';
import type { Call } from './call.ts';
import { hash } from './chance.ts';
import { placeFixtures, readFixtures } from './fixtures.ts';
import { type Family, readModel } from './model.ts';
import { createMutations } from './mutate.ts';
import { createOwnResolvers } from './own-resolvers.ts';
import { createPopulation } from './population.ts';
import { createReader } from './reader.ts';
import { createRelations } from './relations.ts';
import { createReads } from './resolve.ts';
import { createSelection } from './select.ts';
import type { State } from './state.ts';
import { Thing } from './thing.ts';
import type { WorldSettings } from './world-options.ts';

/** The two functions of an executor, over one schema and one state. */
export interface Engine {
  readonly schema: GraphQLSchema;
  readonly fieldResolver: GraphQLFieldResolver<unknown, unknown>;
  readonly typeResolver: GraphQLTypeResolver<unknown, unknown>;
  /** Puts the fixtures into the state: once, for the first schema. */
  start(): void;
}

/** Answers the operations of a schema from a state of the world. */
export function createEngine(
  schema: GraphQLSchema,
  state: State,
  settings: WorldSettings,
  report: (note: string, context: unknown) => void,
): Engine {
  const { count = {}, fixtures = {}, mocks = {}, resolvers = {} } = settings;
  const model = readModel(schema, new Set([...Object.keys(count), ...Object.keys(fixtures)]));
  const mockId = (family: Family, index: number): string | number | undefined => {
    for (const { name } of family.types) {
      const own = mocks[`${name}.${family.identity?.name ?? 'id'}`];
      const number = hash(state.seed, family.name, index, 'id', 0);
      const value: unknown = typeof own === 'function' ? own({ type: name, field: 'id', index, number }) : own;
      if (typeof value === 'string' || typeof value === 'number') return value;
    }
    return undefined;
  };
  const hasMockId = (family: Family): boolean =>
    family.types.some(({ name }) => Object.hasOwn(mocks, `${name}.${family.identity?.name ?? 'id'}`));
  const objects = readFixturesOf();
  const population = createPopulation(model, state, { count, devices: settings.devices, atLeast, mockId, hasMockId });
  const relations = createRelations(model, state, population);
  const reader = createReader(model, state, population, relations, mocks);
  const selection = createSelection(model, state, population, reader);
  const parts = { model, state, population, relations, reader, selection, maxPageSize: settings.maxPageSize };
  const reads = createReads(parts);
  const mutations = createMutations({ ...parts, reads });
  const own = createOwnResolvers({ model, population, reader, reads }, resolvers);

  function readFixturesOf() {
    return state.families.size === 0 ? readFixtures(model, fixtures) : undefined;
  }

  /** How many objects fixtures have; of those that they only mention, as many as usual if that is more. */
  function atLeast(family: Family): { readonly size: number; readonly exact: boolean } {
    return { size: objects?.families.get(family.name)?.length ?? 0, exact: objects?.listed.has(family.name) ?? false };
  }

  return {
    schema,
    start() {
      check(schema, settings);
      if (objects) placeFixtures(model, state, population, relations, objects);
    },
    fieldResolver(source, args, context, info) {
      const { parentType: type, fieldName } = info;
      const owner = source instanceof Thing ? source : new Thing(type);
      const field = type.getFields()[fieldName];
      if (field === undefined) return undefined;
      const call: Call = {
        owner,
        type,
        field,
        args,
        info,
        note: (what) => report(noteText(type.name, fieldName, what), context),
      };
      const emulated = (): unknown => {
        const given = owner.given?.[fieldName];
        if (given !== undefined) return given();
        return mutations.isMutation(call) ? mutations.run(call) : reads.read(call);
      };
      const resolver = own.resolverOf(type, fieldName);
      return resolver ? own.run(resolver, call, emulated) : emulated();
    },
    typeResolver: (thing) => (thing instanceof Thing ? thing.type.name : undefined),
  };
}

function noteText(type: string, field: string, what: string): string {
  return what === ''
    ? `The mutation \`${field}\` is not understood: it is answered, and changes nothing. Add a resolver for \`${type}.${field}\`.`
    : `\`${what}\` of \`${type}.${field}\` is not understood, so it has no effect. Add a resolver for \`${type}.${field}\`.`;
}

/** Checks that the settings name types and fields of the schema. */
function check(schema: GraphQLSchema, { count = {}, mocks = {}, resolvers = {} }: WorldSettings): void {
  const wrong = (option: string, name: string): never => {
    throw new ConfigurationError(`\`${option}\` of the emulator names \`${name}\`, which the schema does not have.`);
  };
  for (const [name, size] of Object.entries(count)) {
    if (schema.getType(name) === undefined) wrong('count', name);
    if (!Number.isInteger(size) || size < 0 || size > 10_000_000)
      throw new ConfigurationError(`\`count.${name}\` of the emulator must be a whole number from 0 to 10000000.`);
  }
  const hasField = (name: string, field: string): boolean => {
    const type = schema.getType(name);
    return type !== undefined && 'getFields' in type && Object.hasOwn(type.getFields(), field);
  };
  for (const name of Object.keys(mocks)) {
    const [type = '', field] = name.split('.');
    if (field === undefined ? schema.getType(type) === undefined : !hasField(type, field)) wrong('mocks', name);
  }
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    if (type === undefined) wrong('resolvers', name);
    if (!isObjectType(type) || !isRecord(fields)) continue;
    for (const field of Object.keys(fields))
      if (!field.startsWith('__') && !hasField(name, field)) wrong('resolvers', `${name}.${field}`);
  }
}
