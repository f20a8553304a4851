// npm run add-user -- <name> <viewer|operator> < password.txt
// Adds a user to USERS_FILE, with a hash of the password that is the first line of the input.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { hashPassword } from './users.js';

const [name, role] = process.argv.slice(2);
const file = process.env['USERS_FILE'] ?? 'users.json';
if (!name || (role !== 'viewer' && role !== 'operator')) {
  console.error('Usage: npm run add-user -- <name> <viewer|operator>');
  process.exit(2);
}
if (process.stdin.isTTY) console.error(`A password for ${name}, then Enter (it is shown as you type):`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line.length < 12) {
    console.error('Take 12 characters or more.');
    process.exit(1);
  }
  const users = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  users[name] = { role, password: await hashPassword(line) };
  writeFileSync(file, `${JSON.stringify(users, null, 2)}\n`, { mode: 0o600 });
  console.error(`${file} has ${name} as ${role} now.`);
  break;
}
