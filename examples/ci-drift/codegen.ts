import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({
  schema: 'schema.graphql',
  checkLive: true, // where CONTROL_API_URL is set: operations that the live schema rejects fail
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
});
