// The client preset over the same operations, from the same server: node generate-peer.mjs <url> <folder>
import { generate } from '@graphql-codegen/cli';
import { clientPreset } from './projects.mjs';

const [url, folder] = process.argv.slice(2);
await generate(clientPreset(folder, url));
