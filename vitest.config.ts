import { defineConfig } from 'vitest/config';

/** What needs the package as its users get it: built, packed and installed. Each of these starts other programs. */
const packed = ['test/{packed,runtimes}/**/*.test.ts', 'test/peers/{bundlers,chromium,exports,test-runners}.test.ts'];

/** Nothing is measured by these: a busy machine may take its time, and what hangs still ends. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        // The build of graphql that Node itself gives to every other package: two builds don't take each other's schemas.
        resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
        test: {
          name: 'source',
          setupFiles: 'test/helpers/fixed-seed.ts',
          ...patience,
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...packed],
          typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'], tsconfig: 'test/tsconfig.json' },
        },
      },
      {
        test: {
          name: 'packed',
          include: packed,
          ...patience,
          globalSetup: 'test/packed/install.ts',
        },
      },
    ],
  },
});
