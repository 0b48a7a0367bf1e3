import type { Locator, Page } from '@playwright/test'
import { deliveries, fleetToPlan, instantOn, planOf, planPage, tomorrow } from './harness/planning.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const customers = 'Alba Brisa Cielo Duna Estero Faro Golfo Huerta Isla Jardín'.split(' ')
/** More than a screen shows one below the other. */
const others = Array.from({ length: 34 }, (_, at) => String(204 + at))

/** A plan of tomorrow: ten stops on 118, from 08:30 until after 17:00, and other vehicles with none. */
async function arrange(world: World) {
  const day = tomorrow()
  const at = (time: string) => instantOn(day, time)
  const { planner, vehicles } = await fleetToPlan(
    world,
    Object.fromEntries(['118', ...others].map((number) => [number, { loadKg: 1500, north: 1 }])),
    { from: at('08:00'), hours: 10 },
  )
  const visits = await deliveries(
    world,
    planner,
    customers.map((customer, index) => ({
      customer,
      north: index % 3,
      east: index % 2,
      dispatchTime: at('08:00'),
      window: [at(`${String(8 + index).padStart(2, '0')}:30`), at('19:00')] as const,
    })),
  )
  const path = await planOf(world, planner, {
    visits,
    vehicles,
    routes: { '118': customers },
    startsAt: { '118': at('08:00') },
    date: day,
  })
  return { planner, path: `${path}&view=routes` }
}

/** A finger on a page, as its browser sees it: it scrolls unless the page prevents that. */
async function fingerOn(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const middleOf = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('There is nothing to touch.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  let present = { x: 0, y: 0 }
  const moveTo = async (x: number, y: number) => {
    const from = present
    for (let step = 1; step <= 10; step++) {
      present = { x: from.x + ((x - from.x) * step) / 10, y: from.y + ((y - from.y) * step) / 10 }
      await send('touchMove', present)
    }
  }
  return {
    /** Rests on it, as still as fingers do. */
    async rest(target: Locator) {
      const { x, y } = await middleOf(target)
      present = { x, y }
      await send('touchStart', present)
      await moveTo(x + 4, y - 4)
    },
    async tap(target: Locator) {
      await send('touchStart', await middleOf(target))
      await send('touchEnd')
    },
    moveTo,
    lift: () => send('touchEnd'),
    async swipe(target: Locator, xDistance: number, yDistance: number) {
      const { x, y } = await middleOf(target)
      await devTools.send('Input.synthesizeScrollGesture', {
        x,
        y,
        xDistance,
        yDistance,
        gestureSourceType: 'touch',
      })
    },
  }
}

for (const viewport of [
  { width: 820, height: 1180 },
  { width: 390, height: 700 },
])
  test(`a finger scrolls routes, and moves stops once it rested on them, in a window of ${viewport.width} pixels`, async ({
    open,
    world,
  }) => {
    const { planner, path } = await arrange(world)
    const page = await open(planner, path, { viewport })
    const { stop, row, head, said, expectSaved } = planPage(page)
    await expect(stop('118', 'Alba')).toBeVisible()
    const finger = await fingerOn(page)
    const timeline = page.getByRole('region', { name: es('planning.timeline.label') })
    const scroller = timeline.locator('[data-plan-scroll]')
    const scrolled = () => scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])
    const edges = async () => {
      const box = await scroller.boundingBox()
      if (!box) throw new Error('The timeline is gone.')
      return { right: box.x + box.width, bottom: box.y + box.height }
    }
    const route = (vehicle: string) =>
      page.getByRole('region', { name: es('planning.route.label', { vehicle }) })
    const atGap = (vehicle: string, position: number) =>
      said(`${es('planEditor.move.atGap', { vehicle, position })}:`)
    await page.getByRole('button', { name: es('planning.timeline.zoomIn') }).click()

    await finger.swipe(stop('118', 'Cielo'), -90, 0)
    console.log('A', await scrolled(), await page.getByRole('status').allTextContents())
    await finger.swipe(stop('118', 'Estero'), 0, -90)
    console.log('B', await scrolled(), await page.getByRole('status').allTextContents())
    await finger.swipe(head('206'), 90, 90)
    await finger.swipe(head('206'), 120, 0)
    console.log('C', await scrolled())
    await expect(route('118')).toHaveCount(0)

    await finger.rest(stop('118', 'Brisa'))
    await expect(said(/tomado/)).toBeAttached()
    const target = (await row('205').boundingBox())!
    await finger.moveTo((await edges()).right - 100, target.y + target.height / 2)
    await page.screenshot({ path: `/tmp/w/wpanels-drag-${viewport.width}.png` })
    await expect(atGap('205', 1)).toBeAttached()
    await finger.lift()
    await expect(stop('205', 'Brisa')).toBeVisible()
    await expect(route('205')).toHaveCount(0)
    await expect(route('118')).toHaveCount(0)
    await expectSaved()

    // right edge
    await finger.rest(stop('118', 'Alba'))
    await expect(said(/tomado/)).toBeAttached()
    const own = (await row('118').boundingBox())!
    await finger.moveTo((await edges()).right - 6, own.y + own.height / 2)
    await expect(atGap('118', 9)).toBeAttached()
    await finger.lift()
    console.log('D', await scrolled())
    await expect(stop('118', 'Alba')).toHaveAccessibleName(/^Parada 9,/)

    // bottom edge
    await finger.rest(stop('118', 'Jardín'))
    await expect(said(/tomado/)).toBeAttached()
    await finger.moveTo((await edges()).right - 100, (await edges()).bottom - 6)
    await expect(head('237')).toBeVisible()
    console.log('E', await scrolled(), await head('118').count(), await page.getByRole('status').allTextContents())
    const last = (await row('237').boundingBox())!
    await finger.moveTo((await edges()).right - 100, last.y + 10)
    await finger.moveTo((await edges()).right - 120, last.y + 14)
    console.log('E', await scrolled(), await page.getByRole('status').allTextContents())
    await expect(atGap('237', 1)).toBeAttached()
    await finger.lift()
    await expect(stop('237', 'Jardín')).toBeVisible()

    await finger.swipe(head('230'), 0, 2000)
    await finger.swipe(head('206'), 0, 2000)
    console.log('F', await scrolled())
    await finger.tap(head('118'))
    await expect(route('118')).toBeVisible()
    const item = (customer: string) => route('118').locator('[data-stop]').filter({ hasText: customer })
    const list = route('118').locator('[data-plan-scroll]')
    await finger.swipe(item('Duna'), 0, -60)
    console.log('G', await list.evaluate((one) => [one.scrollTop, one.scrollHeight, one.clientHeight]))
    await finger.rest(item('Duna'))
    await expect(said(/tomado/)).toBeAttached()
    const after = (await item('Faro').boundingBox())!
    await finger.moveTo(after.x + 60, after.y + after.height - 4)
    await page.screenshot({ path: `/tmp/w/wpanels-list-${viewport.width}.png` })
    console.log('G', await page.getByRole('status').allTextContents())
    await finger.lift()
    console.log(await route('118').locator('[data-stop]').allTextContents())
  })
