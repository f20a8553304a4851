import type { GraphQLSchema } from 'graphql';
import { Model } from '../model/model.ts';
import { createStories, type Story } from '../model/story.ts';
import type { WorldSettings, WorldSnapshot } from '../model/world-options.ts';
import { hash } from '../values/chance.ts';
import { type FixtureObjects, fixtureObjects } from './fixtures.ts';
import { Links } from './links.ts';
import { Population } from './population.ts';
import { Reader } from './reader.ts';
import { applySnapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** The parts of the world behind one schema. */
export class WorldParts {
  readonly settings: WorldSettings;
  readonly store: Store;
  readonly model: Model;
  readonly fixtures: FixtureObjects;
  /** The states that the objects of a family, or parts of a type, show. */
  readonly storyOf: (name: string) => Story | undefined;
  readonly population: Population;
  readonly links: Links;
  readonly reader: Reader;

  /** `known` are the fixtures as they were read with the first schema. */
  constructor(schema: GraphQLSchema, store: Store, settings: WorldSettings, known?: FixtureObjects) {
    const { count = {}, fixtures = {} } = settings;
    this.settings = settings;
    this.store = store;
    this.model = new Model(schema, new Set([...Object.keys(count), ...Object.keys(fixtures)]));
    this.fixtures = known ?? fixtureObjects(this.model, fixtures);
    this.storyOf = createStories(this.model);
    this.population = new Population(this);
    this.links = new Links(this);
    this.reader = new Reader(this);
  }

  /** A number from 0 to 2³² − 1, always the same for the same place. */
  chance(place: string, ...parts: readonly (string | number)[]): number {
    return hash(this.store.seed, place, ...parts);
  }

  /** Whether a place is one that is left empty. */
  isLeftEmpty(place: string, key: string): boolean {
    const { nulls = 0.1 } = this.settings;
    return nulls > 0 && this.chance(place, key, 'empty') % 10_000 < nulls * 10_000;
  }

  /** Makes the objects as they were at the start, or as they were at a snapshot. */
  startOver(snapshot?: WorldSnapshot): void {
    this.store.clear(snapshot?.seed ?? this.settings.seed);
    if (snapshot) applySnapshot(this, snapshot);
  }
}
