export {
  IntrospectionError,
  type IntrospectionErrorCode,
  type IntrospectOptions,
  introspect,
} from '../introspection/index.ts';
export { type CheckedOperation, checkDrift, type Drift, type DriftInput } from './check-drift.ts';
export type { ChangeCode, Direction, Finding, FindingKind, Place } from './finding.ts';
export { type DriftConfig, DriftConfigError, type IgnoreEntry, parseDriftConfig } from './ignore.ts';
export type { ScalarMap } from './leaf.ts';
export { type OperationSource, OperationsError } from './operations.ts';
export { type DriftPolicy, type DriftVerdict, type FailOn, judgeDrift } from './policy.ts';
export { type ReportFormat, renderReport } from './report/index.ts';
export { type Paint, renderPretty } from './report/pretty.ts';
export type { DriftReport, JudgedReport, UntoldReport } from './report/report.ts';
export type { SchemaChange } from './schema-changes.ts';
