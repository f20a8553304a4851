import { type GraphQLOutputType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { idName } from '../model/names.ts';
import { hasNullableItems, isNullable } from '../model/nullability.ts';
import { type EmulatedObject, objectPlace } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import type { Store } from '../store/store.ts';
import { type Arguments, type Call, isWritten, writtenArguments } from './call.ts';
import { cutPage } from './cut-page.ts';
import { pageObject } from './page.ts';
import { readPageArguments } from './page-arguments.ts';
import type { FilterOf } from './predicate.ts';
import { createSelect, type Select, type Selected } from './select.ts';
import { Single } from './single.ts';

/** The sources of the answers of fields. */
export interface ReadParts {
  readonly model: Model;
  readonly store: Store;
  readonly population: Population;
  readonly reader: Reader;
  readonly filterOf: FilterOf;
  readonly maxPageSize: number;
}

/** Answers fields: leaves, the object or part that the arguments name, and lists with their pages. */
export class Reads {
  readonly #parts: ReadParts;
  readonly #single: Single;
  readonly #select: Select;
  /** The list that was read last, which holds until something changes: who pages through it asks for it again and again. */
  #last:
    | { readonly place: string; readonly version: number; readonly items: readonly EmulatedObject[] | null }
    | undefined;

  constructor(parts: ReadParts) {
    this.#parts = parts;
    this.#single = new Single(parts);
    this.#select = createSelect(parts.model, parts.reader, parts.filterOf);
  }

  read(call: Call): unknown {
    const { owner, type, definition } = call;
    const field = this.#parts.model.field(type, definition.name);
    if (field === undefined) return null;
    if (field.leaf) {
      for (const name of Object.keys(writtenArguments(call))) call.note(name);
      return this.#parts.reader.leaf(owner, field);
    }
    if (field.kind === 'reference' || field.kind === 'part') return this.#single.read(call, field);
    return this.#list(call, field);
  }

  /** A list, or its page, in the type that the field has for it. */
  served(
    call: Pick<Call, 'owner' | 'definition' | 'say'>,
    field: ModelField,
    list: Selected,
    args: Arguments,
  ): unknown {
    const { owner, definition, say } = call;
    const type = getNullableType(definition.type);
    const asked = readPageArguments(definition, args, this.#parts.maxPageSize);
    const page = { ...cutPage(this.#parts.population, list, asked), items: list.items, size: asked.size };
    if (field.page && isCompositeType(type)) return pageObject(owner, definition, field.page, page, say);
    return nested(type, list.items.slice(page.start, page.end));
  }

  #list(call: Call, field: ModelField): unknown {
    const { owner, definition, args } = call;
    const { target } = field;
    if (target === undefined) return [];
    const { population } = this.#parts;
    const { ids } = args;
    const picked = Array.isArray(ids) ? ids.map((id) => population.find(target, id) ?? null) : undefined;
    // A list that is not a page says which of the ids are unknown.
    if (picked && field.page === undefined && hasNullableItems(definition)) return picked;
    const holder = this.#holder(call, field);
    const items = holder ? holder.items : this.#itemsOf(owner, field);
    if (items === null) return isNullable(definition) ? null : [];
    const { [holder?.argument ?? (picked ? 'ids' : '')]: _, ...rest } = args;
    const own = picked?.flatMap((one) => items.filter((other) => one && other.stored === one.stored)) ?? items;
    const list = this.#select(own, target, rest, (name) => {
      if (isWritten(call, name)) call.note(name);
    });
    return this.served(call, field, list, args);
  }

  #itemsOf(owner: EmulatedObject, field: ModelField): readonly EmulatedObject[] | null {
    const { store, reader } = this.#parts;
    if (owner.owner) return reader.many(owner, field);
    const place = `${objectPlace(owner)}.${field.definition.name}`;
    if (this.#last?.place !== place || this.#last.version !== store.version) {
      const items = reader.many(owner, field);
      this.#last = { place, version: store.version, items };
    }
    return this.#last.items;
  }

  /** The list of the object that an argument such as `groupId` names, if the items have no field for it. */
  #holder({ args }: Call, { target }: ModelField) {
    const { model, population, reader, filterOf } = this.#parts;
    for (const [argument, value] of Object.entries(args)) {
      const type = typeof value === 'string' ? model.named(idName(argument)?.words ?? []) : undefined;
      if (type === undefined || target === undefined || filterOf(target, { [argument]: value }).selects) continue;
      const holder = population.find(type, value);
      if (holder === undefined) return { argument, items: [] };
      const lists = [...model.fieldsOfType(holder.type).values()];
      const own = lists.find(({ leaf, kind, target: of }) => !leaf && of === target && /s$/.test(kind));
      if (own) return { argument, items: reader.many(holder, own) ?? [] };
    }
    return undefined;
  }
}

/** Items in as many lists as the type has around them. */
function nested(type: GraphQLOutputType, items: readonly EmulatedObject[]): unknown {
  let depth = 0;
  for (let at = type; isListType(at); at = getNullableType(at.ofType)) depth += 1;
  return Array.from({ length: Math.max(0, depth - 1) }).reduce((inner) => [inner], items as unknown);
}
