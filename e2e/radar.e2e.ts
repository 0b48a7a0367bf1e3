import type { Page } from '@playwright/test'
import { fleets } from '../tools/demo/demo-data.ts'
import { findViolations } from './harness/accessibility.ts'
import { expect, type Open, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const [taxis] = fleets
const [latitude, longitude] = taxis.home
/** With software WebGL, rendering time grows with the number of pixels. */
const viewport = { width: 960, height: 640 }

async function openRadar(open: Open, world: World, path = '/radar', language: 'es' | 'en' = 'es') {
  const words = language === 'es' ? es : en
  const page = await open(await world.demo('despacho'), '/profile', { viewport, language })
  await page.getByRole('button', { name: words('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  await page.goto(path)
  return page
}
const rows = (page: Page, words = es) =>
  page.getByRole('list', { name: words('radar.list') }).getByRole('listitem')

test('a pasted place shows rings by road time and vehicles in the order of arrival', async ({
  open,
  world,
}) => {
  const page = await openRadar(open, world)
  await page.getByRole('combobox', { name: es('radar.target.search') }).fill(`${latitude}, ${longitude}`)
  await expect(page).toHaveURL(/at=19\.43/)
  const rings = page.getByRole('combobox', { name: es('radar.rings.label') })
  await expect(rings.getByRole('option', { name: es('radar.rings.time') })).toBeAttached({ timeout: 30_000 })
  await expect(rings).toHaveValue('time')
  await expect(rows(page).first()).toContainText(/\d+ min/)
  // Old positions come last, whatever their arrival; a position may become old between two reads of the list.
  const minutes = async () =>
    (await rows(page).allTextContents()).flatMap((text) => {
      const found = /(\d+) min\d?$/.exec(text)?.[1]
      return found && /hace \d+ s/.test(text) ? [Number(found)] : []
    })
  await expect(async () => {
    const found = await minutes()
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
  }).toPass({ timeout: 30_000 })
  expect(await findViolations(page)).toEqual([])

  await page.keyboard.press('Alt+t')
  const table = page.getByRole('table', { name: es('radar.list') })
  await expect(table.getByRole('rowheader').first()).toBeVisible()
  await expect(table.getByRole('button', { name: es('radar.centreHere') }).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await table
    .getByRole('button', { name: es('radar.centreHere') })
    .first()
    .click()
  await expect(page).toHaveURL(/unit=/)
})

test('the approach of a free vehicle is announced once', async ({ open, world }) => {
  const page = await openRadar(open, world, `/radar?at=${latitude},${longitude}&name=Base`)
  await page.getByRole('combobox', { name: es('radar.alert.minutes') }).selectOption('15')
  await page.getByRole('button', { name: es('radar.alert.add') }).click()
  const announcement = page.getByText(/^La unidad \d+ está a \d+ min de Base$/)
  await expect(announcement).toHaveCount(1, { timeout: 40_000 })
  await expect(page.getByRole('list', { name: es('radar.alert.list') })).toBeHidden()
  await expect(announcement).toHaveCount(1)
})

test('far from known streets the radar uses distances with a note; an unknown vehicle is reported', async ({
  open,
  world,
}) => {
  const page = await openRadar(open, world, '/radar?at=20.66682,-103.39182&reach=far', 'en')
  await expect(page.getByText(en('radar.note.noRoads'))).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('combobox', { name: en('radar.rings.label') })).toHaveValue('distance')
  await expect(page.getByText(en('radar.nobody'))).toBeVisible()
  await page.goto('/radar?unit=01890000-0000-7000-8000-000000000000')
  await expect(page.getByText(en('radar.target.unknown'))).toBeVisible()
  await expect(rows(page, en)).toHaveCount(0)
  await page.getByRole('button', { name: en('radar.target.clear') }).click()
  await expect(page.getByText(en('radar.target.none'))).toBeVisible()
})

test('a point is saved by a key, found from every screen, and deleted', async ({ open, world }) => {
  const name = world.unique('Base')
  const page = await open(
    await world.worker('puntos', { level: 'manager' }),
    `/radar?at=${latitude},${longitude}&name=Base`,
    { viewport },
  )
  await expect(page.getByRole('button', { name: es('radar.saved.add') })).toBeVisible()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: es('radar.saved.add') })
  await dialog.getByRole('textbox').fill(name)
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: es('ui.save') }).click()
  await expect(page.getByText(es('radar.saved.added', { name }))).toBeVisible()

  await page.getByRole('button', { name: es('radar.target.clear') }).click()
  const list = page.getByRole('list', { name: es('radar.saved.title') })
  await expect(list.getByRole('button', { name, exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: es('shell.command.open') }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(/\/radar\?at=19\.43/)

  await page.getByRole('button', { name: es('radar.saved.title') }).click()
  await list.getByRole('button', { name: es('radar.saved.delete', { name }) }).click()
  await page.getByRole('button', { name: es('radar.saved.deleteConfirm') }).click()
  await expect(page.getByText(es('radar.saved.deleted', { name }))).toBeVisible()
})
