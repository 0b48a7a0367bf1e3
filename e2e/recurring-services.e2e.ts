import type { Page } from '@playwright/test'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { findViolations } from './harness/accessibility.ts'
import { awayFromMidnight } from './harness/midnight.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const desktop = { width: 1280, height: 900 }
const customer = 'Colegio Alameda'
const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

/** Two dispatchers of one fleet and a school. */
async function arrange(world: World) {
  const first = await world.worker('escolar')
  const { companyId, fleetId } = first
  const second = await world.build(async (tx) => {
    await buildContact(tx, {
      companyId,
      firstName: 'Colegio',
      lastName: 'Alameda',
      primaryPhone: '+52 55 5512 7010',
    })
    const user = await buildUser(tx, { username: world.unique('colega') })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    return user
  })
  return { first, second }
}
const rowsOf = (page: Page) => page.getByRole('table').getByRole('row').filter({ hasText: customer })

test('a school run repeats each day: one dispatcher creates it, another one sees its services and ends it', async ({
  open,
  world,
}) => {
  await awayFromMidnight()
  const { first, second } = await arrange(world)
  const theirs = await open(second, '/services', { viewport: desktop })
  await expect(theirs.getByText(es('services.list.noMatch'))).toBeVisible()

  const page = await open(first, '/services', { viewport: desktop })
  await page
    .getByRole('button', { name: es('services.action.new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: es('services.dialog.create') })
  await expect(dialog.getByRole('combobox', { name: es('services.field.requesterContactId') })).toBeFocused()
  await page.keyboard.type('7010')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(es('services.field.customerName'))).toHaveValue(customer)
  await dialog.getByRole('button', { name: es('ui.next') }).click()
  await dialog.getByRole('switch', { name: es('series.repeat') }).click()
  // The weekday of the dispatch time is chosen; with the other six, each of the next seven days has a service.
  for (const day of weekdays) {
    const button = dialog.getByRole('button', { name: day, exact: true })
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click()
  }
  await dialog.getByRole('switch', { name: es('series.skipsHolidays') }).uncheck()
  await expect(dialog.getByText(es('series.preview.open'))).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('ui.next') }).click()
  await dialog.getByRole('combobox', { name: es('services.field.address') }).fill('19.4270, -99.1677')
  await expect(dialog.getByLabel(es('services.field.longitude'))).toHaveValue('-99.1677')
  await dialog.getByRole('button', { name: es('services.dialog.create.submit') }).click()
  await expect(dialog).toBeHidden()
  await expect(rowsOf(page)).toHaveCount(8)

  await expect(rowsOf(theirs)).toHaveCount(8)
  await theirs.getByRole('button', { name: es('series.title') }).click()
  const panel = theirs.getByRole('dialog', { name: es('series.title') })
  await expect(panel.getByRole('heading', { name: customer })).toBeVisible()
  expect(await findViolations(theirs)).toEqual([])
  await panel.getByRole('button', { name: `${es('series.action.end')}: ${customer}` }).click()
  const question = theirs.getByRole('dialog', { name: es('series.end.title') })
  await question.getByRole('button', { name: es('series.action.end') }).click()
  await expect(panel.getByText(es('series.state.ended'))).toBeVisible()
  await theirs.keyboard.press('Escape')
  await expect(rowsOf(theirs)).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(0)
})
