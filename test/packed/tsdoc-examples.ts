import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The examples in TSDoc, each with its file. */
function examplesOf(text: string): readonly string[] {
  return [...text.matchAll(/\/\*\*.*?\*\//gs)].flatMap(([comment]) => {
    const [, ...examples] = comment
      .replace(/\s*\*\/$/, '')
      .split('\n')
      .map((line) => line.replace(/^\s*\/?\*{1,2} ?/, ''))
      .join('\n')
      .split(/^@example\b/m);
    return examples.map((example) => example.split(/^@\w/m)[0]?.trim() ?? '');
  });
}

/** The declarations that the examples leave to their reader. */
const context = `
import { createControlClient, isControlApiError, ListDevices, type ControlClient, type ListPosition, type TypedOperation } from 'control-api-sdk';
import { type EmulatedService, emulatorFixtures, mock } from 'control-api-sdk/testing';
import { watchDrift } from 'control-api-sdk/watch';
import { test as base } from 'vitest';
declare const control: ControlClient;
declare const TeamDevices: TypedOperation<object, { first: number; after?: string }, { 'team.devices': { name: string } }>;
declare const RenameDevice: TypedOperation<{ device: object }, { id: string; name: string }, object>;
declare const [id, name]: [string, string];
declare const [position, stored]: [ListPosition, ListPosition];
declare const error: unknown;
declare function handle(device: object): Promise<void>;
declare function store(position: ListPosition): Promise<void>;
declare function wait(ms: number): Promise<void>;
export { base, control, createControlClient, emulatorFixtures, error, handle, id, isControlApiError, ListDevices, mock, name, position, RenameDevice, store, stored, TeamDevices, wait };
export type { EmulatedService };
`;

export function tsdocExamples(): string {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => examplesOf(readFileSync(join('src', file), 'utf8')).map((code) => ({ file, code })));
  const functions = found.map(({ file, code }, index) => {
    // An option is shown by itself.
    const statement = /^\w+: /.test(code) ? `createControlClient({ ${code} });` : code;
    return `// ${file}\nexport async function example${index}() {\n${statement}\n}`;
  });
  return `${context}\n${functions.join('\n')}\n`;
}
