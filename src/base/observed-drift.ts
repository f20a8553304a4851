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

/** The kind of change in the schema. Stable. */
export type ChangeCode = (typeof changeCodes)[number];

/** One change of the live schema, as an answer or the schema itself showed it. */
export interface ObservedChange {
  /** The changed element as a schema coordinate: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `Type`. */
  readonly coordinate: string;
  /** The kind of change. Stable. */
  readonly change: ChangeCode;
  /** A sentence that describes the change. */
  readonly message: string;
  /** Its replacement, where there is evidence of it: a name, or a selection such as `network { ip }` if it moved. */
  readonly suggestion?: string;
  /** The type or value that the operation was written for, as text. */
  readonly before?: string;
  /** The type or value in the live schema, as text. */
  readonly after?: string;
}

/** The live schema no longer fits an operation, or may not. Holds names and types of the schema alone: no key, variables or data. */
export interface ObservedDrift {
  /** Where it showed: the service refused the operation, or an answer held what its type excludes. */
  readonly seenIn: 'refusal' | 'answer';
  /** The id of the call, as in events and log lines. */
  readonly callId: string;
  /** The operation's name, where its document has one. */
  readonly operationName: string | undefined;
  /** The file that the operation was generated from, where generation kept it (`origins`). */
  readonly file?: string;
  /** The changes; none where the service refused to show its schema, so that it is unknown whether it changed. */
  readonly changes: readonly ObservedChange[];
  /** The changes in sentences, and what to do next. */
  readonly message: string;
}
