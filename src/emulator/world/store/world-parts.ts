import type { WorldSnapshot } from '../model/world-options.ts';
import { Links } from './links.ts';
import { Population } from './population.ts';
import { Reader } from './reader.ts';
import { applySnapshot } from './snapshot.ts';

/** The world behind one schema: its objects, how they belong together, and what their fields show. */
export class WorldParts extends Population {
  readonly population: Population = this;
  readonly links: Links = new Links(this);
  readonly reader: Reader = new Reader(this, this.links);

  /** Makes the objects as they were at the start, or as they were at a snapshot. */
  startOver(snapshot?: WorldSnapshot): void {
    this.store.clear(snapshot?.seed ?? this.settings.seed);
    if (snapshot) applySnapshot(this, snapshot);
  }
}
