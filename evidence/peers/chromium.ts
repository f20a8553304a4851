import { type Browser, chromium } from 'playwright-core';

export const chromiumPath = '/usr/bin/chromium';

/** Debian's Chromium, without requests of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

export type { Browser };
