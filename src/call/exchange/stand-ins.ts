/** The build puts these in place of globals: the platform's `Headers` makes Node load all of `fetch`. */
export class HeaderList extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>>) {
    super();
    for (const name of Object.keys(headers)) this.set(name, headers[name] ?? '');
  }
}

function unreached(): never {
  throw new TypeError('graphql-request has to parse or print a document, which is not in this build');
}

// graphql-request imports these from `graphql`, and calls them only for documents that are no texts.
export { unreached as parse, unreached as print };
export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;
