import type { WorldSnapshot } from '../model/world-options.ts';
import { Links } from './links.ts';
import { Population } from './population.ts';
import { Reader } from './reader.ts';
import { applySnapshot } from './snapshot.ts';
import { WorldGround } from './world-ground.ts';

/** The parts of the world behind one schema. */
export class WorldParts extends WorldGround {
  readonly population: Population = new Population(this);
  readonly links: Links = new Links(this, this.population);
  readonly reader: Reader = new Reader(this, this.population, this.links);

  /** Makes the objects as they were at the start, or as they were at a snapshot. */
  startOver(snapshot?: WorldSnapshot): void {
    this.store.clear(snapshot?.seed ?? this.settings.seed);
    this.population.restored = snapshot?.sizes ?? {};
    linkFixtures(this);
    if (snapshot) applySnapshot(this.store, this.population, snapshot);
  }
}

/** Links the objects of fixtures with each other, as mutations do; the result is what a reset brings back. */
function linkFixtures({ model, population, links, fixtures, store }: WorldParts): void {
  links.stated.clear();
  const { changed } = store.transaction(() => {
    for (const { family: read, index, field: known, ids } of fixtures.links) {
      // The schema may be another one than that which the fixtures were read with.
      const family = model.families.get(read.name);
      const field = family && model.fieldsOfFamily(family).get(known.definition.name);
      const owner = family && population.family(family).objects[index];
      if (!family || !owner || field?.target === undefined) continue;
      const { target } = field;
      if (field.kind === 'references') links.state(owner, family, field);
      for (const id of ids) {
        const item = population.find(target, id)?.stored;
        if (item) links.join(owner, field, item, true);
      }
    }
  });
  for (const object of changed) {
    object.fixture = { ...object.fixture, ...object.changed };
    delete object.changed;
  }
  store.clock = 0;
}
