import type { Locator, Page } from '@playwright/test'
import type { TextKey } from '@rumbo/i18n'
import { livePill } from './harness/live-map.ts'
import { expect, type Open, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

type FieldName = Extract<TextKey, `services.field.${string}` | 'services.cancel.reason'>
type ActionName = Extract<TextKey, `services.action.${string}`>

/** A change must reach all other browsers within this time, without a reload. */
const soon = { timeout: 2000 }
const desktop = { width: 1280, height: 640 }

const openAs = async (open: Open, world: World, username: string, path: string) =>
  open(await world.demo(username), path, { viewport: desktop })
const table = (page: Page) => page.getByRole('table', { name: es('services.list.label') })
const listIn = (page: Page) => page.getByRole('searchbox', { name: es('services.list.search') })
const rowOf = (page: Page, number: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: number, exact: true }) })
const pane = (page: Page, name: 'waiting' | 'monitoring') =>
  page.getByRole('region', { name: es(`dispatch.${name}.title`), exact: true })
const itemOf = (page: Page, name: 'waiting' | 'monitoring', customer: string) =>
  pane(page, name).getByRole('listitem').filter({ hasText: customer })
const field = (scope: Page | Locator, name: FieldName) => scope.getByLabel(es(name))

async function chooseAction(page: Page, row: Locator, number: string, action: ActionName) {
  await row.getByRole('button', { name: es('ui.table.rowMenu', { name: number }) }).click()
  await page.getByRole('menuitem', { name: es(action) }).click()
}

