import type { Page } from '@playwright/test'
import { minuteMs, secondMs } from '@rumbo/contract/time-units'
import { destination } from '@rumbo/geo/geometry/distance'
import { buildCustomRule } from '@rumbo/server/events/custom/events.custom.factory'
import { buildFence } from '@rumbo/server/geofences/geofences.factory'
import { storedPositions, storeOpen } from '@rumbo/server/telemetry/history/telemetry.positions.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const viewport = { width: 1100, height: 760 }
const zocalo = { latitude: 19.4326, longitude: -99.1332 }

/** A manager whose fleet has a geofence, a rule, and a vehicle that drove fast through the geofence half an hour ago. */
async function fleetWithPast(world: World) {
  const ana = await world.worker('pruebas', { level: 'manager' })
  const { companyId, fleetId } = ana
  const number = world.unique('u')
  const start = Date.now() - 30 * minuteMs
  await world.build(async (tx) => {
    const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: number })
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    const metres = [900, 600, 300, 100, 0, -100, -300, -600, -900]
    const drove = metres.map((far, index) => ({
      ...destination(zocalo, 90, far),
      at: start + index * 10 * secondMs,
      speedKmh: index === 6 ? 108 : 90,
    }))
    await storeOpen(tx, row?.no ?? 0, storedPositions(drove))
    await buildFence(tx, { companyId, fleetId, name: 'Base Centro' })
    await buildCustomRule(tx, {
      ...{ companyId, fleetId, name: 'Muy rápido' },
      conditions: [{ reading: 'speedKmh', operator: 'above', value: 100, margin: 5 }],
    })
  })
  return { ana, number }
}

/** Opens the test of the only row of a table, and starts it. */
async function startTest(page: Page, table: string, name: string) {
  const row = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: es('ui.table.rowMenu', { name }) }).click()
  await page.getByRole('menuitem', { name: es('history.test.action') }).click()
  const dialog = page.getByRole('dialog', { name: es('history.test.title', { name }) })
  await expect(dialog.getByText(es('history.test.from'), { exact: true }).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('history.test.start'), exact: true }).click()
  return dialog
}

test('a geofence is tested on history: what it would have raised, one by one, on the map and in the history', async ({
  open,
  world,
}) => {
  test.setTimeout(90_000)
  const { ana, number } = await fleetWithPast(world)
  const page = await open(ana, '/geofences', { viewport })
  const dialog = await startTest(page, es('geofences.list.label'), 'Base Centro')
  await expect(dialog.getByText(es('geofences.test.suppressed'))).toBeVisible({ timeout: 30_000 })
  const found = dialog.getByRole('listitem')
  await expect(found).toHaveCount(2)
  await expect(found.first()).toContainText(`${number}${es('geofences.trigger.entry')}`)
  await expect(found.last()).toContainText(es('geofences.trigger.exit'))
  await found.last().getByRole('button').click()
  await expect(found.last().getByRole('link', { name: es('history.test.open') })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a custom rule is tested on history by keyboard, and nothing becomes an event', async ({
  open,
  world,
}) => {
  test.setTimeout(90_000)
  const { ana, number } = await fleetWithPast(world)
  const page = await open(ana, '/event-list?tab=rules', { viewport })
  const dialog = await startTest(page, es('customRules.title'), 'Muy rápido')
  const found = dialog.getByRole('listitem')
  await expect(found).toHaveCount(1, { timeout: 30_000 })
  await expect(found).toContainText(number)
  await expect(found).toContainText('108 km/h')
  await found.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(found.getByRole('link', { name: es('history.test.open') })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('history.test.again') }).press('Enter')
  await expect(dialog.getByRole('button', { name: es('history.test.start'), exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: es('customRules.tab.events') }).click()
  await expect(page.getByText(es('events.list.empty'))).toBeVisible()
})
