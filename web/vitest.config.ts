import { defineProject } from 'vitest/config'

/** Component tests in a simulated browser; rules need none. The root configuration lists this file as a project. */
export default defineProject({
  root: import.meta.dirname,
  test: {
    name: 'web',
    environment: 'happy-dom',
    // Wide enough for the full sidebar.
    environmentOptions: { happyDOM: { width: 1120, height: 768 } },
    pool: 'forks',
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/**/*.rules.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    // Generous for machines under load; they only end tests that hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
