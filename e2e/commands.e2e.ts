import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { fleets } from '../tools/demo/demo-data.ts'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import type { Worker, World } from './harness/world.ts'

const [taxis] = fleets
const refused = /4(03|09|22) .*\/v1\//

/** A vehicle whose tracker reported ten seconds ago and has disconnected: its commands are queued. */
async function awayVehicle(world: World, { companyId, fleetId }: Worker, speedKmh: number) {
  const vehicleNumber = world.unique('U')
  const imei = world.uniqueIdentifier()
  const { id } = await world.build(async (tx) => {
    const built = await buildVehicle(tx, {
      companyId,
      fleetId,
      vehicleNumber,
      imei,
      gpsModel: 'Concox GT06N',
    })
    await tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at,
         latitude, longitude, speed_tenths)
       select vehicle_no, id, company_id, fleet_id, now() - interval '10 s', now() - interval '10 s',
         194326000, -991332000, $2 from vehicles.vehicles where id = $1`,
      [built.id, speedKmh * 10],
    )
    return built
  })
  return { id, vehicleNumber }
}

test('a status query to a connected tracker is shown as delivered', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/fleet')
  await page.getByRole('button', { name: es('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  const number = String(taxis.first)
  await page.getByRole('searchbox').fill(number)
  await page.getByRole('button', { name: es('ui.table.rowMenu', { name: number }), exact: true }).click()
  await page.getByRole('menuitem', { name: es('vehicles.tab.commands') }).click()
  const dialog = page.getByRole('dialog', { name: es('vehicleForm.form.view', { number }) })
  await expect(dialog.getByText(es('commands.tab.connected'))).toBeVisible({ timeout: 20_000 })
  await expect(
    dialog.getByRole('button', { name: es('commands.type.stop_engine'), exact: true }),
  ).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByText(es('commands.lock.level')).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await dialog.getByRole('button', { name: es('commands.type.status_query'), exact: true }).click()
  const form = page.getByRole('dialog', {
    name: es('commands.send.title', { command: es('commands.type.status_query'), number }),
  })
  await form.getByRole('textbox', { name: es('commands.field.reason') }).fill('Revisión de rutina')
  await form.getByRole('button', { name: es('commands.send.submit') }).click()
  await expect(form).toBeHidden()
  const row = dialog
    .getByRole('row')
    .filter({ hasText: es('commands.type.status_query') })
    .first()
  await expect(row).toContainText(es('commands.status.delivered'), { timeout: 20_000 })

  await page.goto('/commands-queue')
  const queued = page
    .getByRole('table', { name: es('commands.queue.list') })
    .getByRole('row')
    .filter({ hasText: es('commands.type.status_query') })
    .first()
  await expect(queued).toContainText(`${number} ${taxis.models[0].make} ${taxis.models[0].model}`)
  await queued.getByRole('button').first().click()
  await expect(page.getByText('Revisión de rutina')).toBeVisible()
  await expect(page.getByText(es('commands.field.responsePayload'))).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('stopping the engine of a fast vehicle is refused, unless an admin insists', async ({ open, world }) => {
  const manager = await world.worker('jefe', { level: 'manager' })
  const fast = await awayVehicle(world, manager, 64)
  const page = await open(manager, `/fleet?commands=${fast.id}`, { language: 'en' })
  await page.getByRole('button', { name: en('commands.type.stop_engine'), exact: true }).click()
  const stop = page.getByRole('alertdialog', {
    name: en('commands.stop.title', { number: fast.vehicleNumber }),
  })
  await expect(stop.getByText(en('commands.stop.obstacle.vehicle_too_fast'))).toBeVisible()
  await expect(stop).toContainText('64')
  await expect(stop.getByRole('button', { name: en('commands.stop.submit') })).toBeDisabled()
  await expect(stop.getByRole('checkbox')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])

  const admin = await world.worker('duena', { level: 'admin' })
  const other = await awayVehicle(world, admin, 64)
  const adminPage = await open(admin, `/fleet?commands=${other.id}`, { language: 'en' })
  await adminPage.getByRole('button', { name: en('commands.type.stop_engine'), exact: true }).click()
  const theirs = adminPage.getByRole('alertdialog', {
    name: en('commands.stop.title', { number: other.vehicleNumber }),
  })
  await theirs.getByRole('checkbox', { name: en('commands.stop.insist') }).check()
  await theirs.getByRole('textbox', { name: en('commands.stop.reason') }).fill('Theft, report 4471')
  await theirs
    .getByRole('textbox', { name: en('commands.stop.confirmation', { number: other.vehicleNumber }) })
    .fill(other.vehicleNumber)
  await theirs.getByRole('button', { name: en('commands.stop.submit') }).click()
  await expect(theirs).toBeHidden()
  await expect(adminPage.getByRole('row').filter({ hasText: en('commands.type.stop_engine') })).toContainText(
    en('commands.status.queued'),
  )
})

test('a queued command shows a countdown and can be cancelled', async ({ open, world, tolerate }) => {
  tolerate(refused)
  const admin = await world.worker('cola', { level: 'admin' })
  const vehicle = await awayVehicle(world, admin, 0)
  const page = await open(admin, `/fleet?commands=${vehicle.id}`, { isDark: true })
  await expect(page.getByText(es('commands.tab.away'))).toBeVisible()
  await page.getByRole('button', { name: es('commands.type.update_server'), exact: true }).click()
  const form = page.getByRole('dialog', {
    name: es('commands.send.title', {
      command: es('commands.type.update_server'),
      number: vehicle.vehicleNumber,
    }),
  })
  const submit = form.getByRole('button', { name: es('commands.send.submit') })
  await submit.click()
  await expect(form.getByText(es('fields.required'))).toHaveCount(2)
  await form.getByRole('textbox', { name: es('commands.parameter.host') }).fill('gps.example.com')
  await form.getByRole('textbox', { name: es('commands.parameter.port') }).fill('5023')
  await submit.click()
  await expect(form).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/commands-queue')
  const card = page.getByRole('listitem').filter({ hasText: vehicle.vehicleNumber })
  await expect(card).toContainText(/vence en \d:\d\d/)
  expect(await overflowPixels(page)).toBe(0)
  expect(await findViolations(page)).toEqual([])
  const name = `${es('commands.type.update_server')} ${vehicle.vehicleNumber}`
  await page.getByRole('button', { name: es('ui.table.rowMenu', { name }) }).click()
  await page.getByRole('menuitem', { name: es('commands.action.cancel') }).click()
  await expect(card).toContainText(es('commands.status.cancelled'))
  await page.getByRole('button', { name: es('ui.table.rowMenu', { name }) }).click()
  await expect(page.getByRole('menuitem', { name: es('commands.action.cancel') })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})
