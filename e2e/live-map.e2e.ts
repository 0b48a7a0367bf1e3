import {
  coordinates,
  expectMovement,
  listedReports,
  livePill,
  mapRows,
  openTaxiMap,
  taxis,
} from './harness/live-map.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

test('vehicles move on the open map', async ({ open, world }) => {
  const page = await openTaxiMap(open, world)
  await livePill(page).is('live', 10_000)
  await expectMovement(page)
  await expect(page.getByRole('region', { name: es('map.label') })).toBeVisible()
})

test('a vehicle shows status, speed, telemetry, address and age', async ({ open, world }) => {
  const page = await openTaxiMap(open, world)
  await expect.poll(async () => (await listedReports(page)).size, { timeout: 30_000 }).toBeGreaterThan(0)
  const row = mapRows(page).filter({ hasText: coordinates }).first()
  const number = /^\d+/.exec((await row.textContent()) ?? '')?.[0] ?? ''
  await mapRows(page)
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
  await expect(popup.locator('time').last()).toBeVisible()
  await expect(page).toHaveURL(/unit=/)

  await page.reload()
  await expect(popup.getByRole('heading', { name: number })).toBeVisible()
  await page.getByRole('button', { name: es('map.popup.close', { number }) }).click()
  await expect(popup).toBeHidden()
})

test('filters narrow the list and are kept in the address', async ({ open, world }) => {
  const page = await openTaxiMap(open, world)
  await page
    .getByRole('group', { name: es('map.filter.statuses') })
    .getByRole('button', { name: es('vehicles.status.maintenance') })
    .click()
  await expect(page).toHaveURL(/status=maintenance/)
  await expect(mapRows(page).filter({ hasText: es('vehicles.status.active') })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: es('map.list.title'), exact: true })).toBeVisible()
  await expect(mapRows(page).filter({ hasText: es('vehicles.status.active') })).toHaveCount(0)
  await page.getByRole('button', { name: es('map.filter.clearAll') }).click()
  await expect(mapRows(page)).toHaveCount(taxis.count)
})

test('a shared link opens the same vehicle, filters and layers', async ({ open, world }) => {
  const page = await openTaxiMap(open, world)
  await page.getByRole('combobox', { name: es('liveMap.filter.type') }).selectOption('sedan')
  await expect(page).toHaveURL(/type=sedan/)
  await mapRows(page).first().click()
  await expect(page).toHaveURL(/unit=/)
  await page.getByRole('button', { name: es('liveMap.layers.label') }).click()
  await page.getByRole('menuitemcheckbox', { name: es('liveMap.layers.trail') }).click()
  await expect(page).toHaveURL(/layer=trail/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  let link = ''
  // The view is part of it once the map is drawn.
  await expect(async () => {
    await page.getByRole('button', { name: es('liveMap.share.copy') }).click()
    await expect(page.getByText(es('liveMap.share.copied')).first()).toBeVisible()
    link = await page.evaluate(() => navigator.clipboard.readText())
    for (const name of ['fleet', 'unit', 'type', 'layer', 'view'])
      expect(new URL(link).searchParams.get(name)).toBeTruthy()
  }).toPass()
  await page.goto(link)
  await expect(page.getByRole('combobox', { name: es('liveMap.filter.type') })).toHaveValue('sedan')
  await expect(mapRows(page).and(page.locator('[aria-pressed=true]'))).toHaveCount(1)
})
