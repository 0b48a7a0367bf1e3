import { defineConfig } from '@playwright/test'

/** Set by `npm run e2e` and `npm test`. Default: Playwright's own browser. */
const executablePath = process.env.RUMBO_BROWSER || undefined

/** These stop processes of the product or check its limit of two seconds, so nothing may run beside them. */
const alone = ['lost-connection.e2e.ts', 'service-journey.e2e.ts', 'features.e2e.ts', 'deactivation.e2e.ts']

const launchOptions = (args: readonly string[] = []) => ({
  executablePath,
  // The map is drawn without a graphics card; the sandbox does not work for root, as in containers.
  args: [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...args,
  ],
})

/** All tests share one product and create the data that they change, so two files run at a time. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../.cache/e2e',
  globalSetup: './harness/product.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Generous for machines under load; they only end tests that hang.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1280, height: 720 },
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'screens',
      testIgnore: [...alone],
      // Without a graphics card, painting in software is faster than through emulated WebGL.
      // With one process per site, pages of a context share compiled code.
      use: { launchOptions: launchOptions(['--disable-gpu-compositing', '--process-per-site']) },
    },
    { name: 'wait-for-vitest', testMatch: '*.setup.ts', dependencies: ['screens'] },
    {
      name: 'alone',
      testMatch: [...alone],
      workers: 1,
      dependencies: ['wait-for-vitest'],
      use: { launchOptions: launchOptions() },
    },
  ],
})
