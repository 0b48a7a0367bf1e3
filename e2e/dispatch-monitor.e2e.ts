import type { Page } from '@playwright/test'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildPosition } from '@rumbo/server/telemetry/telemetry.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { livePill } from './harness/live-map.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { Worker, World } from './harness/world.ts'

const viewport = { width: 1440, height: 900 }
const north = (kilometres: number) => ({ latitude: 19.4326 + kilometres / 111, longitude: -99.1332 })

/** Two dispatchers of a fleet with vehicles 118 (1 km north) and 204 (5 km north). */
async function fleetOfTwo(world: World): Promise<{ ana: Worker; luis: { id: string; username: string } }> {
  const ana = await world.worker('ana', { level: 'user', firstName: 'Ana', lastName: 'Robles' })
  const { companyId, fleetId } = ana
  const luis = await world.build(async (tx) => {
    for (const [vehicleNumber, kilometres] of [
      ['118', 1],
      ['204', 5],
    ] as const) {
      const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber, causes: [] })
      await buildPosition(tx, id, north(kilometres))
    }
    const user = await buildUser(tx, {
      username: world.unique('luis'),
      level: 'user',
      firstName: 'Luis',
      lastName: 'Mora',
    })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    return { id: user.id, username: user.username }
  })
  return { ana, luis }
}

/** Services that wait at the Zócalo, by the names of their customers. */
const waiting = (world: World, { companyId, fleetId }: Worker, ...customers: string[]) =>
  world.build(async (tx) => {
    const { id: requesterContactId } = await buildContact(tx, { companyId })
    for (const customerName of customers) {
      const { id } = await buildService(tx, { companyId, fleetId, requesterContactId, customerName })
      await tx.sql("update services.services set status = 'on_dispatch' where id = $1", [id])
    }
  })

const pane = (page: Page, name: 'waiting' | 'monitoring') =>
  page.getByRole('region', { name: es(`dispatch.${name}.title`), exact: true })
const itemOf = (page: Page, name: 'waiting' | 'monitoring', customer: string) =>
  pane(page, name).getByRole('listitem').filter({ hasText: customer })
const choose = (page: Page, customer: string) =>
  itemOf(page, 'waiting', customer).getByRole('button', { name: customer }).click()
const assign = (page: Page, vehicle: string) =>
  page.getByRole('button', { name: es('dispatch.assign.submitTo', { vehicle }) })
async function act(page: Page, name: 'waiting' | 'monitoring', customer: string, action: string) {
  await itemOf(page, name, customer)
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('two dispatchers see who has a service open, and the second to assign it learns who was first', async ({
  open,
  world,
  tolerate,
}) => {
  const { ana, luis } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres')
  const first = await open(ana, '/dispatch', { viewport })
  const second = await open(luis, '/dispatch', { viewport })
  await expect(itemOf(second, 'waiting', 'Elena Torres')).toBeVisible()
  await livePill(second).is('live', 20_000)
  await choose(first, 'Elena Torres')
  await expect(
    itemOf(second, 'waiting', 'Elena Torres').getByText(es('services.present', { names: 'Ana Robles' })),
  ).toBeAttached()
  await choose(second, 'Elena Torres')
  await expect(assign(second, '204')).toBeVisible()
  // The second browser does not learn of the first assignment before it sends its own.
  tolerate(/409/)
  let isHeld = false
  await second.route('**/v1/services/*/assign', async (route) => {
    if (isHeld) return route.continue()
    isHeld = true
    await assign(first, '118').click()
    await expect(itemOf(first, 'monitoring', 'Elena Torres')).toContainText('118')
    await route.continue()
  })
  await assign(second, '204').click()
  const alert = second.getByRole('alert').filter({ hasText: 'ya tiene la unidad 118' })
  await expect(alert).toContainText(/Asignado por Ana Robles hace/)
  await expect(itemOf(second, 'monitoring', 'Elena Torres')).toContainText('118')
  await first.close()
  await expect(second.getByText(es('services.present', { names: 'Ana Robles' }))).toHaveCount(0)
})

test('an assignment is undone by Ctrl+Z within ten seconds, and not after', async ({ open, world }) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres')
  const page = await open(ana, '/dispatch', { viewport })
  await choose(page, 'Elena Torres')
  await expect(assign(page, '118')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('118')
  await page.keyboard.press('Control+z')
  await expect(itemOf(page, 'waiting', 'Elena Torres')).toBeVisible()

  await choose(page, 'Elena Torres')
  await expect(assign(page, '118')).toBeVisible()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: new RegExp(`^${es('services.undo')}`) })
  await undo.hover()
  await expect(undo).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/ya no se puede deshacer aquí/)).toBeVisible()
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('118')
})

test('a vehicle is taken from another service after its cost was shown, and given back by undo', async ({
  open,
  world,
}) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres', 'Luis Ortega')
  const page = await open(ana, '/dispatch', { viewport })
  await choose(page, 'Elena Torres')
  await assign(page, '118').click()
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('118')
  await act(page, 'waiting', 'Luis Ortega', es('dispatch.assignTo.action'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /118/ }).click()
  const cost = dialog.getByRole('list', { name: es('dispatch.change.title') })
  await expect(cost).toContainText(/Elena Torres pierde la unidad: (≈ )?\+\d+ min con la siguiente mejor/)
  await dialog.getByRole('button', { name: es('dispatch.assign.submit') }).click()
  await expect(itemOf(page, 'monitoring', 'Luis Ortega')).toContainText('118')
  await expect(itemOf(page, 'waiting', 'Elena Torres')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('118')
  await expect(itemOf(page, 'waiting', 'Luis Ortega')).toBeVisible()
})

