// The module that a development server such as Vite's gives to a browser. It scans modules that hold server and client code together,
// so here no import is missing: this fails where it runs. It is CommonJS, so that a named import runs it too; in an ES
// module the missing name would stop the browser before it could say why.
import { BROWSER_SENTENCE } from './is-server.ts';

interface Page {
  readonly customElements?: { get(name: string): (new (error: Error) => object) | undefined };
  readonly document?: { readonly body: { append(element: object): void } | null };
}

const error = new Error(
  `${BROWSER_SENTENCE} In a test under Jest 29 with jsdom, set testEnvironmentOptions: { customExportConditions: ["node"] }.`,
);
try {
  // Vite shows an overlay for what fails in its server, but only a line in the console for what fails in the page.
  const { customElements, document }: Page = globalThis as Page;
  const Overlay = customElements?.get('vite-error-overlay');
  if (Overlay) document?.body?.append(new Overlay(error));
} catch {
  // An overlay of another Vite: the error says the same.
}
throw error;
