// The stub for development servers. They scan modules that hold server and client code together, so here nothing is
// missing: it fails where it is run.
import { BROWSER_SENTENCE } from './is-server.ts';

throw new Error(BROWSER_SENTENCE);
