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
    this.links.stated.clear();
    this.store.transaction(() => this.#linkFixtures());
    this.store.begin();
    if (snapshot) applySnapshot(this.store, this.population, snapshot);
  }

  /** Links the objects of fixtures with each other, as mutations do. */
  #linkFixtures(): void {
    const { model, population, links, fixtures } = this;
    // The schema may be another one than that which the fixtures were read with.
    const all = fixtures.links.flatMap(({ family: name, index, field: read, ids }) => {
      const family = model.families.get(name);
      const field = family && model.fieldsOfFamily(family).get(read);
      const owner = family && population.family(name).objects[index];
      return owner && field?.target ? [{ family, owner, field, target: field.target, ids }] : [];
    });
    for (const { family, owner, field } of all) if (field.kind === 'references') links.state(owner, family, field);
    for (const { owner, field, target, ids } of all)
      for (const id of ids) {
        const item = population.find(target, id);
        if (item) links.join(owner, field, item, true);
      }
  }
}
