import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installCommand, ownCommand } from '../../src/graphql/files/commands.ts';
import { withMajor } from '../../src/graphql/files/package-manager.ts';
import { rowsOf } from '../helpers/rows.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'place-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Where a package lies in a `node_modules`, from its manager's own folder. */
const lies = 'node_modules/control-api-sdk/dist/cli.mjs';

function put(...files: readonly string[]): void {
  for (const path of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, path.endsWith('package.json') ? '{}' : '');
  }
}

/** The files of a machine, where the package lies if not in `app`, and the commands; `own` is `control-api` unless it is said. */
const places = rowsOf(`
npm
  files app/package.json app/package-lock.json
  add npm install --save-dev
  own npx control-api-sdk
pnpm, whose store is beside the project's packages
  files package.json pnpm-lock.yaml app/package.json .git/HEAD
  lies node_modules/.pnpm/control-api-sdk@1.0.0
  add pnpm add --save-dev
  own pnpm exec control-api-sdk
Yarn 1
  files app/package.json app/yarn.lock
  add yarn add --dev
  own yarn run control-api-sdk
Bun
  files app/package.json app/bun.lock
  add bun add --dev
  own bunx control-api-sdk
npm, globally
  files prefix/lib/node_modules/npm/package.json app/package.json app/pnpm-lock.yaml
  lies prefix/lib
  add npm install --global
pnpm, globally
  files share/pnpm/global/5/package.json app/package.json
  lies share/pnpm/global/5/.pnpm/control-api-sdk@1.0.0
  add pnpm add --global
Bun, globally
  files home/.bun/install/global/package.json app/package.json
  lies home/.bun/install/global
  add bun add --global
Yarn 1, globally
  files home/.config/yarn/global/package.json app/package.json
  lies home/.config/yarn/global
  add yarn global add
`);

test.each(places)('installed by $what, the commands of a message are those of the place', (row) => {
  put(...row.one('files').split(' '));
  mkdirSync(join(root, 'app'), { recursive: true });
  const at = [join(root, 'app'), join(root, row.one('lies') || 'app', lies)] as const;
  expect(installCommand(['graphql'], ...at)).toBe(`${row.one('add')} ${withMajor('graphql')}`);
  expect(ownCommand(...at)).toBe(row.one('own') || 'control-api');
});

test('a package that lies in another project is given what it lacks there, and is not looked for here', () => {
  put('the app/package.json', `the app/${lies}`, 'elsewhere/package.json');
  const file = join(root, 'the app', lies);
  expect(installCommand(['graphql'], join(root, 'elsewhere'), file)).toBe(
    `cd '${join(root, 'the app')}' && npm install --save-dev ${withMajor('graphql')}`,
  );
  // There, npx would run what a registry has under the name.
  expect(ownCommand(join(root, 'elsewhere'), file)).toBe('control-api');
  symlinkSync(join(root, 'the app/node_modules'), join(root, 'elsewhere/node_modules'));
  expect(ownCommand(join(root, 'elsewhere'), file)).toBe('npx control-api-sdk');
});

test('a linked package has the commands of the project that it is used in', () => {
  put('app/pnpm-lock.yaml', 'clone/dist/cli.mjs');
  const at = [join(root, 'app'), join(root, 'clone/dist/cli.mjs')] as const;
  expect(installCommand(['graphql', 'typescript'], ...at)).toBe(
    `pnpm add --save-dev ${withMajor('graphql')} typescript`,
  );
  expect(ownCommand(...at)).toBe('pnpm exec control-api-sdk');
});
