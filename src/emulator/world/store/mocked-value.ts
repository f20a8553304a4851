import { getNullableType, isListType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { ModelField } from '../model/model-field.ts';
import { hash } from '../values/chance.ts';
import type { EmulatedObject } from './emulated-object.ts';
import type { WorldGround } from './world-ground.ts';

/** The value that mocks give: by the field, by the object, or by the scalar; undefined if they give none. */
export function mockedValue(
  { model, store, settings: { mocks } }: WorldGround,
  { type, stored, place, index }: EmulatedObject,
  { definition, leaf }: ModelField,
): unknown {
  if (mocks === undefined) return undefined;
  const { name: field } = definition;
  const number = hash(store.seed, place, field, 0);
  const evaluate = (mock: unknown): unknown =>
    typeof mock === 'function' ? mock({ type: type.name, field, index, number }) : mock;
  for (const { name } of (stored && model.families.get(stored.family)?.types) ?? [type]) {
    const own = evaluate(mocks[`${name}.${field}`]);
    const whole = own === undefined && evaluate(mocks[name]);
    const value = isRecord(whole) ? whole[field] : own;
    if (value !== undefined) return value;
  }
  const mock = evaluate(leaf && mocks[leaf.name]);
  return mock !== undefined && isListType(getNullableType(definition.type)) ? [mock] : mock;
}
