export {
  IntrospectionError,
  type IntrospectionErrorCode,
  type IntrospectOptions,
  introspect,
} from '../graphql/introspection/index.ts';
export { OperationsError } from '../graphql/operations-error.ts';
export type { OperationSource } from '../graphql/parse-operations.ts';
export { checkDrift, type DriftInput } from './check-drift.ts';
export type { CheckedOperation, Drift, SchemaChange } from './model/drift.ts';
export type { ScalarMap } from './model/drift-config.ts';
export { type DriftConfig, DriftConfigError, type IgnoreEntry, parseDriftConfig } from './model/drift-config.ts';
export type { ChangeCode, Direction, Finding, FindingKind, Place } from './model/finding.ts';
export { type DriftPolicy, type DriftVerdict, type FailOn, judgeDrift } from './model/policy.ts';
export { type ReportFormat, renderReport } from './report/index.ts';
export { type Paint, renderPretty } from './report/pretty.ts';
export type { DriftReport, JudgedReport, UndecidedReport } from './report/report.ts';
