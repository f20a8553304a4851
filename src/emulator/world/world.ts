import type {
  DocumentNode,
  GraphQLError,
  GraphQLFieldResolver,
  GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLTypeResolver,
} from 'graphql';
import type { MutationRule, WorldSettings, WorldSnapshot } from './model/world-options.ts';
import { EmulatedObject } from './objects/emulated-object.ts';
import { Store } from './objects/store.ts';
import { WorldParts } from './objects/world-parts.ts';
import { OwnResolvers } from './own-resolvers.ts';
import { type Arguments, type Call, drawnNote, isDefault } from './reads/call.ts';
import { countedBy } from './reads/doubts.ts';
import { Reads } from './reads/reads.ts';
import { Mutations } from './writes/mutations.ts';
import { explained, refusalsIn } from './writes/refusals.ts';

type Say = (sentence: string, context: unknown) => void;

/** The world behind a schema. Its objects and changes stay when the schema moves. */
export class EmulatedWorld {
  readonly #settings: WorldSettings;
  readonly #store: Store;
  readonly #said = new Set<string>();
  #engine: Engine;

  /** @throws {ControlApiError} if the fixtures don't fit the schema. */
  constructor(schema: GraphQLSchema, settings: WorldSettings) {
    this.#settings = settings;
    this.#store = new Store(settings.seed);
    this.#engine = new Engine(new WorldParts(schema, this.#store, settings), this.#say);
  }

  get schema(): GraphQLSchema {
    return this.#engine.parts.model.schema;
  }

  readonly fieldResolver: GraphQLFieldResolver<unknown, unknown> = (...call) => this.#engine.resolve(...call);

  readonly typeResolver: GraphQLTypeResolver<unknown, unknown> = (object, _context, info, type) =>
    this.#engine.own.typeOf(object, type, info) as string | undefined;

  /** The errors of mutations that are not emulated. With any, the operation must not be executed. */
  refusals(
    document: DocumentNode,
    operationName: string | undefined,
    variables: Readonly<Record<string, unknown>>,
  ): readonly GraphQLError[] {
    const { parts, mutations, own } = this.#engine;
    return refusalsIn(parts.model, mutations.judge, { document, operationName, variables }, own.has);
  }

  explain(): readonly MutationRule[] {
    const { parts, mutations, own } = this.#engine;
    return explained(parts.model, mutations.judge, own.has);
  }

  reset(): void {
    this.#engine.parts.reset();
  }

  snapshot(): WorldSnapshot {
    return this.#engine.parts.snapshot();
  }

  /** @throws {ControlApiError} if it is not a snapshot. */
  restore(snapshot: unknown): void {
    this.#engine.parts.restore(snapshot);
  }

  /** Serves another schema from now on. */
  swapSchema(next: GraphQLSchema): void {
    if (next === this.schema) return;
    const { fixtures } = this.#engine.parts;
    this.#engine = new Engine(new WorldParts(next, this.#store, this.#settings, fixtures), this.#say);
    // A field of the same name may have another target.
    this.#store.referrers.clear();
  }

  readonly #say: Say = (sentence, context) => {
    const isFirst = !this.#said.has(sentence);
    this.#said.add(sentence);
    this.#settings.report(sentence, context, isFirst);
  };
}

/** The answers of a world under one schema. */
class Engine {
  readonly parts: WorldParts;
  readonly mutations: Mutations;
  readonly own: OwnResolvers;
  readonly #reads: Reads;
  readonly #say: Say;

  constructor(parts: WorldParts, say: Say) {
    parts.reader.countOf = (object, field) => {
      const counted = countedBy(parts, object, field);
      return counted.counts === 'items' ? counted.items().length : undefined;
    };
    this.parts = parts;
    this.#say = say;
    this.#reads = new Reads(parts);
    this.mutations = new Mutations(parts, this.#reads);
    this.own = new OwnResolvers(parts, this.#reads);
  }

  resolve(source: unknown, args: Arguments, context: unknown, info: GraphQLResolveInfo): unknown {
    const { parentType: type, fieldName } = info;
    const field = this.parts.model.fields(type).get(fieldName);
    if (field === undefined) return undefined;
    const owner = this.own.adopt(source, type) ?? new EmulatedObject(type);
    const place = `\`${type.name}.${fieldName}\``;
    const say = (sentence: string): void => this.#say(sentence, context);
    const note = (input: string): void => {
      if (!isDefault(info, input))
        say(`\`${input}\` of ${place} is not understood, so it has no effect. Add a resolver for ${place}.`);
    };
    const call: Call = { owner, type, field, args, info, note, say };
    const resolver = this.own.resolverOf(type, fieldName);
    return resolver ? this.own.run(resolver, call, () => this.#answer(call)) : this.#answer(call);
  }

  #answer(call: Call): unknown {
    const computed = call.owner.computed?.[call.field.definition.name];
    if (computed !== undefined) return this.own.served(call, computed());
    if (this.mutations.isDrawn(call)) call.say(drawnNote(call));
    const verdict = this.mutations.verdictOf(call);
    if (verdict.does === 'read') return this.#reads.read(call);
    return verdict.does === 'lead' ? this.mutations.namespace(call) : this.mutations.run(call, verdict);
  }
}
