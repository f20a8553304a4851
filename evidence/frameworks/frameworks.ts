import type { Framework } from './framework.ts';

const next = 'node_modules/next/dist/bin/next';
const vite = 'node_modules/vite/bin/vite.js';
const wrangler = 'node_modules/wrangler/bin/wrangler.js';
const nuxt = './node_modules/.bin/nuxt';
const here = ['--host', '127.0.0.1', '--port', '{port}'];

/** A framework is one folder in `projects/` and one entry here. */
export const frameworks: readonly Framework[] = [
  {
    name: 'next',
    inEveryRun: true,
    builds: { Turbopack: [next, 'build'], webpack: [next, 'build', '--webpack'] },
    start: [next, 'start', '--hostname', '127.0.0.1', '--port', '{port}'],
    dev: {
      Turbopack: [next, 'dev', '--hostname', '127.0.0.1', '--port', '{port}'],
      webpack: [next, 'dev', '--webpack', '--hostname', '127.0.0.1', '--port', '{port}'],
    },
    routes: {
      '/': 'a server component',
      '/api/node': 'a route handler on Node',
      '/api/edge': 'a route handler on the edge',
      '/proxy': 'the proxy',
    },
    forms: { '/action': 'a server action' },
    client: { module: 'app/unit.ts', assets: ['.next/static'], server: '.next/server', page: '/' },
  },
  {
    name: 'sveltekit',
    builds: { Vite: [vite, 'build'] },
    start: ['build/index.js'],
    dev: { Vite: [vite, 'dev', ...here] },
    routes: { '/': 'a load function', '/api': 'an endpoint' },
    forms: { '/action': 'a form action' },
    client: {
      module: 'src/lib/label.ts',
      assets: ['build/client'],
      // Its adapter leaves dependencies where they are.
      server: 'node_modules/control-api-sdk/dist',
      page: '/',
    },
    dockerfile: true,
  },
  {
    name: 'nuxt',
    builds: { Vite: [nuxt, 'build'] },
    start: ['.output/server/index.mjs'],
    dev: { Vite: [nuxt, 'dev', ...here] },
    routes: { '/': 'a page', '/api/devices': 'a server route' },
    client: { module: 'app/utils/label.ts', assets: ['.output/public'], server: '.output/server', page: '/' },
  },
  {
    name: 'webpack',
    builds: { production: ['build.mjs', 'production'], development: ['build.mjs', 'development'] },
    start: ['dist/server/main.cjs'],
    dev: { 'a development server': ['dev.mjs'] },
    routes: { '/devices': 'a server' },
    client: { module: 'src/label.js', assets: ['dist/client'], server: 'dist/server', page: '/' },
  },
  {
    name: 'vite',
    builds: { production: ['build.mjs'] },
    start: ['dist/server/server.js'],
    dev: { 'a development server': ['dev.mjs'] },
    routes: { '/devices': 'a server' },
    client: { module: 'src/label.js', assets: ['dist/client'], server: 'dist/server', page: '/' },
  },
  {
    name: 'hono',
    inEveryRun: true,
    builds: { wrangler: [wrangler, 'deploy', '--dry-run', '--outdir', 'dist'] },
    start: [
      ...[wrangler, 'dev', '--ip', '127.0.0.1', '--port', '{port}', '--show-interactive-dev-session=false'],
      ...['--var', 'CONTROL_API_URL:{CONTROL_API_URL}', 'CONTROL_API_KEY:{CONTROL_API_KEY}'],
    ],
    routes: { '/devices': 'a route on Workers' },
  },
  {
    name: 'express',
    builds: {},
    start: ['server.js'],
    routes: { '/devices': 'a route' },
  },
  {
    name: 'lambda',
    builds: {
      esbuild: [
        ...['./node_modules/.bin/esbuild', 'handler.ts', '--bundle', '--platform=node'],
        ...['--target=node20', '--outfile=dist/handler.cjs'],
      ],
    },
    run: ['invoke.mjs'],
  },
  {
    name: 'sea',
    builds: { 'esbuild, node --build-sea': ['npm', 'run', 'build'] },
    run: ['./dist/devices'],
  },
  {
    name: 'bun',
    builds: {},
    start: ['./node_modules/.bin/bun', 'server.ts'],
    routes: { '/devices': 'a route' },
  },
  {
    name: 'deno',
    builds: {},
    start: ['./node_modules/.bin/deno', 'run', '--allow-net', '--allow-env', '--allow-read=.', 'server.ts'],
    routes: { '/devices': 'a route' },
  },
];
