/** A change, as far as it shows in production. The words are those of `control-api check`. */
export type ObservedChangeCode =
  | 'field-removed'
  | 'argument-removed'
  | 'argument-required'
  | 'input-field-removed'
  | 'input-field-required'
  | 'enum-value-removed'
  | 'enum-value-added'
  | 'type-removed'
  | 'type-changed'
  | 'possible-type-removed'
  | 'nullability-changed'
  | 'root-removed'
  | 'invalid-document';

/** One change of the live schema, as a refusal, an answer or the schema itself showed it. */
export interface ObservedChange {
  /** The changed element as a schema coordinate: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `Type`. */
  readonly coordinate: string;
  /** The kind of change. Stable. */
  readonly change: ObservedChangeCode;
  /** A sentence that describes the change. */
  readonly message: string;
  /** The likeliest new name, where there is evidence for one. */
  readonly suggestion?: string;
  /** The type when the operation was generated, as text. */
  readonly before?: string;
  /** The type in the live schema, as text. */
  readonly after?: string;
}

/** The live schema no longer fits an operation. Holds names and types of the schema alone: no key, variables or data. */
export interface ObservedDrift {
  /** Where it showed: the service refused the operation, or an answer held what its type excludes. */
  readonly seenIn: 'refusal' | 'answer';
  /** The id of the call, as in events and log lines. */
  readonly callId: string;
  /** The operation's name, where its document has one. */
  readonly operationName: string | undefined;
  /** The file that the operation was generated from, where generation kept it (`origins`). */
  readonly file?: string;
  /** The changes; of a refusal that nothing explains, one entry per error. */
  readonly changes: readonly ObservedChange[];
  /** The changes in sentences, and what to do next. */
  readonly message: string;
}
