import { expectTypeOf, test } from 'vitest';
import type { ControlApiCodegenOptions } from '../../src/codegen/index.ts';
import type { DriftInput, DriftPolicy, IntrospectOptions } from '../../src/drift/index.ts';
import type { WatchDriftOptions } from '../../src/drift/watch/watch-drift.ts';
import type { EmulatorOptions } from '../../src/emulator/index.ts';
import {
  type CallOptions,
  type ControlClientOptions,
  createControlClient,
  type GraphQLFormattedError,
} from '../../src/index.ts';
import type { EmulatedServiceOptions, MockFailure } from '../../src/testing/index.ts';

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

/** All optional properties of a type, each undefined. */
type Undefined<Options> = {
  readonly [Name in keyof Options as object extends Pick<Options, Name> ? Name : never]: undefined;
};

test('an option takes undefined with exactOptionalPropertyTypes, too', () => {
  expectTypeOf<Undefined<ControlClientOptions>>().toExtend<Partial<ControlClientOptions>>();
  expectTypeOf<Undefined<CallOptions>>().toExtend<Partial<CallOptions>>();
  expectTypeOf<Undefined<IntrospectOptions>>().toExtend<Partial<IntrospectOptions>>();
  expectTypeOf<Undefined<DriftPolicy>>().toExtend<Partial<DriftPolicy>>();
  expectTypeOf<Undefined<DriftInput>>().toExtend<Partial<DriftInput>>();
  expectTypeOf<Undefined<WatchDriftOptions>>().toExtend<Partial<WatchDriftOptions>>();
  expectTypeOf<Undefined<ControlApiCodegenOptions>>().toExtend<Partial<ControlApiCodegenOptions>>();
  expectTypeOf<Undefined<EmulatorOptions>>().toExtend<Partial<EmulatorOptions>>();
  expectTypeOf<Undefined<EmulatedServiceOptions>>().toExtend<Partial<EmulatedServiceOptions>>();
  expectTypeOf<Undefined<MockFailure>>().toExtend<Partial<MockFailure>>();
});
