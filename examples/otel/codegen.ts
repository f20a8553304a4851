import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'node_modules/control-api-sdk/docs/documented.graphql',
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
  // Each operation carries its file and the types of its fields, so that production can say what changed.
  origins: true,
});
