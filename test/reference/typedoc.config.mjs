// What `npm run docs` builds: every entry point of the package's `exports`. A warning fails it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Entry points that are not `<sub-path>/index.ts`. */
const elsewhere = { '.': 'index.ts', './watch': 'drift/watch/watch-drift.ts' };

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  entryPoints: Object.keys(exports)
    .filter((subPath) => subPath !== './package.json')
    .map((subPath) => join(root, 'src', elsewhere[subPath] ?? `${subPath.slice(2)}/index.ts`)),
  tsconfig: join(root, 'tsconfig.json'),
  readme: 'none',
  name: 'control-api-sdk',
  out: join(root, '.tmp/reference'),
  plugin: ['entry-names', 'one-sentence', 'option-facts', 'since'].map((name) =>
    join(import.meta.dirname, `${name}.mjs`),
  ),
  blockTags: ['@defaultValue', '@example', '@module', '@param', '@returns', '@since', '@throws'],
  sort: ['source-order'],
  highlightLanguages: ['ts', 'sh', 'json', 'graphql'],
  disableSources: true,
  excludeExternals: true,
  excludePrivate: true,
  treatWarningsAsErrors: true,
  validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
  // What an exported type is made of, and says nothing to a reader.
  intentionallyNotExported: [
    'ADVICE',
    'AnyResolver',
    'changeCodes',
    'CheckedOperation',
    'CheckIntrospectionQueryVariables',
    'CodeCheck',
    'CodePlace',
    'DevicesInAnswer',
    'Direction',
    'Doubt',
    'FailOn',
    'FailureSummary',
    'FindingKind',
    'Hook',
    'IntrospectionErrorCode',
    'IsSeveral',
    'JudgedReport',
    'ListDevicesQueryVariables',
    'OperationSource',
    'Place',
    'ReadCode',
    'ReportFormat',
    'SchemaChange',
    'Undecided',
    'UndecidedReport',
    'Use',
    'Warning',
    'WebUrl',
  ],
};
