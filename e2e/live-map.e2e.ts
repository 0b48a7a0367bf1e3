import type { Page } from '@playwright/test'
import { fleets } from '../tools/demo/demo-data.ts'
import { pidOf } from './harness/product-info.ts'
import { expect, type Open, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

/** With software WebGL, rendering time grows with the number of pixels. */
const viewport = { width: 960, height: 600 }
const [taxis] = fleets
const coordinates = /(-?\d+\.\d{5}), (-?\d+\.\d{5})/
const serverGone =
  /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INVALID_HTTP_RESPONSE|Failed to load resource/

const rows = (page: Page) => page.getByRole('list', { name: es('map.listLabel') }).getByRole('button')
const livePill = (page: Page, words = es) => ({
  is: (state: 'live' | 'delayed' | 'offline', timeoutMs: number) =>
    expect(page.getByRole('banner').getByRole('status')).toHaveText(words(`ui.live.${state}`), {
      timeout: timeoutMs,
    }),
})

async function openMap(open: Open, world: World): Promise<Page> {
  const page = await open(await world.demo('despacho'), '/map', { viewport })
  await page.getByRole('button', { name: es('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  await expect(rows(page)).toHaveCount(taxis.count)
  return page
}

/** The place of each vehicle in the list, by number; vehicles that never reported are omitted. */
async function positions(page: Page): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const text of await rows(page).allTextContents()) {
    const number = /^\d+/.exec(text)?.[0]
    const place = coordinates.exec(text)?.[0]
    if (number && place) found.set(number, place)
  }
  return found
}

async function expectMovement(page: Page): Promise<void> {
  await expect.poll(async () => (await positions(page)).size, { timeout: 30_000 }).toBeGreaterThan(5)
  const before = await positions(page)
  await expect
    .poll(
      async () =>
        [...(await positions(page))].filter(([number, place]) => before.get(number) !== place).length,
      { message: 'vehicles that moved', timeout: 30_000 },
    )
    .toBeGreaterThan(2)
}

test('vehicles move on the open map', async ({ open, world }) => {
  const page = await openMap(open, world)
  await livePill(page).is('live', 10_000)
  await expectMovement(page)
  const youngest = rows(page).locator('time').first()
  const reported = await youngest.getAttribute('datetime')
  await expect(youngest).not.toHaveAttribute('datetime', reported ?? '', { timeout: 30_000 })
  await expect(
    page.getByRole('region', { name: es('map.label') }).locator('canvas.maplibregl-canvas'),
  ).toBeVisible()
})

test('a vehicle shows status, speed, telemetry, address and age', async ({ open, world }) => {
  const page = await openMap(open, world)
  await expect.poll(async () => (await positions(page)).size, { timeout: 30_000 }).toBeGreaterThan(0)
  const row = rows(page).filter({ hasText: coordinates }).first()
  const number = /^\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''
  await rows(page)
    .filter({ hasText: new RegExp(`^${number}\\D`) })
    .click()

  const popup = page.getByRole('region', { name: es('map.popup.label', { number }), exact: true })
  await expect(popup.getByRole('heading', { name: number })).toBeVisible()
  await expect(popup).toContainText(/Activa|Inactiva|En ruta|Ocupada|alarm|Crítica|En servicio/i)
  for (const label of ['speed', 'fuel', 'battery', 'gps'] as const)
    await expect(popup.getByRole('term').filter({ hasText: es(`map.popup.${label}`) })).toBeVisible()
  await expect(popup).toContainText('km/h')
  await expect(popup).toContainText(coordinates)
  await expect(popup).not.toContainText(es('map.popup.addressLoading'))
  await expect(popup.locator('time')).toBeVisible()
  await expect(page).toHaveURL(/unit=/)

  await page.reload()
  await expect(popup.getByRole('heading', { name: number })).toBeVisible()
  await page.getByRole('button', { name: es('map.popup.close', { number }) }).click()
  await expect(popup).toBeHidden()
})

test('filters narrow the list and are kept in the address', async ({ open, world }) => {
  const page = await openMap(open, world)
  await page
    .getByRole('group', { name: es('map.filter.statuses') })
    .getByRole('button', { name: es('vehicles.status.maintenance') })
    .click()
  await expect(page).toHaveURL(/status=maintenance/)
  await expect(rows(page).filter({ hasText: es('vehicles.status.active') })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: es('map.list.title'), exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: es('vehicles.status.active') })).toHaveCount(0)
  await page.getByRole('button', { name: es('map.filter.clearAll') }).click()
  await expect(rows(page)).toHaveCount(taxis.count)
})

test('a shared link opens the same vehicle, filters and layers', async ({ open, world }) => {
  const page = await openMap(open, world)
  await page.getByRole('combobox', { name: es('liveMap.filter.type') }).selectOption('sedan')
  await expect(page).toHaveURL(/type=sedan/)
  await rows(page).first().click()
  await expect(page).toHaveURL(/unit=/)
  await page.getByRole('button', { name: es('liveMap.layers.label') }).click()
  await page.getByRole('menuitemcheckbox', { name: es('liveMap.layers.trail') }).click()
  await expect(page).toHaveURL(/layer=trail/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: es('liveMap.share.copy') }).click()
  await expect(page.getByText(es('liveMap.share.copied'))).toBeVisible()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  for (const name of ['fleet', 'unit', 'type', 'layer', 'view'])
    expect(link.searchParams.get(name)).toBeTruthy()
  await page.goto(link.href)
  await expect(page.getByRole('combobox', { name: es('liveMap.filter.type') })).toHaveValue('sedan')
  await expect(rows(page).and(page.locator('[aria-pressed=true]'))).toHaveCount(1)
})

test('the page shows its age while the server is silent, and recovers', async ({ open, world, tolerate }) => {
  tolerate(serverGone)
  const page = await open(await world.demo('despacho'), '/profile', { viewport, language: 'en' })
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
  const page = await openMap(open, world)
  await livePill(page).is('live', 10_000)
  // The map's worker has loaded too, so that from here on only the server is missing.
  await page.waitForLoadState('networkidle')
  process.kill(pidOf('gateway'), 'SIGKILL')
  process.kill(pidOf('api'), 'SIGKILL')
  await livePill(page).is('delayed', 20_000)
  await livePill(page).is('live', 30_000)
  await expectMovement(page)
})
