// Run as `node --input-type=module -e <this> <config> <file of the generator>`: writes the parts of a config that are data to the file
// descriptor 3, as JSON. TypeScript is loaded as the generator loads it.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [path, generator] = process.argv.slice(1);
const load = () =>
  path.endsWith('.ts')
    ? createRequire(generator)('jiti').createJiti('').import(path, { default: true })
    : import(pathToFileURL(path).href).then((module) => module.default);
const read = await load().then(
  (config) => ({ config }),
  (error) => ({ failure: String(error?.message ?? error) }),
);
writeFileSync(3, JSON.stringify(read));
process.exit();
