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

/** A driver with a package on board that requires every proof. */
async function arrangeDelivery(world: World) {
  const manager = await world.worker('comprobantes', { level: 'manager' })
  const { companyId, fleetId } = manager
  const customerName = world.unique('Cliente')
  return world.build(async (tx) => {
    const ivan = await buildUser(tx, { username: world.unique('chofer') })
    await buildAssignment(tx, { userId: ivan.id, companyId, fleetId, role: 'primary_driver' })
    const driver = await buildDriver(tx, { companyId, userId: ivan.id })
    const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '118', causes: [] })
    await buildShift(tx, {
      companyId,
      fleetId,
      driver,
      vehicle: { id: vehicle.id, vehicleNumber: '118' },
      isRunning: true,
    })
    const customer = await buildContact(tx, { companyId })
    const { id } = await buildService(tx, {
      companyId,
      fleetId,
      requesterContactId: customer.id,
      customerName,
      serviceType: 'package',
      requiredProofs: ['photo', 'signature', 'pin'],
    })
    await tx.sql(
      `update services.services set status = 'in_progress', started_at = $2, assigned_vehicle_id = $3,
         assigned_vehicle_number = '118', assigned_driver_id = $4, driver_name = 'Iván Mora' where id = $1`,
      [id, tx.now, vehicle.id, driver.id],
    )
    await tx.sql(
      `insert into services.executed_stops (id, service_id, planned_stop_id, fleet_id, status, operator, arrived, departed)
       select gen_random_uuid(), service_id, id, fleet_id, 'executed', 'driver', $2, $2 from services.planned_stops
       where service_id = $1 order by sequence limit 1`,
      [id, tx.now],
    )
    return { manager, ivan, customerName, serviceId: id }
  })
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

test('a delivery is proved with photo, signature and PIN, also without a connection', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(offline)
  test.setTimeout(180_000)
  const { manager, ivan, customerName, serviceId } = await arrangeDelivery(world)
  const office = await open(manager, `/services?service=${serviceId}&tab=stops`, { viewport: desktop })
  const pin = office.getByText(es('services.pin'), { exact: true }).locator('xpath=following-sibling::strong')
  await expect(pin).toHaveText(/^\d{4}$/)
  const known = (await pin.textContent()) ?? ''

  const driver = await open(ivan, '/driver', { viewport: phone })
  await expect(driver.getByText(customerName)).toBeVisible()
  const finish = driver.getByRole('button', { name: es('driver.service.complete') })
  const dialog = driver.getByRole('dialog', { name: es('driver.proof.title') })
  const submit = dialog.getByRole('button', { name: es('driver.service.complete') })
  await finish.click()
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText(es('driver.proof.photo.missing'))
  const fill = async (code: string) => {
    await dialog.getByLabel(es('driver.proof.pin'), { exact: true }).fill(code)
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'entrega.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
    await expect(dialog.getByRole('img', { name: es('driver.proof.photo.taken') })).toBeVisible()
    const pad = dialog.getByRole('img', { name: es('driver.proof.signature.pad') })
    const box = await pad.boundingBox()
    if (!box) throw new Error('There is no space for the signature.')
    await driver.mouse.move(box.x + 30, box.y + 40)
    await driver.mouse.down()
    await driver.mouse.move(box.x + 150, box.y + 70, { steps: 8 })
    await driver.mouse.up()
    await submit.click()
    await expect(dialog).toBeHidden()
  }
  // Without a connection nobody can say that the PIN is wrong.
  await driver.context().setOffline(true)
  await finish.click()
  await fill(known === '0000' ? '0001' : '0000')
  await expect(driver.getByText(es('driver.wait.title'))).toBeVisible()
  await driver.context().setOffline(false)
  await expect(driver.getByText(/El NIP no es el de este servicio/)).toBeVisible(engine)

  await driver.getByRole('button', { name: es('driver.refused.dismiss') }).click()
  await finish.click(engine)
  await fill(known)
  await expect(driver.getByText(es('driver.wait.title'))).toBeVisible(engine)
  const proofs = office.getByRole('list', { name: es('services.field.requiredProofs') })
  await expect(proofs.getByRole('listitem')).toHaveCount(3, engine)
  await proofs
    .getByRole('listitem')
    .filter({ hasText: es('services.proof.photo') })
    .getByRole('button')
    .click()
  await expect(office.getByRole('dialog').getByRole('img')).toHaveJSProperty('complete', true)
  await office.keyboard.press('Escape')
  await expect(proofs).toBeVisible()
})
