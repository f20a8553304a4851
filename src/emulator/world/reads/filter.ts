import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { flatName, idName, singulars } from '../model/names.ts';
import { isLink, type ModelField } from '../model/shapes.ts';
import type { EmulatedObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import type { Arguments } from './call.ts';
import { asText, equalOrAmong, type Operator, operatorOf } from './operators.ts';

type Predicate = (object: EmulatedObject) => boolean;

const containers = /^(?:filters?|where|filterby|criteria|conditions?|input)$/;
const searches = /^(?:search|query|q|text|searchterm)$/;

/** A filter by fields and operators. An input that is not understood has no effect, and is listed. */
export class Filter {
  readonly unknown: string[] = [];
  /** Whether the result follows from the object alone, and not from linked objects. */
  isOwn = true;
  readonly #world: WorldParts;
  readonly #tests: readonly Predicate[];

  constructor(world: WorldParts, type: GraphQLCompositeType, input: Arguments) {
    this.#world = world;
    this.#tests = this.#all(type, input, '');
  }

  get selects(): boolean {
    return this.#tests.length > 0;
  }

  readonly test: Predicate = (object) => this.#tests.every((test) => test(object));

  #all(type: GraphQLCompositeType, input: Arguments, path: string): readonly Predicate[] {
    const entries = Object.entries(input).filter(([, value]) => value != null);
    return entries.flatMap(([key, value]) => this.#entry(type, key, value, path + key));
  }

  #entry(type: GraphQLCompositeType, key: string, value: unknown, path: string): readonly Predicate[] {
    const members = this.#world.model.membersOf(type);
    const word = flatName(key);
    const inputs = [value].flat().filter(isRecord);
    const isField = this.#world.model.meanings(type, key).length > 0;
    if (!isField && inputs.length > 0 && (containers.test(word) || /^(?:and|or|not)$/.test(word))) {
      const before = this.unknown.length;
      const all = inputs.map((each) => this.#all(type, each, `${path}.`));
      if (word !== 'or' && word !== 'not') return all.flat();
      // With one part that is not understood, the result of `or` and `not` is unknown.
      if (this.unknown.length > before || all.some(({ length }) => length === 0)) return [];
      return [(object) => all.some((tests) => tests.every((test) => test(object))) === (word === 'or')];
    }
    const isSearch = !isField && typeof value === 'string' && searches.test(word);
    const known = new Map(
      members.flatMap((member) => {
        const test = isSearch ? this.#search(value) : this.#condition(member, key, value, path);
        return test ? [[member, test] as const] : [];
      }),
    );
    if (known.size === 0) this.unknown.push(path);
    return known.size === 0 ? [] : [(object) => known.get(object.type)?.(object) ?? false];
  }

  /** Looks for each word in all texts of an object. A query language, such as `size:>5`, is not understood. */
  #search(query: string): Predicate | undefined {
    const { model, reader } = this.#world;
    const words = query.toLowerCase().split(/\s+/);
    if (/["*]|\w:(?!\/)/.test(query)) return undefined;
    return (object) => {
      const fields = [...model.fields(object.type).values()].filter(
        ({ leaf, target }) => !target && /^(?:ID|String)$/.test(leaf?.name ?? ''),
      );
      const text = fields
        .map((field) => asText(reader.leaf(object, field) ?? ''))
        .join('\n')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    };
  }

  /** One entry for one type: a field (`name`), a field with an operator (`createdAfter`, `minPrice`), or a state (`active`). */
  #condition(type: GraphQLObjectType, key: string, value: unknown, path: string): Predicate | undefined {
    const { model, reader } = this.#world;
    const own = model.meant(type, key);
    // `deviceId` of a list of devices is the id of another device.
    if (own?.kind === 'id' && idName(key)?.many === false && idName(key)?.words.length) return undefined;
    // `groupId` filters a list `groups`, and `siteIds` a reference `site`.
    const others = idName(key) ? [`${key}s`, key.replace(/s$/, '')] : [];
    const field = own ?? others.map((other) => model.meant(type, other)).find(Boolean);
    if (field && isRecord(value)) return this.#operators(field, value, `${path}.`);
    if (field) return this.#isComparable(field, key, value) ? this.#compared(field, equalOrAmong, value) : undefined;
    const words = wordsOf(key);
    for (let at = words.length - 1; at > 0; at -= 1) {
      const [head, operator] = [words.slice(0, at).join('_'), operatorOf(words.slice(at).join('_'))];
      const own = operator && (model.meant(type, head) ?? model.meant(type, `${head}_at`));
      if (own && operator && !isLink(own)) return this.#compared(own, operator, value);
    }
    const [first = '', ...rest] = words;
    const [operator, meant] = [operatorOf(first === 'has' ? 'exists' : first), model.meant(type, rest.join('_'))];
    if (operator && meant && (first !== 'has' || typeof value === 'boolean'))
      return this.#compared(meant, operator, value);
    // All objects belong to the team: its id filters nothing.
    const whole = model.named(idName(key)?.words ?? []);
    if (whole && model.isSingle(whole))
      return () => [value].flat().every((id) => this.#world.find(whole, id) !== undefined);
    const shown =
      typeof value === 'boolean'
        ? this.#world.states(type).find(words.filter((word) => word !== 'only').join(''))
        : undefined;
    return (
      shown && (({ stored }) => stored !== undefined && reader.holds(stored, shown.state) === (shown.holds === value))
    );
  }

  /** A text that is no id of an object may be the name of one, so it is not comparable with a reference. */
  #isComparable({ leaf, target }: ModelField, key: string, value: unknown): boolean {
    if (target) return idName(key) !== undefined || [value].flat().every((each) => this.#world.find(target, each));
    return [value].flat().every((each) => (typeof each === 'boolean') === (leaf?.name === 'Boolean'));
  }

  #operators(field: ModelField, input: Arguments, path: string): Predicate | undefined {
    const tests = Object.entries(input).flatMap(([name, operand]) => {
      // `group: { id: { eq } }`.
      const isId = field.target && name === 'id';
      if (isId && isRecord(operand)) return this.#operators(field, operand, `${path}id.`) ?? [];
      const operator = isId ? equalOrAmong : operatorOf(name);
      const test = operator && operand !== undefined ? this.#compared(field, operator, operand) : undefined;
      if (!test) this.unknown.push(path + name);
      return test ?? [];
    });
    return (object) => tests.every((test) => test(object));
  }

  #compared(field: ModelField, operator: Operator, operand: unknown): Predicate | undefined {
    if (/^part/.test(field.kind) || [operand].flat().some(isRecord)) return undefined;
    this.isOwn &&= this.#world.model.isOwn(field);
    return (object) => operator(this.#value(object, field), operand);
  }

  #value(object: EmulatedObject, field: ModelField): unknown {
    const { reader } = this.#world;
    if (field.leaf || !field.target) return reader.leaf(object, field);
    if (field.kind === 'one') return reader.one(object, field)?.stored?.id ?? null;
    return (reader.many(object, field) ?? []).map(({ stored }) => stored?.id);
  }
}

/** The state that words name, such as `active` or a value of an enum, with its last word in the singular. */
export function stateNamed(
  { model, states }: WorldParts,
  type: GraphQLCompositeType,
  words: readonly string[],
): string | undefined {
  const names = singulars(words.at(-1) ?? '').map((form) => [...words.slice(0, -1), form].join(''));
  return names.find((name) => model.membersOf(type).some((member) => states(member).find(name)));
}
