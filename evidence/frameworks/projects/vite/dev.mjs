import { createServer } from 'vite';
import { devices } from './src/devices.js';

const server = await createServer({
  server: { host: '127.0.0.1', port: Number(process.env.PORT), strictPort: true },
  plugins: [{ name: 'devices', configureServer: ({ middlewares }) => void middlewares.use('/devices', devices) }],
});
await server.listen();
server.printUrls();
