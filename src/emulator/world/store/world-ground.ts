import type { GraphQLSchema } from 'graphql';
import { Model } from '../model/model.ts';
import { createStories, type Story } from '../model/story.ts';
import type { WorldSettings } from '../model/world-options.ts';
import { hash } from '../values/chance.ts';
import { FixtureObjects } from './fixtures.ts';
import type { Store } from './store.ts';

/** The facts that the objects of a world are drawn from. */
export class WorldGround {
  readonly model: Model;
  readonly store: Store;
  readonly settings: WorldSettings;
  readonly fixtures: FixtureObjects;
  /** The states that the objects of a family, or parts of a type, show. */
  readonly storyOf: (name: string) => Story | undefined;

  /** `known` are the fixtures as they were read with the first schema. */
  constructor(schema: GraphQLSchema, store: Store, settings: WorldSettings, known?: FixtureObjects) {
    const { count = {}, fixtures = {} } = settings;
    this.store = store;
    this.settings = settings;
    this.model = new Model(schema, new Set([...Object.keys(count), ...Object.keys(fixtures)]));
    this.fixtures = known ?? new FixtureObjects(this.model, fixtures);
    this.storyOf = createStories(this.model);
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
}
