import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { type Browser, chromiumPath, launchChromium } from './chromium.ts';

const required = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';
const present = existsSync(chromiumPath);
if (!present && !required) {
  console.warn(
    `Skipped: the emulator's GraphiQL in a real browser. It needs ${chromiumPath} (apt-get install chromium).`,
  );
}

describe.skipIf(!present && !required)("the emulator's GraphiQL in real Chromium", () => {
  let browser: Browser;
  let emulator: Emulator;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    emulator = await startEmulator({ devices: 3 });
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    await page.goto(`${emulator.url}/`);
  });
  afterAll(async () => {
    await browser?.close();
    await emulator?.close();
  });

  const run = async () => {
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.waitForFunction("document.querySelector('.result-window')?.innerText.trim() !== ''");
    return page.locator('.result-window').innerText();
  };

  test('GraphiQL opens with an operation, and knows the schema', async () => {
    await page.getByRole('button', { name: /Execute query/ }).waitFor();
    expect(await page.locator('.graphiql-query-editor').innerText()).toContain('ListDevices');
    await page.getByRole('button', { name: /Documentation Explorer/ }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).first().click();
    expect(await page.locator('.graphiql-doc-explorer').innerText()).toContain('team');
  });

  test('GraphiQL gets an answer with the key in its headers, and a refusal without', async () => {
    expect(await run()).toContain('device_');
    await page.getByRole('button', { name: 'Headers' }).click();
    const header = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)');
    expect(await header.innerText()).toContain(emulator.key);
    await header.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.waitForFunction("document.querySelector('.result-window')?.innerText.includes('UNAUTHENTICATED')");
    expect(emulator.requests.filter(({ operationName }) => operationName === 'ListDevices')).toMatchObject([
      { authorization: 'accepted' },
      { authorization: 'none' },
    ]);
  });

  test('the endpoint shows GraphiQL to a browser', async () => {
    const other = await browser.newPage();
    await other.goto(`${emulator.url}/graphql`);
    await other.getByRole('button', { name: /Execute query/ }).waitFor();
    await other.close();
  });

  test('every request of GraphiQL goes to the emulator, and none is blocked or fails', () => {
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((url) => !url.startsWith(emulator.url) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
