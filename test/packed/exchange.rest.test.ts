import { expect, it } from 'vitest';
import { goodBody } from '../helpers/answers.ts';
import { folderWith, node } from './integrator.ts';

/** Calls a server with each form of a document, and prints the requests. */
const calls = `
// A static import makes Node 24 load all of fetch.
const { createServer } = process.getBuiltinModule('node:http');
const sent = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => { body += piece; });
  request.on('end', () => {
    sent.push(JSON.parse(body));
    response.setHeader('content-type', 'application/json').end(${JSON.stringify(goodBody)});
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = 'http://127.0.0.1:' + server.address().port;
const control = createControlClient({ baseUrl, apiKey: 'emulator_0123456789' });
const name = (value) => ({ kind: 'Name', value });
const field = { kind: 'Field', name: name('a') };
const tree = {
  kind: 'Document',
  definitions: [{ kind: 'OperationDefinition', operation: 'query', selectionSet: { kind: 'SelectionSet', selections: [field] } }],
};
await control.request('query A { a }', { id: 1 });
await control.request(new TypedOperation('query B { b }', { name: 'B', kind: 'query', connections: {} }));
await control.request(tree);
await control.request('query C { c } mutation D { d }', undefined, { operationName: 'D' });
await control.request('not { read');
control.close();
server.close();
`;

it('the built package sends every form of a document', async () => {
  const folder = folderWith({
    'app.mjs': `import { createControlClient, TypedOperation } from 'control-api-sdk';\n${calls}\nconsole.log(JSON.stringify(sent));`,
  });
  const { code, stdout, stderr } = await node(folder, 'app.mjs');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual([
    { query: 'query A { a }', variables: { id: 1 } },
    { query: 'query B { b }' },
    { query: '{\n  a\n}' },
    { query: 'query C { c } mutation D { d }', operationName: 'D' },
    { query: 'not { read' },
  ]);
});

it('the built package does not make Node load `fetch` for calls over node:http', async () => {
  const loaded = `process.moduleLoadList.filter((it) => it.endsWith('deps/undici/undici'))`;
  const folder = folderWith({
    'app.mjs': `import { createControlClient, TypedOperation } from 'control-api-sdk';\n${calls}\nconst before = ${loaded};\nnew Headers();\nconsole.log(before.length, ${loaded}.length);`,
  });
  expect(await node(folder, 'app.mjs')).toEqual({ code: 0, stdout: '0 1\n', stderr: '' });
});
