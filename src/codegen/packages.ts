/** The optional peers that generating needs. */
export const codegenPackages = ['graphql', '@graphql-codegen/cli', '@graphql-codegen/typescript-operations'] as const;
