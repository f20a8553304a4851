// The least that a check can take: a bare node fetches the answers that `check` gets, and hashes them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const hash = createHash('sha256');
for (const body of JSON.parse(readFileSync('questions.json', 'utf8'))) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${process.env.CONTROL_API_URL}/graphql`, { method: 'POST', headers, body });
  hash.update(new Uint8Array(await response.arrayBuffer()));
}
console.log(hash.digest('hex'));
