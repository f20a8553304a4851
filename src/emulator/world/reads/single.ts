import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words-of.ts';
import type { ModelField } from '../model/model-field.ts';
import { flatName, idName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { EmulatedObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Call, notFound } from './call.ts';
import { failureMember, failureObject } from './failure-object.ts';
import { filterOf } from './filter.ts';
import { asText } from './operators.ts';

const inputs = /^(?:input|where|filter|by|selector|data|key|params|options)$/;

type Asked = readonly (readonly [name: string, value: unknown])[];

/** Answers a field with one object or part: the one that the arguments name; null or an error if there is none. */
export function readSingle(world: WorldParts, call: Call, field: ModelField): EmulatedObject | null {
  const asked: Asked = Object.entries(call.args)
    .flatMap(
      ([name, value]): Asked =>
        isRecord(value) && inputs.test(flatName(name)) ? Object.entries(value) : [[name, value]],
    )
    .filter(([, value]) => value !== undefined && value !== null);
  if (asked.length === 0 || field.target === undefined) return orMissing(call, world.reader.one(call.owner, field));
  if (field.kind === 'part') return partOf(world, call, field, asked);
  return objectOf(world, call, field, field.target, asked);
}

/** The object that the arguments name: by its id, or the first one that they leave. */
function objectOf(
  world: WorldParts,
  call: Call,
  field: ModelField,
  target: GraphQLCompositeType,
  asked: Asked,
): EmulatedObject | null {
  const { population, reader } = world;
  const id = asked.find(([name, value]) => !isRecord(value) && namesId(world, call, target, name));
  const others = asked.filter((entry) => entry !== id);
  const filter = filterOf(world, target, Object.fromEntries(others));
  for (const name of new Set(filter.unknown)) call.note(name);
  if (id === undefined && !filter.selects) return orMissing(call, reader.one(call.owner, field));
  const stored = id && population.find(target, id[1]);
  const all = id ? [] : reader.many(call.owner, { ...field, kind: 'references' });
  const found = stored ? [population.view(stored, target)] : (all ?? []);
  return found.find(filter.test) ?? missing(world, call, ...(id ?? others[0] ?? ['', '']));
}

/** Whether an argument is the id of what the field gives: `id`, `deviceId`, `adoptKey`, or what its type calls its id. */
function namesId({ model }: WorldParts, call: Call, target: GraphQLCompositeType, name: string): boolean {
  const families = model.familiesOf(target);
  if (families.some(({ identity }) => identity && flatName(identity.name) === flatName(name))) return true;
  const words = idName(name)?.words;
  if (words === undefined || words.length === 0) return words !== undefined;
  const named = model.named(words);
  return (named && model.isSameFamily(named, target)) || flatName(call.definition.name) === words.join('');
}

/** A part: of the object that an argument names by its id (`deviceId`, or `id` of `deviceStatus`), or of the owner. */
function partOf(world: WorldParts, call: Call, field: ModelField, asked: Asked): EmulatedObject | null {
  const { model, population, reader } = world;
  const named = wordsOf(call.definition.name);
  let { owner } = call;
  for (const [name, value] of asked) {
    const words = idName(name)?.words;
    const stems = words?.length === 0 ? named.map((_, at) => named.slice(0, named.length - at)) : [words ?? []];
    const type = stems.map((stem) => model.named(stem)).find((each) => each !== undefined);
    const found = type && population.find(type, value);
    if (type && !found) return missing(world, call, name, value);
    if (found) owner = population.view(found, type);
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
