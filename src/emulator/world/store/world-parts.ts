import type { GraphQLSchema } from 'graphql';
import { Model } from '../model/model.ts';
import { createRelations, type Relations } from '../model/relations.ts';
import { createStories, type Story } from '../model/story.ts';
import type { WorldSettings, WorldSnapshot } from '../model/world-options.ts';
import { hash } from '../values/chance.ts';
import type { StoredObject } from './emulated-object.ts';
import { FixtureObjects, linkFixtures } from './fixtures.ts';
import { Links } from './links.ts';
import { Population } from './population.ts';
import { Reader } from './reader.ts';
import { applySnapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** The parts of the world behind one schema, where they find each other. */
export class WorldParts {
  readonly model: Model;
  readonly store: Store;
  readonly settings: WorldSettings;
  readonly fixtures: FixtureObjects;
  readonly relations: Relations;
  readonly population: Population;
  readonly links: Links;
  readonly reader: Reader;
  readonly storyOf: (stored: Pick<StoredObject, 'family'>) => Story | undefined;

  /** `known` are the fixtures as they were read with the first schema. */
  constructor(schema: GraphQLSchema, store: Store, settings: WorldSettings, known?: FixtureObjects) {
    const { count = {}, fixtures = {} } = settings;
    this.store = store;
    this.settings = settings;
    this.model = new Model(schema, new Set([...Object.keys(count), ...Object.keys(fixtures)]));
    this.fixtures = known ?? new FixtureObjects(this.model, fixtures);
    this.relations = createRelations(this.model);
    const stories = createStories(this.model);
    this.storyOf = ({ family }) => {
      const own = this.model.families.get(family);
      return own && stories(own);
    };
    this.population = new Population(this);
    this.links = new Links(this);
    this.reader = new Reader(this);
  }

  /** Whether a place is one that is left empty. */
  isLeftEmpty(place: string, key: string): boolean {
    const { nulls = 0.1 } = this.settings;
    return nulls > 0 && hash(this.store.seed, place, key, 'empty') % 10_000 < nulls * 10_000;
  }

  /** Makes the objects as they were at the start, or as they were at a snapshot. */
  startOver(snapshot?: WorldSnapshot): void {
    this.store.clear(snapshot?.seed ?? this.settings.seed);
    this.population.restored = snapshot?.sizes ?? {};
    linkFixtures(this);
    if (snapshot) applySnapshot(this.store, this.population, snapshot);
  }
}
