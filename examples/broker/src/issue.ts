// npm run -s issue -- worker 15 read RenameDevice
import * as generated from './generated/control-api.js';
import { hashOf, issueToken } from './tokens.js';

const [subject = '', minutes = '15', ...allow] = process.argv.slice(2);
const hashes = new Map(Object.entries(generated).map(([name, document]) => [name, hashOf(`${document}`)]));
const known = allow.map((name) => hashes.get(name) ?? name);
console.log(await issueToken(subject, known, Number(minutes)));
