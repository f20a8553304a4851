/** Headers by name, which the build gives graphql-request for the platform's `Headers`: that one makes Node load all of `fetch`. */
export class HeaderList extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>>) {
    super();
    for (const name of Object.keys(headers)) this.set(name, headers[name] ?? '');
  }
}

function unreached(): never {
  throw new TypeError('graphql-request has to parse or print a document, which is not in this build');
}

// graphql-request imports these of package `graphql` for documents that are no texts, or whose operation's name it has to find out.
export { unreached as parse, unreached as print };
export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;
