import { controlApiCodegen } from './src/codegen/index.ts';
import { startEmulator } from './src/emulator/index.ts';

export default controlApiCodegen({
  baseUrl: process.env['CONTROL_API_URL'] || (() => startEmulator({ schema: 'docs/documented.graphql' })),
  operations: 'operations/*.graphql',
  output: 'src/generated/control-api.ts',
  importFrom: '../base/typed-operation.ts',
});
