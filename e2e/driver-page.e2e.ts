import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildDispatchSettings } from '@rumbo/server/dispatch/dispatch.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildService, zocalo } from '@rumbo/server/services/services.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildPosition } from '@rumbo/server/telemetry/telemetry.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

/** What the browser logs without a connection. */
const offline = /WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load resource/
const phone = { width: 390, height: 844 }
const desktop = { width: 1366, height: 768 }
/** The engine runs every two seconds; an offer must come within two of its rounds. */
const engine = { timeout: 45_000 }

/** A fleet whose engine asks the drivers first, two drivers on duty near the pickup, and a waiting service. */
async function arrange(world: World) {
  const manager = await world.worker('ofertas', { level: 'manager' })
  const { companyId, fleetId } = manager
  const customerName = world.unique('Cliente')
  const onDuty = (vehicleNumber: string, kilometres: number) =>
    world.build(async (tx) => {
      const user = await buildUser(tx, { username: world.unique('chofer') })
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      const driver = await buildDriver(tx, { companyId, userId: user.id })
      const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber, causes: [] })
      await buildShift(tx, {
        companyId,
        fleetId,
        driver,
        vehicle: { id: vehicle.id, vehicleNumber },
        isRunning: true,
      })
      await buildPosition(tx, vehicle.id, { ...zocalo, latitude: zocalo.latitude + kilometres / 111 })
      return user
    })
  const [ivan, rosa] = [await onDuty('118', 0.3), await onDuty('204', 1)]
  await world.build(async (tx) => {
    await buildDispatchSettings(tx, { companyId, fleetId, mode: 'automatic', offersToDrivers: true })
    const customer = await buildContact(tx, { companyId })
    const { id } = await buildService(tx, {
      companyId,
      fleetId,
      requesterContactId: customer.id,
      customerName,
    })
    await tx.sql("update services.services set status = 'on_dispatch', dispatch_time = $2 where id = $1", [
      id,
      tx.now,
    ])
  })
  return { manager, ivan, rosa, customerName }
}

test('drivers are asked: one rejects, the other accepts, loses the connection, and completes', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(offline)
  test.setTimeout(180_000)
  const { manager, ivan, rosa, customerName } = await arrange(world)
  const office = await open(manager, '/dispatch', { viewport: desktop })
  const pane = (name: 'waiting' | 'monitoring') =>
    office.getByRole('region', { name: es(`dispatch.${name}.title`), exact: true })
  const item = (name: 'waiting' | 'monitoring') =>
    pane(name).getByRole('listitem').filter({ hasText: customerName })

  const first = await open(ivan, '/driver', { viewport: phone })
  await first.getByRole('button', { name: es('driver.offer.reject') }).click(engine)
  await expect(first.getByRole('button', { name: es('driver.offer.accept') })).toBeHidden()

  const second = await open(rosa, '/driver', { viewport: phone })
  await expect(item('waiting')).toContainText('204', engine)
  await second.getByRole('button', { name: es('driver.offer.accept') }).click(engine)
  await expect(item('monitoring')).toContainText('204', engine)
  await expect(second.getByText(customerName)).toBeVisible()

  await second.context().setOffline(true)
  await second.getByRole('button', { name: es('driver.service.arrived') }).click()
  await second.getByRole('button', { name: es('driver.service.pickUp') }).click()
  await expect(second.getByText(es('driver.offline'), { exact: true })).toBeVisible(engine)
  await expect(second.getByText(es('driver.service.onBoard'))).toBeVisible()
  await second.context().setOffline(false)
  await expect(second.getByText(es('driver.offline'), { exact: true })).toBeHidden(engine)
  await expect(item('monitoring')).toContainText(es('dispatch.stage.onBoard'), engine)

  await second.getByRole('button', { name: es('driver.service.complete') }).click()
  await expect(second.getByText(es('driver.wait.title'))).toBeVisible(engine)
  await expect(item('monitoring')).toHaveCount(0, engine)
})
