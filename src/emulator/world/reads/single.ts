import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import type { ObjectField } from '../model/model-field.ts';
import { idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Call, isDefault, notFound } from './call.ts';
import { failureMember, failureObject } from './failure-object.ts';
import { Filter } from './filter.ts';
import { hasField, isIdentity } from './named-field.ts';
import { asText } from './operators.ts';

type Asked = readonly (readonly [name: string, value: unknown])[];

/** Answers a field with one object or part: the one that the arguments name, by its id or as the first one that they leave. */
export function readSingle(world: WorldParts, call: Call, field: ObjectField): EmulatedObject | null {
  const { model, reader, links } = world;
  const { target } = field;
  const asked: Asked = Object.entries(call.args)
    .flatMap(([name, value]): Asked => {
      const isAround = isRecord(value) && !hasField(model, target, name);
      return isAround ? Object.entries(value) : [[name, value]];
    })
    // A default that nobody asked for chooses nothing of one object.
    .filter(([name, value]) => value != null && !isDefault(call.info, name));
  if (field.kind === 'part') return partOf(world, call, field, asked);
  const id = asked.find(([name]) => isIdentity(model, target, name));
  const others = asked.filter((entry) => entry !== id);
  const filter = new Filter(world, target, Object.fromEntries(others));
  for (const name of new Set(filter.unknown)) call.note(name);
  if (id === undefined && !filter.selects) return orMissing(call, reader.one(call.owner, field));
  const list = { ...field, kind: 'references' as const };
  // `order { return(id:) }` is one of the returns of the order.
  const isHeld = links.membership(call.owner, list) ?? (() => true);
  const stored = id && world.find(target, id[1]);
  const own = stored && isHeld(stored) ? [world.view(stored, target)] : [];
  const found = (id ? own : reader.many(call.owner, list))?.find(filter.test);
  return found ?? missing(world, call, ...(id ?? others[0] ?? ['', '']));
}

/** A part: of the object whose id is given (`deviceId`, or `id` of `deviceStatus`), or of the owner. */
function partOf(world: WorldParts, call: Call, field: ObjectField, asked: Asked): EmulatedObject | null {
  const { model, reader } = world;
  let { owner } = call;
  for (const [name, value] of asked) {
    const own = idName(name)?.words ?? [];
    const words = own.length > 0 ? own : wordsOf(call.definition.name);
    const types = words.map((_, at) => model.namedExactly(words.slice(0, words.length - at)));
    const type = idName(name) && types.find(Boolean);
    const stored = type && world.find(type, value);
    if (type && !stored) return missing(world, call, name, value);
    if (type && stored) owner = world.view(stored, type);
    else call.note(name);
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
