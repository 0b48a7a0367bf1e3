import type { Page } from '@playwright/test'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }
/** What a phone may load before the page works, in bytes as sent. */
const firstLoadBytes = 150_000

/** A dispatcher with a taxi two blocks from its customer. */
async function arrangeRide(world: World) {
  const dispatcher = await world.worker('seguimiento')
  const { companyId, fleetId } = dispatcher
  const serviceId = await world.build(async (tx) => {
    const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '118', causes: [] })
    const contact = await buildContact(tx, { companyId })
    const { id } = await buildService(tx, { companyId, fleetId, requesterContactId: contact.id })
    await tx.sql(
      `update services.services set status = 'vehicle_assigned', assigned_vehicle_id = $2,
         assigned_vehicle_number = '118', driver_name = 'Rosa Ibarra' where id = $1`,
      [id, vehicle.id],
    )
    await tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude, longitude)
       select vehicle_no, id, company_id, fleet_id, $2, $2, 194336000, -991342000 from vehicles.vehicles where id = $1`,
      [vehicle.id, tx.now],
    )
    return id
  })
  return { dispatcher, serviceId }
}

/** Makes a link in English with the dialog of the service's card, and returns its address. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: es('tracking.link'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Enlace para el cliente/ })
  await dialog.getByLabel(es('tracking.link.language')).click()
  await page.getByRole('option', { name: es('tracking.link.english') }).click()
  await dialog.getByRole('button', { name: es('tracking.link.copy') }).click()
  const address = await dialog.getByLabel(es('tracking.link.address')).inputValue()
  await expect(dialog.getByText(es('tracking.link.notOpened'))).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('ui.close'), exact: true }).click()
  return new URL(address).pathname
}

test('a customer follows a ride on a phone while the dispatcher advances it', async ({ open, world }) => {
  const { dispatcher, serviceId } = await arrangeRide(world)
  const office = await open(dispatcher, `/services?service=${serviceId}`, { viewport: desktop })
  const path = await makeLink(office)

  const page = await open(null, path, { viewport: phone })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(en('tracking.heading.vehicle_assigned'))
  await expect(page.getByText(en('tracking.arrives'))).toBeVisible()
  const vehicle = page.getByRole('region', { name: en('tracking.vehicle'), exact: true })
  await expect(vehicle).toContainText('Rosa')
  await expect(vehicle).toContainText(en('tracking.unit', { number: '118' }))
  await expect(page.getByText('Ibarra')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  expect(await overflowPixels(page)).toBe(0)

  await office.getByRole('button', { name: es('services.action.confirmPickup'), exact: true }).click()
  await expect(heading).toHaveText(en('tracking.heading.in_progress.people'))
  await page.getByRole('button', { name: en('tracking.language') }).click()
  await expect(heading).toHaveText(es('tracking.heading.in_progress.people'))
  await expect(page.getByText(es('tracking.stopsLeft', { count: 1 }))).toBeVisible()

  await office.getByRole('button', { name: es('services.action.complete') }).click()
  const sure = office.getByRole('alertdialog')
  await sure.getByRole('button', { name: es('services.action.complete') }).click()
  await expect(heading).toHaveText(es('tracking.heading.completed.people'))
  await expect(page.getByRole('region', { name: es('tracking.receipt') })).toContainText('$120.00')
  await page.getByRole('radio', { name: es('tracking.stars', { count: 4 }) }).check()
  await page.getByLabel(es('tracking.comment')).fill('Muy amable')
  await page.getByRole('button', { name: es('tracking.rate.send') }).click()
  await expect(page.getByText(es('tracking.rate.thanks'))).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page)).toEqual([])
  expect(await overflowPixels(page)).toBe(0)
  await expect(office.getByRole('img', { name: es('tracking.stars', { count: 4 }) })).toBeVisible()
  await expect(office.getByText('Muy amable')).toBeVisible()

  await office.getByRole('button', { name: es('tracking.link'), exact: true }).click()
  await office.getByRole('button', { name: /^Cerrar el enlace de/ }).click()
  await expect(office.getByText(es('tracking.link.revoked'))).toBeVisible()
})

test('a guessed link shows nothing, and the page loads little', async ({ open, tolerate }) => {
  tolerate(/404 .*\/v1\/tracking\//)
  const page = await open(null, '/s/AAAAAAAAAAAAAAAAAAAAAAAA', { viewport: phone })
  await expect(page.getByRole('heading', { name: es('tracking.closed.title') })).toBeVisible()
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  expect(loaded).toBeGreaterThan(10_000)
  expect(loaded).toBeLessThan(firstLoadBytes)
  expect(await findViolations(page)).toEqual([])
})
