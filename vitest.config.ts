import { defineConfig } from 'vitest/config'
import { testSeed } from './tools/testing/seed.mjs'

const pure = ['contract', 'protocols', 'geo', 'optimizer', 'planning', 'gateway', 'i18n', 'simulator']
const onDatabase = ['server', 'database', 'tools', 'bench']
const testsOf = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)
const rulesOf = ['server/src/**/*.rules.test.ts', 'web/src/**/*.rules.test.ts']
/** Generous, because a busy machine may be ten times slower; it only ends tests that hang. */
const testTimeoutMs = 120_000
/** For `expect.poll`; its default of one second is too short on a busy machine. */
const pollTimeoutMs = 30_000
/** Without isolation, files of a worker share imported modules: importing again took a third of the CPU time. */
const shared = {
  environment: 'node',
  pool: 'forks',
  isolate: false,
  expect: { poll: { timeout: pollTimeoutMs } },
  exclude: ['**/node_modules/**', '**/dist/**'],
} as const

/** `pure` needs no service; `database` starts one PostgreSQL for all files; `web` has its own configuration. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { seed: testSeed() },
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [...testsOf(pure), ...rulesOf],
          setupFiles: ['./tools/testing/fast-check-setup.ts'],
          testTimeout: testTimeoutMs,
        },
      },
      {
        test: {
          ...shared,
          name: 'database',
          include: testsOf(onDatabase),
          exclude: [...shared.exclude, ...rulesOf],
          globalSetup: ['./tools/testing/global-setup.ts'],
          setupFiles: ['./tools/testing/setup.ts', './tools/testing/fast-check-setup.ts'],
          testTimeout: testTimeoutMs,
          hookTimeout: testTimeoutMs,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
