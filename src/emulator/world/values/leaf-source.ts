/** What a leaf value is made of. */
export interface LeafSource {
  /** The number of the leaf: always the same for the same leaf. */
  readonly number: number;
  /** The number of the object that the leaf belongs to, which all of its leaves share. */
  readonly origin: number;
  /** The readable name of the object that the leaf belongs to: `amber-falcon`, or `Ada Lindqvist` for a person. */
  readonly name: string;
  /** The name of the type that the leaf belongs to. */
  readonly type: string;
  /** The name of the field; it decides which kind of value is made. */
  readonly field: string;
}
