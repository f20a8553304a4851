import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AcceptedChange,
  entryFor,
  parseAccepted,
  printAccepted,
  withEntries,
} from '../../src/drift/model/accepted.ts';
import { failOnLevels } from '../../src/drift/model/defaults.ts';
import type { Drift } from '../../src/drift/model/drift.ts';
import type { Finding } from '../../src/drift/model/finding.ts';
import { type FailOn, judgeDrift } from '../../src/drift/model/policy.ts';
import { fineCode } from './helpers/reports.ts';

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
  undecided: [],
  warnings: [],
  lostTypes: { lost: 0, of: 10 },
});

const place = { file: 'a.ts', line: 1, column: 1, code: 2339, message: 'Gone.' };
const checked = (code: Partial<Drift['code']>): Drift => ({
  ...drift(),
  code: { ...fineCode, ...code },
});

test.each([
  ['all of it compiles', {}, {}, 'in-step', undefined],
  ['a line does not compile, and no change explains it', { unexplained: [place] }, {}, 'drifted', undefined],
  ['only broken operations count', { unexplained: [place] }, { failOn: 'broken' }, 'in-step', undefined],
  ['a file was not compiled', { uncompiled: ['b.ts'] }, {}, 'could-not-tell', 'not_compiled'],
  ['nothing is known', { doubt: 'It fails.' }, {}, 'could-not-tell', 'not_compiled'],
  [
    'a line does not compile, and a file was not compiled',
    { unexplained: [place], uncompiled: ['b.ts'] },
    {},
    'drifted',
    undefined,
  ],
] as const)('checked code has its verdict if %s', (_what, code, policy, verdict, doubt) => {
  const judged = judgeDrift(checked(code), policy);
  expect([judged.verdict, judged.doubt?.code]).toEqual([verdict, doubt]);
});

const ladder: readonly (readonly [FailOn, Finding])[] = [
  ['broken', finding('broken', 'breaking')],
  ['breaking', finding('types', 'breaking')],
  ['types', finding('types', 'safe')],
  ['behaviour', finding('behaviour', 'unclear')],
  ['deprecated', finding('deprecated', 'safe')],
];

test.each(failOnLevels)('the level %s includes itself and every more serious level', (failOn) => {
  const counted = ladder
    .filter(([, it]) => judgeDrift(drift(it), { failOn }).verdict === 'drifted')
    .map(([level]) => level);
  expect(counted).toEqual(ladder.map(([level]) => level).slice(0, failOnLevels.indexOf(failOn) + 1));
});

test('broken operations and incompatible types fail by default', () => {
  expect(ladder.filter(([, it]) => judgeDrift(drift(it)).verdict === 'drifted')).toHaveLength(2);
});

test('a new null and a narrower input count as breaking, whatever the types show', () => {
  expect(judgeDrift(drift(finding('behaviour', 'breaking'))).verdict).toBe('drifted');
});

test('a part that the server did not show gives no verdict, unless something else has drifted', () => {
  const undecided = [{ coordinate: 'Device.old', message: 'Device.old is unknown.', places: [] }];
  expect(judgeDrift({ ...drift(), undecided })).toMatchObject({
    verdict: 'could-not-tell',
    doubt: { code: 'partial', message: 'Device.old is unknown.' },
  });
  expect(judgeDrift({ ...drift(finding('broken', 'breaking')), undecided }).verdict).toBe('drifted');
});

test.each([
  [5, 10, 'drifted'],
  [6, 10, 'could-not-tell'],
  [1, 1, 'could-not-tell'],
  [0, 0, 'drifted'],
])('a live schema that lost %i of %i types is judged as %s, unless the loss is confirmed', (lost, of, verdict) => {
  const lossy = { ...drift(finding('broken', 'breaking')), lostTypes: { lost, of } };
  expect(judgeDrift(lossy).verdict).toBe(verdict);
  expect(judgeDrift(lossy, { confirmLoss: true }).verdict).toBe('drifted');
});

