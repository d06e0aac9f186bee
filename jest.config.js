/**
 * Tests run on real engines, started once for the whole run by test/support/global-setup.ts. One more worker than a small machine
 * has cores: much of an indexer's test is waiting. More would overload it, as each such test has processes of its own.
 */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Enough for a test that waits for a lease to end on a machine that is busy with something else.
  testTimeout: 120_000,
  maxWorkers: 3,
  maxConcurrency: 4,
};
