import type { Locator, Page } from '@playwright/test'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { findViolations } from './harness/accessibility.ts'
import { expect, type Open, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

/** With software WebGL, rendering time grows with the number of pixels. */
const viewport = { width: 1000, height: 640 }

/** The editor of a new geofence in a fleet of its own, with the map drawn. */
async function openEditor(open: Open, world: World): Promise<Page> {
  const ana = await world.worker('cercas', { level: 'manager' })
  const page = await open(ana, '/geofences?edit=new', { viewport })
  // Set when the layers of the editor are on the map.
  await expect(page.locator('canvas[tabindex="-1"]')).toBeVisible()
  return page
}
const kind = (page: Page, name: 'circle' | 'polygon' | 'route') =>
  page.getByRole('button', { name: es(`fenceEditor.kind.${name}`), exact: true }).click()
const rows = (page: Page) =>
  page.getByRole('region', { name: es('fenceEditor.vertices') }).getByRole('listitem')

/** Points of the map in pixels of the page, from its middle. */
async function pointsOf(page: Page) {
  const box = await page.getByRole('application', { name: es('fenceEditor.map') }).boundingBox()
  if (!box) throw new Error('The map has no size.')
  return (x: number, y: number) => [box.x + box.width / 2 + x, box.y + box.height / 2 + y] as const
}

/** The number in a field, once the page has handled what was dragged. */
async function settled(field: Locator): Promise<number> {
  await expect(async () => {
    const before = await field.inputValue()
    // Two frames, in which the map draws what was changed.
    await field.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await field.inputValue()).toBe(before)
  }).toPass()
  return Number(await field.inputValue())
}

/** Saves under a name and returns the stored geofence, as the server answers. */
async function save(page: Page, name: string): Promise<Geofence> {
  await page.getByRole('textbox', { name: es('geofences.field.name') }).fill(name)
  const answer = page.waitForResponse(
    (response) =>
      /\/v1\/geofences(\/|$)/.test(response.url()) && /POST|PUT/.test(response.request().method()),
  )
  await page.getByRole('button', { name: es('fenceEditor.save'), exact: true }).click()
  const saved = (await (await answer).json()) as Geofence
  await expect(page.getByText(es('fenceEditor.saved', { name }))).toBeVisible()
  return saved
}

