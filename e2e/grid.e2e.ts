import { readFile } from 'node:fs/promises'
import { fleets } from '../tools/demo/demo-data.ts'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const [taxis] = fleets

test('the grid shows every vehicle, and keys move, filter and open', async ({ open, world }) => {
  // In an order that does not change while vehicles report.
  const page = await open(await world.demo('despacho'), '/grid?sort=number')
  await page.getByRole('button', { name: es('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  const grid = page.getByRole('list', { name: es('grid.label') })
  const tiles = grid.getByRole('button')
  await expect(tiles).toHaveCount(taxis.count)
  expect(await findViolations(page)).toEqual([])

  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(tiles.nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  const card = page.getByRole('dialog')
  await expect(card.getByRole('link', { name: es('grid.action.history') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(tiles.nth(1)).toBeFocused()

  await page.keyboard.press('3')
  await expect(page).toHaveURL(/density=dense/)
  await page.keyboard.press('v')
  const table = page.getByRole('table', { name: es('grid.label') })
  await expect(table.getByRole('row')).toHaveCount(taxis.count + 1)
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('searchbox', { name: es('map.list.search') }).fill('no hay tal unidad')
  await page.getByRole('button', { name: /^Quitar la búsqueda «no hay tal unidad»/ }).click()
  await expect(table).toBeVisible()

  const save = async (format: 'csv' | 'xlsx') => {
    await page.getByRole('button', { name: es('grid.save') }).click()
    const item = page.getByRole('menuitem', { name: es(`work.export.${format}`) })
    await expect(item).toBeVisible()
    const downloading = page.waitForEvent('download')
    await item.click()
    return downloading
  }
  const workbook = await save('xlsx')
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/)
  expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK')
  const file = await save('csv')
  expect(file.suggestedFilename()).toMatch(new RegExp(`${taxis.name}.*\\.csv$`))
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(taxis.count + 1)
})

for (const language of ['es', 'en'] as const)
  test(`its toolbar is one row from 1280 pixels up (${language})`, async ({ open, world }) => {
    const page = await open(await world.demo('despacho'), '/grid', { language })
    await page.setViewportSize({ width: 1280, height: 800 })
    const search = page.getByRole('searchbox')
    const last = page.getByRole('button', {
      name: (language === 'es' ? es : en)('map.control.fullscreen'),
    })
    await expect(last).toBeVisible()
    const [left, right] = await Promise.all([search.boundingBox(), last.boundingBox()])
    if (left === null || right === null) throw new Error('The bar is not in sight.')
    expect(Math.abs(left.y + left.height / 2 - right.y - right.height / 2)).toBeLessThan(8)
    expect(right.x + right.width).toBeLessThanOrEqual(1280)
  })

test('in wall mode the grid fills the page and shows the live status and the number of filtered vehicles', async ({
  open,
  world,
}) => {
  const page = await open(await world.demo('despacho'), '/grid?status=maintenance')
  await expect(page.getByRole('list', { name: es('grid.label') })).toBeVisible()
  await page.keyboard.press('w')
  await expect(page.getByText(/^Filtradas: \d+ de \d+$/)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: es('map.list.search') })).toBeHidden()
  const wall = await page.getByRole('region', { name: es('screens.title.grid') }).boundingBox()
  expect(wall).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width })
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('w')
  await expect(page.getByRole('searchbox', { name: es('map.list.search') })).toBeVisible()
})

test('without automatic refresh the grid stays unchanged and counts pending changes', async ({
  open,
  world,
}) => {
  const page = await open(await world.demo('despacho'), '/grid', { language: 'en' })
  const grid = page.getByRole('list', { name: en('grid.label') })
  /** When each vehicle last reported, by its tile. */
  const reported = () =>
    grid.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
  await expect(grid.locator('time').first()).toBeVisible()
  await page.getByRole('button', { name: en('map.autoRefresh.label') }).click()
  const held = await reported()
  const waiting = page.getByRole('button', { name: /changes waiting/ })
  await expect(waiting).toBeVisible({ timeout: 30_000 })
  expect(await reported()).toEqual(held)
  await waiting.click()
  await expect.poll(reported).not.toEqual(held)
  await expect(page.getByRole('button', { name: new RegExp(en('map.autoRefresh.live')) })).toBeVisible()
})
