import { getNullableType, isListType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { ModelField } from '../model/model-field.ts';
import { hash } from '../values/chance.ts';
import { type EmulatedObject, objectPlace } from './emulated-object.ts';
import type { WorldGround } from './world-ground.ts';

/** The value that mocks give: by the field, by the object, or by the scalar; undefined if they give none. */
export function mockedValue(
  { model, store, settings: { mocks } }: WorldGround,
  object: EmulatedObject,
  { definition, leaf }: ModelField,
): unknown {
  if (mocks === undefined) return undefined;
  const { name } = definition;
  const number = hash(store.seed, objectPlace(object), name, 0);
  const evaluate = (mock: unknown): unknown =>
    typeof mock === 'function' ? mock({ type: object.type.name, field: name, index: object.index, number }) : mock;
  for (const type of (object.stored && model.families.get(object.stored.family)?.types) ?? [object.type]) {
    const own = evaluate(mocks[`${type.name}.${name}`]);
    const whole = own === undefined && evaluate(mocks[type.name]);
    const value = isRecord(whole) ? whole[name] : own;
    if (value !== undefined) return value;
  }
  const mock = evaluate(leaf && mocks[leaf.name]);
  return mock !== undefined && isListType(getNullableType(definition.type)) ? [mock] : mock;
}
