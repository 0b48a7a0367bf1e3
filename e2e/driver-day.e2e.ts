import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

/** A manager with one vehicle, its driver planned for now, and a ride to be paid in cash that waits for a vehicle. */
async function arrangeDay(world: World) {
  const manager = await world.worker('jornada', { level: 'manager' })
  const { companyId, fleetId } = manager
  const customerName = world.unique('Cliente')
  const driver = await world.build(async (tx) => {
    const user = await buildUser(tx, { username: world.unique('chofer') })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
    const contact = await buildDriver(tx, {
      companyId,
      userId: user.id,
      firstName: 'Rosa',
      lastName: 'Ibarra',
    })
    const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '118', causes: [] })
    await tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude, longitude)
       select vehicle_no, id, company_id, fleet_id, $2, $2, 194336000, -991342000 from vehicles.vehicles where id = $1`,
      [vehicle.id, tx.now],
    )
    await buildShift(tx, {
      companyId,
      fleetId,
      driver: { id: contact.id, name: contact.name },
      vehicle: { id: vehicle.id, vehicleNumber: '118' },
    })
    const customer = await buildContact(tx, { companyId })
    const { id } = await buildService(tx, {
      companyId,
      fleetId,
      requesterContactId: customer.id,
      customerName,
    })
    await tx.sql(`update services.services set status = 'on_dispatch', status_since = $2 where id = $1`, [
      id,
      tx.now,
    ])
    return user
  })
  return { manager, driver, customerName }
}

test('a driver’s day: the shift starts, a ride is paid in cash, the shift ends, the cash is closed out', async ({
  open,
  world,
}) => {
  const { manager, driver, customerName } = await arrangeDay(world)
  const mine = await open(driver, '/shifts', { viewport: phone })
  await mine.getByRole('button', { name: es('shifts.mine.start') }).click()
  await expect(mine.getByRole('button', { name: es('shifts.mine.end') })).toBeVisible()
  await expect(mine.getByText(es('payments.mine.none'))).toBeVisible()

  const office = await open(manager, '/dispatch', { viewport: desktop })
  const pane = (name: 'waiting' | 'monitoring') =>
    office.getByRole('region', { name: es(`dispatch.${name}.title`), exact: true })
  await pane('waiting')
    .getByRole('listitem')
    .filter({ hasText: customerName })
    .getByRole('button')
    .first()
    .click()
  await office
    .getByRole('list', { name: es('dispatch.assign.list') })
    .getByRole('button', { name: /^Asignar la unidad 118/ })
    .click()
  await expect(pane('monitoring').getByRole('listitem').filter({ hasText: customerName })).toContainText(
    '118',
  )

  await office.goto('/services')
  await office
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: customerName })
    .getByText(customerName)
    .click()
  const details = office.getByRole('dialog').filter({ hasText: customerName })
  await expect(details).toContainText('Rosa Ibarra')
  await details.getByRole('button', { name: es('services.action.confirmPickup'), exact: true }).click()
  await details.getByRole('button', { name: es('services.action.complete'), exact: true }).click()
  await office
    .getByRole('alertdialog')
    .getByRole('button', { name: es('services.action.complete') })
    .click()
  await details.getByRole('button', { name: es('payments.record.submit') }).click()
  const payment = office.getByRole('dialog', { name: /^Registrar pago/ })
  await expect(payment.getByLabel(es('payments.field.receivedBy'))).toContainText('Rosa Ibarra')
  await expect(payment.getByLabel(es('payments.field.amount'))).toHaveValue('120.00')
  await payment.getByRole('button', { name: es('payments.record.submit') }).click()
  await expect(payment).toBeHidden()

  const cash = mine.getByRole('listitem').filter({ hasText: es('payments.count.entries', { count: 1 }) })
  await expect(cash).toContainText('$120.00')
  expect(await findViolations(mine)).toEqual([])
  expect(await overflowPixels(mine)).toBe(0)
  await mine.getByRole('button', { name: es('shifts.mine.end') }).click()
  await expect(mine.getByRole('button', { name: es('shifts.mine.end') })).toBeHidden()

  await office.goto('/cash')
  await office
    .getByRole('button', { name: es('payments.cash.close.actionOf', { driver: 'Rosa Ibarra' }) })
    .click()
  const count = office.getByRole('dialog', {
    name: es('payments.cash.close.title', { driver: 'Rosa Ibarra' }),
  })
  await count.getByLabel(es('payments.cash.field.counted')).fill('100')
  await count.getByRole('button', { name: es('payments.cash.close.submit') }).click()
  await expect(count.getByText(es('fields.required'))).toBeVisible()
  await count.getByLabel(es('payments.field.note')).fill('Entregó 20 menos')
  await count.getByRole('button', { name: es('payments.cash.close.submit') }).click()
  await expect(count).toBeHidden()
  const closeout = office.getByRole('dialog', { name: es('payments.cash.closeout', { number: 1 }) })
  await expect(closeout).toContainText(es('payments.cash.missing', { amount: '$20.00' }))
  await expect(mine.getByText(es('payments.mine.none'))).toBeVisible()
})
