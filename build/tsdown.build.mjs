// Builds the package: `npm run build`. The program `tsdown` does the same, and warns of Node 20 each time.
import { build } from 'tsdown';

await build({ config: 'build/tsdown.config.ts', logLevel: 'error' });
