import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import type { ObjectField } from '../model/model-field.ts';
import { idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { type EmulatedObject, isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Call, notFound } from './call.ts';
import { failureMember, failureObject } from './failure-object.ts';
import { filterOf } from './filter.ts';
import { hasField, isIdentity } from './named-field.ts';
import { asText } from './operators.ts';

type Asked = readonly (readonly [name: string, value: unknown])[];

/** Answers a field with one object or part: the one that the arguments name, by its id or as the first one that they leave. */
export function readSingle(world: WorldParts, call: Call, field: ObjectField): EmulatedObject | null {
  const { model, population, reader } = world;
  const { target } = field;
  const asked: Asked = Object.entries(call.args)
    .flatMap(([name, value]): Asked => {
      const isAround = isRecord(value) && !hasField(model, target, name);
      return isAround ? Object.entries(value) : [[name, value]];
    })
    .filter(([, value]) => value !== undefined && value !== null);
  if (asked.length === 0) return orMissing(call, reader.one(call.owner, field));
  if (field.kind === 'part') return partOf(world, call, field, asked);
  const id = asked.find(([name]) => isIdentity(model, target, name));
  const others = asked.filter((entry) => entry !== id);
  const filter = filterOf(world, target, Object.fromEntries(others));
  for (const name of new Set(filter.unknown)) call.note(name);
  if (id === undefined && !filter.selects) return orMissing(call, reader.one(call.owner, field));
  const stored = id && population.find(target, id[1]);
  const own = stored && isHeld(world, call.owner, target, stored) ? [population.view(stored, target)] : [];
  const all = id ? own : reader.many(call.owner, { ...field, kind: 'references' });
  return all?.find(filter.test) ?? missing(world, call, ...(id ?? others[0] ?? ['', '']));
}

/** Whether an owner that lists such objects has this one: `order { return(id:) }` is one of the returns of the order. */
function isHeld(
  { model, links }: WorldParts,
  owner: EmulatedObject,
  type: GraphQLCompositeType,
  item: StoredObject,
): boolean {
  const lists = model.objectFieldsOf(owner.type).filter(({ kind, target }) => kind === 'references' && target === type);
  const has = (list: ObjectField) => links.membership(owner, list)?.(item) ?? links.list(owner, list).includes(item);
  return lists.length === 0 || lists.some(has);
}

/** A part: of the object that an argument names (`deviceId`, `deviceName`, or `id` of `deviceStatus`), or of the owner. */
function partOf(world: WorldParts, call: Call, field: ObjectField, asked: Asked): EmulatedObject | null {
  const { model, population, reader } = world;
  let { owner } = call;
  for (const [name, value] of asked) {
    const isOwn = idName(name)?.words.length === 0;
    const words = wordsOf(isOwn ? call.definition.name : name);
    const chosen = words.flatMap((_, at) => {
      const type = model.named(words.slice(0, words.length - at));
      const key = isOwn ? name : words.slice(words.length - at).join('_');
      const filter = type && filterOf(world, type, { [key]: value });
      return type && filter?.selects ? [{ type, key, filter }] : [];
    })[0];
    if (chosen) {
      const { type, key, filter } = chosen;
      const all = isId(value) && isIdentity(model, type, key) ? [population.find(type, value)] : population.all(type);
      const found = all.find((each) => each && filter.test(population.view(each, type)));
      if (!found) return missing(world, call, name, value);
      owner = population.view(found, type);
    } else call.note(name);
  }
  return orMissing(call, reader.one(owner, field));
}

function orMissing({ type, definition }: Call, object: EmulatedObject | null): EmulatedObject | null {
  if (object !== null || isNullable(definition)) return object;
  throw notFound(`The emulator has no object for \`${type.name}.${definition.name}\`.`);
}

/** The answer for an object that does not exist: the schema's error type, null, or an error. */
function missing({ model }: WorldParts, call: Call, argument: string, id: unknown): EmulatedObject | null {
  const noun = String(call.definition.type).replace(/[[\]!]/g, '');
  const message = `The emulator has no ${noun} with the ${argument} "${asText(id)}".`;
  const member = failureMember(model, call.definition);
  if (member) return failureObject(member, call.owner, { message, argument, id });
  if (isNullable(call.definition)) return null;
  throw notFound(message);
}
