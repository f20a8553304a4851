import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'generated/control-api.ts' });
