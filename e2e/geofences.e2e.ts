import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { destination } from '@rumbo/geo/geometry/distance'
import { buildFence } from '@rumbo/server/geofences/geofences.factory'
import { notifyGateways } from '@rumbo/server/geofences/geofences.repository'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations } from './harness/accessibility.ts'
import { awayFromMidnight } from './harness/midnight.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import { openTracker } from './harness/tracker.ts'

/** With software WebGL, rendering time grows with the number of pixels. */
const viewport = { width: 1100, height: 640 }

const ring = (coordinates: string) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Placemark><name>Aeropuerto</name>${ring('-99.09,19.42 -99.05,19.42 -99.05,19.45 -99.09,19.45 -99.09,19.42')}</Placemark>
<Placemark><name>Moño</name>${ring('-99.15,19.42 -99.12,19.45 -99.12,19.42 -99.15,19.45 -99.15,19.42')}</Placemark>
</Document></kml>`

test('geofences are listed, chosen on the map, imported from a KML and exported', async ({ open, world }) => {
  test.setTimeout(120_000)
  const ana = await world.worker('geocercas', { level: 'manager' })
  await world.build((tx) =>
    buildFence(tx, { companyId: ana.companyId, fleetId: ana.fleetId, name: 'Base Centro', tags: ['base'] }),
  )
  const page = await open(ana, '/geofences', { viewport })
  const table = page.getByRole('table', { name: es('geofences.list.label') })
  await table.getByRole('button', { name: 'Círculo Base Centro' }).click()
  const details = page.getByRole('region', { name: 'Base Centro' })
  await expect(details.getByText(es('geofences.shape.circle', { metres: '250' }))).toBeVisible()
  await expect(page).toHaveURL(/fence=/)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await page.getByRole('button', { name: es('geofences.action.import'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: es('geofences.import.title') })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'zonas.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(kml),
  })
  await expect(dialog.getByText(es('geofences.refused.self_intersection'))).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('geofences.import.start', { count: 1, shown: '1' }) }).click()
  await expect(dialog.getByText(es('geofences.import.done', { count: 1, shown: '1' }))).toBeVisible({
    timeout: 30_000,
  })
  await dialog.getByRole('button', { name: es('ui.close'), exact: true }).click()
  await expect(table.getByRole('button', { name: 'Polígono Aeropuerto' })).toBeVisible()
  await expect(table.getByText('Moño')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: es('geofences.action.export'), exact: true }).click()
  await page.getByRole('menuitem', { name: es('geofences.export.geojson') }).click()
  const written = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(written.features.map((one: { properties: { name: string } }) => one.properties.name)).toEqual([
    'Aeropuerto',
    'Base Centro',
  ])
})

const zocalo = { latitude: 19.4326, longitude: -99.1332 }

/** Writes another radius into the editor of the only geofence, and saves. */
async function changeRadius(page: Page, metres: number): Promise<void> {
  await page
    .getByRole('table', { name: es('geofences.list.label') })
    .getByRole('button', { name: es('ui.table.rowMenu', { name: 'Base Centro' }) })
    .click()
  await page.getByRole('menuitem', { name: es('geofences.action.edit') }).click()
  await page.getByRole('textbox', { name: es('fenceEditor.radius') }).fill(String(metres))
  await page.getByRole('button', { name: es('fenceEditor.save'), exact: true }).click()
  await expect(page.getByText(es('fenceEditor.saved', { name: 'Base Centro' })).first()).toBeVisible()
}

test('a geofence that is edited while a vehicle is inside raises no false exit', async ({ open, world }) => {
  await awayFromMidnight()
  const ana = await world.worker('dentro', { level: 'manager' })
  const { companyId, fleetId } = ana
  const imei = world.uniqueIdentifier()
  await world.build(async (tx) => {
    await buildVehicle(tx, { companyId, fleetId, imei })
    await notifyGateways(tx, await buildFence(tx, { companyId, fleetId, name: 'Base Centro' }))
  })
  const tracker = await openTracker(imei)
  const row = (page: Page) =>
    page
      .getByRole('table', { name: es('geofences.list.label') })
      .getByRole('row')
      .filter({ hasText: 'Base Centro' })
  const report = (metres: number) => tracker.report(destination(zocalo, 90, metres))
  /** Reports from the same place until the list has these numbers: inside, entries and exits today. */
  const says = (page: Page, metres: number, inside: number, today: string) =>
    expect(async () => {
      report(metres)
      await expect(row(page).getByRole('cell', { name: String(inside), exact: true })).toBeVisible({
        timeout: 2_000,
      })
      await expect(row(page).getByRole('cell', { name: today, exact: true })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 40_000 })

  report(600)
  const page = await open(ana, '/geofences', { viewport })
  await says(page, 120, 1, '1 / 0')
  // Larger, and the vehicle stays where it is; then so small that it is outside by the edit alone.
  await changeRadius(page, 400)
  await says(page, 120, 1, '1 / 0')
  await changeRadius(page, 40)
  await says(page, 120, 0, '1 / 0')
  // The new shape is in force: a drive through it counts.
  await says(page, 0, 1, '2 / 0')
  tracker.close()

  await page.goto('/event-list')
  const table = page.getByRole('table', { name: es('events.list.label') })
  await expect(table.getByText(/Base Centro/)).toHaveCount(1)
  await expect(table.getByRole('row').filter({ hasText: /Base Centro/ })).toContainText(
    es('events.type.geofence_entry'),
  )
})
