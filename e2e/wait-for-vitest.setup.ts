import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'

/** `npm test` runs vitest beside the other browser tests; those of the project `alone` wait until it has ended. */
test('vitest has ended', async () => {
  const file = process.env.RUMBO_E2E_ALONE_AFTER
  if (!file) return
  test.setTimeout(30 * 60_000)
  await expect.poll(() => existsSync(file), { timeout: 0, intervals: [500] }).toBe(true)
})
