import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { cases } from '../../helpers/cases.ts';
import { answerCheckOf, watchedOperation } from '../../helpers/watched-operation.ts';
import { randomAnswer, randomFragments } from './random-answers.ts';

const schemas = [
  ['GitHub', 'node_modules/@octokit/graphql-schema/schema.graphql', 300],
  ['Relay-like', 'test/fixtures/relay.graphql', 700],
] as const;

describe.each(schemas)('random operations over the schema of %s', (_name, path, count) => {
  test('a valid answer is never reported, and a value that its types exclude is', () => {
    const schema = buildSchema(readFileSync(path, 'utf8'), { assumeValid: true, assumeValidSDL: true });
    let state = Number(process.env['FC_SEED'] ?? 7);
    const draw = (bound: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % bound;
    };
    let answers = 0;
    let excluded = 0;
    for (let operations = 0; operations < cases(count); ) {
      const text = randomFragments(schema, draw);
      const document = parse(text);
      if (validate(schema, document).length > 0) continue;
      operations += 1;
      const check = answerCheckOf(watchedOperation(schema, text));
      for (let turn = 0; turn < 20; turn += 1) {
        const { data, places } = randomAnswer(schema, document, draw);
        answers += 1;
        expect(check(data, 0), text).toEqual([]);
        for (let tries = 0; tries < 3 && places.length > 0; tries += 1) {
          const { path, values } = places[draw(places.length)] ?? expect.unreachable();
          const key = path.at(-1) ?? expect.unreachable();
          const holder = path.slice(0, -1).reduce((it, step) => Reflect.get(it, step), data);
          const kept = Reflect.get(holder, key);
          const value = values[draw(values.length)];
          Reflect.set(holder, key, value);
          expect(check(data, 0).length, `${text}\n${key}: ${JSON.stringify(value)}`).toBeGreaterThan(0);
          Reflect.set(holder, key, kept);
          excluded += 1;
        }
      }
    }
    expect([answers, excluded > answers]).toEqual([cases(count) * 20, true]);
  });
});
