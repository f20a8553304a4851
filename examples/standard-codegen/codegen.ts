import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: `${process.env['CONTROL_API_URL']}/graphql`,
  documents: 'operations/*.graphql',
  generates: {
    'src/generated/operations.ts': { plugins: ['typescript-operations', 'typed-document-node'] },
  },
  config: { useTypeImports: true, defaultScalarType: 'unknown' },
};

export default config;
