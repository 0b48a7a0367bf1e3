import { defineConfig } from '@playwright/test'

/** The program that `npm run e2e` and `npm test` found or installed; without one Playwright takes its own. */
const executablePath = process.env.RUMBO_BROWSER || undefined

/** One product, one browser, one test after another: they share the demo and two cores. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../.cache/e2e',
  globalSetup: './stage/product.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1280, height: 720 },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // The map is drawn without a graphics card; root, as in containers, has no sandbox.
      args: [
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
