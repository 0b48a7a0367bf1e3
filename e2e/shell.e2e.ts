import type { Page } from '@playwright/test'
import { fleets } from '../tools/demo/demo-data.ts'
import { overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const [taxis] = fleets

const menu = (page: Page, words = es) => page.getByRole('navigation', { name: words('shell.menu.label') })
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const widthOf = async (page: Page, role: 'main' | 'navigation') =>
  (await page.getByRole(role).boundingBox())?.width ?? 0

/** Presses the keys of a jump, again where the page took the second one too late. */
const jump = (page: Page, keys: readonly [string, string], path: string) =>
  expect(async () => {
    // Ends a pair that was begun.
    await page.keyboard.press('Shift')
    for (const key of keys) await page.keyboard.press(key)
    await expect(page).toHaveURL(path, { timeout: 5_000 })
  }).toPass()

async function openCustomizer(page: Page) {
  await page.getByRole('button', { name: es('shell.account.menu') }).click()
  await page.getByRole('menuitem', { name: es('shell.customizer.title') }).click()
  const drawer = page.getByRole('dialog', { name: es('shell.customizer.title') })
  await expect(drawer).toBeVisible()
  return drawer
}

test('the dark theme survives a reload', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile')
  const toDark = page.getByRole('button', { name: es('shell.theme.toDark') })
  await expect(toDark).toBeVisible()
  const light = await background(page)
  await toDark.click()
  await expect.poll(() => background(page)).toBe('rgb(23, 28, 35)')
  await page.reload()
  await expect(page.getByRole('button', { name: es('shell.theme.toLight') })).toBeVisible()
  expect(await background(page)).toBe('rgb(23, 28, 35)')
  await page.getByRole('button', { name: es('shell.theme.toLight') }).click()
  await expect.poll(() => background(page)).toBe(light)
})

test('the language changes everywhere at once', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile')
  await expect(menu(page).getByRole('link', { name: es('shell.menu.map'), exact: true })).toBeVisible()
  await page.getByRole('button', { name: es('shell.language.change') }).click()
  await expect(menu(page, en).getByRole('link', { name: en('shell.menu.map'), exact: true })).toBeVisible()
  await expect(page).toHaveTitle(`${en('screens.title.profile')} · Rumbo`)
})

test('the narrow sidebar keeps the names of its items', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile')
  await page.getByRole('button', { name: es('shell.menu.collapse') }).click()
  await expect.poll(() => widthOf(page, 'navigation')).toBeLessThan(80)
  await page.reload()
  const item = menu(page).getByRole('link', { name: es('shell.menu.services'), exact: true })
  await item.click()
  await expect(page).toHaveURL('/services')
  expect(await widthOf(page, 'navigation')).toBeLessThan(80)
  await page.getByRole('button', { name: es('shell.menu.expand') }).click()
  await expect.poll(() => widthOf(page, 'navigation')).toBeGreaterThan(200)
})

test('the customizer changes menu, width and cards', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile', {
    viewport: { width: 1700, height: 800 },
  })
  const drawer = await openCustomizer(page)
  await drawer.getByRole('switch', { name: es('shell.customizer.boxed') }).click()
  await drawer.getByRole('button', { name: es('shell.customizer.horizontal') }).click()
  await drawer.getByRole('switch', { name: es('shell.customizer.borderedCards') }).click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect.poll(() => widthOf(page, 'main')).toBeLessThanOrEqual(1320)
  await menu(page)
    .getByRole('button', { name: es('shell.group.fleet') })
    .click()
  await page.getByRole('menuitem', { name: es('shell.menu.fleet'), exact: true }).click()
  await expect(page).toHaveURL('/fleet')

  await page.reload()
  await expect(menu(page).getByRole('button', { name: es('shell.group.fleet') })).toBeVisible()
  const again = await openCustomizer(page)
  await expect(again.getByRole('switch', { name: es('shell.customizer.boxed') })).toBeChecked()
  await expect(again.getByRole('switch', { name: es('shell.customizer.borderedCards') })).not.toBeChecked()
  await again.getByRole('button', { name: es('shell.customizer.reset') }).click()
  await expect(again.getByRole('switch', { name: es('shell.customizer.boxed') })).not.toBeChecked()
  await expect(again.getByRole('button', { name: es('shell.customizer.vertical') })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('the keyboard reaches every screen', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: es('shell.command.open') }).fill('planeacion')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/planning')

  await expect(page.getByRole('heading', { level: 1, name: es('screens.title.planning') })).toBeVisible()
  await jump(page, ['g', 's'], '/services')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: es('shell.shortcuts.title') })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/planning')
})

test('the palette finds a vehicle and its actions; single-key shortcuts can be switched off', async ({
  open,
  world,
}) => {
  const page = await open(await world.demo('despacho'), '/profile')
  await page.getByRole('button', { name: es('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  const ask = async (words: string, first: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: es('shell.command.open') }).fill(words)
    await expect(page.getByRole('option').first()).toHaveText(first)
    await page.keyboard.press('Enter')
  }
  await ask('historial 104', /^104 · Historial/)
  await expect(page).toHaveURL(/\/history\//)
  await ask('104', /^104 · Ver en el mapa/)
  await expect(page).toHaveURL(/\/map\?.*unit=/)
  const units = page.getByRole('list', { name: es('map.listLabel') })
  await expect(units.getByRole('button', { pressed: true })).toContainText('104')

  await jump(page, ['g', 'g'], '/grid')
  await expect(page.getByRole('list', { name: es('grid.label') })).toBeVisible()
  // `p` alone filters the grid; after `g` it opens Planning.
  await page.keyboard.press('p')
  await expect(page).toHaveURL('/grid?only=problems')
  await jump(page, ['g', 'p'], '/planning')

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: es('shell.shortcuts.title') })
  await sheet.getByRole('switch', { name: es('palette.shortcuts.single') }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(page).toHaveURL('/planning')
  await expect(sheet).toBeHidden()
  await ask('cuadricula', /^Cuadrícula/)
  await expect(page).toHaveURL('/grid')
  await page.keyboard.press('p')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: es('shell.command.open') })).toBeVisible()
  await expect(page).toHaveURL('/grid')
})

test('the menu shows the screens of the user’s level', async ({ open, world }) => {
  const system = (page: Page) => menu(page).getByRole('link', { name: es('shell.menu.server'), exact: true })
  const dispatcher = await open(await world.demo('despacho'), '/profile')
  await expect(
    menu(dispatcher).getByRole('link', { name: es('shell.menu.dispatch'), exact: true }),
  ).toBeVisible()
  await expect(system(dispatcher)).toHaveCount(0)
  await dispatcher.goto('/server')
  await expect(dispatcher.getByText(es('problems.forbidden'))).toBeVisible()
  const superAdmin = await open(await world.demo('super'), '/profile')
  await menu(superAdmin)
    .getByRole('button', { name: es('shell.group.system') })
    .click()
  await expect(system(superAdmin)).toBeVisible()
})

test('a phone shows the menu as a drawer without horizontal overflow', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile', { viewport: { width: 390, height: 780 } })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await page.getByRole('button', { name: es('shell.menu.open') }).click()
  await menu(page)
    .getByRole('link', { name: es('shell.menu.services'), exact: true })
    .click()
  await expect(page).toHaveURL('/services')
  await expect(menu(page)).toHaveCount(0)
  await expect.poll(() => overflowPixels(page)).toBe(0)
})
