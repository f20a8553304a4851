import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { everyPath } from '../../src/operations/every-path.ts';
import { writeOperation } from '../../src/operations/write-operation.ts';

/** SDL whose inputs, objects, interfaces and unions refer to one another if `refers` says so. */
function tangled(size: number, refers: (from: number, to: number) => boolean): string {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const from = (one: number, text: (to: number) => string) =>
    numbers.filter((other) => other === one || refers(one, other)).map(text);
  const types = numbers.flatMap((one) => [
    `input In${one} { text: String ${from(one, (to) => `i${to}: [In${to}!] j${to}: In${to}`).join(' ')} }`,
    `interface Face${one} { id: ID ${from(one, (to) => `f${to}: Face${to} o${to}: Obj${to}`).join(' ')} }`,
    `type Obj${one} implements Face${one} { id: ID ${from(one, (to) => `f${to}: Face${to} o${to}: Obj${to}`).join(' ')}
      ${from(one, (to) => `a${to}(by: In${to}, id: ID): Rows${to}Connection u${to}: [Any${to}!]`).join(' ')} }`,
    `type Rows${one}Connection { nodes: [Obj${one}] pageInfo: Info }`,
    `union Any${one} = ${from(one, (to) => `Obj${to}`).join(' | ')}`,
  ]);
  const roots = numbers.map((one) => `o${one}(by: In${one}): Obj${one} l${one}(by: In${one}): [Obj${one}]`);
  return `type Info { hasNextPage: Boolean }\ntype Query { ${roots.join('\n')} }\n${types.join('\n')}`;
}

test('an operation for types that refer to each other in every way is a screenful', () => {
  const schema = buildSchema(tangled(7, () => true));
  for (const path of everyPath(schema)) expect(writeOperation(schema, path).text.split('\n').length).toBeLessThan(60);
});
