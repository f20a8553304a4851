export {
  IntrospectionError,
  type IntrospectionErrorCode,
  type IntrospectOptions,
  introspect,
} from '../graphql/introspection/index.ts';
export type { ScalarMap } from '../graphql/mapped-scalar.ts';
export { OperationsError } from '../graphql/operations-error.ts';
export type { OperationSource } from '../graphql/parse-operations.ts';
export type { SourcePlace } from '../graphql/place.ts';
export type { Warning } from '../graphql/selections/operation-warnings.ts';
export { checkDrift } from './check-drift.ts';
export { type AcceptedChange, entryFor, parseAccepted, printAccepted, withEntries } from './model/accepted.ts';
export type { CodeCheck, CodePlace, UnexplainedPlace } from './model/code-check.ts';
export type { CheckedOperation, Drift, DriftInput, SchemaChange, Undecided } from './model/drift.ts';
export type { ChangeCode, Direction, Finding, FindingKind, Level } from './model/finding.ts';
export type { Place } from './model/place-list.ts';
export { type Doubt, type DriftPolicy, type DriftVerdict, type FailOn, judgeDrift } from './model/policy.ts';
export type { TypeMapping } from './model/type-mapping.ts';
export type { GivenOption } from './report/command-line.ts';
export type { ReportFormat } from './report/formats.ts';
export { renderReport } from './report/index.ts';
export { type Paint, renderPretty } from './report/pretty.ts';
export type { DriftReport, JudgedReport, UndecidedReport } from './report/report.ts';
