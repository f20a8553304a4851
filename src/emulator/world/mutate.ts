import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { defaultOf } from '../../graphql/default-of.ts';
import { becoming } from './become.ts';
import { hasVerb, type Intent, readIntent } from './intent.ts';
import type { Family } from './model.ts';
import { bare, idName, singulars, wordsOf } from './names.ts';
import { createPayloads, type MutationResult } from './payload.ts';
import type { Call, ReadParts, Reads } from './resolve.ts';
import type { State } from './state.ts';
import { holderOf, type Thing } from './thing.ts';
import { createWrites, type LinkHow, type Steps, settableBy, UnknownObject } from './writes.ts';

const filters = /^(?:where|filter|filters|selector|pkcolumns|key|condition)$/;
const ignored = /^(?:clientmutationid|onconflict|force|dryrun|validateonly|idempotencykey)$/;

/** An entry of the arguments: top-level ones and the fields of inputs alike. */
interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly path: string;
}

/** The arguments of a mutation, by what they are for. */
interface Read {
  /** The ids of the subject; undefined if no argument names one. */
  readonly ids: readonly Entry[];
  readonly where: Readonly<Record<string, unknown>> | undefined;
  readonly writes: readonly Entry[];
  /** The inputs of several objects. */
  readonly many: readonly (readonly Entry[])[];
  readonly echoes: ReadonlyMap<string, unknown>;
}

/** The mutations of a schema. */
export interface Mutations {
  /** Whether the field is one that changes the world: in a mutation, a field of the root, or one with a verb under it. */
  isMutation(call: Call): boolean;
  run(call: Call): unknown;
}

