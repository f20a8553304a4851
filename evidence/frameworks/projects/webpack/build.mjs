import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const mode = process.argv[2] ?? 'production';
const output = (folder) => fileURLToPath(new URL(`dist/${folder}`, import.meta.url));

webpack(
  [
    { mode, target: 'node20', entry: './src/server.js', output: { path: output('server'), filename: 'main.cjs' } },
    { mode, target: 'web', entry: './src/client.js', output: { path: output('client') } },
  ],
  (error, stats) => {
    console.log(error ?? stats.toString());
    if (error || stats.hasErrors()) process.exitCode = 1;
  },
);
