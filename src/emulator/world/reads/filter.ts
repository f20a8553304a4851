import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, wordsOf } from '../model/names.ts';
import type { Story } from '../model/story.ts';
import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';
import type { Reader } from '../store/reader.ts';
import { fieldMeant, fieldNamed, hasField } from './named-field.ts';
import { asText, comparesNull, equalOrAmong, type Operator, operatorOf } from './operators.ts';
import { every, type Filter, inside, notUnderstood, type Predicate, understood } from './predicate.ts';

const containers = /^(?:filters?|where|filterby|conditions?|criteria|selector|input|by|options?)$/;
const searches = /^(?:search|query|q|text|term|keywords?|searchterm|searchquery|searchtext|freetext|fulltext)$/;

/** The names of entries that join filters. */
const joins = [/^(?:and|all|allof)$/, /^(?:or|any|anyof|oneof)$/, /^(?:not|none|noneof|nor)$/] as const;

/** How many of the items of a list have to pass. */
const quantifiers = new Map<string, Quantifier>([
  ['some', (items, test) => items.some(test)],
  ['every', (items, test) => items.every(test)],
  ['none', (items, test) => !items.some(test)],
]);

/** The fields by which people name an object. */
const naturalKeys = ['login', 'slug', 'key', 'username', 'name', 'title'];

type Input = Readonly<Record<string, unknown>>;
type Quantifier = (items: readonly EmulatedObject[], test: Predicate) => boolean;

interface Parts {
  readonly model: Model;
  readonly reader: Reader;
  readonly storyOf: (stored: Pick<StoredObject, 'family'>) => Story | undefined;
}

/** Reads filters: inputs of fields and operators. What it does not understand has no effect, and is listed. */
export class Filters {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The filter that an input asks for. A variable that was not given leaves the choice open. */
  of(type: GraphQLCompositeType, input: Input): Filter {
    const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
    return every(entries.map(([key, value]) => this.#entry(type, key, value)));
  }

  #entry(type: GraphQLCompositeType, key: string, value: unknown): Filter {
    const { model } = this.#parts;
    const word = flatName(key);
    if (!hasField(model, type, key)) {
      const inputs = [value].flat();
      const join = joins.find((pattern) => pattern.test(word)) ?? (containers.test(word) ? joins[0] : undefined);
      if (join && inputs.every(isRecord)) return inside(key, this.#joined(type, join, inputs));
      if (searches.test(word) && typeof value === 'string') return this.#search(key, value);
    }
    const members = model.membersOf(type).map((member) => [member, this.#condition(member, key, value)] as const);
    const known = new Map(members.filter(([, { selects }]) => selects));
    const filters = known.size > 0 ? [...known.values()] : members.map(([, filter]) => filter);
    const unknown = [...new Set(filters.flatMap((filter) => filter.unknown))];
    if (known.size === 0) return notUnderstood(...(unknown.length > 0 ? unknown : [key]));
    return { unknown, selects: true, test: (object) => known.get(object.type)?.test(object) ?? false };
  }

  /** Several filters as one. If one that may pass or must not is not understood, nothing is known. */
  #joined(type: GraphQLCompositeType, join: RegExp, inputs: readonly Input[]): Filter {
    const filters = inputs.map((each) => this.of(type, each));
    const all = every(filters);
    if (join === joins[0]) return all;
    if (filters.some(({ selects, unknown }) => !selects || unknown.length > 0)) return notUnderstood(...all.unknown);
    const isAny = join === joins[1];
    return understood((object) => filters.some(({ test }) => test(object)) === isAny);
  }

  /** Every word of a query, in any case, is in some text. A query in a language, such as `size:>5`, is not understood. */
  #search(key: string, query: string): Filter {
    const words = query.match(/"[^"]*"|[^\s"]+/g) ?? [];
    if (words.some((word) => /^-?[a-z]\w*:(?!\/)/i.test(word) || /^(?:OR|AND|NOT)$/.test(word)))
      return notUnderstood(key);
    const texts = words.map((word) => word.replace(/^"|"$/g, '').toLowerCase());
    return understood((object) => {
      const own = this.#textsOf(object);
      return texts.every((text) => own.some((each) => each.includes(text)));
    });
  }

