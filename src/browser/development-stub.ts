// A development server such as Vite's gives this module to a browser. It scans modules with server and client code
// together, so no import may be missing: this fails where it runs. CommonJS, since in an ES module a missing name would
// stop the browser before this message.
import { BROWSER_SENTENCE } from './is-server.ts';

interface Page {
  readonly customElements?: { get(name: string): (new (error: Error) => object) | undefined };
  readonly document?: { readonly body: { append(element: object): void } | null };
}

const error = new Error(
  `${BROWSER_SENTENCE} In a test under Jest 29 with jsdom, set testEnvironmentOptions: { customExportConditions: ["node"] }.`,
);
try {
  // Vite shows an overlay for failures of its server, but only a console line for those of the page.
  const { customElements, document }: Page = globalThis as Page;
  const Overlay = customElements?.get('vite-error-overlay');
  if (Overlay) document?.body?.append(new Overlay(error));
} catch {}
throw error;
