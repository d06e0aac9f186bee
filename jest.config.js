/**
 * Tests run on real engines, started once for the whole run by test/support/global-setup.ts, and in Node itself:
 * see test/support/jest/runtime.cjs.
 */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {},
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  testSequencer: '<rootDir>/test/support/jest/sequencer.js',
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.js',
  // Enough for a test that twice waits a minute for an index that cannot catch up, on a machine that is busy with something else.
  testTimeout: 180_000,
  // Three times the cores of a small machine: much of a test is waiting for engines, programs and pages, and with fewer the cores idle.
  maxWorkers: 6,
  maxConcurrency: 4,
};
