import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { checkDrift, type DriftPolicy, type DriftReport, type Finding, judgeDrift } from '../../../src/drift/index.ts';
import type { JudgedReport } from '../../../src/drift/report/report.ts';
import type { OperationSource } from '../../../src/graphql/files/read-operations.ts';

const fixture = (file: string): string => readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8');
const sdl = fixture('fleet.graphql');
const text = fixture('operations.graphql');

/** The fixture schema after changes of every kind. */
export const changedSdl: string = [
  ['  state: State!\n', '  status: State!\n'],
  ['OFFLINE LOST }', 'OFFLINE LOST BROKEN }'],
  ['  at: DateTime!', '  at: DateTime!\n  zone: String!'],
  ['limit: Int! = 50', 'limit: Int! = 51'],
  ['union JobResult = Device | Problem', 'union JobResult = Device | Problem | Team'],
  ['message: String! path', 'message: String! @deprecated(reason: "Use `path` & \\"code\\".") path'],
  ['type Problem {', 'type Problem { code: Int'],
  ['endCursor: String }', 'endCursor: String! }'],
  ['serial: String @deprecated(reason: "Use `key`.")\n', ''],
  ['https://example.com/date-time', 'https://example.com/instant'],
  ['note: String meta', 'note: String! meta'],
].reduce((changed, [from = '', to = '']) => {
  if (!changed.includes(from)) throw new Error(`The fixture does not hold ${from}.`);
  return changed.replace(from, () => to);
}, sdl);

/** A text that does harm if it is taken for markup or a command. */
export const hostile =
  '<script>alert(1)</script>\n::error::x %0A | [link](https://example.com) @everyone \u001b[31m \u202e ]]>';

const head = {
  live: 'https://api.example.com/graphql',
  snapshot: 'schema.graphql',
  at: new Date('2026-11-21T10:00:00Z'),
  version: '0.2.0',
} as const;

/** What {@link judged} compares, beside the live schema. */
interface Compared {
  readonly snapshot?: string;
  readonly sources?: readonly OperationSource[];
  readonly policy?: DriftPolicy;
}

/** The report of a comparison: of the fixtures, unless other texts are given. */
export function judged(
  live: string,
  { snapshot = sdl, sources = [{ file: 'operations/all of them.graphql', text }], policy = {} }: Compared = {},
): JudgedReport {
  const drift = checkDrift({
    operations: sources,
    snapshot: buildSchema(snapshot),
    live: buildSchema(live, { assumeValidSDL: true }),
  });
  const verdict = judgeDrift(drift, { today: head.at, ...policy });
  const outcome = verdict.failing.length > 0 ? 'drifted' : 'in-step';
  return { ...head, outcome, failOn: policy.failOn ?? 'breaking', verdict, sources, all: true };
}

/** The result of a checker that found nothing. */
export const fineCode = {
  ...{ command: 'tsc --noEmit', seconds: 9 },
  ...{ unexplained: [], stale: [], uncompiled: [], notCovered: [] },
};

/** A removed field, a union with another member, a result without its null, and a new field. */
const fewChanges = sdl
  .replace('serial: String @deprecated(reason: "Use `key`.")\n', '')
  .replace('type Problem {', 'type Problem { code: Int')
  .replace('JobResult = Device', 'JobResult = Team | Device')
  .replace('endCursor: String }', 'endCursor: String! }');

/** The report of few changes, with lines of code that no longer compile: of one finding, of no finding, and with a harmful text. */
function withCode(): JudgedReport {
  const { verdict, ...report } = judged(fewChanges);
  const message = `'device.name' is possibly 'null'.`;
  const place = { file: 'src/report.ts', line: 14, column: 21, message, code: 18047 };
  const findings = verdict.findings.map(
    (finding): Finding => ({
      ...finding,
      codePlaces: finding.coordinate === 'JobResult' ? [place, { ...place, line: 20, message: hostile }] : [],
    }),
  );
  const unexplained = [
    { ...place, line: 30 },
    { ...place, line: 31 },
  ];
  const code = { ...fineCode, unexplained, notCovered: ['Not part of the project: src/other.ts.'] };
  return { ...report, verdict: judgeDrift({ ...verdict, findings, code }, { today: head.at }) };
}

/** A report of each kind. */
export const reports = {
  'drifted in every way': judged(changedSdl, {
    policy: {
      accepted: [
        {
          coordinate: 'ScheduleInput.zone',
          change: 'input-field-required',
          from: null,
          to: 'String!',
          reason: 'we send it <already>',
        },
        { coordinate: 'Device.gone', change: 'field-removed', from: 'String', to: null, reason: 'to be deleted' },
        {
          coordinate: 'Device.state',
          change: 'field-removed',
          from: 'State!',
          to: null,
          level: 'broken',
          reason: 'expired',
          until: '2026-01-01',
        },
      ],
    },
  }),
  'in step': judged(sdl),
  'could not tell': {
    ...head,
    outcome: 'could-not-tell',
    error: { code: 'timeout', message: 'The schema was not read within 30000 ms.' },
  },
  'without a snapshot': { ...judged(sdl), snapshot: undefined, all: false },
  'with the lines of the code': withCode(),
  'with no line of the code': { ...judged(fewChanges), verdict: { ...judged(fewChanges).verdict, code: fineCode } },
  'with what does not count, and an operation that is newer than the snapshot': {
    ...judged(fewChanges, { policy: { failOn: 'broken' } }),
    ...{ outcome: 'in-step', all: false },
    verdict: {
      ...judged(fewChanges, { policy: { failOn: 'broken' } }).verdict,
      ...{ failing: [], notComparable: ['ListNew'] },
    },
  },
  'with hostile texts': judged(
    sdl.replace('  ping: Boolean', `  ping: Boolean @deprecated(reason: ${JSON.stringify(hostile)})`),
    { policy: { failOn: 'any' }, sources: [{ file: 'operations/all of them.graphql', text: '{ ping }' }] },
  ),
} satisfies Record<string, DriftReport>;
