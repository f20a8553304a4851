import { createInputWriter, type InputEntry } from './input-values.ts';
import { createLinks, type Links } from './links.ts';
import type { Family, Model } from './model.ts';
import { isoOf, worldTime } from './moments.ts';
import { bare } from './names.ts';
import { isNullable } from './nullability.ts';
import type { Population } from './population.ts';
import { fits, type Reader } from './reader.ts';
import type { Relations } from './relations.ts';
import { keep, type State } from './state.ts';
import type { Steps } from './steps.ts';
import { nameOf, type Placed, type Thing } from './thing.ts';

interface Parts {
  readonly model: Model;
  readonly state: State;
  readonly population: Population;
  readonly relations: Relations;
  readonly reader: Reader;
}

/** Changes the objects of the world. */
export interface Writes {
  /** The present of the world: a second later with each change. */
  now(): string;
  /** Writes one value of an input. */
  write(entry: InputEntry): void;
  /** Joins or parts two objects. */
  readonly link: Links['link'];
  /** The next object of a family, and the step that makes it: what the input could have set and did not is null. */
  create(steps: Steps, family: Family, settable: ReadonlySet<string>): Placed;
  /** Marks an object as changed now. */
  touch(steps: Steps, thing: Pick<Placed, 'family' | 'index'>): void;
  /** Deletes an object, and those that cannot be without it. */
  remove(thing: Thing): void;
  /** Makes the steps, as one change. */
  commit(steps: Steps): void;
}

/** Makes, changes and deletes objects of the world, by steps. */
export function createWrites({ model, state, population, relations, reader }: Parts): Writes {
  const links = createLinks({ model, population, relations, reader });
  /** The steps that make an object, until they are made. */
  const creations = new WeakMap<() => void, Family>();

  const now = (): string => isoOf(worldTime + state.clock * 1000);

  function create(steps: Steps, family: Family, settable: ReadonlySet<string>): Placed {
    const own = population.state(family);
    const index = own.size + own.created + steps.filter((step) => creations.get(step) === family).length;
    const thing = Object.assign(population.thing(family, index), { family });
    const make = (): void => {
      own.created += 1;
      for (const slot of model.slotsOf(family).values()) {
        const { field, key, kind } = slot;
        const canSet = settable.has(bare(field.name)) || settable.has(bare(key));
        if (kind === 'reference' && !slot.byId) {
          const target = reader.one(thing, slot);
          const back = target?.family && relations.backReference(family, target.family)?.key === key;
          // What is not given refers to nothing, if that is allowed.
          if (isNullable(field)) keep(own, index, key, null);
          else if (target && back) keep(own, index, key, { ref: nameOf(target) });
        } else if (kind === 'value' && isRecorded(field.name)) {
          if (fits(field.type, now())) keep(own, index, key, now());
        } else if (canSet && kind !== 'identity' && isNullable(field)) keep(own, index, key, null);
      }
    };
    creations.set(make, family);
    steps.push(make);
    return thing;
  }

  function touch(steps: Steps, { family, index }: Pick<Placed, 'family' | 'index'>): void {
    for (const slot of model.slotsOf(family).values()) {
      if (
        slot.kind === 'value' &&
        /^(?:updated|modified|changed|edited|lastUpdated|lastModified)_?(?:At|On|Date|_at)$/.test(slot.field.name) &&
        fits(slot.field.type, now())
      )
        steps.push(() => keep(population.state(family), index, slot.key, now()));
    }
  }

  function remove(thing: Thing, depth = 0): void {
    if (thing.family === undefined || !population.isAlive(thing.family, thing.index)) return;
    const dependents: Thing[] = [];
    if (depth < 8) {
      for (const family of model.families.values()) {
        const back = relations.backReference(family, thing.family);
        if (back === undefined || isNullable(back.field) || family === thing.family) continue;
        const list = relations.list(thing, {
          ...back,
          key: ' ',
          kind: 'references',
          target: family.types[0] ?? thing.type,
        });
        for (let position = 0; position < list.length; position += 1) dependents.push(list.at(position));
      }
    }
    population.state(thing.family).deleted.add(thing.index);
    for (const dependent of dependents) remove(dependent, depth + 1);
  }

  function commit(steps: Steps): void {
    if (steps.length === 0) return;
    state.clock += 1;
    for (const step of steps) step();
    state.version += 1;
  }

  return {
    now,
    write: createInputWriter(model, population, links),
    link: links.link,
    create,
    touch,
    remove: (thing) => remove(thing),
    commit,
  };
}

/** Fields that record when an object was made. */
function isRecorded(name: string): boolean {
  return /^(?:created|updated|inserted|registered|modified|added)_?(?:At|On|Date|_at)$/i.test(name);
}
