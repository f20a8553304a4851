import { describe, expectTypeOf, test } from 'vitest';
import { type ControlClientOptions, createControlClient, type GraphQLFormattedError } from '../../src/index.ts';

type Classify = NonNullable<ControlClientOptions['classify']>;

describe('the `classify` option', () => {
  test('sees the errors and the status, and returns one of four codes or undefined', () => {
    expectTypeOf<Parameters<Classify>>().toEqualTypeOf<[errors: readonly GraphQLFormattedError[], status: number]>();
    expectTypeOf<ReturnType<Classify>>().toEqualTypeOf<
      'unauthenticated' | 'forbidden' | 'rate_limited' | 'graphql' | undefined
    >();
  });

  test('takes no code that the SDK does not know, nor one that errors in an answer never have, nor a promise', () => {
    createControlClient({
      classify: ([first]) => (first?.extensions?.['code'] === 'SLOW' ? 'rate_limited' : undefined),
    });
    // @ts-expect-error no such code
    createControlClient({ classify: () => 'slow_down' });
    // @ts-expect-error not the code of an answer's errors
    createControlClient({ classify: () => 'network' });
    // @ts-expect-error a promise
    createControlClient({ classify: async () => 'rate_limited' });
  });
});
