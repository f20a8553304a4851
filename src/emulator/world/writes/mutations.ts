import {
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import type { Field } from '../../../graphql/fields.ts';
import { memo } from '../model/memo.ts';
import { idName } from '../model/names.ts';
import { EmulatedObject, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Arguments, type Call, notFound } from '../reads/call.ts';
import { asText } from '../reads/operators.ts';
import type { Reads } from '../reads/reads.ts';
import { Answers } from './answer.ts';
import { type Input, isOfCall, readInputs, UnknownObject } from './inputs.ts';
import { Judge } from './judge.ts';
import { type FieldPlace, fieldPlaceOf } from './place.ts';
import { isRefusal, notEmulated, type Plan, type Refusal } from './plan.ts';
import { Writer } from './writer.ts';

export class Mutations {
  /** The plan or refusal of each mutation field of a type. */
  readonly judged: (parent: GraphQLObjectType) => (field: Field) => Plan | Refusal;
  readonly #world: WorldParts;
  readonly #answers: Answers;
  /** The objects that the last mutation created, with the keys of their known fields. */
  #made: ReadonlyMap<StoredObject, ReadonlySet<string>> = new Map();

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#answers = new Answers(world, reads);
    const judge = new Judge(world);
    this.judged = memo((parent: GraphQLObjectType) => memo((field: Field) => judge.judge(parent, field)));
  }

  /** The kind of a field of an operation, by where it stands alone. */
  placeOf({ info, owner, type, definition }: Call): FieldPlace {
    const { model } = this.#world;
    const isBelowRoot = owner.role === 'namespace' || type === model.schema.getMutationType();
    return info.operation.operation === 'mutation' && isBelowRoot ? fieldPlaceOf(model, type, definition) : 'read';
  }

  refused(parent: GraphQLObjectType, field: Field, args: Arguments, node?: FieldNode): GraphQLError | undefined {
    const { model } = this.#world;
    const judged = this.judged(parent)(field);
    if (isRefusal(judged)) return notEmulated(model, parent, field, judged, node);
    const { ids, rule, subject } = judged;
    const isGiven = (inputs: readonly Input[]): boolean =>
      inputs.some(({ path, value }) => path === ids?.path && value !== null);
    if (ids === undefined || readInputs(model, field.args, args).every(isGiven)) return undefined;
    const reason = `\`${ids.path}\`, which says which ${subject}, is not given`;
    return notEmulated(model, parent, field, { rule, reason }, node);
  }

  isDrawn({ owner: { stored }, type, definition, info }: Call): boolean {
    const known = stored && info.operation.operation === 'mutation' ? this.#made.get(stored) : undefined;
    const field = known && this.#world.model.fields(type).get(definition.name);
    return field !== undefined && !known?.has(field.key);
  }

  /** The object that holds the mutations of a namespace: `team { … }`, or `device(id:) { … }`. */
  namespace({ definition, owner, args }: Call): EmulatedObject | null {
    const { model } = this.#world;
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return null;
    const [only] = model.isSingle(type) ? this.#world.all(type) : [];
    if (only) return new EmulatedObject(type, { stored: only, role: 'namespace' });
    let holder = owner;
    for (const [name, id] of Object.entries(args)) {
      const words = idName(name)?.words ?? [];
      const named = model.named(words.length > 0 ? words : wordsOf(definition.name));
      const object = named && this.#world.find(named, id);
      if (!object && !isNonNullType(definition.type)) return null;
      if (!object) throw notFound(`The emulator has no object with the ${name} "${asText(id)}".`);
      holder = this.#world.view(object);
    }
    return new EmulatedObject(type, { owner: holder, path: definition.name, role: 'namespace' });
  }

  /** Does what a mutation says, and answers it. @throws {GraphQLError} if the schema does not say what it does. */
  run(call: Call): unknown {
    const { model, store } = this.#world;
    const { type, definition, args } = call;
    const field = model.fields(type).get(definition.name);
    const plan = this.judged(type)(definition);
    const refused = this.refused(type, definition, args);
    if (field === undefined || isRefusal(plan) || refused) throw refused ?? new Error(`No ${definition.name}.`);
    const all = readInputs(model, definition.args, args);
    try {
      const objects = store.transaction((touched) => {
        const found = all.flatMap((inputs) => this.#perform(call, plan, inputs));
        const writer = new Writer(this.#world, call, plan, []);
        if (touched.size === 0)
          call.say(`\`${type.name}.${definition.name}\` changed nothing: what it asks for is so already.`);
        for (const [object, was] of touched) if (was) writer.changes.touch(object);
        return [...new Set(found)];
      });
      return this.#answers.answer(call, field, { plan, inputs: all.flat(), objects, failure: undefined });
    } catch (error) {
      if (!(error instanceof UnknownObject)) throw error;
      return this.#answers.answer(call, field, { plan, inputs: all.flat(), objects: [], failure: error });
    }
  }

  #perform(call: Call, plan: Plan, inputs: readonly Input[]): readonly StoredObject[] {
    const ids = inputs.find(({ path }) => path === plan.ids?.path);
    const writer = new Writer(
      this.#world,
      call,
      plan,
      inputs.filter((input) => input !== ids && !isOfCall(input)),
    );
    this.#made = writer.changes.made;
    if (plan.does === 'create') return [writer.create()];
    const subjects = ids ? this.#named(plan, ids) : this.#around(call, plan);
    for (const object of subjects) writer.change(object);
    return subjects;
  }

  #named({ subject }: Plan, ids: Input): readonly StoredObject[] {
    return [ids.value].flat().map((id) => {
      const found = this.#world.find(subject, id);
      if (!found) throw new UnknownObject({ ...ids, value: id });
      return found;
    });
  }

  #around({ owner }: Call, { subject }: Plan): readonly StoredObject[] {
    const { holder } = owner;
    return holder?.family === subject.name ? [holder] : this.#world.all(subject).slice(0, 1);
  }
}
