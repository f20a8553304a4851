import { readFileSync } from 'node:fs';
import { buildSchema, execute, parse, validate } from 'graphql';
import { atOnce } from '../../src/emulator/documents.ts';
import type { WorldSettings } from '../../src/emulator/world/model/world-options.ts';
import { EmulatedWorld } from '../../src/emulator/world/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Any = any;

/** A world without a server: what is executed is the schema with the world's resolvers, as the emulator does. */
export interface Emulated {
  readonly world: EmulatedWorld;
  /** Moves the world to another schema. */
  move(sdl: string): void;
  /** What the world did not understand. */
  readonly notes: readonly string[];
  /** Executes an operation that must be valid and must succeed, and returns its data. */
  data(operation: string, variables?: Record<string, unknown>): Promise<Any>;
  /** Executes an operation, and returns its data and the messages and codes of its errors. */
  answer(operation: string, variables?: Record<string, unknown>): Promise<{ data: Any; errors: readonly string[] }>;
}

/** Makes a world over SDL, or the path of a file with it. */
export function emulated(sdl: string, settings: Partial<WorldSettings> = {}): Emulated {
  const schema = buildSchema(sdl.includes('{') ? sdl : readFileSync(sdl, 'utf8'), {
    assumeValid: true,
    assumeValidSDL: true,
  });
  const notes: string[] = [];
  let world = new EmulatedWorld(schema, {
    seed: 1,
    devices: undefined,
    maxPageSize: 100,
    // Suites about what a schema leaves empty set it themselves.
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
    const refused = world.refusals({ document, operationName: undefined, variables });
    const asked = { ...atOnce(world.schema, document), variableValues: variables, fieldResolver, typeResolver };
    const result = refused.length > 0 ? { errors: refused, data: undefined } : await execute(asked);
    const errors = (result.errors ?? []).map(
      ({ message, extensions }) => `${String(extensions['code'] ?? 'none')}: ${message}`,
    );
    return { data: result.data && JSON.parse(JSON.stringify(result.data)), errors };
  };
  return {
    get world() {
      return world;
    },
    move(next) {
      world = new EmulatedWorld(buildSchema(next), world.settings, world);
    },
    notes,
    answer,
    async data(operation, variables) {
      const { data, errors } = await answer(operation, variables);
      if (errors.length > 0) throw new Error(errors.join('\n'));
      return data;
    },
  };
}