/** Interprets mutations by their names and inputs. */
export function createMutations(parts: ReadParts & { readonly state: State; readonly reads: Reads }): Mutations {
  const { model, population, selection, reader, reads } = parts;
  const writes = createWrites(parts);
  const payloads = createPayloads({ model, population, reader, reads });
  const intents = new Map<string, Intent>();

  function intentOf(call: Call): Intent {
    const name = `${call.type.name}.${call.field.name}`;
    let intent = intents.get(name);
    if (intent === undefined) {
      intent = readIntent(model, call.type, call.field);
      intents.set(name, intent);
    }
    return intent;
  }

  function isMutation({ type, field, info }: Call): boolean {
    if (info.operation.operation !== 'mutation') return false;
    const isRoot = type === model.schema.getMutationType();
    if (field.args.length === 0) return isRoot && /^(?:reset|delete|clear|purge)/.test(field.name);
    const { kind, page } = model.slot(type, field.name) ?? {};
    const { action } = intentOf({ type, field } as Call);
    if (!isRoot) return page === undefined && hasVerb(field.name) && action !== 'none';
    if (page && action === 'none') return false;
    if (action !== 'none') return true;
    // A field that reads one object, such as `device(id:)`.
    return kind !== undefined && !isPlainRead({ type, field } as Call);
  }

  function isPlainRead({ type, field }: Call): boolean {
    const slot = model.slot(type, field.name);
    const target = slot?.target;
    if (target === undefined || slot?.kind === 'part') return false;
    const named = model.named(wordsOf(field.name));
    return named !== undefined && model.familiesOf(named).some((family) => model.familiesOf(target).includes(family));
  }

  function run(call: Call): unknown {
    const intent = intentOf(call);
    const families = intent.subject ? model.familiesOf(intent.subject) : [];
    const read = readArguments(call, intent, families);
    const slot = model.slot(call.type, call.field.name);
    let outcome: MutationResult;
    try {
      outcome = { echoes: read.echoes, others: othersOf(read), ...perform(call, intent, families, read) };
    } catch (error) {
      if (!(error instanceof UnknownObject)) throw error;
      const failure = { message: error.message, argument: error.argument };
      outcome = { echoes: read.echoes, others: [], things: [], failure };
    }
    return payloads.answer(call.owner, call.field, outcome, slot);
  }

  function perform(call: Call, intent: Intent, families: readonly Family[], read: Read): { things: readonly Thing[] } {
    const { subject, action } = intent;
    if (subject === undefined || families.length === 0 || action === 'none') return uninterpreted(call, subject, read);
    if (action === 'create' || action === 'copy') return { things: createAll(call, intent, families, read) };
    if (action === 'upsert' && subjects(call, subject, read, true).length === 0)
      return { things: createAll(call, intent, families, read) };
    const things = subjects(call, subject, read, action === 'upsert');
    if (things.length === 0 && read.where === undefined) return uninterpreted(call, subject, read);
    const steps: Steps = [];
    if (action === 'delete')
      steps.push(() => {
        for (const thing of things) writes.remove(thing);
      });
    else if (action === 'become') {
      if (!become(steps, things, intent.verb)) return uninterpreted(call, subject, read);
    } else if (action === 'link' || action === 'unlink') linkAll(steps, call, intent, things, read);
    else update(steps, call, intent, things, read);
    writes.commit(steps);
    return { things };
  }

  /** Answers validly, changes nothing, and says so. */
  function uninterpreted(
    call: Call,
    subject: GraphQLCompositeType | undefined,
    read: Read,
  ): { things: readonly Thing[] } {
    call.note('');
    const things = subject ? subjects(call, subject, read, false) : [];
    return { things };
  }

  function become(steps: Steps, things: readonly Thing[], verb: string): boolean {
    let understood = false;
    for (const thing of things) {
      if (thing.family === undefined) continue;
      for (const { slot, value, now } of becoming(model, thing.family, verb)) {
        understood = true;
        steps.push(writes.set(thing.family, thing.index, slot.key, now ? writes.now() : value));
      }
      if (understood) writes.touch(steps, { family: thing.family, index: thing.index });
    }
    return understood;
  }

  function update(steps: Steps, call: Call, intent: Intent, things: readonly Thing[], read: Read): void {
    const entries = read.many.length > 0 ? [] : read.writes;
    for (const thing of things) {
      if (thing.family === undefined) continue;
      const own = { ...thing, family: thing.family };
      const itself = read.many.find((each) =>
        each.some(
          ({ key, value }) =>
            idName(key)?.words.length === 0 && String(value) === String(population.idOf(own.family, own.index)),
        ),
      );
      for (const entry of named(own.family, intent, itself?.filter(({ key }) => bare(key) !== 'id') ?? entries))
        writes.write(steps, own, entry.key, entry.value, () => call.note(entry.path));
      writes.touch(steps, own);
    }
  }

  /** The entries by the names of the fields: `setDeviceStatus(value:)` sets `status`, `renameDevice(to:)` the name. */
  function named(family: Family, intent: Intent, entries: readonly Entry[]): readonly Entry[] {
    const attribute = intent.attribute ?? (intent.verb === 'rename' ? 'name' : undefined);
    if (attribute === undefined) return entries;
    const known = entries.filter(({ key }) => writes.slotNamed(family, key) !== undefined);
    const [first, ...others] = entries;
    const slot =
      writes.slotNamed(family, attribute) ??
      (attribute === 'name'
        ? ['title', 'displayName', 'label']
            .map((name) => writes.slotNamed(family, name))
            .find((each) => each !== undefined)
        : undefined);
    if (slot === undefined) return entries;
    if (known.length > 0 || first === undefined)
      return known.length > 0 &&
        intent.verb === 'rename' &&
        !known.some(({ key }) => bare(key) === bare(slot.field.name))
        ? entries.map((entry) => (entry === known[0] ? { ...entry, key: slot.field.name } : entry))
        : entries;
    return [{ ...first, key: slot.field.name }, ...others];
  }

  function createAll(call: Call, intent: Intent, families: readonly Family[], read: Read): readonly Thing[] {
    const [family] = families;
    if (family === undefined) return [];
    const steps: Steps = [];
    const settable = settableBy(call.field.args.map(({ type }) => type));
    const names = new Set([...settable, ...call.field.args.map(({ name }) => bare(name))]);
    const copied =
      intent.action === 'copy' && intent.subject ? subjects(call, intent.subject, read, false)[0] : undefined;
    const inputs = read.many.length > 0 ? read.many : [read.writes];
    const things = inputs.map((entries) => {
      const thing = writes.create(steps, family, copied ? new Set() : names);
      if (copied?.family) {
        const values = {
          ...population.state(copied.family).fixtures.get(copied.index),
          ...population.state(copied.family).changed.get(copied.index),
        };
        for (const slot of model.slotsOf(family).values())
          if (slot.kind === 'value' && !slot.byId)
            steps.push(writes.set(family, thing.index, slot.key, values[slot.key] ?? reader.leaf(copied, slot)));
      }
      const holder = holderOf(call.owner);
      if (holder.family && !model.isSingle(holder.type)) writes.link(steps, thing, holder, true);
      for (const { key, value, path } of entries) writes.write(steps, thing, key, value, () => call.note(path));
      return thing;
    });
    writes.commit(steps);
    return things.map(({ index }) => population.thing(family, index, intent.subject));
  }

  function linkAll(steps: Steps, call: Call, intent: Intent, things: readonly Thing[], read: Read): void {
    const isLinked = intent.action === 'link';
    const targets = intent.target ? targetsOf(intent.target, read) : [];
    if (targets.length > 0) {
      for (const thing of things)
        for (const target of targets)
          if (!writes.link(steps, thing, target, isLinked, howTo(intent))) call.note(call.field.name);
      return;
    }
    // `moveDevice(id, groupId)`: the other arguments say where to; `unassign` takes them away.
    for (const thing of things) {
      if (thing.family === undefined) continue;
      for (const { key, value, path } of read.writes) {
        const id = idName(key);
        const type =
          id && id.words.length > 0
            ? model.named(id.words.filter((word) => !/^(?:to|new|target|destination|from)$/.test(word)))
            : undefined;
        const owner = type && population.find(type, value);
        if (type && value !== null && !Array.isArray(value) && owner === undefined) throw new UnknownObject(key, value);
        if (owner && writes.link(steps, thing, owner, isLinked, howTo(intent))) continue;
        writes.write(steps, { ...thing, family: thing.family }, key, value, () => call.note(path));
      }
    }
  }

  function howTo({ verb, attribute }: Intent): LinkHow {
    return { alone: verb === 'move' || verb === 'transfer', list: attribute };
  }

  /** The objects that the arguments name as what the others are joined to. */
  function targetsOf(target: GraphQLCompositeType, read: Read): readonly Thing[] {
    const found: Thing[] = [];
    for (const { key, value } of read.writes) {
      const id = idName(key);
      const type = id && model.named(id.words);
      if (!type || !model.familiesOf(type).some((family) => model.familiesOf(target).includes(family))) continue;
      for (const each of Array.isArray(value) ? value : [value]) {
        const thing = population.find(target, each);
        if (thing === undefined) throw new UnknownObject(key, each);
        found.push(thing);
      }
    }
    return found;
  }

  function othersOf(read: Read): readonly Thing[] {
    return read.writes.flatMap(({ key, value }) => {
      const id = idName(key);
      const type = id && id.words.length > 0 ? model.named(id.words) : undefined;
      if (!type) return [];
      return (Array.isArray(value) ? value : [value]).flatMap((each) => population.find(type, each) ?? []);
    });
  }

  /** The objects that a mutation is about. */
  function subjects(call: Call, subject: GraphQLCompositeType, read: Read, lenient: boolean): readonly Thing[] {
    const found: Thing[] = [];
    for (const { key, value } of read.ids) {
      for (const each of Array.isArray(value) ? value : [value]) {
        const thing = population.find(subject, each);
        if (thing) found.push(thing);
        else if (!lenient) throw new UnknownObject(key, each);
      }
    }
    for (const each of read.many) {
      const id = each.find(({ key }) => idName(key)?.words.length === 0);
      const thing = id && population.find(subject, id.value);
      if (thing) found.push(thing);
      else if (id && !lenient) throw new UnknownObject(id.key, id.value);
    }
    if (found.length > 0 || read.ids.length > 0) return found;
    if (read.where) {
      const filter = selection.filters.filterOf(subject, read.where);
      for (const name of filter.unknown) call.note(name);
      const used = Object.keys(read.where).length > filter.unknown.length;
      const all = population.all(subject);
      for (let position = 0; used && position < all.length; position += 1) {
        const thing = all.at(position);
        if (filter.test(thing)) found.push(thing);
      }
      return found;
    }
    const holder = holderOf(call.owner);
    if (holder.family && model.familiesOf(subject).includes(holder.family)) return [holder];
    const all = population.all(subject);
    const [family] = model.familiesOf(subject);
    const only = all.length > 0 ? all.at(0) : undefined;
    return only && family?.types.some((type) => model.isSingle(type)) ? [only] : [];
  }

  function readArguments(call: Call, intent: Intent, families: readonly Family[]): Read {
    const ids: Entry[] = [];
    const entries: Entry[] = [];
    const many: Entry[][] = [];
    const echoes = new Map<string, unknown>();
    let where: Readonly<Record<string, unknown>> | undefined;
    const creates = intent.action === 'create';

    const isOwnId = (key: string): boolean => {
      const id = idName(key);
      if (id === undefined) return false;
      if (id.words.length === 0) return !creates;
      if (creates) return false;
      const words = id.words.join('');
      const tails = families.flatMap((family) =>
        family.types.map(({ name }) => wordsOf(name).slice(-id.words.length).join('')),
      );
      if (tails.some((tail) => singulars(words).includes(tail))) return true;
      const named = model.named(id.words);
      return named !== undefined && named === intent.subject;
    };

    const slotOf = (key: string): boolean => families.some((family) => writes.slotNamed(family, key) !== undefined);

    const visit = (key: string, value: unknown, path: string, into: Entry[], top: boolean): void => {
      const word = bare(key.replace(/^[_$]+/, ''));
      if (value === undefined) return;
      if (!echoes.has(word)) echoes.set(word, value);
      if (ignored.test(word)) return;
      if (isOwnId(key) && !isRecord(value) && value !== null && into === entries) {
        ids.push({ key, value, path });
        return;
      }
      if (isRecord(value) && filters.test(word)) {
        for (const [name, inner] of Object.entries(value)) {
          if (isOwnId(name) && !isRecord(inner)) ids.push({ key: name, value: inner, path: `${path}.${name}` });
          else where = { ...where, [name]: inner };
        }
        return;
      }
      const isInput = top && isInputObjectType(getNamedType(call.field.args.find(({ name }) => name === key)?.type));
      if (isRecord(value) && (!slotOf(key) || (isInput && isContainer(word, families)))) {
        if (isJsonLike(value, call, key, top)) into.push({ key, value, path });
        else for (const [name, inner] of Object.entries(value)) visit(name, inner, `${path}.${name}`, into, false);
        return;
      }
      if (
        Array.isArray(value) &&
        value.length > 0 &&
        value.every(isRecord) &&
        (!slotOf(key) || (isInput && isContainer(word, families)))
      ) {
        for (const each of value) {
          const inner: Entry[] = [];
          for (const [name, one] of Object.entries(each)) visit(name, one, `${path}.${name}`, inner, false);
          many.push(inner);
        }
        return;
      }
      into.push({ key, value, path });
    };
    for (const [key, value] of Object.entries(givenArguments(call))) visit(key, value, key, entries, true);
    return { where, many, echoes, ...withFallback(ids, entries, intent, creates) };
  }

  /** If no name says which id is the subject's, the first that finds one is. */
  function withFallback(
    ids: readonly Entry[],
    entries: readonly Entry[],
    { subject, action }: Intent,
    creates: boolean,
  ) {
    if (ids.length > 0 || creates || subject === undefined) return { ids, writes: entries };
    const found = entries.find(
      ({ key, value }) => idName(key) && population.find(subject, Array.isArray(value) ? value[0] : value),
    );
    if (found) return { ids: [found], writes: entries.filter((entry) => entry !== found) };
    const only = entries.filter(({ key, value }) => idName(key) && typeof value === 'string');
    // One id, and nothing has it: the object is unknown.
    if (only.length === 1 && action !== 'upsert' && entries.length === 1) return { ids: only, writes: [] };
    return { ids, writes: entries };
  }

  return { isMutation, run };
}

