import { isRecord } from '../../../base/is-record.ts';
import { idName } from '../model/names.ts';
import type { LinkField, ObjectField } from '../model/shapes.ts';
import type { EmulatedObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Call, isDefault, notFound } from './call.ts';
import { failureMember, failureObject } from './failure-object.ts';
import { Filter } from './filter.ts';
import { asText } from './operators.ts';

/** Answers a field with one object or part: the one that the arguments name, by its id or as the first one that they leave. */
export function readOne(world: WorldParts, call: Call, field: ObjectField): EmulatedObject | null {
  const { model, reader, links } = world;
  const { target, kind } = field;
  const members = model.membersOf(target);
  // A default that nobody asked for chooses nothing of one object.
  const asked = Object.entries(call.args)
    .filter(([name, value]) => value != null && !isDefault(call.info, name))
    .flatMap(([name, value]) =>
      isRecord(value) && !members.some((member) => model.meant(member, name))
        ? Object.entries(value)
        : [[name, value] as const],
    );
  const isId = (name: string): boolean =>
    idName(name)?.many === false && members.some((member) => model.meant(member, name)?.kind === 'id');
  const id = kind === 'one' ? asked.find(([name]) => isId(name)) : undefined;
  const filter = new Filter(world, target, Object.fromEntries(asked.filter((entry) => entry !== id)));
  for (const name of kind === 'one' ? filter.unknown : asked.map(([each]) => each)) call.note(name);
  if (kind === 'part' || (id === undefined && !filter.selects)) {
    const found = reader.one(call.owner, field);
    if (found !== null || field.isNullable) return found;
    throw notFound(`The emulator has no object for \`${call.type.name}.${call.definition.name}\`.`);
  }
  const list = { ...field, kind: 'many' } as LinkField;
  // `order { return(id:) }` is one of the returns of the order.
  const isHeld = links.membership(call.owner, list) ?? (() => true);
  const stored = id && world.find(target, id[1]);
  const own = stored && isHeld(stored) ? [world.view(stored)] : [];
  const found = (id ? own : reader.many(call.owner, list))?.find(filter.test);
  if (found) return found;
  const like = id && model.stored.find((type) => !members.includes(type) && world.find(type, id[1]));
  if (like)
    call.say(
      `The id of \`${call.type.name}.${call.definition.name}\` is that of a ${like.name}, which the emulator keeps apart from ${String(target)}.`,
    );
  const [argument, value] = id ?? asked[0] ?? ['', ''];
  const message = `The emulator has no ${String(target)} with the ${argument} "${asText(value)}".`;
  const failed = failureMember(call.definition);
  if (failed) return failureObject(failed, { message, argument, id: value });
  if (field.isNullable) return null;
  throw notFound(message);
}
