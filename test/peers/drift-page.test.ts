import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAccepted, renderReport } from '../../src/drift/index.ts';
import { manyChanges } from '../drift/helpers/many.ts';
import { reports } from '../drift/helpers/reports.ts';
import { type Browser, chromiumPath, launchChromium } from './chromium.ts';

const required = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';
const present = existsSync(chromiumPath);
if (!present && !required) {
  console.warn(
    `Skipped: the drift report's page in a real browser. It needs ${chromiumPath} (apt-get install chromium).`,
  );
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const pages = { ...reports, 'one enum in many operations': manyChanges({ values: 30, fields: 5, operations: 20 }) };

describe.skipIf(!present && !required)("the drift report's page in real Chromium", () => {
  let browser: Browser;
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function open(name: keyof typeof pages, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => asked.push(`dialog: ${dialog.message()}`));
    await page.setContent(renderReport.html(pages[name]));
    return page;
  }

  test.each(Object.keys(pages))(
    '%s: it is whole by itself, fits any window, and passes WCAG AA in light and dark',
    async (name) => {
      if (!isPage(name)) throw new Error('An unknown report.');
      const backgrounds = new Set<string>();
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(name, { colorScheme, bypassCSP: true });
        // Text inside a closed fold has no colour to be judged.
        await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
        backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
        expect(await violations(page)).toEqual([]);
        await page.close();
      }
      expect(backgrounds.size).toBe(2);
      expect(asked).toEqual([]);
    },
  );

  test('the verdict, what changed and where can be read at a glance; the rest opens without a script', async () => {
    const page = await open('drifted in every way', {
      javaScriptEnabled: false,
      viewport: { width: 1100, height: 900 },
    });
    expect(await page.locator('header').innerText()).toMatch(/^DRIFTED\n+\d of 11 operations are affected/);
    expect(await page.locator('form').isVisible()).toBe(false);
    const card = page.locator('#field-removed-Device-state');
    expect(await card.locator('mark').allInnerTexts()).toEqual(['state', 'state']);
    const operation = page.locator('#operation-ListDevices');
    expect(await operation.locator('.uses').isVisible()).toBe(false);
    await operation.locator('summary').click();
    expect(await operation.locator('.uses').innerText()).toContain('DeviceConnection.total');
    expect(await operation.locator('.uses code[style*="--broken"]').innerText()).toBe('Device.state');
    await page.close();
  });

  test('each figure is the number of entries in the list that it links to', async () => {
    const page = await open('drifted in every way');
    const figures = page.locator('.figures a');
    expect(await figures.count()).toBe(5);
    for (const figure of await figures.all()) {
      const list = page.locator((await figure.getAttribute('href')) ?? '');
      const cards = await list.locator('[data-item]').count();
      const entries = cards > 0 ? cards : await list.locator('li').count();
      expect(entries).toBe(Number(await figure.locator('b').innerText()));
    }
    await page.close();
  });

  test('the filter keeps the changes and operations that contain every word, and counts them', async () => {
    const page = await open('drifted in every way');
    const shown = async (): Promise<readonly string[]> =>
      (await page.locator('[data-item]:visible > summary').allInnerTexts()).map((it) => it.replace(/\s+/g, ' '));
    const all = await shown();
    await page.locator('#filter').fill('device.STATE listdevices');
    expect(await shown()).toEqual([
      expect.stringContaining('Broken Device.state'),
      expect.stringContaining('ListDevices query'),
    ]);
    expect(await page.locator('#shown').innerText()).toBe(`2 of ${all.length} shown`);
    expect(await page.locator('#noted').isVisible()).toBe(false);
    await page.locator('#filter').fill('');
    expect(await shown()).toEqual(all);
    await page.close();
  });

  test('a link from an operation opens the change, even if the filter hides it', async () => {
    const page = await open('drifted in every way');
    await page.locator('#filter').fill('sorted query');
    await page.locator('#operation-Sorted > summary').click();
    const change = page.locator('#default-changed-Filter-limit');
    expect(await change.getAttribute('open')).toBe(null);
    await page.locator('#operation-Sorted .links a').click();
    const place = change.getByRole('figure', { name: 'Sorted' });
    await place.waitFor();
    expect(await place.locator('mark').isVisible()).toBe(true);
    await page.close();
  });

  test('the marked token is in view on a phone, also in a long line', async () => {
    const page = await open('drifted in every way', { viewport: { width: 390, height: 800 } });
    await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
    const boxes = await Promise.all((await page.locator('mark').all()).map((it) => it.boundingBox()));
    expect(boxes.length).toBeGreaterThan(8);
    for (const box of boxes) {
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 400) + (box?.width ?? 400)).toBeLessThanOrEqual(390);
    }
    await page.close();
  });

  test('the entry for the accepted changes can be copied as it is', async () => {
    const page = await open('drifted in every way');
    const fold = page.locator('#possible-type-added-JobResult .fold');
    await fold.locator('summary').click();
    expect(parseAccepted(`{"accepted":[${await fold.locator('pre').innerText()}]}`, 'drift.json')).toMatchObject([
      { coordinate: 'JobResult', change: 'possible-type-added', to: 'Team' },
    ]);
    await page.close();
  });
});

/** What axe finds against WCAG 2.1 AA, as one line for each rule and element. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations, incomplete }) =>
      [...violations, ...incomplete.filter(({ id }) => id === 'color-contrast')].flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => id + ': ' + html + ' ' + (any[0]?.message ?? ''))))`,
  );
}

function isPage(name: string): name is keyof typeof pages {
  return name in pages;
}
