import { introspectionFromSchema } from 'graphql';
import { type Ask, tryAsk } from './ask.ts';
import { assemble, type TypePiece } from './assemble.ts';
import { allLevels, directiveOf, type Extent, headOf, partOf, type TypePart, typeParts } from './documents.ts';
import { list, member } from './json.ts';
import { smallestSchema } from './smallest-schema.ts';
import { allDirectives } from './unseen.ts';

/** A schema that was read piece by piece: an introspection result, and what is missing in it. */
export interface Pieces {
  readonly data: unknown;
  /** The coordinates of what the server did not show; the result has something else in their place. */
  readonly unseen: ReadonlySet<string>;
}

/** From the usual depth down to the least that shows a type of a field. */
const depths = [allLevels, 9, 7, 6, 5, 4, 3, 2];

/** How many types are first asked for at once; a server that limits the cost of a query gets fewer. */
const batchSize = 24;

/**
 * Reads a schema from a server that refuses the usual query, e.g. since it limits the depth or the cost of queries: type by
 * type, with as much of each as the server shows. Undefined if the server does not even list its types.
 */
export async function readPieces(ask: Ask, full: Extent): Promise<Pieces | undefined> {
  const roots = member(
    await answer(ask, '{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }'),
    '__schema',
  );
  if (typeof member(member(roots, 'queryType'), 'name') !== 'string') return undefined;
  const heads = await answer(ask, `{ __schema { types { kind name } } }`);
  const types = list(member(member(heads, '__schema'), 'types'));
  if (types.length === 0) return undefined;
  const unseen = new Set<string>();
  const directives = await readDirectives(ask, full, unseen);
  const found = (await readByName(ask, full, types)) ?? (await readByPart(ask, full, types));
  return { data: assemble(roots, found, directives, unseen), unseen };
}

/** The data of an answer without errors. A refusal is likely, and some servers give it a status that invites retries. */
async function answer(ask: Ask, document: string): Promise<unknown> {
  const { data, errors } = await tryAsk(ask, document, 0);
  return errors.length > 0 ? undefined : data;
}

async function readDirectives(ask: Ask, full: Extent, unseen: Set<string>): Promise<readonly unknown[]> {
  for (const levels of [...depths, 1]) {
    const data = await answer(ask, `{ __schema { directives { ${directiveOf({ ...full, levels })} } } }`);
    const directives = list(member(member(data, '__schema'), 'directives'));
    if (directives.length === 0) continue;
    if (levels < 2) for (const directive of directives) unseen.add(`@${member(directive, 'name')}`);
    return directives;
  }
  unseen.add(allDirectives);
  return introspectionFromSchema(smallestSchema).__schema.directives;
}

const partsOf: Readonly<Record<string, readonly TypePart[]>> = {
  OBJECT: ['fields', 'interfaces'],
  INTERFACE: ['fields', 'interfaces', 'possibleTypes'],
  UNION: ['possibleTypes'],
  ENUM: ['enumValues'],
  INPUT_OBJECT: ['inputFields'],
};

function partsFor(type: unknown): readonly TypePart[] {
  return partsOf[String(member(type, 'kind'))] ?? [];
}

/** Reads each type by its name; undefined if the server does not answer that. */
async function readByName(
  ask: Ask,
  full: Extent,
  types: readonly unknown[],
): Promise<readonly TypePiece[] | undefined> {
  const read = async (batch: readonly unknown[], levels: number): Promise<readonly TypePiece[] | undefined> => {
    const aliases = batch.map((type, index) => {
      const parts = partsFor(type).map((part) => partOf(part, { ...full, levels }));
      return `t${index}: __type(name: ${JSON.stringify(member(type, 'name'))}) { ${headOf(full)} ${parts.join(' ')} }`;
    });
    const data = await answer(ask, `{ ${aliases.join('\n')} }`);
    const pieces = batch.map((head, index) => ({ head, type: member(data, `t${index}`) }));
    return pieces.every(({ type }) => type !== undefined) ? pieces : undefined;
  };
  const sample = types.filter((type) => member(type, 'kind') === 'OBJECT').slice(0, 1);
  let levels: number | undefined;
  for (const depth of depths) if (levels === undefined && (await read(sample, depth)) !== undefined) levels = depth;
  if (levels === undefined) return undefined;

  const pieces: TypePiece[] = [];
  const queue: (readonly unknown[])[] = [];
  for (let start = 0; start < types.length; start += batchSize) queue.push(types.slice(start, start + batchSize));
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    const found = await read(batch, levels);
    if (found !== undefined) pieces.push(...found);
    else if (batch.length > 1) queue.unshift(...halves(batch));
    else pieces.push(await readShallower(batch, levels));
  }
  return pieces;

  async function readShallower(batch: readonly unknown[], from: number): Promise<TypePiece> {
    for (const depth of depths.filter((it) => it < from)) {
      const [piece] = (await read(batch, depth)) ?? [];
      if (piece !== undefined) return piece;
    }
    return { head: batch[0], type: undefined };
  }
}

function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** Reads one part of all types at once, for servers without `__type`. */
async function readByPart(ask: Ask, full: Extent, types: readonly unknown[]): Promise<readonly TypePiece[]> {
  const parts = new Map<string, Record<string, unknown>>();
  const note = (part: string, data: unknown): boolean => {
    const found = list(member(member(data, '__schema'), 'types'));
    for (const type of found) {
      const name = String(member(type, 'name'));
      parts.set(name, { ...parts.get(name), [part]: member(type, part) });
    }
    return found.length > 0;
  };
  const heads = list(
    member(member(await answer(ask, `{ __schema { types { ${headOf(full)} } } }`), '__schema'), 'types'),
  );
  for (const part of typeParts) {
    for (const levels of depths) {
      const document = `{ __schema { types { name ${partOf(part, { ...full, levels })} } } }`;
      if (note(part, await answer(ask, document))) break;
    }
  }
  return (heads.length > 0 ? heads : types).map((head) => {
    const type = { ...Object(head), ...parts.get(String(member(head, 'name'))) };
    return { head, type: partsFor(head).every((part) => member(type, part) !== undefined) ? type : undefined };
  });
}
