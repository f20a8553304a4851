import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { everyPath } from '../../src/operations/every-path.ts';
import { writeOperation } from '../../src/operations/write-operation.ts';

/** SDL whose inputs, objects, interfaces and unions all refer to one another. */
function tangled(size: number): string {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const to = (text: (other: number) => string) => numbers.map(text);
  const types = numbers.flatMap((one) => [
    `input In${one} { text: String ${to((other) => `i${other}: [In${other}!] j${other}: In${other}`).join(' ')} }`,
    `interface Face${one} { id: ID ${to((other) => `f${other}: Face${other} o${other}: Obj${other}`).join(' ')} }`,
    `type Obj${one} implements Face${one} { id: ID ${to((other) => `f${other}: Face${other} o${other}: Obj${other}`).join(' ')}
      ${to((other) => `a${other}(by: In${other}, id: ID): Rows${other}Connection u${other}: [Any${other}!]`).join(' ')} }`,
    `type Rows${one}Connection { nodes: [Obj${one}] pageInfo: Info }`,
    `union Any${one} = ${to((other) => `Obj${other}`).join(' | ')}`,
  ]);
  const roots = numbers.map((one) => `o${one}(by: In${one}): Obj${one} l${one}(by: In${one}): [Obj${one}]`);
  return `type Info { hasNextPage: Boolean }\ntype Query { ${roots.join('\n')} }\n${types.join('\n')}`;
}

test('an operation for types that refer to each other in every way is a screenful', () => {
  const schema = buildSchema(tangled(7));
  for (const path of everyPath(schema)) expect(writeOperation(schema, path).text.split('\n').length).toBeLessThan(60);
});
