import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, idName, wordsOf } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
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
    const asked = Object.fromEntries(
      Object.entries(call.args)
        .flatMap(([name, value]) =>
          isRecord(value) && inputs.test(flatName(name)) ? Object.entries(value) : [[name, value] as const],
        )
        .filter(([, value]) => value !== undefined && value !== null),
    );
    if (Object.keys(asked).length === 0 || field.target === undefined)
      return this.#orMissing(call, this.#parts.reader.one(call.owner, field));
    return field.kind === 'part' ? this.#part(call, field, asked) : this.#object(call, field, field.target, asked);
  }

  /** The object that the arguments name: by its id, or the first one that they leave. */
  #object(call: Call, field: ModelField, target: GraphQLCompositeType, asked: Arguments): EmulatedObject | null {
    const { population, filterOf, reader } = this.#parts;
    const [id, value] =
      Object.entries(asked).find(([name, each]) => !isRecord(each) && this.#namesId(call, target, name)) ?? [];
    const others = Object.entries(asked).filter(([name]) => name !== id);
    const filter = filterOf(target, Object.fromEntries(others));
    for (const name of new Set(filter.unknown)) call.note(name);
    if (id !== undefined) {
      const found = population.find(target, value);
      return found && filter.test(found) ? found : this.#missing(call, id, value);
    }
    if (!filter.selects) return this.#orMissing(call, reader.one(call.owner, field));
    const found = reader.many(call.owner, { ...field, kind: 'references' })?.find(filter.test);
    return found ?? this.#missing(call, ...(others[0] ?? ['', '']));
  }

  /** Whether an argument is the id of what the field gives: `id`, `deviceId`, `adoptKey`, or what its type calls its id. */
  #namesId(call: Call, target: GraphQLCompositeType, name: string): boolean {
    const { model } = this.#parts;
    const families = model.familiesOf(target);
    if (families.some(({ identity }) => identity && flatName(identity.name) === flatName(name))) return true;
    const words = idName(name)?.words;
    if (words === undefined || words.length === 0) return words !== undefined;
    const named = model.named(words);
    return (
      (named !== undefined && model.isSameFamily(named, target)) || flatName(call.definition.name) === words.join('')
    );
  }

  /** A part: of the object that an argument names, or of the owner. */
  #part(call: Call, field: ModelField, asked: Arguments): EmulatedObject | null {
    const { population, reader } = this.#parts;
    let { owner } = call;
    for (const [name, value] of Object.entries(asked)) {
      const words = idName(name)?.words;
      const target = words && this.#ownerNamed(words, call.definition.name);
      const found = target && population.find(target, value);
      if (target === undefined) call.note(name);
      else if (found === undefined) return this.#missing(call, name, value);
      else owner = found;
    }
    return this.#orMissing(call, reader.one(owner, field));
  }

  /** The type of the object that an id belongs to: `deviceId`, or `id` of `deviceStatus`. */
  #ownerNamed(words: readonly string[], field: string): GraphQLCompositeType | undefined {
    const { model } = this.#parts;
    if (words.length > 0) return model.named(words);
    const own = wordsOf(field);
    return own.map((_, at) => model.named(own.slice(0, own.length - at))).find((type) => type !== undefined);
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
