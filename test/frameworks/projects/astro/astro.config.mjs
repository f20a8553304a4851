import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // Astro writes small scripts into the page; here they are files, so that the tests can look through them.
  vite: { build: { assetsInlineLimit: 0 } },
});
