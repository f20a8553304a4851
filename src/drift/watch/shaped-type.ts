/** The type of a value: whether it may be null, and either what its items are, or what it is called. */
export interface ShapedType {
  readonly nonNull: boolean;
  readonly item?: ShapedType;
  readonly named: NamedShape;
}

/** A named type, as it was when the operation was generated. */
export interface NamedShape {
  readonly name: string;
  readonly abstract: boolean;
  /** The field names of an object or interface, see `bucketSet`; absent where they are too many. */
  readonly fields?: string;
  /** The hashes of an enum's values, empty where every value is welcome; absent for any other type. */
  readonly values?: Set<string>;
  /** The hashes of an input object's required fields. */
  readonly required?: ReadonlySet<string>;
  /** The hashes of all of an input object's fields; absent where they are too many. */
  readonly inputs?: ReadonlySet<string>;
}

/** The type inside all lists. */
export function leafOf(type: ShapedType): ShapedType {
  return type.item ? leafOf(type.item) : type;
}

/** A type as GraphQL writes it. */
export function typeText({ nonNull, item, named }: ShapedType): string {
  return `${item ? `[${typeText(item)}]` : named.name}${nonNull ? '!' : ''}`;
}
