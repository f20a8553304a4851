import type { GraphQLCompositeType } from 'graphql';
import { becoming } from './become.ts';
import type { Call } from './call.ts';
import { settableBy, slotOfInput } from './input-names.ts';
import { hasVerb, type Intent, readIntent } from './intent.ts';
import type { LinkHow } from './links.ts';
import type { Family } from './model.ts';
import { type ArgumentEntry, createArgumentReader, type MutationArguments } from './mutation-arguments.ts';
import { createNamedObjects } from './named-objects.ts';
import { bare, idName, wordsOf } from './names.ts';
import { createPayloads, type MutationResult } from './payload.ts';
import type { ReadParts, Reads } from './resolve.ts';
import type { State } from './state.ts';
import { type Steps, settingOf } from './steps.ts';
import { holderOf, type Thing } from './thing.ts';
import { UnknownObject } from './unknown-object.ts';
import { createWrites } from './writes.ts';

/** The mutations of a schema. */
export interface Mutations {
  /** Whether the field is one that changes the world: in a mutation, a field of the root, or one with a verb under it. */
  isMutation(call: Call): boolean;
  run(call: Call): unknown;
}

/** Interprets mutations by their names and inputs. */
export function createMutations(parts: ReadParts & { readonly state: State; readonly reads: Reads }): Mutations {
  const { model, population, selection, reader, reads } = parts;
  const readArguments = createArgumentReader(model, population);
  const named = createNamedObjects(model, population, selection.filterOf);
  const writes = createWrites(parts);
  const payloads = createPayloads({ model, population, reader, reads });
  const intents = new Map<string, Intent>();

  function intentOf({ type, field }: Pick<Call, 'type' | 'field'>): Intent {
    const name = `${type.name}.${field.name}`;
    let intent = intents.get(name);
    if (intent === undefined) {
      intent = readIntent(model, type, field);
      intents.set(name, intent);
    }
    return intent;
  }

  function isMutation({ type, field, info }: Call): boolean {
    if (info.operation.operation !== 'mutation') return false;
    const isRoot = type === model.schema.getMutationType();
    if (field.args.length === 0) return isRoot && /^(?:reset|delete|clear|purge)/.test(field.name);
    const { kind, page } = model.slot(type, field.name) ?? {};
    const { action } = intentOf({ type, field });
    if (!isRoot) return page === undefined && hasVerb(field.name) && action !== 'none';
    if (page && action === 'none') return false;
    if (action !== 'none') return true;
    // A field that reads one object, such as `device(id:)`.
    return kind !== undefined && !isPlainRead({ type, field });
  }

  function isPlainRead({ type, field }: Pick<Call, 'type' | 'field'>): boolean {
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
      outcome = { echoes: read.echoes, others: named.others(read), ...perform(call, intent, families, read) };
    } catch (error) {
      if (!(error instanceof UnknownObject)) throw error;
      const failure = { message: error.message, argument: error.argument };
      outcome = { echoes: read.echoes, others: [], things: [], failure };
    }
    return payloads.answer(call.owner, call.field, outcome, slot);
  }

  function perform(
    call: Call,
    intent: Intent,
    families: readonly Family[],
    read: MutationArguments,
  ): { things: readonly Thing[] } {
    const { subject, action } = intent;
    if (subject === undefined || families.length === 0 || action === 'none') return uninterpreted(call, subject, read);
    if (action === 'create' || action === 'copy') return { things: createAll(call, intent, families, read) };
    if (action === 'upsert' && named.subjects(call, subject, read, true).length === 0)
      return { things: createAll(call, intent, families, read) };
    const things = named.subjects(call, subject, read, action === 'upsert');
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
    read: MutationArguments,
  ): { things: readonly Thing[] } {
    call.note('');
    const things = subject ? named.subjects(call, subject, read, false) : [];
    return { things };
  }

  function become(steps: Steps, things: readonly Thing[], verb: string): boolean {
    let understood = false;
    for (const thing of things) {
      if (thing.family === undefined) continue;
      const own = { ...thing, family: thing.family };
      const fields = becoming(model, own.family, verb);
      for (const { slot, value, now } of fields)
        steps.push(settingOf(population, own, slot.key, now ? writes.now() : value));
      if (fields.length === 0) continue;
      understood = true;
      writes.touch(steps, own);
    }
    return understood;
  }

  function update(steps: Steps, call: Call, intent: Intent, things: readonly Thing[], read: MutationArguments): void {
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
      for (const entry of withFieldNames(
        own.family,
        intent,
        itself?.filter(({ key }) => bare(key) !== 'id') ?? entries,
      ))
        writes.write({ steps, thing: own, key: entry.key, value: entry.value, note: () => call.note(entry.path) });
      writes.touch(steps, own);
    }
  }

  /** The entries by the names of the fields: `setDeviceStatus(value:)` sets `status`, `renameDevice(to:)` the name. */
  function withFieldNames(family: Family, intent: Intent, entries: readonly ArgumentEntry[]): readonly ArgumentEntry[] {
    const attribute = intent.attribute ?? (intent.verb === 'rename' ? 'name' : undefined);
    if (attribute === undefined) return entries;
    const known = entries.filter(({ key }) => slotOfInput(model, family, key) !== undefined);
    const [first, ...others] = entries;
    const slot =
      slotOfInput(model, family, attribute) ??
      (attribute === 'name'
        ? ['title', 'displayName', 'label']
            .map((name) => slotOfInput(model, family, name))
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

  function createAll(
    call: Call,
    intent: Intent,
    families: readonly Family[],
    read: MutationArguments,
  ): readonly Thing[] {
    const [family] = families;
    if (family === undefined) return [];
    const steps: Steps = [];
    const settable = settableBy(call.field.args.map(({ type }) => type));
    const names = new Set([...settable, ...call.field.args.map(({ name }) => bare(name))]);
    const copied =
      intent.action === 'copy' && intent.subject ? named.subjects(call, intent.subject, read, false)[0] : undefined;
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
            steps.push(settingOf(population, thing, slot.key, values[slot.key] ?? reader.leaf(copied, slot)));
      }
      const holder = holderOf(call.owner);
      if (holder.family && !model.isSingle(holder.type)) writes.link(steps, thing, holder, true);
      for (const { key, value, path } of entries)
        writes.write({ steps, thing: thing, key, value, note: () => call.note(path) });
      return thing;
    });
    writes.commit(steps);
    return things.map(({ index }) => population.thing(family, index, intent.subject));
  }

  function linkAll(steps: Steps, call: Call, intent: Intent, things: readonly Thing[], read: MutationArguments): void {
    const isLinked = intent.action === 'link';
    const targets = intent.target ? named.targets(intent.target, read) : [];
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
        writes.write({ steps, thing: { ...thing, family: thing.family }, key, value, note: () => call.note(path) });
      }
    }
  }

  function howTo({ verb, attribute }: Intent): LinkHow {
    return { alone: verb === 'move' || verb === 'transfer', list: attribute };
  }

  return { isMutation, run };
}
