import { introspectionFromSchema } from 'graphql';
import type { Ask } from './ask.ts';
import { fillGaps, partsOf, typeParts } from './fill-gaps.ts';
import { list, member } from './json.ts';
import { allLevels, type Extent, schemaQuestion, typesQuestion } from './question.ts';
import { smallestSchema } from './smallest-schema.ts';
import { allDirectives } from './unseen.ts';

/** From the usual depth down to the least that shows a type of a field. */
const depths = [allLevels, 9, 7, 6, 5, 4, 3, 2];

/** How many types are first asked for at once; a server that limits the cost of a query gets fewer. */
const batchSize = 24;

/** Types as a server describes them. */
type Types = readonly unknown[];

/** Sends a question; undefined if it is refused. */
type Read = (question: string) => Promise<unknown>;

/**
 * Reads a schema from a server that refuses the usual query, e.g. since it limits the depth or the cost of queries: type by
 * type, with as much of each as the server shows. Undefined if the server does not even list its types.
 *
 * @returns An introspection result, and the coordinates of what the server did not show.
 */
export async function readPieces(
  ask: Ask,
  asks: Extent['asks'],
): Promise<{ readonly data: unknown; readonly unseen: ReadonlySet<string> } | undefined> {
  // A refusal is likely, and some servers give it a status that invites retries.
  const read: Read = async (question) => {
    const { data, errors } = await ask(question, 0);
    return errors.length > 0 ? undefined : data;
  };
  const readSchema = async (extent: Extent): Promise<unknown> => member(await read(schemaQuestion(extent)), '__schema');
  const schema = await readSchema({ asks: (it) => asks(it) && it !== '__Schema.directives', levels: 0 });
  const types = list(member(schema, 'types')).filter((type) => !String(member(type, 'name')).startsWith('__'));
  if (member(schema, 'queryType') === undefined || types.length === 0) return undefined;
  const readList = async (part: 'types' | 'directives', { asks, levels }: Extent): Promise<Types | undefined> => {
    const isPart = (it: string): boolean => !it.startsWith('__Schema.') || it === `__Schema.${part}`;
    const found = list(member(await readSchema({ asks: (it) => asks(it) && isPart(it), levels }), part));
    return found.length === 0 ? undefined : found;
  };
  const directives = await deepest([...depths, 0], (levels) => readList('directives', { asks, levels }));
  let described = await readByName(read, asks, types);
  if (described === undefined) {
    // A server without `__type` shows one part of all types at once.
    described = types;
    for (const part of typeParts) {
      const all = await deepest(depths, (levels) => readList('types', { asks: onlyParts(asks, [part]), levels }));
      const byName = new Map(all?.found.map((type) => [member(type, 'name'), type]));
      described = described.map((type) => ({ ...Object(type), ...Object(byName.get(member(type, 'name'))) }));
    }
  }
  const unseen = new Set(directives === undefined ? [allDirectives] : []);
  const own = directives?.found ?? introspectionFromSchema(smallestSchema).__schema.directives;
  return { data: { __schema: { ...Object(schema), ...fillGaps(described, own, unseen) } }, unseen };
}

/** Finds something at the greatest depth that the server allows. */
async function deepest(
  levels: readonly number[],
  find: (levels: number) => Promise<Types | undefined>,
): Promise<{ readonly found: Types; readonly levels: number } | undefined> {
  for (const at of levels) {
    const found = await find(at);
    if (found !== undefined) return { found, levels: at };
  }
  return undefined;
}

/** Narrows what is asked of types to some of their parts. */
function onlyParts(asks: Extent['asks'], parts: readonly string[]): Extent['asks'] {
  const others = typeParts.filter((part) => !parts.includes(part)).map((part) => `__Type.${part}`);
  return (coordinate) => asks(coordinate) && !others.includes(coordinate);
}

/** Reads each type by its name; undefined if the server does not answer that. */
async function readByName(read: Read, asks: Extent['asks'], types: Types): Promise<Types | undefined> {
  const describe = async (batch: Types, levels: number): Promise<Types | undefined> => {
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
  const describeAll = async (batch: Types): Promise<Types> => {
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
