import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderReport } from '../../src/drift/index.ts';
import { hostile, reports } from '../drift/helpers/reports.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const cases = Object.entries(reports);

const draft2020 = new Ajv2020({ allErrors: true, strictTypes: false });
addFormats.default(draft2020);
const isReport = draft2020.compile(JSON.parse(read('../../docs/drift-report.schema.json')));

test.each(cases)('the JSON of a report fits the published schema: %s', (_name, report) => {
  const data: unknown = JSON.parse(renderReport.json(report));
  isReport(data);
  expect(isReport.errors ?? []).toEqual([]);
});

test('the published schema of the JSON refuses other values', () => {
  const data = JSON.parse(renderReport.json(reports['drifted in every way']));
  expect(isReport({ ...data, findings: undefined })).toBe(false);
  expect(isReport({ ...data, outcome: 'fine' })).toBe(false);
  expect(isReport({ ...data, findings: [{ ...data.findings[0], direction: 'up' }] })).toBe(false);
  expect(isReport({ ...data, version: 2 })).toBe(false);
});

test('text from a schema stays text in every format', () => {
  const report = reports['with hostile texts'];
  const { pretty, github, markdown, json } = renderReport;
  expect(markdown(report)).not.toContain('<script>');
  for (const render of [pretty, github, markdown])
    for (const character of ['\u001b', '\u202e']) expect(render(report)).not.toContain(character);
  for (const render of [pretty, github, markdown]) expect(render(report)).not.toContain('\n::error::x');
  expect(github(report).trim().split('\n')).toHaveLength(1);
  expect(markdown(report)).not.toMatch(/[^\\]\[link\]/);
  // A message has the reason on one line.
  const line = JSON.stringify(hostile.replace(/\s+/g, ' ')).slice(1, -1);
  expect(json(report)).toContain(line);
});
