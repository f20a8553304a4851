/** The three kinds of GraphQL operation. */
export type OperationKind = 'query' | 'mutation' | 'subscription';

/** The place of a pageable connection in the result of its operation. Code generation writes it; `paginate` reads it. */
export interface ConnectionInfo {
  /** Response keys from `data` down to the connection object. */
  readonly path: readonly string[];
  /** Response keys from the connection to its items: `['nodes']`, or `['edges', 'node']`. */
  readonly items: readonly [list: string] | readonly [list: string, node: string];
  /** `forward` follows `hasNextPage`/`endCursor`; `backward` follows `hasPreviousPage`/`startCursor`. */
  readonly direction: 'forward' | 'backward';
  /** Response keys of the page information: the object, "is there another page", and the cursor of that page. */
  readonly pageInfo: { readonly key: string; readonly hasMore: string; readonly cursor: string };
  /** The variable bound to the connection's `after` (or `before`) argument. */
  readonly cursorVariable: string;
  /** The path to the number of nodes in the variables, such as `['first']`; absent without such a variable. */
  readonly sizeVariable?: readonly string[];
}

/** The origin of an operation. Code generation with `origins` writes it; `watchDrift` reads it. */
export interface OperationOrigin {
  /** The file with the operation. */
  readonly file: string;
  /** The SDL of the part of the schema that the generated operations use. */
  readonly schema: string;
  /** Whether results may have enum values that the schema gained later. @defaultValue `false` */
  readonly openEnums?: boolean;
}

/**
 * A GraphQL operation that carries the types of its result and variables. It *is* a (boxed) string, so every client that takes documents
 * as strings takes it unchanged. `Connections` maps the dotted path of each pageable connection to the type of its nodes.
 */
export class TypedOperation<Result, Variables, Connections = Record<never, never>> extends String {
  /** The operation's name, as its document gives it. */
  readonly operationName: string;
  /** The kind of the operation. Not called `kind`: clients take an object with `kind` for a syntax tree. */
  readonly operationKind: OperationKind;
  /** The operation's pageable connections by dotted path, e.g. `team.devices`. */
  readonly connections: { readonly [Path in keyof Connections]: ConnectionInfo };
  /** The origin; undefined if generated without `origins`. */
  declare readonly origin?: OperationOrigin;
  /** Types only, never a value: the convention by which generators and clients exchange result and variables. */
  declare readonly __apiType?: (variables: Variables) => Result;

  /** Called by generated code; `text` is the document. */
  constructor(
    text: string,
    about: {
      readonly name: string;
      readonly kind: OperationKind;
      readonly connections: { readonly [Path in keyof Connections]: ConnectionInfo };
      readonly origin?: OperationOrigin;
    },
  ) {
    super(text);
    this.operationName = about.name;
    this.operationKind = about.kind;
    this.connections = about.connections;
    if (about.origin) this.origin = about.origin;
    Object.freeze(this);
  }
}

/** A syntax tree of graphql-js, by its members that the client reads: no version of `graphql` is needed to compile. */
export interface DocumentNodeLike {
  /** The kind of the root node of graphql-js. */
  readonly kind: 'Document';
  /** The operations and fragments, as graphql-js parses them. */
  readonly definitions: readonly object[];
}

/** A document that carries the types of its result and variables: a boxed string or a syntax tree. */
export interface TypedDocument<Result, Variables> {
  /** Types only, never a value. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** A document for `request` and `execute`: a boxed string or a syntax tree; typed by any generator, or untyped. */
export type OperationDocument<Result, Variables> =
  | TypedOperation<Result, Variables, object>
  // biome-ignore lint/complexity/noBannedTypes: generators emit documents as boxed strings
  | (String & TypedDocument<Result, Variables>)
  | (DocumentNodeLike & TypedDocument<Result, Variables>);

/** The argument list after the document. Variables are inferred from the document alone: from both, an unknown variable would pass. */
export type VariablesAndOptions<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: NoInfer<Variables> | undefined, options?: Options | undefined]
    : [variables: NoInfer<Variables>, options?: Options | undefined];
