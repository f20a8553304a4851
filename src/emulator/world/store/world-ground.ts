import { type GraphQLSchema, getNullableType, isListType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { Model } from '../model/model.ts';
import type { ModelField } from '../model/model-field.ts';
import { createStories, type Story } from '../model/story.ts';
import type { WorldSettings } from '../model/world-options.ts';
import { hash } from '../values/chance.ts';
import type { EmulatedObject } from './emulated-object.ts';
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

  /** The value that mocks give: by the field, by the object, or by the scalar; undefined if they give none. */
  mocked({ type, stored, place, index }: EmulatedObject, { definition, leaf }: ModelField): unknown {
    const { mocks } = this.settings;
    if (mocks === undefined) return undefined;
    const { name: field } = definition;
    const number = this.chance(place, field, 0);
    const evaluate = (mock: unknown): unknown =>
      typeof mock === 'function' ? mock({ type: type.name, field, index, number }) : mock;
    for (const { name } of (stored && this.model.families.get(stored.family)?.types) ?? [type]) {
      const own = evaluate(mocks[`${name}.${field}`]);
      const whole = own === undefined && evaluate(mocks[name]);
      const value = isRecord(whole) ? whole[field] : own;
      if (value !== undefined) return value;
    }
    const mock = evaluate(leaf && mocks[leaf.name]);
    return mock !== undefined && isListType(getNullableType(definition.type)) ? [mock] : mock;
  }
}
