import type { Page } from '@playwright/test'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import { openTracker } from './harness/tracker.ts'
import type { Worker, World } from './harness/world.ts'

const wide = { width: 1920, height: 1080 }
const phone = { width: 390, height: 844 }
const soon = { timeout: 45_000 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A driver with an account, on duty in a vehicle with a tracker. */
async function onDuty(world: World, { companyId, fleetId }: Worker, vehicleNumber: string) {
  const imei = world.uniqueIdentifier()
  return world.build(async (tx) => {
    const user = await buildUser(tx, { username: world.unique('chofer') })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
    const driver = await buildDriver(tx, { companyId, userId: user.id, lastName: `De ${vehicleNumber}` })
    const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber, imei, causes: [] })
    const vehicle = { id, vehicleNumber }
    await buildShift(tx, { companyId, fleetId, driver, vehicle, isRunning: true })
    return { user: { id: user.id, username: user.username }, name: driver.name, imei, vehicleId: id }
  })
}

test('a broadcast drawn on the map reaches the driver who is there, on the phone, and nobody else', async ({
  open,
  world,
}) => {
  const ana = await world.worker('masivo', { level: 'manager' })
  const [inside, outside] = [await onDuty(world, ana, '701'), await onDuty(world, ana, '702')]
  const page = await open(ana, '/grid', { viewport: wide })
  const trackers = [await openTracker(inside.imei), await openTracker(outside.imei)]
  try {
    const [west, east] = trackers
    const place = { latitude: 19.43, longitude: -99.13 }
    west?.report({ ...place, longitude: place.longitude - 0.03 })
    east?.report({ ...place, longitude: place.longitude + 0.03 })
    // The map opens over the vehicles whose positions have arrived by then.
    const reported = page.getByRole('list', { name: es('grid.label') }).locator('time')
    await expect(reported).toHaveCount(2, soon)
    await page.goto('/communication')
    const near = await open(inside.user, '/driver?view=messages', { viewport: phone })
    await button(page, es('communication.broadcast.button')).click()
    const dialog = page.getByRole('dialog', { name: es('communication.broadcast.title') })
    await dialog.getByLabel(es('communication.broadcast.to')).click()
    await page.getByRole('option', { name: es('communication.broadcast.audience.polygon') }).click()
    await expect(dialog.getByText(es('communication.broadcast.chooseWhom'))).toBeVisible()
    const map = dialog.locator('canvas').first()
    await expect(map).toBeVisible(soon)
    const box = await map.boundingBox()
    if (!box) throw new Error('The map has no size.')
    const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
    // The western half.
    for (const [index, [x, y]] of (
      [
        [-220, -110],
        [-10, -110],
        [-10, 100],
        [-220, 100],
      ] as const
    ).entries()) {
      await page.mouse.click(middleX + x, middleY + y)
      if (index >= 2)
        await expect(
          dialog.getByText(es('communication.broadcast.corners', { count: index + 1 })),
        ).toBeVisible()
    }
    await expect(dialog.getByText(es('communication.broadcast.reaches', { count: 1 }))).toBeVisible()
    await expect(dialog.getByText(`${inside.name} (701)`)).toBeVisible()
    await dialog
      .getByRole('textbox', { name: es('communication.broadcast.text') })
      .fill('Cierre en Reforma: toma el Circuito.')
    // A driver on the move gets only what is urgent.
    await dialog.getByRole('switch', { name: es('communication.broadcast.urgent') }).check()
    expect(await findViolations(page)).toEqual([])
    await button(page, es('communication.broadcast.sendTo', { count: 1 })).click()
    await expect(page.getByText(es('communication.broadcast.sent', { count: 1 }))).toBeVisible()

    const urgent = near.getByRole('alertdialog', { name: es('driver.urgent.title') })
    await expect(urgent).toContainText('Cierre en Reforma', soon)
    const far = await open(outside.user, '/driver?view=messages', { viewport: phone })
    await expect(far.getByRole('tab', { name: new RegExp(es('driver.view.messages')) })).toBeVisible(soon)
    await expect(far.getByText('Cierre en Reforma')).toHaveCount(0)
  } finally {
    for (const tracker of trackers) tracker.close()
  }
})

test('an emergency of a driver opens a pinned conversation with whom to call, and two dispatchers keep one log', async ({
  open,
  world,
}) => {
  const ana = await world.worker('sos', { level: 'manager', firstName: 'Ana', lastName: 'Robles' })
  const ivan = await onDuty(world, ana, '801')
  const luis = await world.build(async (tx) => {
    const { companyId, fleetId } = ana
    await buildContact(tx, { companyId, role: 'sos_primary', firstName: 'Grúas', lastName: 'Del Valle' })
    const user = await buildUser(tx, {
      username: world.unique('sos_b'),
      firstName: 'Luis',
      lastName: 'Prado',
    })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    return { id: user.id, username: user.username }
  })
  const first = await open(ana, '/communication', { viewport: wide })
  const second = await open(luis, '/communication')
  const mine = await open(ivan.user, '/driver', { viewport: phone })
  await button(mine, es('driver.emergency.hold')).click({ delay: 2_500 })
  await expect(mine.getByText(es('driver.emergency.sent'))).toBeVisible(soon)

  const thread = (page: Page) => page.getByRole('button', { name: /Emergencia · 801/ })
  await expect(thread(first)).toBeVisible(soon)
  await thread(first).click()
  await expect(first.getByText('Grúas Del Valle')).toBeVisible()
  await button(first, es('communication.incident.called', { name: 'Grúas Del Valle' })).click()
  expect(await findViolations(first)).toEqual([])
  await thread(second).click()
  const log = (page: Page) => page.getByRole('list', { name: es('communication.incident.log') })
  for (const page of [first, second]) await expect(log(page)).toContainText('Grúas Del Valle', soon)
  await second
    .getByRole('textbox', { name: es('communication.incident.note') })
    .fill('La grúa llega en 20 min.')
  await button(second, es('communication.incident.add')).click()
  await expect(log(first)).toContainText('La grúa llega en 20 min.', soon)
  await expect(log(first)).toContainText('Luis Prado')
})
