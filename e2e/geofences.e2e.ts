import { readFileSync } from 'node:fs'
import { buildFence } from '@rumbo/server/geofences/geofences.factory'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

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
