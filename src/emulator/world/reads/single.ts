import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, idName, wordsOf } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { EmulatedObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import type { Arguments, Call } from './call.ts';
import { notFound } from './errors.ts';
import { failureMember, failureObject } from './failure-object.ts';
import { asText } from './operators.ts';
import type { FilterOf } from './predicate.ts';

const inputs = /^(?:input|where|filter|by|selector|data|key|params|options)$/;

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
  readonly filterOf: FilterOf;
}

/** Answers fields with one object or part: the one that the arguments name; null or an error if there is none. */
export class Single {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  read(call: Call, field: ModelField): EmulatedObject | null {
    const asked = Object.entries(call.args).filter(([, value]) => value !== undefined && value !== null);
    if (asked.length === 0 || field.target === undefined)
      return this.#orMissing(call, this.#parts.reader.one(call.owner, field));
    const conditions = Object.fromEntries(
      asked
        .flatMap(([name, value]): [string, unknown][] =>
          isRecord(value) && inputs.test(flatName(name)) ? Object.entries(value) : [[name, value]],
        )
        .filter(([, value]) => value !== undefined && value !== null),
    );
    return field.kind === 'part' ? this.#part(call, field, conditions) : this.#found(call, field.target, conditions);
  }

  /** The object that the arguments name. */
  #found(call: Call, target: GraphQLCompositeType, conditions: Arguments): EmulatedObject | null {
    const { population, filterOf, reader, model } = this.#parts;
    let byId: EmulatedObject | undefined;
    const others: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(conditions)) {
      if (byId === undefined && !isRecord(value) && this.#namesOwnId(call, target, name)) {
        byId = population.find(target, value);
        if (byId === undefined) return this.#missing(call, name, value);
      } else others[name] = value;
    }
    const filter = filterOf(target, others);
    for (const name of new Set(filter.unknown)) call.note(name);
    if (byId) return filter.test(byId) ? byId : this.#missing(call, 'id', conditions['id'] ?? '');
    const own = model.field(call.type, call.definition.name);
    if (!filter.selects) return this.#orMissing(call, own ? reader.one(call.owner, own) : null);
    const found = own && reader.many(call.owner, { ...own, kind: 'references' })?.find(filter.test);
    const [name = '', value = ''] = Object.entries(others)[0] ?? [];
    return found ?? this.#missing(call, name, value);
  }

  /** Whether an argument is the id of what the field gives: `id`, `deviceId`, `adoptKey`, or what its type calls its id. */
  #namesOwnId(call: Call, target: GraphQLCompositeType, name: string): boolean {
    const { model } = this.#parts;
    const isIdentity = model
      .familiesOf(target)
      .some(({ identity }) => identity !== undefined && flatName(identity.name) === flatName(name));
    if (isIdentity) return true;
    const words = idName(name)?.words;
    if (words === undefined) return false;
    const named = model.named(words);
    return (
      words.length === 0 ||
      (named !== undefined && model.isSameFamily(named, target)) ||
      flatName(call.definition.name) === words.join('')
    );
  }

  /** A part: of the object that an argument names, or of the owner. */
  #part(call: Call, field: ModelField, conditions: Arguments): EmulatedObject | null {
    const { population, reader } = this.#parts;
    let { owner } = call;
    let computed: Record<string, () => unknown> | undefined;
    for (const [name, value] of Object.entries(conditions)) {
      const words = idName(name)?.words;
      const inner = words && this.#wrapped(field, words);
      const target = inner?.target ?? (words && this.#ownerNamed(words, call.definition.name));
      const found = target && population.find(target, value);
      if (target === undefined) call.note(name);
      else if (found === undefined) return this.#missing(call, name, value);
      else if (inner) computed = { [inner.definition.name]: () => found };
      else owner = found;
    }
    const made = reader.one(owner, field);
    if (made && computed)
      return new EmulatedObject(made.type, { owner, path: made.path, values: made.values, computed });
    return this.#orMissing(call, made);
  }

  /** The type of the object that an id belongs to: `deviceId`, or `id` of `deviceStatus`. */
  #ownerNamed(words: readonly string[], field: string): GraphQLCompositeType | undefined {
    const { model } = this.#parts;
    if (words.length > 0) return model.named(words);
    const own = wordsOf(field);
    for (let end = own.length; end > 0; end -= 1) {
      const type = model.named(own.slice(0, end));
      if (type) return type;
    }
    return undefined;
  }

  /** The field of a result around an object, such as `device` of `DeviceResult`. */
  #wrapped(field: ModelField, words: readonly string[]): ModelField | undefined {
    const { model } = this.#parts;
    const named = words.length > 0 ? model.named(words) : undefined;
    const members = field.target ? model.membersOf(field.target) : [];
    return members
      .flatMap((member) => [...model.fieldsOfType(member).values()])
      .find(
        ({ kind, leaf, target }) =>
          kind === 'reference' && !leaf && target !== undefined && (!named || model.isSameFamily(named, target)),
      );
  }

  #orMissing(call: Call, object: EmulatedObject | null): EmulatedObject | null {
    if (object !== null || isNullable(call.definition)) return object;
    throw notFound(`The emulator has no object for \`${call.type.name}.${call.definition.name}\`.`);
  }

  /** The answer for an object that does not exist: the schema's error type, null, or an error. */
  #missing(call: Call, argument: string, id: unknown): EmulatedObject | null {
    const noun = String(call.definition.type).replace(/[[\]!]/g, '');
    const message = `The emulator has no ${noun} with the ${argument} "${asText(id)}".`;
    const member = failureMember(this.#parts.model, call.definition);
    if (member) return failureObject(member, call.owner, { message, argument, id });
    if (isNullable(call.definition)) return null;
    throw notFound(message);
  }
}
