import { expectTypeOf, test } from 'vitest';
import {
  type EmulatorOptions,
  type FieldValues,
  type ResolverContext,
  startEmulator,
} from '../../src/emulator/index.ts';

/** As `@graphql-codegen/typescript-resolvers` writes it. */
interface Resolvers<Context> {
  Device?: {
    name?: (parent: { readonly id: string }, args: { readonly upper?: boolean }, context: Context) => string;
  };
}

test('resolvers without generated types get plain values and the context of the world', () => {
  expectTypeOf(startEmulator).toBeCallableWith({
    resolvers: {
      Device: {
        name: (parent, args, context) => {
          expectTypeOf(parent).toEqualTypeOf<FieldValues>();
          expectTypeOf(args).toEqualTypeOf<FieldValues>();
          expectTypeOf(context).toEqualTypeOf<ResolverContext>();
          expectTypeOf(context.create('Device', { name: 'Gate' })).toEqualTypeOf<FieldValues>();
          expectTypeOf(context.remove('Device', 'd1')).toEqualTypeOf<void>();
          return context.update('Device', 'd1', { name: 'Gate' })['name'];
        },
      },
    },
  });
});

test('resolvers with generated types are held to the schema', () => {
  type Options = EmulatorOptions<Resolvers<ResolverContext>>;
  const right: Options = { resolvers: { Device: { name: ({ id }, { upper }) => (upper ? id.toUpperCase() : id) } } };
  // @ts-expect-error the field is a string
  const wrong: Options = { resolvers: { Device: { name: () => 1 } } };
  // @ts-expect-error the type has no such field
  const unknown: Options = { resolvers: { Device: { colour: () => 'red' } } };
  expectTypeOf([right, wrong, unknown]).toEqualTypeOf<Options[]>();
});
