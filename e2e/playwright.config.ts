import { defineConfig } from '@playwright/test'

/** The program that `npm run e2e` and `npm test` found or installed; without one Playwright takes its own. */
const executablePath = process.env.RUMBO_BROWSER || undefined

/** They end or halt the product's processes, or hold it to its promise of two seconds: nothing runs beside them. */
const alone = ['live-map.e2e.ts', 'service-journey.e2e.ts', 'features.e2e.ts']

const launchOptions = (args: readonly string[] = []) => ({
  executablePath,
  // The map is drawn without a graphics card; root, as in containers, has no sandbox.
  args: [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...args,
  ],
})

/** One product for all; tests bring what they change, so two files run at a time, and then those that stand alone. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../.cache/e2e',
  globalSetup: './harness/product.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1280, height: 720 },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'screens',
      testIgnore: [...alone],
      // Without a graphics card the processor paints pages faster by itself than through WebGL's emulation.
      // Pages of one context share a renderer, hence what an earlier test had compiled.
      use: { launchOptions: launchOptions(['--disable-gpu-compositing', '--process-per-site']) },
    },
    {
      name: 'alone',
      testMatch: [...alone],
      workers: 1,
      dependencies: ['screens'],
      use: { launchOptions: launchOptions() },
    },
  ],
})
