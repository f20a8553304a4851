import webpack from 'webpack';
import DevServer from 'webpack-dev-server';
import { devices } from './src/devices.js';

const compiler = webpack({ mode: 'development', target: 'web', entry: './src/client.js' });
const server = new DevServer(
  {
    host: '127.0.0.1',
    port: process.env.PORT,
    setupMiddlewares: (middlewares) => [...middlewares, { path: '/devices', middleware: devices }],
  },
  compiler,
);
await server.start();
