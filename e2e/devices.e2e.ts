import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import { openTracker } from './harness/tracker.ts'

const place = { latitude: 19.4, longitude: -99.15 }
const narrow = { width: 390, height: 700 }

test('an unknown device is assigned to a vehicle in one step, and its reports move the vehicle', async ({
  open,
  world,
}) => {
  test.setTimeout(90_000)
  const worker = await world.worker('equipo', { level: 'admin' })
  const number = world.unique('u')
  const vehicle = await world.build((tx) =>
    buildVehicle(tx, {
      companyId: worker.companyId,
      fleetId: worker.fleetId,
      vehicleNumber: number,
      imei: null,
    }),
  )
  const identifier = world.uniqueIdentifier()
  const tracker = await openTracker(identifier)
  tracker.report(place)

  const page = await open(await world.demo('super'), `/unknown-devices?search=${identifier}`)
  const row = page.getByRole('row', { name: new RegExp(identifier) })
  await expect(row).toContainText('19.40000, -99.15000', { timeout: 20_000 })
  await expect(row).toContainText(es('devices.connected'))
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: identifier, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: es('devices.attach.title', { identifier }) })
  await dialog.getByRole('combobox').fill(number)
  await page.getByRole('option', { name: new RegExp(number) }).click()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('devices.attach.submit') }).click()
  await expect(page.getByText(es('devices.attach.done', { identifier, number }))).toBeVisible()
  await expect(row).toBeHidden()

  const map = await open(worker, `/map?unit=${vehicle.id}`)
  const popup = map.getByRole('region', { name: es('map.popup.label', { number }) })
  await expect(async () => {
    tracker.report({ ...place, latitude: 19.41 })
    await expect(popup).toContainText('19.41000, -99.15000', { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  tracker.close()
})

test('connecting a tracker shows its configuration messages and its first contact', async ({
  open,
  world,
}) => {
  test.setTimeout(90_000)
  const worker = await world.worker('conecta', { level: 'admin' })
  const number = world.unique('u')
  const identifier = world.uniqueIdentifier()
  await world.build((tx) =>
    buildVehicle(tx, {
      companyId: worker.companyId,
      fleetId: worker.fleetId,
      vehicleNumber: number,
      imei: identifier,
    }),
  )
  const page = await open(worker, '/fleet', { viewport: narrow })
  await page.getByRole('button', { name: es('ui.table.rowMenu', { name: number }) }).click()
  await page.getByRole('menuitem', { name: es('devices.connect.action') }).click()
  const dialog = page.getByRole('dialog', { name: es('devices.connect.title', { number }) })
  await expect(dialog.getByText(es('devices.contact.waiting'))).toBeVisible()
  await dialog.getByRole('combobox', { name: es('devices.connect.model') }).fill('GT06N')
  await page.getByRole('option', { name: 'Concox GT06N' }).click()
  await expect(dialog.getByRole('list').getByText(/^SERVER,/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await overflowPixels(page)).toBe(0)

  const tracker = await openTracker(identifier)
  await expect(dialog.getByText(es('devices.contact.connected'))).toBeVisible({ timeout: 20_000 })
  await expect(async () => {
    tracker.report(place)
    await expect(dialog.getByText(es('devices.contact.reporting'))).toBeVisible({ timeout: 4_000 })
  }).toPass({ timeout: 30_000 })
  tracker.close()
})

test('rejected reports and the state of the gateway are visible to users with the right', async ({
  open,
  world,
}) => {
  const page = await open(await world.demo('super'), '/unknown-devices?tab=gateway')
  await expect(page.getByRole('row', { name: /^GT06 \d/ })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('tab', { name: es('devices.tab.rejected') }).click()
  await expect(page).toHaveURL('/unknown-devices?tab=rejected')
  await expect(page.getByRole('button', { name: new RegExp(`^${es('devices.reason.speed')}`) })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize(narrow)
  await expect.poll(() => overflowPixels(page)).toBe(0)
})