test('a busy vehicle is reserved by keyboard, is listed at both services, and serves once it is free', async ({
  open,
  world,
}) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres', 'Luis Ortega')
  const page = await open(ana, '/dispatch', { viewport })
  await choose(page, 'Elena Torres')
  await assign(page, '118').click()
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('118')
  const menu = itemOf(page, 'waiting', 'Luis Ortega').getByRole('button', { name: /^Acciones de/ })
  const dialog = page.getByRole('dialog')
  const openDialog = async () => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: es('services.action.details') })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: es('dispatch.assignTo.action') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('radio', { name: /118/ })).toBeVisible()
  }
  await openDialog()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
  await openDialog()
  await dialog.getByRole('radio', { name: /204/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /118/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('checkbox', { name: es('dispatch.reserve.whenFree') })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const reserved = es('dispatch.search.reservedBy', { vehicle: '118', name: 'Ana Robles' })
  await expect(itemOf(page, 'waiting', 'Luis Ortega')).toContainText(reserved)
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText(
    es('dispatch.next.by', { name: 'Ana Robles' }),
  )

  await act(page, 'waiting', 'Luis Ortega', es('dispatch.reserve.release'))
  // It can be undone for ten seconds, so that nothing else is waited for.
  const restored = page.waitForResponse((response) => response.url().endsWith('/reservation/restore'))
  await page
    .getByRole('status')
    .filter({ hasText: 'ya no tiene reservada la unidad 118' })
    .locator('..')
    .getByRole('button', { name: new RegExp(`^${es('services.undo')}`) })
    .click()
  expect((await restored).ok()).toBe(true)
  await expect(itemOf(page, 'waiting', 'Luis Ortega')).toContainText(reserved)
  await act(page, 'monitoring', 'Elena Torres', es('services.action.unassign'))
  await expect(itemOf(page, 'monitoring', 'Luis Ortega')).toContainText('118')
  await expect(itemOf(page, 'waiting', 'Elena Torres')).toBeVisible()
})

test('a waiting service is dragged onto a vehicle', async ({ open, world }) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres')
  const page = await open(ana, '/dispatch', { viewport })
  await choose(page, 'Elena Torres')
  await expect(assign(page, '204')).toBeVisible()
  await itemOf(page, 'waiting', 'Elena Torres').dragTo(
    page
      .getByRole('list', { name: es('dispatch.assign.list') })
      .getByRole('listitem')
      .filter({ hasText: '204' }),
  )
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('204')
})

test('a waiting service is dragged onto a vehicle on the map', async ({ open, world }) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres')
  const page = await open(ana, '/dispatch', { viewport })
  await choose(page, 'Elena Torres')
  await expect(assign(page, '204')).toBeVisible()
  const map = page.getByRole('region', { name: es('map.label') })
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size.')
  await itemOf(page, 'waiting', 'Elena Torres').hover()
  await page.mouse.down()
  // The vehicle is due north of the pickup: the pointer moves down the middle of the map until it is over it.
  const over = page.getByRole('status').filter({ hasText: /^204 · / })
  await expect(async () => {
    for (let y = box.y + 4; y < box.y + box.height; y += 6) {
      await page.mouse.move(box.x + box.width / 2, y)
      if (await over.isVisible()) return
    }
    throw new Error('The pointer met no vehicle.')
  }).toPass()
  await page.mouse.up()
  await expect(itemOf(page, 'monitoring', 'Elena Torres')).toContainText('204')
})

test('services are cancelled by the client, the driver and the central', async ({ open, world }) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres', 'Luis Ortega', 'Nora Gil')
  const page = await open(ana, '/dispatch', { viewport })
  // A driver cancels on the way.
  await choose(page, 'Luis Ortega')
  await assign(page, '118').click()
  await expect(itemOf(page, 'monitoring', 'Luis Ortega')).toBeVisible()
  for (const [customer, by, list] of [
    ['Elena Torres', 'client', 'waiting'],
    ['Luis Ortega', 'driver', 'monitoring'],
    ['Nora Gil', 'central', 'waiting'],
  ] as const) {
    await act(page, list, customer, es('services.action.cancel'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(es('services.cancel.who')).click()
    await page.getByRole('option', { name: es(`services.cancel.by.${by}`) }).click()
    await dialog.getByLabel(es('services.cancel.reason')).click()
    await page.getByRole('option', { name: es('services.cancel.reason.duplicate') }).click()
    await dialog.getByRole('button', { name: es('services.cancel.submit') }).click()
    await expect(itemOf(page, list, customer)).toHaveCount(0)
  }
  await page.goto('/services')
  const table = page.getByRole('table', { name: es('services.list.label') })
  for (const [customer, status] of [
    ['Elena Torres', 'cancelled_by_client'],
    ['Luis Ortega', 'cancelled_by_driver'],
    ['Nora Gil', 'cancelled_by_central'],
  ] as const)
    await expect(table.getByRole('row').filter({ hasText: customer })).toContainText(
      es(`services.status.${status}`),
    )
})

test('several services are selected by keyboard and get the best vehicles, with a result for each', async ({
  open,
  world,
}) => {
  const { ana } = await fleetOfTwo(world)
  await waiting(world, ana, 'Elena Torres', 'Luis Ortega', 'Nora Gil')
  const page = await open(ana, '/dispatch', { viewport })
  const rows = pane(page, 'waiting').locator('[data-service]')
  await rows.first().focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 servicios seleccionados').first()).toBeAttached()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: es('services.bulk.result') })
  await expect(sheet.getByRole('listitem')).toHaveCount(3)
  await expect(sheet.getByText(es('dispatch.bulk.problem.no_vehicle'))).toHaveCount(1)
  await sheet.getByRole('button', { name: es('ui.close') }).click()
  await expect(pane(page, 'monitoring').getByRole('listitem')).toHaveCount(2)
})