describe('an accepted change covers itself and nothing else', () => {
  const changed: Finding = {
    ...finding('types', 'breaking'),
    change: 'nullability-changed',
    before: 'String!',
    after: 'String',
  };
  const entry: AcceptedChange = {
    coordinate: 'Device.name',
    change: 'nullability-changed',
    from: 'String!',
    to: 'String',
    reason: 'we only log it',
  };
  const judgeOne = (it: Finding, accepted: readonly AcceptedChange[], day = '2026-11-21') =>
    judgeDrift(drift(it), { accepted, failOn: 'any', today: new Date(day) });

  test('an entry covers the same change from and to the same', () => {
    expect(judgeOne(changed, [entry])).toMatchObject({
      verdict: 'in-step',
      accepted: [{ finding: changed, reason: 'we only log it' }],
      unused: [],
    });
  });

  const others: readonly [what: string, other: Finding][] = [
    ['another coordinate', { ...changed, coordinate: 'Device.nam' }],
    ['an argument of the coordinate', { ...changed, coordinate: 'Device.name(first:)' }],
    ['the type of the coordinate', { ...changed, coordinate: 'Device' }],
    ['another change', { ...changed, change: 'type-changed' }],
    ['a change from another type', { ...changed, before: 'ID!' }],
    ['a change to another type', { ...changed, after: 'Int' }],
    ['a removal', finding('broken', 'breaking')],
    ['the same change, if it breaks an operation', { ...changed, kind: 'broken' }],
  ];
  test.each(others)('an entry does not cover %s', (_what, other) => {
    expect(judgeOne(other, [entry])).toMatchObject({ verdict: 'drifted', unused: [entry] });
  });

  test('an entry for a less serious effect does not cover a more serious one', () => {
    const accepted = [entryFor({ ...changed, direction: 'safe' }, 'why')];
    expect(accepted[0]?.level).toBe('types');
    expect(judgeOne({ ...changed, direction: 'unclear' }, accepted).verdict).toBe('in-step');
    expect(judgeOne(changed, accepted).verdict).toBe('drifted');
  });

  test('an operation that was never valid is never covered', () => {
    const invalid: Finding = { ...finding('broken', 'breaking'), change: 'invalid-document' };
    expect(judgeOne(invalid, [entryFor(invalid, 'why')]).verdict).toBe('drifted');
  });

  test('an entry is valid until the end of its last day, and then reported', () => {
    const accepted = [{ ...entry, until: '2026-11-21' }];
    expect(judgeOne(changed, accepted, '2026-11-21T23:59:59Z').verdict).toBe('in-step');
    expect(judgeOne(changed, accepted, '2026-11-22T00:00:00Z')).toMatchObject({
      verdict: 'drifted',
      expired: accepted,
      unused: [],
    });
  });

  test('a written entry covers the finding, and is parsed as it was written', () => {
    for (const it of [changed, finding('broken', 'breaking'), finding('behaviour', 'unclear')]) {
      const text = printAccepted([{ ...entryFor(it, 'why'), until: '2027-01-31' }]);
      expect(judgeOne(it, parseAccepted(text, 'drift.json')).verdict).toBe('in-step');
      expect(printAccepted(parseAccepted(text, 'drift.json'))).toBe(text);
    }
  });

  test('the file is sorted, with one entry for each change, so that its diff shows only what changed', () => {
    const later = { ...entry, coordinate: 'Team.name' };
    expect(printAccepted([later, entry])).toBe(printAccepted([entry, later]));
    const again = withEntries([entry, later], [{ ...entry, reason: 'again' }]);
    expect(again.map(({ coordinate, reason }) => [coordinate, reason])).toEqual([
      ['Device.name', 'again'],
      ['Team.name', 'we only log it'],
    ]);
  });

  test('the most serious of several effects of a change is accepted', () => {
    const effects = [
      entryFor({ ...changed, direction: 'safe' }, 'why'),
      entryFor({ ...changed, kind: 'broken' }, 'why'),
    ];
    expect(withEntries([], effects)).toMatchObject([{ level: 'broken' }]);
    expect(withEntries([], [...effects].reverse())).toMatchObject([{ level: 'broken' }]);
  });
});

describe('the file of accepted changes', () => {
  const entry = (members: object): string =>
    JSON.stringify({ accepted: [{ coordinate: 'Device', change: 'type-removed', from: null, to: null, ...members }] });
  test.each([
    ['[]', /must be \{ "accepted": \[…\] \}/],
    ['3', /must be \{ "accepted"/],
    ['{', /It is invalid JSON: SyntaxError: .*Correct it/],
    ['{ "acepted": [] }', /must be \{ "accepted".*A report belongs in another file/],
    ['{ "accepted": {} }', /must be \{ "accepted"/],
    ['{ "accepted": ["Device"] }', /accepted\[0\] must be an object/],
    ['{ "accepted": [{ "reason": "x" }] }', /coordinate must be/],
    [entry({ coordinate: 3 }), /coordinate must be/],
    [entry({ coordinate: 'Device name' }), /coordinate must be/],
    [entry({ change: 'gone' }), /change must be copied from a report/],
    [entry({ reason: 'x', from: 1 }), /from must be the text of the report/],
    [entry({}), /reason must say why/],
    [entry({ reason: 'x', to: undefined }), /to must be the text of the report/],
    [entry({ reason: 'x', level: 'any' }), /level must be one of broken, breaking/],
    [entry({ reason: ' ' }), /reason must say why/],
    [entry({ reason: 3 }), /reason must say why/],
    [entry({ reason: 'x', untill: '2026-02-03' }), /unknown key "untill"/],
  ])('the text %s is rejected', (text, message) => {
    expect(() => parseAccepted(text, 'drift.json')).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(() => parseAccepted(text, 'drift.json')).toThrow(message);
  });

  test.each(['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'])('the last day %s is accepted', (until) => {
    expect(parseAccepted(entry({ reason: 'x', until }), 'drift.json')).toMatchObject([{ until }]);
  });

  test.each([
    ...['2026-02-29', '2026-13-01', '2026-11-31', '2026-00-10', '2026-1-1', '12026-11-21', '+12026-11-21'],
    ...['2026-11-211', '2026-11-21T00:00:00Z', ' 2026-11-21', 'today', '', 20_261_121, null, ['2026-11-21'], {}],
  ])('the last day %j is rejected', (until) => {
    expect(() => parseAccepted(entry({ reason: 'x', until }), 'drift.json')).toThrow(/until must be "YYYY-MM-DD"/);
  });

  test('two entries that accept the same change for different reasons are rejected', () => {
    const [one] = parseAccepted(entry({ reason: 'x' }), 'drift.json');
    const twice = JSON.stringify({ accepted: [one, { ...one, reason: 'y' }] });
    expect(() => parseAccepted(twice, 'drift.json')).toThrow(/Two entries for Device differ: remove one/);
  });

  test('every text either parses or is rejected with a message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          parseAccepted(text, 'drift.json');
        } catch (error) {
          expect(error).toMatchObject({ code: 'configuration' });
        }
      }),
    );
  });
});
