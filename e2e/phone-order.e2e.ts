import type { Page } from '@playwright/test'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildService } from '@rumbo/server/services/services.factory'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const desktop = { width: 1280, height: 900 }
/** What an order of a known caller may take. */
const mostKeys = 25

/** Counts what is typed; a key with a modifier counts as two. */
function keyboardOf(page: Page) {
  let count = 0
  return {
    count: () => count,
    async type(text: string) {
      count += text.length
      await page.keyboard.type(text)
    },
    async press(key: string) {
      count += key.split('+').length
      await page.keyboard.press(key)
    },
  }
}

/** A dispatcher whose customer has called before. */
async function arrange(world: World) {
  const dispatcher = await world.worker('telefono')
  const { companyId, fleetId } = dispatcher
  await world.build(async (tx) => {
    const known = { companyId, firstName: 'Amalia', lastName: 'Ríos', primaryPhone: '+52 55 4821 7733' }
    const contact = await buildContact(tx, known)
    await buildContact(tx, {
      companyId,
      firstName: 'Bruno',
      lastName: 'Salas',
      primaryPhone: '+52 55 1000 2000',
    })
    await buildService(tx, {
      companyId,
      fleetId,
      requesterContactId: contact.id,
      customerName: 'Amalia Ríos',
    })
  })
  return dispatcher
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: es('services.dialog.create') })
const callerOf = (page: Page) =>
  dialogOf(page).getByRole('combobox', { name: es('services.field.requesterContactId') })
const addressOf = (page: Page, at: number) =>
  dialogOf(page)
    .getByRole('combobox', { name: es('services.field.address') })
    .nth(at)

test('an order by phone takes at most 25 keys, and the monitor shows it at once', async ({ open, world }) => {
  const page = await open(await arrange(world), '/dispatch', { viewport: desktop })
  await expect(page.getByRole('region', { name: es('dispatch.waiting.title'), exact: true })).toBeVisible()
  const keys = keyboardOf(page)
  await keys.press('n')
  await expect(callerOf(page)).toBeFocused()
  await keys.type('7733')
  await keys.press('Enter')
  await expect(dialogOf(page).getByLabel(es('services.field.customerName'))).toHaveValue('Amalia Ríos')
  await expect(
    dialogOf(page).getByText('Plaza de la Constitución → Paseo de la Reforma y Florencia'),
  ).toBeVisible()
  await keys.press('Control+Enter')
  await expect(addressOf(page, 0)).toBeFocused()
  await expect(page.getByRole('option', { name: 'Plaza de la Constitución' })).toBeVisible()
  await keys.type('pl')
  await keys.press('Enter')
  await expect(addressOf(page, 0)).toHaveValue('Plaza de la Constitución')
  await keys.press('Alt+n')
  await expect(addressOf(page, 1)).toBeFocused()
  await keys.type('zóc')
  await expect(page.getByRole('option').first()).toContainText('Zócalo')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(addressOf(page, 1)).toHaveValue(/Zócalo/)
  await keys.press('Control+Enter')
  await expect(dialogOf(page)).toBeHidden()
  expect(keys.count()).toBeLessThanOrEqual(mostKeys)
  const waiting = page.getByRole('region', { name: es('dispatch.waiting.title'), exact: true })
  await expect(waiting.getByRole('listitem').filter({ hasText: 'Amalia Ríos' })).toBeVisible()
})

test('an unknown caller is added by number and first name, in the form itself', async ({ open, world }) => {
  const page = await open(await arrange(world), '/services', { viewport: desktop })
  await page
    .getByRole('button', { name: es('services.action.new') })
    .first()
    .click()
  await expect(callerOf(page)).toBeFocused()
  await page.keyboard.type('5590907070')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel(es('services.field.customerName'))).toBeFocused()
  await page.keyboard.type('Chela')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(addressOf(page, 0)).toBeFocused()
  await page.keyboard.type('19.4270, -99.1677')
  await expect(dialogOf(page).getByLabel(es('services.field.longitude'))).toHaveValue('-99.1677')
  await page.keyboard.press('Control+Enter')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Chela' })).toBeVisible()
  await page
    .getByRole('button', { name: es('services.action.new') })
    .first()
    .click()
  await expect(callerOf(page)).toBeFocused()
  await page.keyboard.type('7070')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel(es('services.field.customerName'))).toHaveValue('Chela')
})
