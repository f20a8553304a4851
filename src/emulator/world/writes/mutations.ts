import { type GraphQLObjectType, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { idName } from '../model/names.ts';
import { EmulatedObject, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Call, notFound } from '../reads/call.ts';
import { asText } from '../reads/operators.ts';
import type { Reads } from '../reads/reads.ts';
import { Answers } from './answer.ts';
import { Changes } from './changes.ts';
import { type Input, isOfCall, objectsNamed, readInputs, UnknownObject } from './inputs.ts';
import { Judge } from './judge.ts';
import type { Plan, Refusal, Verdict } from './plan.ts';
import { notEmulated, withIds } from './refusals.ts';
import { Writer } from './writer.ts';

export class Mutations {
  readonly judge: Judge;
  readonly #world: WorldParts;
  readonly #answers: Answers;
  /** The objects that the last mutation created, with the keys of their known fields. */
  #made: ReadonlyMap<StoredObject, ReadonlySet<string>> = new Map();

  constructor(world: WorldParts, reads: Reads) {
    this.#world = world;
    this.#answers = new Answers(world, reads);
    this.judge = new Judge(world);
  }

  verdictOf({ info, owner, type, field }: Call): Verdict {
    const isBelowRoot = owner.role === 'namespace' || type === this.#world.model.schema.getMutationType();
    return info.operation.operation === 'mutation' && isBelowRoot
      ? this.judge.judge(type, field.definition)
      : { does: 'read' };
  }

  /** Whether a field of an object that the last mutation created has a drawn value. */
  isDrawn({ owner: { stored }, field, info }: Call): boolean {
    const known = stored && info.operation.operation === 'mutation' ? this.#made.get(stored) : undefined;
    return known !== undefined && !known.has(field.key);
  }

  /** The object that holds the mutations of a namespace: `team { … }`, or `device(id:) { … }`. */
  namespace({ field: { definition }, owner, args }: Call): EmulatedObject | null {
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

  /** @throws {GraphQLError} if the mutation is refused. */
  run(call: Call, verdict: Plan | Refusal): unknown {
    const { model, store } = this.#world;
    const { type, field, args } = call;
    const { definition } = field;
    const all = readInputs(model, definition.args, args);
    const plan = withIds(verdict, all);
    if (plan.does === 'refuse') throw notEmulated(model, type, definition, plan);
    const answer = (objects: readonly StoredObject[], failure?: UnknownObject): unknown =>
      this.#answers.answer(call, { plan, inputs: all.flat(), objects, failure });
    try {
      return answer(
        store.transaction((touched) => {
          const found = all.flatMap((inputs) => this.#perform(call, plan, inputs));
          if (touched.size === 0) call.say(`${call.place} changed nothing: its effect was there already.`);
          const changes = new Changes(this.#world);
          for (const [object, was] of touched) if (was) changes.touch(object);
          return [...new Set(found)];
        }),
      );
    } catch (error) {
      if (error instanceof UnknownObject) return answer([], error);
      throw error;
    }
  }

  #perform(call: Call, plan: Plan, inputs: readonly Input[]): readonly StoredObject[] {
    const ids = inputs.find(({ path }) => path === plan.ids?.path);
    const others = inputs.filter((input) => input !== ids && !isOfCall(input));
    const writer = new Writer(this.#world, call, plan, others);
    this.#made = writer.changes.made;
    if (plan.does === 'create') return [writer.create()];
    const subjects = ids
      ? objectsNamed(ids, (id) => this.#world.find(plan.subject, id))
      : this.#around(call, plan.subject);
    for (const object of subjects) writer.change(object);
    return subjects;
  }

  #around({ owner }: Call, subject: GraphQLObjectType): readonly StoredObject[] {
    const { holder } = owner;
    return holder?.family === subject.name ? [holder] : this.#world.all(subject).slice(0, 1);
  }
}
