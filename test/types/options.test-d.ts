import { expectTypeOf, test } from 'vitest';
import { type ControlClientOptions, createControlClient, type GraphQLFormattedError } from '../../src/index.ts';

type Classify = NonNullable<ControlClientOptions['classify']>;

test('`classify` gets the errors and the status, and returns one of four codes or undefined', () => {
  expectTypeOf<Parameters<Classify>>().toEqualTypeOf<[errors: readonly GraphQLFormattedError[], status: number]>();
  expectTypeOf<ReturnType<Classify>>().toEqualTypeOf<
    'unauthenticated' | 'forbidden' | 'rate_limited' | 'graphql' | undefined
  >();
});

test('`classify` cannot return an unknown code, a code that errors in an answer never have, or a promise', () => {
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
