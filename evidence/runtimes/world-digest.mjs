// Prints a digest of a world: reads, filters, orders and mutations over a schema, with the answers of the emulator.
// Usage: node world-digest.mjs <module of the emulator> <schema file>
import { createHash } from 'node:crypto';

const [module, schema] = process.argv.slice(2);
const { startEmulator } = await import(module);
const emulator = await startEmulator({ schema, seed: 'bytes', devices: 200 });
const digest = createHash('sha256');
const ask = async (query, variables) => {
  const response = await fetch(`${emulator.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  digest.update(text);
  return JSON.parse(text).data;
};
const device =
  'id name status tags temperature firmwareVersion createdAt updatedAt group { id name owners { name email } }';
const { team } = await ask(
  `{ team { name devices(first: 100) { totalCount nodes { ${device} } pageInfo { endCursor } } } }`,
);
await ask(`query ($after: String) { team { devices(first: 100, after: $after) { nodes { ${device} } } } }`, {
  after: team.devices.pageInfo.endCursor,
});
await ask(
  `{ team { devices(first: 100, filter: { name: { contains: "an" } }, orderBy: { field: TEMPERATURE, direction: DESC }) { nodes { ${device} } } } }`,
);
const [{ id }, other] = team.devices.nodes;
const detail =
  'query ($id: ID!) { device(id: $id) { id name network { ipAddress macAddress latitude longitude } settings events { nodes { kind message mimeType at } } } }';
await ask(detail, { id });
await ask(
  'mutation ($id: ID!, $other: ID!) { renameDevice(deviceId: $id, newName: "Löbby") { updatedAt } archiveDevice(id: $id) { archivedAt } deleteDevice(id: $other) { success } createDevice(input: { name: "Gate" }) { device { id createdAt temperature } } }',
  { id, other: other.id },
);
await ask(detail, { id });
await ask(
  '{ events(limit: 100) { items { id kind at message } } search(text: "ö", first: 10) { nodes { __typename } } }',
);
if (team.devices.totalCount !== 200) throw new Error('The world is not as large as asked for.');
console.log(digest.digest('hex'));
await emulator.close();
