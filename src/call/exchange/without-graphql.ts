function unreached(): never {
  throw new TypeError('graphql-request has to parse or print a document, which is not in this build');
}

// graphql-request imports these of package `graphql` for documents that are no texts, or whose operation's name it has to find out.
export { unreached as parse, unreached as print };
export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;
