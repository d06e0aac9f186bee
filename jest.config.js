/** The tests run on real engines, which test/support/global-setup.ts starts once for the whole run. */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023', experimental: { keepImportAttributes: true } } },
    ],
  },
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Enough for a test that twice waits for a condition as long as `eventually` does, on a machine that is busy with
  // something else.
  testTimeout: 300_000,
  // Twice the cores of a small machine: tests also wait for engines, programs and pages. More, and tests run into their
  // time limits.
  maxWorkers: 4,
  maxConcurrency: 3,
  // A worker has nothing left to do when it is told to end, but then frees the contexts of some seventy test files. On
  // a busy machine that takes longer than the default of half a second, after which Jest reports open handles.
  workerGracefulExitTimeout: 10_000,
};