/** The arguments without the nulls that only the schema sets: `note: String = null` was not asked for. */
function givenArguments({ field, args }: Call): Readonly<Record<string, unknown>> {
  return given(
    args,
    field.args.map((argument) => [argument.name, argument] as const),
  );
}

function given(
  value: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [string, GraphQLArgument | GraphQLInputField])[],
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, input] of fields) {
    const inner = value[name];
    if (inner === undefined || (inner === null && defaultOf(input) === null)) continue;
    const named = getNamedType(input.type);
    const own = isInputObjectType(named) ? Object.entries(named.getFields()) : undefined;
    if (own && isRecord(inner)) kept[name] = given(inner, own);
    else if (own && Array.isArray(inner)) kept[name] = inner.map((each) => (isRecord(each) ? given(each, own) : each));
    else kept[name] = inner;
  }
  return kept;
}

function isContainer(word: string, families: readonly Family[]): boolean {
  return (
    /^(?:input|inputs|data|object|objects|set|patch|changes|values|attributes|params|payload)$/.test(word) ||
    families.some((family) => singulars(word).includes(bare(family.name)))
  );
}

/** Whether an object is a value of a scalar and not an input. */
function isJsonLike(_value: unknown, call: Call, key: string, top: boolean): boolean {
  if (!top) return false;
  const argument = call.field.args.find(({ name }) => name === key);
  return argument !== undefined && !isInputObjectType(getNamedType(argument.type));
}
