export {
  IntrospectionError,
  type IntrospectOptions,
  introspect,
} from '../graphql/introspection/index.ts';
export { OperationsError } from '../graphql/operations-error.ts';
export { checkDrift } from './check-drift.ts';
export { type AcceptedChange, parseAccepted } from './model/accepted.ts';
export type { Drift, DriftInput } from './model/drift.ts';
export type { Finding } from './model/finding.ts';
export { type DriftPolicy, type DriftVerdict, judgeDrift } from './model/policy.ts';
export { renderReport } from './report/render-report.ts';
export type { DriftReport } from './report/report.ts';