  #textsOf(object: EmulatedObject): readonly string[] {
    const { model, reader } = this.#parts;
    return [...model.fieldsOfType(object.type).values()]
      .filter(({ leaf, byId }) => leaf && !byId && /^(?:ID|String)$/.test(leaf.name))
      .flatMap((field) => [reader.leaf(object, field)].flat())
      .filter((value) => typeof value === 'string')
      .map((text) => text.toLowerCase());
  }

  /** One entry for objects of one type: a field, perhaps with an operator behind or before it, or a state. */
  #condition(type: GraphQLObjectType, key: string, value: unknown): Filter {
    const { model, reader, storyOf } = this.#parts;
    const field = fieldMeant(model, type, key);
    if (field) return this.#holds(field, key, value);
    const words = wordsOf(key);
    for (let end = words.length - 1; end > 0; end -= 1) {
      const stem = words.slice(0, end).join('_');
      const operator = operatorOf(words.slice(end).join(''));
      const own = operator && (fieldMeant(model, type, stem) ?? fieldNamed(model, type, `${stem}_at`));
      if (own && operator) return this.#compared(own, key, operator, value);
    }
    const [first = '', ...rest] = words;
    const own = rest.length > 0 ? fieldMeant(model, type, rest.join('_')) : undefined;
    const operator = operatorOf(first);
    if (own && /^(?:has|with)$/.test(first) && typeof value === 'boolean')
      return understood((object) => this.#isPresent(object, own) === value);
    if (own && operator) return this.#compared(own, key, operator, value);
    if (typeof value !== 'boolean') return notUnderstood(key);
    const word = (first === 'is' ? rest : words).join('');
    const family = model.familyOf(type);
    const shown = family && storyOf({ family: family.name })?.find(word);
    if (!shown) return notUnderstood(key);
    return understood(
      ({ stored }) => stored !== undefined && reader.holds(stored, shown.state) === (shown.holds === value),
    );
  }

  /** The condition of an input on a field: a value, one of several, operators, or a filter on the objects that it refers to. */
  #holds(field: ModelField, key: string, value: unknown): Filter {
    const { reader } = this.#parts;
    const { leaf, target, kind, byId } = field;
    const asked = [value].flat();
    // `published: PUBLISHED` of `isPublished`.
    if (leaf?.name === 'Boolean' && typeof value === 'string')
      return understood(
        (object) => reader.leaf(object, field) === (flatName(value) === flatName(key).replace(/^is/, '')),
      );
    if (leaf && !asked.some(isRecord)) return understood((object) => equalOrAmong(reader.leaf(object, field), value));
    if (isRecord(value))
      return inside(
        key,
        target && !(leaf && !byId) ? this.#related(field, target, value) : this.#operators(field, value),
      );
    if ((kind !== 'reference' && kind !== 'references') || asked.some(isRecord)) return notUnderstood(key);
    return understood((object) =>
      this.#itemsOf(object, field).some((item) => asked.some((each) => this.#isCalled(item, each))),
    );
  }

  #operators(field: ModelField, input: Input): Filter {
    return every(
      Object.entries(input)
        .filter(([, operand]) => operand !== undefined)
        .map(([name, operand]) => {
          const operator = operatorOf(name);
          if (operator === undefined || [operand].flat().some(isRecord)) return notUnderstood(name);
          if (operand === null && !comparesNull(name)) return every([]);
          return this.#compared(field, name, operator, operand);
        }),
    );
  }

  /** A filter on the objects that a field refers to: on some of them, on each, or by operators on their ids. */
  #related(field: ModelField, target: GraphQLCompositeType, input: Input): Filter {
    const { model } = this.#parts;
    const onId: Record<string, unknown> = {};
    const onObject: Record<string, unknown> = {};
    const filters: Filter[] = [];
    for (const [name, value] of Object.entries(input)) {
      const quantifier =
        field.kind === 'references' || field.kind === 'parts' ? quantifiers.get(flatName(name)) : undefined;
      if (quantifier && isRecord(value))
        filters.push(inside(name, this.#quantified(field, quantifier, this.of(target, value))));
      else if (operatorOf(name) && !isRecord(value) && !hasField(model, target, name)) onId[name] = value;
      else onObject[name] = value;
    }
    filters.push(this.#operators(field, onId), this.#quantified(field, undefined, this.of(target, onObject)));
    return every(filters);
  }

  #quantified(field: ModelField, quantifier: Quantifier | undefined, filter: Filter): Filter {
    const holds: Quantifier = quantifier ?? ((items, test) => items.some(test));
    return { ...filter, test: (object) => holds(this.#itemsOf(object, field), filter.test) };
  }

  #compared(field: ModelField, key: string, operator: Operator, operand: unknown): Filter {
    const { reader } = this.#parts;
    if (field.kind === 'part' || field.kind === 'parts') return notUnderstood(key);
    if (field.leaf) return understood((object) => operator(reader.leaf(object, field), operand));
    const ids = (object: EmulatedObject): unknown[] =>
      this.#itemsOf(object, field).map(({ stored }) => stored?.id ?? null);
    const isList = field.kind === 'references';
    return understood((object) => operator(isList ? ids(object) : (ids(object)[0] ?? null), operand));
  }

  /** The objects that a field holds, one or several. */
  #itemsOf(object: EmulatedObject, field: ModelField): readonly EmulatedObject[] {
    const { reader } = this.#parts;
    if (field.kind === 'references' || field.kind === 'parts') return reader.many(object, field) ?? [];
    const one = reader.one(object, field);
    return one ? [one] : [];
  }

  #isPresent(object: EmulatedObject, field: ModelField): boolean {
    return field.leaf ? this.#parts.reader.leaf(object, field) !== null : this.#itemsOf(object, field).length > 0;
  }

  /** Whether a value names an object: its id, or a name that people use for it. */
  #isCalled(object: EmulatedObject, value: unknown): boolean {
    const { model, reader } = this.#parts;
    if (object.stored && String(object.stored.id) === asText(value)) return true;
    return naturalKeys.some((key) => {
      const field = model.field(object.type, key);
      return field?.kind === 'value' && asText(reader.leaf(object, field)) === asText(value);
    });
  }
}
