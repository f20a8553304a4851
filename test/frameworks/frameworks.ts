import type { Framework } from './framework.ts';

const next = 'node_modules/next/dist/bin/next';

/** A framework is one folder in `projects/` and one entry here. */
export const frameworks: readonly Framework[] = [
  {
    name: 'next',
    versions: ['next'],
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
    client: {
      module: 'app/unit.ts',
      assets: ['.next/static'],
      server: '.next/server',
      page: '/',
    },
  },
];
