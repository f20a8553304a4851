export { type EmulatorFixtures, emulatorFixtures } from './emulator-fixtures.ts';
export { type MockableOperation, type MockHandler, type MockOperation, mock } from './mock.ts';
export type { MockAnswer, MockAnswers, MockedRequest, MockFailure, MockNetworkFault } from './mock-answer.ts';
export { type EmulatedService, type EmulatedServiceOptions, type TestHooks, useEmulator } from './use-emulator.ts';