test('a polygon is drawn by mouse, corrected by dragging, snapped back by undo, and saved', async ({
  open,
  world,
}) => {
  const page = await openEditor(open, world)
  const at = await pointsOf(page)
  for (const [x, y] of [
    [-120, -80],
    [100, -90],
    [110, 70],
  ] as const)
    await page.mouse.click(...at(x, y))
  await page.mouse.dblclick(...at(-110, 90))
  await expect(page.getByText(es('fenceEditor.done.closed', { count: 4 }))).toBeAttached()
  await expect(rows(page)).toHaveCount(4)

  // Across the opposite side: the sides cross, which is explained.
  await page.mouse.move(...at(110, 70))
  await page.mouse.down()
  await page.mouse.move(...at(0, 0), { steps: 4 })
  await page.mouse.move(...at(-200, -10), { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: /se cruzan/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('alert').filter({ hasText: /se cruzan/ })).toBeHidden()

  // The midpoint of the upper side becomes a corner.
  await page.mouse.move(...at(-10, -85))
  await page.mouse.down()
  await page.mouse.move(...at(-10, -160), { steps: 4 })
  await page.mouse.up()
  await expect(rows(page)).toHaveCount(5)
  expect(await findViolations(page)).toEqual([])
  const { shape } = await save(page, 'Patio')
  if (shape.kind !== 'polygon') throw new Error('A polygon was drawn.')
  expect(shape.corners).toHaveLength(5)
  const north = Math.max(...shape.corners.map(({ latitude }) => latitude))
  expect(shape.corners.findIndex(({ latitude }) => latitude === north)).toBe(1)
})

test('a circle is dragged from its centre, and a click makes one of 250 m', async ({ open, world }) => {
  const page = await openEditor(open, world)
  const at = await pointsOf(page)
  await kind(page, 'circle')
  await page.mouse.move(...at(0, 0))
  await page.mouse.down()
  await page.mouse.move(...at(60, 0), { steps: 4 })
  await page.mouse.move(...at(90, 0), { steps: 4 })
  await page.mouse.up()
  const radius = page.getByRole('textbox', { name: es('fenceEditor.radius') })
  const dragged = await settled(radius)
  expect(dragged).toBeGreaterThan(250)
  // By its edge, to twice the size.
  await page.mouse.move(...at(90, 0))
  await page.mouse.down()
  await page.mouse.move(...at(180, 0), { steps: 6 })
  await page.mouse.up()
  const wider = await settled(radius)
  expect(wider / dragged).toBeGreaterThan(1.8)
  expect(wider / dragged).toBeLessThan(2.2)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(0)
  await page.mouse.click(...at(20, 20))
  await expect(radius).toHaveValue('250')
  expect((await save(page, 'Base')).shape).toMatchObject({ kind: 'circle', radiusMetres: 250 })
})

test('a route is clicked along the roads, in one direction, and saved', async ({ open, world }) => {
  const page = await openEditor(open, world)
  const at = await pointsOf(page)
  await kind(page, 'route')
  await page.getByRole('switch', { name: es('fenceEditor.snapping') }).check()
  await page.mouse.click(...at(-100, 0))
  await page.mouse.click(...at(0, 40))
  await page.mouse.click(...at(90, -30))
  await page.keyboard.press('Enter')
  await expect(page.getByText(es('fenceEditor.done.closed', { count: 3 }))).toBeAttached()
  await expect(page.getByText(es('fenceEditor.snapping.pending'))).toBeHidden()
  await page.getByRole('radio', { name: es('fenceEditor.mode.one_way') }).check()
  await page.getByRole('textbox', { name: es('fenceEditor.halfWidth') }).fill('35')
  const { shape } = await save(page, 'Ruta 1')
  if (shape.kind !== 'route') throw new Error('A route was drawn.')
  expect(shape).toMatchObject({ halfWidthMetres: 35, mode: 'one_way' })
  expect(shape.path.length).toBeGreaterThan(3)
})

test('each shape is drawn by keyboard and saved', async ({ open, world }) => {
  const page = await openEditor(open, world)
  const map = page.getByRole('application', { name: es('fenceEditor.map') })
  const press = async (...keys: string[]) => {
    await map.focus()
    for (const key of keys) await page.keyboard.press(key)
  }
  const again = async () => {
    await page.goto('/geofences?edit=new')
    await expect(page.locator('canvas[tabindex="-1"]')).toBeVisible()
  }
  await press('Enter', 'Shift+ArrowRight', 'Enter', 'Shift+ArrowUp', 'Enter', 'Enter')
  await expect(page.getByText(es('fenceEditor.done.closed', { count: 3 }))).toBeAttached()
  const polygon = await save(page, 'Patio')
  expect(polygon.shape.kind === 'polygon' && polygon.shape.corners.length).toBe(3)

  await again()
  await kind(page, 'circle')
  await press('Enter', 'Shift+ArrowRight', 'Enter')
  const circle = await save(page, 'Base')
  expect(circle.shape.kind === 'circle' && circle.shape.radiusMetres).not.toBe(250)

  await again()
  await kind(page, 'route')
  await press('Enter', 'Shift+ArrowRight', 'Enter', 'ArrowDown', 'Enter', 'Backspace', 'Enter', 'Enter')
  await expect(page.getByText(es('fenceEditor.done.closed', { count: 3 }))).toBeAttached()
  const route = await save(page, 'Ruta 1')
  expect(route.shape.kind === 'route' && route.shape.path.length).toBe(3)
})
