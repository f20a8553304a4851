export const changeCodes = [
  'field-removed',
  'argument-removed',
  'argument-required',
  'input-field-removed',
  'input-field-required',
  'input-field-added',
  'enum-value-removed',
  'enum-value-added',
  'type-removed',
  'type-changed',
  'nullability-changed',
  'possible-type-added',
  'possible-type-removed',
  'fragment-match-changed',
  'one-of-changed',
  'directive-removed',
  'directive-changed',
  'root-removed',
  'fields-conflict',
  'invalid-document',
  'default-changed',
  'scalar-changed',
  'paging-added',
  'deprecated',
] as const;

/** The kind of a schema change. Stable. */
export type ChangeCode = (typeof changeCodes)[number];

/** A change of the live schema, shown by an answer or by introspection. */
export interface ObservedChange {
  /** The changed element as a schema coordinate: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `Type`. */
  readonly coordinate: string;
  /** The kind of change. Stable. */
  readonly change: ChangeCode;
  /** A sentence that describes the change. */
  readonly message: string;
  /** The replacement, if there is evidence: a name, or a selection such as `network { ip }` for a moved field. */
  readonly suggestion?: string;
  /** The type or value that the operation was written for, as text. */
  readonly before?: string;
  /** The type or value in the live schema, as text. */
  readonly after?: string;
}

/** A report that the live schema changed, or may have changed: names and types of the schema, no key, variables or data. */
export interface ObservedDrift {
  /** The evidence: the service refused the operation, or an answer has a value that its type excludes. */
  readonly seenIn: 'refusal' | 'answer';
  /** The id of the call, as in events and log lines. */
  readonly callId: string;
  /** The name of the operation; undefined for an anonymous operation. */
  readonly operationName: string | undefined;
  /** The file of the operation, if generated with `origins`. */
  readonly file?: string;
  /** The changes; empty if the service does not show its schema, so that changes are unknown. */
  readonly changes: readonly ObservedChange[];
  /** The changes and the next step, in sentences. */
  readonly message: string;
}