/** Fills in the three steps of the dialog. Returns the number of the new service. */
async function createService(page: Page, customer: string): Promise<string> {
  await page
    .getByRole('button', { name: es('services.action.new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: es('services.dialog.create') })
  const step = (name: 'customer' | 'details' | 'stops') =>
    dialog.getByRole('group', { name: es(`services.dialog.${name}`) })
  const next = dialog.getByRole('button', { name: es('ui.next') })

  await next.click()
  await expect(step('customer').getByText(es('services.valid.requesterRequired'))).toBeVisible()
  await field(step('customer'), 'services.field.requesterContactId').fill('Elena')
  await page.getByRole('option', { name: /Elena Torres/ }).click()
  await expect(field(step('customer'), 'services.field.customerPhone')).toHaveValue('+52 55 5512 3456')
  await field(step('customer'), 'services.field.customerName').fill(customer)
  await next.click()

  await field(step('details'), 'services.field.serviceType').click()
  await page.getByRole('option', { name: es('services.type.taxi'), exact: true }).click()
  await field(step('details'), 'services.field.estimatedCost').fill('120.50')
  await next.click()

  const stop = (number: number) =>
    step('stops').getByRole('listitem', { name: es('services.dialog.stop', { number }) })
  await field(stop(1), 'services.field.address').fill('Paseo de la Reforma')
  await page
    .getByRole('option', { name: /Paseo de la Reforma/ })
    .first()
    .click()
  await expect(field(stop(1), 'services.field.latitude')).toHaveValue(/^19\./)
  await dialog.getByRole('button', { name: es('services.dialog.addStop') }).click()
  await field(stop(2), 'services.field.address').fill('19.4270, -99.1677')
  await expect(field(stop(2), 'services.field.longitude')).toHaveValue('-99.1677')
  await dialog.getByRole('button', { name: es('services.dialog.create.submit') }).click()
  await expect(dialog).toBeHidden()
  const created = page.getByText(/^Servicio \d+ creado$/).last()
  await expect(created).toBeVisible()
  return /\d+/.exec((await created.textContent()) ?? '')?.[0] ?? ''
}

test('a second browser sees each step of a service from created to completed', async ({ open, world }) => {
  test.setTimeout(90_000)
  const customer = world.unique('Viaje')
  const mine = await openAs(open, world, 'despacho', '/services')
  const theirs = await openAs(open, world, 'gerente', '/services')
  await expect(listIn(theirs)).toBeVisible()

  const number = await createService(mine, customer)
  const seen = rowOf(theirs, number)
  await expect(seen).toContainText(customer, soon)
  await expect(seen).toContainText(es('services.status.created'))

  const dispatchPage = await theirs.context().newPage()
  await dispatchPage.setViewportSize(desktop)
  await dispatchPage.goto('/dispatch')
  await expect(pane(dispatchPage, 'waiting')).toBeVisible()
  await expect(itemOf(dispatchPage, 'waiting', customer)).toHaveCount(0)

  await chooseAction(mine, rowOf(mine, number), number, 'services.action.sendToDispatch')
  await expect(itemOf(dispatchPage, 'waiting', customer)).toBeVisible(soon)
  await expect(seen).toContainText(es('services.status.on_dispatch'), soon)

  await mine.goto('/dispatch')
  await livePill(mine).is('live', 20_000)
  await itemOf(mine, 'waiting', customer).getByRole('button').first().click()
  await expect(
    itemOf(dispatchPage, 'waiting', customer).getByText(es('services.present', { names: 'Ana Guerrero' })),
  ).toBeAttached(soon)
  const best = mine.getByRole('list', { name: es('dispatch.assign.list') })
  const name =
    (await best
      .getByRole('button', { name: /^Asignar la unidad / })
      .first()
      .getAttribute('aria-label')) ?? ''
  const vehicleNumber = /\S+$/.exec(name)?.[0] ?? ''
  // The vehicles move, so that another one may be the first by now.
  await best.getByRole('button', { name, exact: true }).click()
  // The nearest vehicle may be one that has not reported.
  const assignAnyway = mine.getByRole('button', { name: es('dispatch.assign.inactiveConfirm') })
  const assigned = itemOf(mine, 'monitoring', customer)
  await expect(assignAnyway.or(assigned)).toBeVisible()
  if (await assignAnyway.isVisible()) await assignAnyway.click()
  await expect(assigned).toContainText(vehicleNumber)
  await expect(itemOf(dispatchPage, 'monitoring', customer)).toContainText(vehicleNumber, soon)
  await expect(itemOf(dispatchPage, 'waiting', customer)).toHaveCount(0, soon)
  await expect(seen).toContainText(es('services.status.vehicle_assigned'), soon)
  await expect(seen).toContainText(vehicleNumber)

  await chooseAction(mine, itemOf(mine, 'monitoring', customer), number, 'services.action.confirmPickup')
  await expect(seen).toContainText(es('services.status.in_progress'), soon)
  await expect(itemOf(dispatchPage, 'monitoring', customer)).toContainText(es('dispatch.stage.onBoard'), soon)

  await chooseAction(mine, itemOf(mine, 'monitoring', customer), number, 'services.action.complete')
  const question = mine.getByRole('alertdialog', { name: es('services.complete.title', { number }) })
  await expect(question.getByRole('row', { name: es('charges.line.agreed') })).toContainText('$120.50')
  await question.getByRole('button', { name: es('services.action.complete') }).click()
  await expect(question).toBeHidden()
  await expect(seen).toContainText(es('services.status.completed'), soon)
  await expect(itemOf(dispatchPage, 'monitoring', customer)).toHaveCount(0, soon)

  await seen.getByText(customer).click()
  const details = theirs.getByRole('dialog', { name: es('services.details.title', { number }) })
  await expect(details).toContainText(customer)
  await details.getByRole('tab', { name: es('services.details.history') }).click()
  for (const status of ['created', 'on_dispatch', 'vehicle_assigned', 'in_progress', 'completed'] as const)
    await expect(details.getByText(es(`services.status.${status}`)).last()).toBeVisible()
})

test('a cancelled service disappears from the dispatch screens of all users', async ({ open, world }) => {
  const customer = world.unique('Cancelado')
  const mine = await openAs(open, world, 'despacho', '/services')
  const number = await createService(mine, customer)
  const theirs = await openAs(open, world, 'gerente', '/dispatch')
  // The change must reach an open page; how long the page takes to open is not meant.
  await expect(pane(theirs, 'waiting')).toBeVisible()
  await expect(pane(theirs, 'waiting').getByText(es('ui.loading'))).toHaveCount(0)
  await chooseAction(mine, rowOf(mine, number), number, 'services.action.sendToDispatch')
  await expect(itemOf(theirs, 'waiting', customer)).toBeVisible(soon)
  await expect(rowOf(mine, number)).toContainText(es('services.status.on_dispatch'))

  await chooseAction(mine, rowOf(mine, number), number, 'services.action.cancel')
  const dialog = mine.getByRole('dialog', { name: es('services.cancel.title', { number }) })
  await dialog.getByRole('button', { name: es('services.cancel.submit') }).click()
  await expect(dialog.getByText(es('fields.required'))).toBeVisible()
  await field(dialog, 'services.cancel.reason').click()
  await mine.getByRole('option', { name: es('services.cancel.reason.too_long') }).click()
  await dialog.getByRole('button', { name: es('services.cancel.submit') }).click()
  await expect(dialog).toBeHidden()
  await expect(itemOf(theirs, 'waiting', customer)).toHaveCount(0, soon)
  await expect(rowOf(mine, number)).toContainText(es('services.status.cancelled_by_central'))
})

test('a read-only user has no actions', async ({ open, world }) => {
  const page = await openAs(open, world, 'lectura', '/services')
  await expect(listIn(page)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: es('services.action.new') })).toHaveCount(0)
})
