import { defineConfig } from 'vitest/config'

const pure = ['contract', 'protocols', 'geo', 'gateway', 'i18n', 'simulator']
const onDatabase = ['server', 'database', 'tools', 'bench']
const testsOf = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)
/** Ends what hangs; no test is about its own speed, and a busy machine may be ten times slower. */
const slowest = 60_000
/** Of `expect.poll`, whose default of one second is too short beside other load. */
const longestPoll = 30_000
/** Files share the modules they import: reading them anew for each took a third of the processor's time. */
const shared = {
  environment: 'node',
  pool: 'forks',
  isolate: false,
  expect: { poll: { timeout: longestPoll } },
  exclude: ['**/node_modules/**', '**/dist/**'],
} as const

/** `pure` needs nothing; `database` starts one PostgreSQL for all its files; the web has a configuration of its own. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [...testsOf(pure), 'web/src/**/*.rules.test.ts'],
          testTimeout: slowest,
        },
      },
      {
        test: {
          ...shared,
          name: 'database',
          include: testsOf(onDatabase),
          globalSetup: ['./tools/testing/global-setup.ts'],
          setupFiles: ['./tools/testing/setup.ts'],
          testTimeout: slowest,
          hookTimeout: slowest,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
