import { expectMovement, livePill, mapViewport, openTaxiMap } from './harness/live-map.ts'
import { pidOf } from './harness/product-info.ts'
import { expect, test } from './harness/test.ts'
import { en } from './harness/texts.ts'

const serverGone =
  /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INVALID_HTTP_RESPONSE|Failed to load resource/

test('the page shows its age while the server is silent, and recovers', async ({ open, world, tolerate }) => {
  tolerate(serverGone)
  const page = await open(await world.demo('despacho'), '/profile', { viewport: mapViewport, language: 'en' })
  const pill = livePill(page, en)
  await pill.is('live', 15_000)
  const server = pidOf('api')
  process.kill(server, 'SIGSTOP')
  try {
    await pill.is('delayed', 20_000)
    await expect(page.getByRole('button', { name: /^Delayed · \d+ s/ })).toBeVisible()
  } finally {
    process.kill(server, 'SIGCONT')
  }
  await pill.is('live', 20_000)

  await page.context().setOffline(true)
  await pill.is('offline', 20_000)
  await page.context().setOffline(false)
  await pill.is('live', 20_000)
})

test('vehicles move again after server and gateway were killed', async ({ open, world, tolerate }) => {
  test.setTimeout(90_000)
  tolerate(serverGone)
  const page = await openTaxiMap(open, world)
  await livePill(page).is('live', 10_000)
  // The map's worker has loaded too, so that from here on only the server is missing.
  await page.waitForLoadState('networkidle')
  process.kill(pidOf('gateway'), 'SIGKILL')
  process.kill(pidOf('api'), 'SIGKILL')
  await livePill(page).is('delayed', 20_000)
  await livePill(page).is('live', 30_000)
  await expectMovement(page)
})
