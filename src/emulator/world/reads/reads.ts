import { type GraphQLOutputType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { idName } from '../model/names.ts';
import { hasNullableItems, isNullable } from '../model/nullability.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import { type Arguments, type Call, writtenArguments } from './call.ts';
import { cutPage } from './cut-page.ts';
import { pageObject } from './page.ts';
import { readPageArguments } from './page-arguments.ts';
import type { Selected, Selection } from './select.ts';
import { Single } from './single.ts';

/** What the answers of fields are made from. */
export interface ReadParts {
  readonly model: Model;
  readonly population: Population;
  readonly reader: Reader;
  readonly selection: Selection;
  readonly maxPageSize: number;
}

/** Answers fields: leaves, the object or part that the arguments name, and lists with their pages. */
export class Reads {
  readonly #parts: ReadParts;
  readonly #single: Single;

  constructor(parts: ReadParts) {
    this.#parts = parts;
    this.#single = new Single({ ...parts, filterOf: parts.selection.filterOf });
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
    const { population, maxPageSize } = this.#parts;
    const type = getNullableType(call.definition.type);
    const asked = readPageArguments(call.definition, args, maxPageSize);
    const cut = cutPage(population, list, asked);
    if (field.page && isCompositeType(type))
      return pageObject(
        call.owner,
        call.definition,
        field.page,
        { ...cut, items: list.items, size: asked.size },
        call.say,
      );
    return nested(type, list.items.slice(cut.start, cut.end));
  }

  #list(call: Call, field: ModelField): unknown {
    const { owner, definition, args } = call;
    const { target } = field;
    if (target === undefined) return [];
    const { population, reader, selection } = this.#parts;
    const ids = Object.entries(args).find(
      ([name, value]) => Array.isArray(value) && idName(name)?.many && idName(name)?.words.length === 0,
    )?.[1];
    if (Array.isArray(ids) && field.page === undefined && field.kind === 'references') {
      const found = ids.map((id) => population.find(target, id) ?? null);
      return hasNullableItems(definition) ? found : found.filter((object) => object !== null);
    }
    const scoped = this.#scope(call, field);
    const items = scoped.items ?? reader.many(owner, field);
    if (items === null) return isNullable(definition) ? null : [];
    const written = Object.keys(writtenArguments(call));
    const list = selection.select(items, target, scoped.args, (name) => {
      // The schema's own defaults were not asked for.
      if (written.some((each) => name === each || name.startsWith(`${each}.`))) call.note(name);
    });
    return this.served(call, field, list, args);
  }

  /** The list that an argument such as `groupId` names, if the items have no field for it. */
  #scope(
    { args }: Call,
    field: ModelField,
  ): { readonly items: readonly EmulatedObject[] | undefined; readonly args: Arguments } {
    const { model, population, reader, selection } = this.#parts;
    const rest: Record<string, unknown> = {};
    let items: readonly EmulatedObject[] | undefined;
    for (const [name, value] of Object.entries(args)) {
      const words = idName(name)?.words ?? [];
      const type = words.length > 0 && !items && typeof value === 'string' ? model.named(words) : undefined;
      const isFilter = field.target && selection.filterOf(field.target, { [name]: value }).selects;
      const holder = type && !isFilter ? population.find(type, value) : undefined;
      const own =
        holder &&
        [...model.fieldsOfType(holder.type).values()].find(
          (other) =>
            !other.leaf && other.target === field.target && (other.kind === 'references' || other.kind === 'parts'),
        );
      if (type && !isFilter && holder === undefined) items = [];
      else if (holder && own) items = reader.many(holder, own) ?? [];
      else rest[name] = value;
    }
    return { items, args: rest };
  }
}

/** Items in as many lists as the type has around them. */
function nested(type: GraphQLOutputType, items: readonly EmulatedObject[]): unknown {
  let depth = 0;
  for (let at = type; isListType(at); at = getNullableType(at.ofType)) depth += 1;
  return Array.from({ length: Math.max(0, depth - 1) }).reduce((inner) => [inner], items as unknown);
}
