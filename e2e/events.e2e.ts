import type { Page } from '@playwright/test'
import { buildEvent } from '@rumbo/server/events/events.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

/** Two dispatchers of one fleet with three vehicles, each with an active alarm. */
async function twoDispatchers(world: World) {
  const ana = await world.worker('eventos', { firstName: 'Ana', lastName: 'Robles' })
  const { companyId, fleetId } = ana
  return world.build(async (tx) => {
    const luis = await buildUser(tx, {
      username: world.unique('eventos_b'),
      firstName: 'Luis',
      lastName: 'Prado',
    })
    await buildAssignment(tx, { userId: luis.id, companyId, fleetId, role: 'dispatcher' })
    const numbers: string[] = []
    for (let index = 0; index < 3; index += 1) {
      const vehicle = await buildVehicle(tx, { companyId, fleetId })
      numbers.push(vehicle.vehicleNumber)
      await buildEvent(tx, { companyId, fleetId, vehicleId: vehicle.id })
    }
    return { ana, luis: { id: luis.id, username: luis.username }, numbers }
  })
}

const rowOf = (page: Page, number: string) =>
  page
    .getByRole('table', { name: es('events.list.label') })
    .getByRole('row')
    .filter({ hasText: number })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Selects all events of the page and asks for an action. */
async function askForAll(page: Page, action: 'acknowledge' | 'resolve') {
  await page.getByRole('checkbox', { name: es('ui.table.selectAll') }).check()
  await button(page, es(`events.action.${action}`)).click()
  return page.getByRole('dialog')
}

test('two dispatchers handle the same events in bulk at once: each event once, and each sees what the other did', async ({
  open,
  world,
}) => {
  const { ana, luis, numbers } = await twoDispatchers(world)
  const first = await open(ana, '/event-list')
  const second = await open(luis, '/event-list')
  for (const number of numbers) await expect(rowOf(second, number)).toContainText(es('events.status.active'))
  expect(await findViolations(first)).toEqual([])

  const forms = [await askForAll(first, 'resolve'), await askForAll(second, 'resolve')]
  await Promise.all(
    forms.map((form) => form.getByRole('button', { name: es('events.action.resolve'), exact: true }).click()),
  )
  const results = [first, second].map((page) => page.getByRole('dialog', { name: es('events.bulk.result') }))
  const counts: number[] = []
  for (const result of results) {
    const words = await result.getByRole('status').innerText()
    counts.push(Number(/^\d+/.exec(words)?.[0]))
  }
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(numbers.length)
  // What one did, the other sees with the name.
  const [anaDid = 0, luisDid = 0] = counts
  const doneBefore = (by: string) => es('events.bulk.before', { status: es('events.status.resolved'), by })
  await expect(results[0]?.getByText(doneBefore('Luis Prado')) ?? first.locator('none')).toHaveCount(luisDid)
  await expect(results[1]?.getByText(doneBefore('Ana Robles')) ?? first.locator('none')).toHaveCount(anaDid)
  for (const page of [first, second]) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    for (const number of numbers)
      await expect(rowOf(page, number)).toContainText(es('events.status.resolved'))
  }
})

test('a comment that mentions a colleague, and an assignment, appear with the other without a reload', async ({
  open,
  world,
}) => {
  const { ana, luis, numbers } = await twoDispatchers(world)
  const [number = ''] = numbers
  const first = await open(ana, '/event-list')
  const second = await open(luis, '/event-list')
  for (const page of [first, second]) {
    await rowOf(page, number)
      .getByRole('button', { name: es('events.kind.sos'), exact: true })
      .click()
    await expect(page.getByRole('dialog').getByText(es('events.comments.none'))).toBeVisible()
  }
  const field = first.getByRole('combobox', { name: es('events.comments.write') })
  await field.fill('¿Lo ves, ')
  await field.pressSequentially('@lui')
  await expect(first.getByRole('option', { name: 'Luis Prado' })).toBeVisible()
  await first.keyboard.press('Enter')
  await first.keyboard.type('?')
  await first.keyboard.press('Control+Enter')
  await expect(second.getByRole('dialog').getByText('@Luis Prado')).toBeVisible()
  await button(second, es('events.assign.me')).click()
  await expect(first.getByRole('dialog').getByText('Luis Prado', { exact: true })).toBeVisible()
  expect(await findViolations(first)).toEqual([])
  for (const page of [first, second]) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await button(second, es('events.concerns.mentioned')).click()
  await expect(second.getByRole('table').getByRole('row')).toHaveCount(2)
  await button(second, es('events.concerns.mentioned')).click()
  await button(second, es('events.concerns.assigned')).click()
  await expect(second).toHaveURL(/concerns=assigned/)
  await expect(rowOf(second, number)).toContainText('Luis Prado')
})

test('a long word in the title of an event breaks, and the columns beside it stay', async ({
  open,
  world,
}) => {
  const ana = await world.worker('palabras')
  const { companyId, fleetId } = ana
  const number = await world.build(async (tx) => {
    const vehicle = await buildVehicle(tx, { companyId, fleetId })
    await buildEvent(tx, { companyId, fleetId, vehicleId: vehicle.id, title: 'Temperatura'.repeat(9) })
    return vehicle.vehicleNumber
  })
  const page = await open(ana, '/event-list', { viewport: { width: 1280, height: 720 } })
  await expect(rowOf(page, number)).toContainText('TemperaturaTemperatura')
  await expect(
    page.getByRole('columnheader', { name: es('services.field.status'), exact: true }),
  ).toBeVisible()
})
