import { expect, test } from 'vitest';
import { json, response, saysAndCloses } from '../helpers/answers.ts';
import { MisbehavingServer, refusingAddress } from '../helpers/misbehaving-server.ts';
import { Project } from './helpers/check.ts';

const cutOff = saysAndCloses(response(200, [json, ['connection', 'close']], '{"data":{"__schema":{}}}').slice(0, -5));

// `test/graphql` has all failures of introspection.
test.each([
  ['a body cut off', () => MisbehavingServer.start(cutOff), 'not_graphql'],
  ['a refused connection', refusingAddress, 'unreachable'],
] as const)('an outage is not drift, and check exits 3: %s', async (_what, start, code) => {
  await using server = await start();
  await using project = await Project.create({ 'operations/a.graphql': 'query Team { team { id } }' });
  const outcome = await project.check(['--format', 'json'], { CONTROL_API_URL: server.url });
  expect(outcome.code).toBe(3);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ outcome: 'could-not-tell', error: { code } });
  expect(outcome.stderr).toMatch(/^\? Could not check: [A-Z].*\.\n$/);
});
