import { readFileSync } from 'node:fs';
import { buildSchema, execute, parse, validate } from 'graphql';
import { atOnce } from '../../src/emulator/at-once.ts';
import type { EmulatedWorld, WorldSettings } from '../../src/emulator/world/model/world-options.ts';
import { createWorld } from '../../src/emulator/world/world.ts';

/** A world without a server. It executes the schema with the resolvers of the world, as the emulator does. */
export interface Emulated {
  readonly world: EmulatedWorld;
  /** The notes about parts that the world did not understand. */
  readonly notes: readonly string[];
  /** Executes an operation that must succeed, and returns its data. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data(operation: string, variables?: Record<string, unknown>): Promise<any>;
  /** Executes an operation, and returns its data with the messages and codes of its errors. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  answer(operation: string, variables?: Record<string, unknown>): Promise<{ data: any; errors: readonly string[] }>;
}

/** Makes a world over SDL, or over a file with SDL. */
export function emulated(sdl: string, settings: Partial<WorldSettings> = {}): Emulated {
  const schema = buildSchema(sdl.includes('{') ? sdl : readFileSync(sdl, 'utf8'), {
    assumeValid: true,
    assumeValidSDL: true,
  });
  const notes: string[] = [];
  const world = createWorld(schema, {
    seed: 1,
    devices: undefined,
    maxPageSize: 100,
    // Suites about empty fields set this option.
    nulls: 0,
    report: (note, _, isFirst) => {
      if (isFirst) notes.push(note);
    },
    ...settings,
  });
  const answer: Emulated['answer'] = async (operation, variables = {}) => {
    const document = parse(operation);
    const problems = validate(world.schema, document);
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
    const { fieldResolver, typeResolver } = world;
    const refused = world.refusals(document, undefined, variables);
    const asked = { ...atOnce(world.schema, document), variableValues: variables, fieldResolver, typeResolver };
    const result = refused.length > 0 ? { errors: refused, data: undefined } : await execute(asked);
    const errors = (result.errors ?? []).map(
      ({ message, extensions }) => `${String(extensions['code'] ?? 'none')}: ${message}`,
    );
    return { data: result.data && JSON.parse(JSON.stringify(result.data)), errors };
  };
  return {
    world,
    notes,
    answer,
    async data(operation, variables) {
      const { data, errors } = await answer(operation, variables);
      if (errors.length > 0) throw new Error(errors.join('\n'));
      return data;
    },
  };
}
