import type {
  GraphQLError,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLTypeResolver,
} from 'graphql';
import type { MutationRule, WorldSettings } from './model/world-options.ts';
import { EmulatedObject } from './objects/emulated-object.ts';
import { Store } from './objects/store.ts';
import { WorldParts } from './objects/world-parts.ts';
import { OwnResolvers } from './own-resolvers.ts';
import { type Call, drawnNote, isDefault } from './reads/call.ts';
import { countedBy } from './reads/doubts.ts';
import { Reads } from './reads/reads.ts';
import { Mutations } from './writes/mutations.ts';
import { explained, type RequestedMutations, refusalsIn } from './writes/refusals.ts';

/** The world behind a schema, with the resolvers of all fields and types for an executor. */
export class EmulatedWorld extends WorldParts {
  readonly #reads: Reads;
  readonly #mutations: Mutations;
  readonly #own: OwnResolvers;
  readonly #reported: Set<string>;

  /** The objects and changes of `before` stay. @throws {ControlApiError} if the fixtures don't fit the schema. */
  constructor(schema: GraphQLSchema, settings: WorldSettings, before?: EmulatedWorld) {
    super(schema, before?.store ?? new Store(settings.seed), settings, before?.fixtures);
    // A field of the same name may have another target than before.
    this.store.referrers.clear();
    this.reader.countOf = (object, field) => {
      const counted = countedBy(this, object, field);
      return counted.counts === 'items' ? counted.items().length : undefined;
    };
    this.#reported = before ? before.#reported : new Set();
    this.#reads = new Reads(this);
    this.#mutations = new Mutations(this, this.#reads);
    this.#own = new OwnResolvers(this, this.#reads);
  }

  get schema(): GraphQLSchema {
    return this.model.schema;
  }

  readonly fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
    const { parentType: type, fieldName } = info;
    const field = this.model.fields(type).get(fieldName);
    if (field === undefined) return undefined;
    const owner = this.#own.adopt(source, type) ?? new EmulatedObject(type);
    const place = `\`${type.name}.${fieldName}\``;
    const say = (sentence: string): void => this.#report(sentence, context);
    const note = (input: string): void => {
      if (!isDefault(info, input))
        say(`\`${input}\` of ${place} is not understood, so it has no effect. Add a resolver for ${place}.`);
    };
    const call: Call = { owner, type, field, args, info, place, note, say };
    const resolver = this.#own.resolverOf(type, fieldName);
    return resolver ? this.#own.run(resolver, call, () => this.#answer(call)) : this.#answer(call);
  };

  readonly typeResolver: GraphQLTypeResolver<unknown, unknown> = (object, _context, info, type) =>
    this.#own.typeOf(object, type, info) as string | undefined;

  /** The errors of mutations that are not emulated. With any, the operation must not be executed. */
  refusals(requested: RequestedMutations): readonly GraphQLError[] {
    return refusalsIn(this.model, this.#mutations.judge, requested, this.#hasResolver);
  }

  explain(): readonly MutationRule[] {
    return explained(this.model, this.#mutations.judge, this.#hasResolver);
  }

  readonly #hasResolver = (type: GraphQLObjectType, field: string): boolean =>
    this.#own.resolverOf(type, field) !== undefined;

  #answer(call: Call): unknown {
    const computed = call.owner.computed?.[call.field.definition.name];
    if (computed !== undefined) return this.#own.served(call, computed());
    if (this.#mutations.isDrawn(call)) call.say(drawnNote(call));
    const verdict = this.#mutations.verdictOf(call);
    if (verdict.does === 'read') return this.#reads.read(call);
    return verdict.does === 'lead' ? this.#mutations.namespace(call) : this.#mutations.run(call, verdict);
  }

  #report(sentence: string, context: unknown): void {
    const isFirst = !this.#reported.has(sentence);
    this.#reported.add(sentence);
    this.settings.report(sentence, context, isFirst);
  }
}
