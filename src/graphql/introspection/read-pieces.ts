import { introspectionFromSchema } from 'graphql';
import { type Ask, tryAsk } from './ask.ts';
import { fillGaps, partsOf } from './fill-gaps.ts';
import { list, member } from './json.ts';
import { allLevels, type Extent, schemaQuestion, typesQuestion } from './question.ts';
import { smallestSchema } from './smallest-schema.ts';
import { allDirectives } from './unseen.ts';

/** A schema that was read piece by piece: an introspection result, and the coordinates of what the server did not show. */
export interface Pieces {
  readonly data: unknown;
  readonly unseen: ReadonlySet<string>;
}

/** From the usual depth down to the least that shows a type of a field. */
const depths = [allLevels, 9, 7, 6, 5, 4, 3, 2];

/** How many types are first asked for at once; a server that limits the cost of a query gets fewer. */
const batchSize = 24;

/** How pieces are read from a server. */
interface Reading {
  /** Sends a question; undefined if it is refused. */
  readonly read: (question: string) => Promise<unknown>;
  readonly asks: Extent['asks'];
}

/**
 * Reads a schema from a server that refuses the usual query, e.g. since it limits the depth or the cost of queries: type by
 * type, with as much of each as the server shows. Undefined if the server does not even list its types.
 */
export async function readPieces(ask: Ask, asks: Extent['asks']): Promise<Pieces | undefined> {
  // A refusal is likely, and some servers give it a status that invites retries.
  const read: Reading['read'] = async (question) => {
    const { data, errors } = await tryAsk(ask, question, 0);
    return errors.length > 0 ? undefined : data;
  };
  const isDirectives = (coordinate: string): boolean => coordinate === '__Schema.directives';
  const heads = await read(schemaQuestion({ asks: (it) => asks(it) && !isDirectives(it), levels: 0 }));
  const schema = member(heads, '__schema');
  const types = list(member(schema, 'types')).filter((type) => !String(member(type, 'name')).startsWith('__'));
  if (member(schema, 'queryType') === undefined || types.length === 0) return undefined;
  const reading = { read, asks };
  const directives = await deepest([...depths, 0], (levels) => readList(reading, 'directives', { asks, levels }));
  const described = (await readByName(reading, types)) ?? (await readByPart(reading, types));
  const unseen = new Set(directives === undefined ? [allDirectives] : []);
  const own = directives?.found ?? introspectionFromSchema(smallestSchema).__schema.directives;
  return { data: { __schema: { ...Object(schema), ...fillGaps(described, own, unseen) } }, unseen };
}

/** Finds something at the greatest depth that the server allows. */
async function deepest<Found>(
  levels: readonly number[],
  find: (levels: number) => Promise<Found | undefined>,
): Promise<{ readonly found: Found; readonly levels: number } | undefined> {
  for (const at of levels) {
    const found = await find(at);
    if (found !== undefined) return { found, levels: at };
  }
  return undefined;
}

/** Reads one list of the schema alone; undefined if the server refuses that, or the list is empty. */
async function readList(
  { read }: Reading,
  part: 'types' | 'directives',
  { asks, levels }: Extent,
): Promise<readonly unknown[] | undefined> {
  const isOther = (it: string): boolean => it.startsWith('__Schema.') && it !== `__Schema.${part}`;
  const data = await read(schemaQuestion({ asks: (it) => asks(it) && !isOther(it), levels }));
  const found = list(member(member(data, '__schema'), part));
  return found.length === 0 ? undefined : found;
}

const typeParts = ['fields', 'inputFields', 'interfaces', 'enumValues', 'possibleTypes'];

/** Narrows what is asked of types to some of their parts. */
function onlyParts(asks: Extent['asks'], parts: readonly string[]): Extent['asks'] {
  const others = typeParts.filter((part) => !parts.includes(part)).map((part) => `__Type.${part}`);
  return (coordinate) => asks(coordinate) && !others.includes(coordinate);
}

/** Reads each type by its name; undefined if the server does not answer that. */
async function readByName({ read, asks }: Reading, types: readonly unknown[]): Promise<readonly unknown[] | undefined> {
  const describe = async (batch: readonly unknown[], levels: number): Promise<readonly unknown[] | undefined> => {
    const named = batch.map((type) => {
      const parts = [...partsOf(type), 'interfaces'];
      return [String(member(type, 'name')), { asks: onlyParts(asks, parts), levels }] as const;
    });
    const data = await read(typesQuestion(named));
    const found = batch.map((_type, index) => member(data, `t${index}`));
    return found.includes(undefined) ? undefined : found;
  };
  const first = await deepest(depths, (levels) => describe(types.slice(0, 1), levels));
  if (first === undefined) return undefined;
  const describeAll = async (batch: readonly unknown[]): Promise<readonly unknown[]> => {
    const found = await describe(batch, first.levels);
    if (found !== undefined) return found;
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      return [...(await describeAll(batch.slice(0, middle))), ...(await describeAll(batch.slice(middle)))];
    }
    const shallower = depths.filter((levels) => levels < first.levels);
    return (await deepest(shallower, (levels) => describe(batch, levels)))?.found ?? batch;
  };
  const described: unknown[] = [];
  for (let start = 0; start < types.length; start += batchSize)
    described.push(...(await describeAll(types.slice(start, start + batchSize))));
  return described;
}

/** Reads one part of all types at once, for servers without `__type`. */
async function readByPart({ read, asks }: Reading, types: readonly unknown[]): Promise<readonly unknown[]> {
  let described = types;
  for (const part of typeParts) {
    const extent = { asks: onlyParts(asks, [part]) };
    const all = await deepest(depths, (levels) => readList({ read, asks }, 'types', { ...extent, levels }));
    const byName = new Map(all?.found.map((type) => [member(type, 'name'), type]));
    described = described.map((type) => ({ ...Object(type), ...Object(byName.get(member(type, 'name'))) }));
  }
  return described;
}
