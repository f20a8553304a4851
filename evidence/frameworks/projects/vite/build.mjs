import { build } from 'vite';

await build({ build: { outDir: 'dist/client' } });
await build({ build: { outDir: 'dist/server', ssr: 'src/server.js' }, ssr: { noExternal: true } });
