import type { JudgedReport } from '../../../src/drift/report/report.ts';
import { judged } from './reports.ts';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** An enum that lost and gained many values, and many fields that become nullable, in many operations. */
export function manyChanges(counts: {
  readonly values: number;
  readonly fields: number;
  readonly operations: number;
}): JudgedReport {
  const enumOf = (name: string): string =>
    `enum State { KEPT ${range(counts.values)
      .map((it) => `${name}_${it}`)
      .join(' ')} }`;
  const schemaOf = (state: string, type: string): string => {
    const fields = range(counts.fields).map((it) => `field${it}: ${type}`);
    return `${enumOf(state)} type Query { state(at: State): State devices: [Device!]! } type Device { id: ID! ${fields.join(' ')} }`;
  };
  const selection = range(counts.fields).map((it) => `field${it}`);
  const text = range(counts.operations)
    .map((it) => `query Operation${it}($at: State) {\n  state(at: $at)\n  devices { id ...Fields }\n}`)
    .join('\n');
  const fragment = `fragment Fields on Device {\n  ${['id', ...selection].join('\n  ')}\n}`;
  const sources = [
    { file: 'operations/all.graphql', text },
    { file: 'operations/fields.graphql', text: fragment },
  ];
  return judged(schemaOf('NEW_STATE', 'String'), { snapshot: schemaOf('OLD_STATE', 'String!'), sources });
}
