import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likeliestName, likeness } from '../../src/drift/explain/rename.ts';
import type { Drift } from '../../src/drift/model/drift.ts';
import { DriftConfigError, parseDriftConfig } from '../../src/drift/model/drift-config.ts';
import type { Finding } from '../../src/drift/model/finding.ts';
import { type FailOn, failOnLevels, judgeDrift } from '../../src/drift/model/policy.ts';

const finding = (kind: Finding['kind'], direction: Finding['direction'], coordinate = 'Device.name'): Finding => ({
  kind,
  direction,
  coordinate,
  change: 'field-removed',
  message: 'Something changed.',
  places: [{ file: 'a.graphql', line: 1, column: 1, operations: ['A'] }],
});

const drift = (...findings: Finding[]): Drift => ({
  findings,
  otherChanges: [],
  operations: [],
  hasSnapshot: true,
  notComparable: [],
});

describe('what counts as drift', () => {
  const ladder: readonly (readonly [FailOn, Finding])[] = [
    ['broken', finding('broken', 'breaking')],
    ['breaking', finding('types', 'breaking')],
    ['types', finding('types', 'safe')],
    ['behaviour', finding('behaviour', 'unclear')],
    ['deprecated', finding('deprecated', 'safe')],
  ];

  test.each(failOnLevels)('%s includes itself and every more serious level', (failOn) => {
    const counted = ladder
      .filter(([, it]) => judgeDrift(drift(it), { failOn }).verdict === 'drifted')
      .map(([level]) => level);
    expect(counted).toEqual(ladder.map(([level]) => level).slice(0, failOnLevels.indexOf(failOn) + 1));
  });

  test('by default, broken operations and types that change incompatibly', () => {
    expect(ladder.filter(([, it]) => judgeDrift(drift(it)).verdict === 'drifted')).toHaveLength(2);
  });

  test.each([
    ['Device', 'Device.name', true],
    ['Device.name', 'Device.name', true],
    ['Device.list', 'Device.list(first:)', true],
    ['Device.list(first:)', 'Device.list(first:)', true],
    ['Device.nam', 'Device.name', false],
    ['Dev', 'Device', false],
    ['Device.name', 'Device', false],
    ['@tag', '@tag(name:)', true],
  ])('an entry for %s covers %s: %s', (coordinate, touched, covered) => {
    const verdict = judgeDrift(drift(finding('broken', 'breaking', touched)), {
      ignore: [{ coordinate, reason: 'because' }],
    });
    expect(verdict.verdict).toBe(covered ? 'in-step' : 'drifted');
    expect(verdict.unused).toHaveLength(covered ? 0 : 1);
  });

  test('an entry is valid until the end of its last day', () => {
    const ignore = [{ coordinate: 'Device', reason: 'for now', until: '2026-11-21' }];
    const on = (day: string) => judgeDrift(drift(finding('broken', 'breaking')), { ignore, today: new Date(day) });
    expect(on('2026-11-21T23:59:59Z').verdict).toBe('in-step');
    expect(on('2026-11-22T00:00:00Z')).toMatchObject({ verdict: 'drifted', expired: ignore, unused: [] });
  });
});

describe("the drift check's configuration", () => {
  test.each([
    ['[]', /must contain an object/],
    ['{', /invalid JSON/],
    ['{ "ignored": [] }', /"ignored" is unknown/],
    ['{ "ignore": {} }', /must be a list/],
    ['{ "ignore": ["Device"] }', /ignore\[0\] must be an object/],
    ['{ "ignore": [{ "reason": "x" }] }', /coordinate must be/],
    ['{ "ignore": [{ "coordinate": "Device name", "reason": "x" }] }', /coordinate must be/],
    ['{ "ignore": [{ "coordinate": "Device", "reason": " " }] }', /needs a reason/],
    ['{ "ignore": [{ "coordinate": "Device", "reason": "x", "until": "soon" }] }', /must be a date/],
    ['{ "ignore": [{ "coordinate": "Device", "reason": "x", "until": "2026-02-30" }] }', /must be a date/],
    ['{ "ignore": [{ "coordinate": "Device", "reason": "x", "untill": "2026-02-03" }] }', /unknown key "untill"/],
    ['{ "scalars": { "DateTime": 1 } }', /must map scalar names/],
  ])('%s is rejected', (text, message) => {
    expect(() => parseDriftConfig(text, 'drift.json')).toThrow(DriftConfigError);
    expect(() => parseDriftConfig(text, 'drift.json')).toThrow(message);
  });

  test('every text either parses or is rejected with a message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          parseDriftConfig(text, 'drift.json');
        } catch (error) {
          expect(error).toBeInstanceOf(DriftConfigError);
        }
      }),
    );
  });
});

describe('the likeliest new name', () => {
  const among = (...names: readonly string[]) => names.map((name) => ({ name, isNew: false, isAlike: false }));

  test('is similar in spelling', () => {
    expect(likeliestName('statuss', among('status', 'state', 'name'))).toBe('status');
    expect(likeliestName('first', among('last', 'after', 'before'))).toBeUndefined();
  });

  test('shares words', () => {
    expect(likeliestName('isOnline', among('online', 'name'))).toBe('online');
  });

  test('is new and of the same shape, with any spelling', () => {
    const candidates = [...among('name', 'id'), { name: 'power', isNew: true, isAlike: true }];
    expect(likeliestName('battery', candidates)).toBe('power');
  });

  test('is named in the deprecation reason', () => {
    expect(likeliestName('serial', among('id', 'key', 'keys'), 'Use `key`.')).toBe('key');
  });

  test('likeness is from 0 to 1, symmetric, and 1 for the same name', () => {
    const name = fc.stringMatching(/^[_A-Za-z]\w{0,12}$/);
    expect(likeness('tagTagTag', 'tag')).toBeLessThanOrEqual(1);
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(likeness(a, a)).toBe(1);
        expect(likeness(a, b)).toBeCloseTo(likeness(b, a));
        expect(likeness(a, b)).toBeGreaterThanOrEqual(0);
        expect(likeness(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
