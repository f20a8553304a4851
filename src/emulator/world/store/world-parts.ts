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
    if (snapshot) applySnapshot(this.store, this.population, snapshot);
  }
}
