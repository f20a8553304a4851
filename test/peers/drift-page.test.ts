import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from '../../src/drift/index.ts';
import { reports } from '../drift/helpers/reports.ts';

const executablePath = '/usr/bin/chromium';
const required = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';
const present = existsSync(executablePath);
if (!present && !required) {
  console.warn(
    `Skipped: the drift report's page in a real browser. It needs ${executablePath} (apt-get install chromium).`,
  );
}

describe.skipIf(!present && !required)("the drift report's page in real Chromium", () => {
  let browser: Browser;
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function open(name: keyof typeof reports, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => asked.push(`dialog: ${dialog.message()}`));
    await page.setContent(renderReport.html(reports[name]));
    return page;
  }

  test.each(Object.keys(reports))('%s: it is whole by itself, and fits any window in light and dark', async (name) => {
    if (!isReport(name)) throw new Error('An unknown report.');
    const backgrounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 768, 1400]) {
        const page = await open(name, { colorScheme, viewport: { width, height: 900 } });
        const measures = await page.evaluate(
          '({ wide: document.documentElement.scrollWidth, background: getComputedStyle(document.body).backgroundColor, scripts: document.scripts.length })',
        );
        expect(measures).toMatchObject({ wide: width, scripts: 0 });
        backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
        await page.close();
      }
    expect(backgrounds.size).toBe(2);
    expect(asked).toEqual([]);
  });

  test('the verdict, what changed and where are to be read at a glance; the rest opens without a script', async () => {
    const page = await open('drifted in every way', {
      javaScriptEnabled: false,
      viewport: { width: 1100, height: 900 },
    });
    expect(await page.locator('header').innerText()).toMatch(/^DRIFTED\n+\d of 11 operations are affected/);
    const card = page.locator('article', { hasText: 'Device.state was removed' });
    expect(await card.innerText()).toContain('Did you mean status?');
    expect(await card.locator('mark').allInnerTexts()).toEqual(['state', 'state']);
    const operation = page.locator('details', { hasText: 'ListDevices' });
    expect(await operation.locator('.uses').isVisible()).toBe(false);
    await operation.locator('summary').click();
    expect(await operation.locator('.uses').innerText()).toContain('DeviceConnection.total');
    expect(await operation.locator('code.broken').innerText()).toBe('Device.state');
    await page.close();
  });
});

function isReport(name: string): name is keyof typeof reports {
  return name in reports;
}
