import { isRecord } from '../../../base/is-record.ts';
import { identityOf, isLink, type LinkField, type ModelField } from '../model/shapes.ts';
import { isId, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import type { Call } from '../reads/call.ts';
import { Changes } from './changes.ts';
import { type Input, objectsNamed, UnknownObject } from './inputs.ts';
import type { Plan } from './plan.ts';

/** Applies a plan to objects. An input without an effect is noted. */
export class Writer {
  readonly changes: Changes;
  readonly #world: WorldParts;
  readonly #call: Call;
  readonly #plan: Plan;
  readonly #inputs: readonly Input[];

  /** `inputs` omit the ids of the subject. */
  constructor(world: WorldParts, call: Call, plan: Plan, inputs: readonly Input[]) {
    this.changes = new Changes(world);
    this.#world = world;
    this.#call = call;
    this.#plan = plan;
    this.#inputs = inputs;
  }

  /** @throws {UnknownObject} if an input has the id of no object. */
  change(object: StoredObject): void {
    const { does, state, joins, mentioned } = this.#plan;
    if (does === 'delete') {
      this.changes.remove(object);
      for (const input of this.#inputs) if (!this.#isAbove(input)) this.#call.note(input.path);
      return;
    }
    if (state && !this.changes.setState(object, state)) {
      const { place } = this.#call;
      this.#call.say(
        `${place} does not say which state follows \`${state.words[0]}\`: the emulator takes the first other one. Add a resolver for ${place}.`,
      );
    }
    if (joins === 'part' && this.#inputs.length === 0 && isLink(mentioned))
      for (const item of this.#world.links.targets(object, mentioned))
        this.changes.join(object, mentioned, item, false);
    this.#writeAll(object, this.#inputs);
  }

  /** @throws {UnknownObject} if the id of the new object is taken, or an input has the id of no object. */
  create(): StoredObject {
    const { subject, state } = this.#plan;
    const own = this.#inputs.find(({ name, idOf }) => idOf?.length === 0 || identityOf(subject)?.name === name);
    if (own && this.#world.find(subject, own.value)) throw new UnknownObject(own, true);
    const object = this.changes.create(subject, isId(own?.value) ? own.value : undefined);
    const { holder } = this.#call.owner;
    const around = holder && this.#world.typeOf(holder);
    const link = around && this.#world.links.only(subject, around);
    if (holder && link) this.changes.join(object, link, holder, true);
    if (state) this.changes.setState(object, state);
    this.#writeAll(
      object,
      this.#inputs.filter((input) => input !== own),
    );
    return object;
  }

  #writeAll(object: StoredObject, inputs: readonly Input[]): void {
    for (const input of inputs) if (!this.#write(object, input) && !this.#isAbove(input)) this.#call.note(input.path);
  }

  #write(object: StoredObject, input: Input): boolean {
    const { joins, meanings } = this.#plan;
    const meaning = meanings.get(input.path);
    const { value } = input;
    switch (meaning?.on) {
      case 'field':
        if (isLink(meaning.field)) return this.#link(object, meaning.field, input);
        if (meaning.field.kind === 'value') return this.#writeValue(object, meaning.field, value);
        return this.#writePart(object, meaning.field, value, input.path);
      case 'part':
        return this.#writePart(object, meaning.part, { [meaning.name]: value }, '');
      case 'state':
        return (
          this.changes.setState(object, { words: [meaning.word], holds: meaning.holds === value }) || value !== null
        );
      case 'other':
        return objectsNamed(input, (id) => this.#world.find(meaning.field.owner, id)).every((other) =>
          this.changes.join(other, meaning.field, object, joins !== 'part'),
        );
      default:
        return false;
    }
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { joins } = this.#plan;
    if (!field.isList || joins === 'set') return this.changes.set(object, field, value);
    const before = [this.#world.reader.leaf(this.#world.view(object), field) ?? []].flat();
    const items = [value].flat();
    const others = before.filter((each) => !items.includes(each));
    return this.changes.set(object, field, joins === 'part' ? others : [...others, ...items]);
  }

  #link(object: StoredObject, field: LinkField, input: Input): boolean {
    const { joins } = this.#plan;
    if (input.value === null)
      return field.kind === 'one' && field.isNullable && this.changes.hold(object, field, [], true);
    const ids = [input.value].flat();
    if (!ids.every(isId) || (field.kind === 'one' && Array.isArray(input.value))) return false;
    const items = objectsNamed(input, (id) => this.#world.find(field.target, id));
    if (joins === 'part') return items.every((item) => this.changes.join(object, field, item, false));
    return this.changes.hold(object, field, items, joins === 'set' && Array.isArray(input.value));
  }

  #writePart(object: StoredObject, field: ModelField, value: unknown, path: string): boolean {
    const { target } = field;
    const members = target ? this.#world.model.membersOf(target) : [];
    const fields = new Set(members.flatMap((member) => Object.keys(member.getFields())));
    for (const key of new Set([value].flat().flatMap((item) => Object.keys(isRecord(item) ? item : {}))))
      if (!fields.has(key)) this.#call.note(`${path}.${key}`);
    return this.changes.setPart(object, field, value);
  }

  /** Whether an input only locates the subject: the id of the team, or of what a deleted object belonged to. */
  #isAbove({ idOf, value }: Input): boolean {
    const { model } = this.#world;
    const type = model.named(idOf ?? []);
    const above = type && this.#world.find(type, value);
    const own = above && this.#world.typeOf(above);
    return own !== undefined && (model.isSingle(own) || this.#plan.does === 'delete');
  }
}
