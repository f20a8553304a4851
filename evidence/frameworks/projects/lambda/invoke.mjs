// What Lambda does with the bundle: it requires it, and calls the handler.
import { createRequire } from 'node:module';

const { handler } = createRequire(import.meta.url)('./dist/handler.cjs');
const { statusCode, body } = await handler({});
console.log(statusCode, body);
