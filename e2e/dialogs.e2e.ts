import type { Page } from '@playwright/test'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { textsIn } from './harness/texts.ts'

/** Each pass opens every dialog and menu; the passes cover both languages, both themes, desktop and phone. */
const passes = [
  { language: 'es', isDark: false, viewport: { width: 1280, height: 800 } },
  { language: 'en', isDark: true, viewport: { width: 390, height: 844 } },
] as const

for (const pass of passes) {
  const say = textsIn(pass.language)
  const name = `${pass.language}, ${pass.isDark ? 'dark' : 'light'}, ${pass.viewport.width}`

  const holds = async (page: Page, what: string) => {
    expect(await findViolations(page), what).toEqual([])
    expect(await overflowPixels(page), `${what} is wider than the page`).toBe(0)
  }

  test(`the service dialog, step by step: ${name}`, async ({ open, world }) => {
    const page = await open(await world.demo('despacho'), '/services', pass)
    await page
      .getByRole('button', { name: say('services.action.new') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: say('services.dialog.create') })
    const next = dialog.getByRole('button', { name: say('ui.next') })
    await next.click()
    await expect(dialog.getByText(say('services.valid.requesterRequired'))).toBeVisible()
    await holds(page, 'customer, refused')
    await dialog.getByLabel(say('services.field.requesterContactId')).fill('Elena')
    await page.getByRole('option', { name: /Elena Torres/ }).click()
    // The dialog grows with them, and the button moves.
    await expect(dialog.getByText(say('services.caller.services'))).toBeVisible()
    await next.click()
    await expect(dialog.getByLabel(say('services.field.serviceType'))).toBeVisible()
    await holds(page, 'details')
    await dialog.getByLabel(say('services.field.serviceType')).click()
    await page.getByRole('option', { name: say('services.type.taxi'), exact: true }).click()
    await next.click()
    await expect(
      dialog.getByRole('listitem', { name: say('services.dialog.stop', { number: 1 }) }),
    ).toBeVisible()
    await holds(page, 'stops')
  })

  test(`the vehicle dialog: ${name}`, async ({ open, world }) => {
    const page = await open(await world.demo('gerente'), '/fleet', pass)
    await page.getByRole('button', { name: say('vehicles.action.add') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('dialog').getByLabel(say('vehicles.field.plateNumber'))).toBeVisible()
    await holds(page, 'adding')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test(`menus, palette, shortcuts and appearance: ${name}`, async ({ open, world }) => {
    const page = await open(await world.demo('despacho'), '/profile', pass)
    const account = page.getByRole('button', { name: say('shell.account.menu') })
    await account.click()
    await expect(page.getByRole('menuitem', { name: say('shell.customizer.title') })).toBeVisible()
    await holds(page, 'account menu')
    await page.getByRole('menuitem', { name: say('shell.customizer.title') }).click()
    await expect(page.getByRole('dialog', { name: say('shell.customizer.title') })).toBeVisible()
    await holds(page, 'appearance')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await account.click()
    await page.getByRole('menuitem', { name: say('shell.shortcuts.title') }).click()
    await expect(page.getByRole('dialog', { name: say('shell.shortcuts.title') })).toBeVisible()
    await holds(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await holds(page, 'palette')
    await page.keyboard.press('Escape')
    await account.click()
    await page.getByRole('menuitem', { name: say('shell.account.logout') }).click()
    await expect(page.getByRole('alertdialog', { name: say('identity.logout.title') })).toBeVisible()
    await holds(page, 'logout')
  })
}
