import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { serve } from '@hono/node-server';
import { type ControlClient, createControlClient } from 'control-api-sdk';
import { type Emulator, startEmulator } from 'control-api-sdk/emulator';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { demoWorld } from '../demo/world.js';
import { createApp } from '../server/app.js';
import { operations } from '../server/devices.js';
import { type Gateway, startGateway } from './gateway.js';

/*
 * The page in real Chromium, from the login to a service that is down and comes back. `npm run screenshots` writes what it sees
 * into screenshots/.
 */

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = paths.find((path) => existsSync(path));
const skip = executablePath === undefined && process.env['CONTROL_API_SDK_REQUIRE_ALL'] !== '1';
if (skip)
  console.warn(`Skipped: the page in a real browser. It needs one of ${paths.join(', ')} (apt-get install chromium).`);

const shown =
  'desktop-device-light desktop-service-down-dark phone-list-light phone-device-dark phone-service-down-light';
const screenshots = process.env['SCREENSHOTS'] === '1' ? shown.split(' ') : [];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const now = new Date('2026-03-04T14:02:00Z');

const windows: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

describe('the page in real Chromium', { skip }, () => {
  let browser: Browser;
  let emulator: Emulator;
  /** Between the backend and the service, and between the browser and the backend. */
  let service: Gateway;
  let site: Gateway;
  let control: ControlClient;
  let server: ReturnType<typeof serve>;

  before(async () => {
    emulator = await startEmulator(demoWorld(now.getTime()));
    service = await startGateway(emulator.port);
    site = await startGateway();
    control = createControlClient({ baseUrl: service.origin, apiKey: emulator.key, access: { only: operations } });
    const accounts = JSON.parse(readFileSync('users.demo.json', 'utf8'));
    const app = createApp({ control, accounts, origin: site.origin, log: () => {} });
    site.target = await new Promise((resolve) => {
      server = serve({ ...app, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port));
    });
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
  });

  after(async () => {
    await browser?.close();
    site?.close();
    server?.close();
    control?.close();
    service?.close();
    await emulator?.close();
  });

  /** Ends the service; the returned function starts it again, as it was. */
  async function stopService(): Promise<() => Promise<void>> {
    const changes = emulator.snapshot();
    service.target = 0;
    await emulator.close();
    return async () => {
      emulator = await startEmulator(demoWorld(now.getTime()));
      emulator.restore(changes);
      service.target = emulator.port;
    };
  }

  for (const [name, options] of Object.entries(windows)) {
    test(`${name}: login, list, filter, device, rename, refresh, outage, recovery; each state is accessible`, async () => {
      emulator.reset();
      const context = await browser.newContext({
        ...options,
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(90_000);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on(
        'console',
        (message) =>
          message.type() === 'error' && !/status of [45]\d\d/.test(message.text()) && faults.push(message.text()),
      );
      const foreign: string[] = [];
      page.on('request', (request) => request.url().startsWith(`${site.origin}/`) || foreign.push(request.url()));
      await page.clock.setFixedTime(now);
      const state = (what: string) => inspect(page, `${name}-${what}`);
      const row = (device: string) => page.getByRole('link', { name: device });
      const rows = page.locator('#rows a');

      // A wrong password first.
      await page.goto(`${site.origin}/`);
      await signIn(page, 'ella', 'not it');
      await page.getByText('The name or the password is wrong.').waitFor();
      await state('login-refused');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.keyboard.press('Enter');

      await row('North gate camera').waitFor();
      assert.equal(await rows.count(), 20);
      await state('list');
      await page.getByRole('button', { name: 'Show more' }).click();
      await row('Basement pump meter').waitFor();
      assert.equal(await rows.count(), 26);

      await page.getByRole('radio', { name: 'Offline 4' }).check({ force: true });
      await page.getByRole('searchbox').fill('gate');
      await row('Staff gate camera').waitFor();
      await page.locator('#rows:has(> :nth-child(2):last-child)').waitFor();
      assert.deepEqual(await rows.locator('.name').allTextContents(), ['Workshop gateway', 'Staff gate camera']);
      await state('filtered');
      await page.getByRole('searchbox').fill('no such name');
      await page.getByText('No device matches.').waitFor();
      await state('nothing-found');
      await page.getByRole('searchbox').fill('');
      await page.getByRole('radio', { name: /^All/ }).check({ force: true });

      await row('South gate camera').click();
      const heading = page.locator('#detail h2');
      await heading.getByText('South gate camera').waitFor();
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'H2');
      await page.locator('main:not(:has([aria-busy=true]))').waitFor();
      await state('device');

      const newName = page.locator('#detail').getByLabel('Name');
      await newName.fill(`South gate, ${name}`);
      await page.getByRole('button', { name: 'Rename' }).click();
      await heading.getByText(`South gate, ${name}`).waitFor();
      // A refresh of the whole page comes back to the same device, with its new name.
      await page.reload();
      await heading.getByText(`South gate, ${name}`).waitFor();
      await state('renamed');

      const start = await stopService();
      await newName.fill('Lost');
      await page.getByRole('button', { name: 'Rename' }).click();
      const refused = page.locator('#rename-problem');
      await refused.getByText(/does not answer|may have been saved/).waitFor();
      await state('rename-failed');
      if (name === 'phone') {
        await page.getByRole('link', { name: 'All devices' }).click();
        // Back in the list, the keyboard is where it was.
        assert.equal(await page.evaluate('document.activeElement.dataset.device'), 'device_1002');
      }
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('The device service does not answer at the moment. The list is from 14:02.').waitFor();
      assert.equal(await rows.count(), 20);
      await state('service-down');

      await start();
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.locator('#list-problem .problem').waitFor({ state: 'detached' });
      await row(`South gate, ${name}`).click();
      await heading.getByText(`South gate, ${name}`).waitFor();
      await state('recovered');

      await assertHoldsOnlyWhatItNeeds(page);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await state('login');
      assert.equal(await rows.count(), 0);
      assert.deepEqual([faults, foreign], [[], []]);
      await context.close();
    });
  }

  test('a viewer opens a link to a device, cannot rename it, and signs in again where the session ended', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    await page.goto(`${site.origin}/devices/device_1003`);
    await signIn(page, 'vic', 'looking only today');
    const heading = page.locator('#detail h2');
    await heading.getByText('Quay 1 crane monitor').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0);
    await inspect(page, 'viewer');

    await context.clearCookies();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    assert.equal(await page.getByText('Quay 1 crane monitor').count(), 0);
    await signIn(page, 'vic', 'looking only today');
    await heading.getByText('Quay 1 crane monitor').waitFor();
    await page.goto(`${site.origin}/devices/none`);
    await page.getByText('There is no such device.').waitFor();
    await inspect(page, 'no-such-device');
    await context.close();
  });

  async function signIn(page: Page, user: string, password: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(user);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  }

  /** Looks at a state in light and dark: no violation of accessibility, nothing wider than the window. */
  async function inspect(page: Page, state: string): Promise<void> {
    await page.evaluate('document.fonts.ready');
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // What the colours are is all that differs in the dark.
      const options = colorScheme === 'dark' ? '{ runOnly: ["color-contrast"] }' : '{}';
      const found = await page.evaluate<string[]>(
        `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
      );
      assert.deepEqual(found, [], `${state}, ${colorScheme}`);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${state} is too wide`);
      if (screenshots.includes(`${state}-${colorScheme}`)) await shoot(page, `${state}-${colorScheme}`);
    }
  }

  async function shoot(page: Page, file: string): Promise<void> {
    mkdirSync('screenshots', { recursive: true });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
    const image = Buffer.from(data, 'base64');
    writeFileSync(`screenshots/${file}.webp`, image);
    // The README of the repository shows one of them, from a folder that the package has, too.
    if (file === 'desktop-device-light') writeFileSync('../../docs/backend-and-page.webp', image);
    await session.detach();
  }

  /** The memory of the page, and every byte that went between the browser and the backend. */
  async function assertHoldsOnlyWhatItNeeds(page: Page): Promise<void> {
    const direct = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
    const everything = await direct.request<{ team: { devices: { nodes: Record<string, string>[] } } }>(
      '{ team { devices { nodes { serialNumber ipAddress firmwareVersion } } } }',
    );
    direct.close();
    const notNeeded = everything.team.devices.nodes.flatMap((device) => Object.values(device));
    assert.equal(notNeeded.length, 26 * 3);
    const secret = [
      ...emulator.keys,
      ...emulator.keys.map((key) => Buffer.from(key).toString('base64')),
      ...notNeeded,
      'firmwareVersion',
    ];
    const foundIn = (text: string) => secret.filter((one) => text.includes(one));

    const session = await page.context().newCDPSession(page);
    let memory = '';
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      memory += chunk;
    });
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await session.detach();
    const stored = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );

    // What is looked for would be found: between the backend and the service there is all of it.
    assert.ok(foundIn(service.recorded()).length > 3);
    assert.ok(memory.includes('Workshop gateway') && site.recorded().includes('Workshop gateway'));
    assert.deepEqual([foundIn(memory), foundIn(site.recorded()), stored], [[], [], '["",{},{}]']);
  }
});
