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
  const numbers = await world.build(async (tx) => {
    const found = await tx.sql<{ name: string; number: string }>(
      'select customer_name as name, service_number::text as number from services.services where fleet_id = $1',
      [planner.fleetId],
    )
    return new Map(found.map(({ name, number }) => [name, number]))
  })
  return { planner, numbers, path: `${path}&view=routes` }
}

/** More than a touch that rests may move. */
const begunPixels = 20
/** What scrolls is at rest if it is at the same place so many milliseconds later. */
const stillMs = 100

/** Collects which stops the page reports as taken from now on. @returns expects that the stops of these customers were taken so far, in this order */
async function collectTaken(page: Page, numbers: ReadonlyMap<string, string>) {
  const reported: string[] = []
  await page.exposeFunction('reportTaken', (words: string) => reported.push(words))
  await page.evaluate(() => {
    let before = ''
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status]')) {
        const words = status.textContent ?? ''
        if (!/ tomado\. /.test(words) || words === before) continue
        before = words
        void (window as unknown as { reportTaken: (words: string) => void }).reportTaken(words)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return (...names: string[]) =>
    expect
      .poll(() => reported)
      .toEqual(names.map((name) => es('planEditor.move.begun', { service: numbers.get(name) ?? '' })))
}

/** Touches a page, as a hand does: its browser scrolls unless the page prevents that. */
async function touchOn(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const middleOf = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('There is nothing to touch.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  /** What scrolls has come to rest, so that a place that is read is where it will be touched. */
  const still = () =>
    expect(async () => {
      const places = () =>
        page
          .locator('[data-plan-scroll]')
          .evaluateAll((boxes) => boxes.map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]))
      const before = await places()
      await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), stillMs)
      expect(await places()).toEqual(before)
    }).toPass()
  let present = { x: 0, y: 0 }
  const moveTo = async (x: number, y: number) => {
    const from = present
    for (let step = 1; step <= 10; step++) {
      present = { x: from.x + ((x - from.x) * step) / 10, y: from.y + ((y - from.y) * step) / 10 }
      await send('touchMove', present)
    }
  }
  return {
    /** Rests on it, as still as hands are. */
    async rest(target: Locator) {
      await still()
      const { x, y } = await middleOf(target)
      present = { x, y }
      await send('touchStart', present)
      await moveTo(x + 4, y - 4)
    },
    async tap(target: Locator) {
      await still()
      await send('touchStart', await middleOf(target))
      await send('touchEnd')
    },
    moveTo,
    lift: () => send('touchEnd'),
    async swipe(target: Locator, across: number, down: number) {
      await still()
      const { x, y } = await middleOf(target)
      const length = Math.hypot(across, down)
      const begun = { x: x + (across * begunPixels) / length, y: y + (down * begunPixels) / length }
      // Sent together: on a busy machine a touch that moves later has rested.
      await Promise.all([send('touchStart', { x, y }), send('touchMove', begun)])
      present = begun
      await moveTo(x + across, y + down)
      await send('touchEnd')
    },
  }
}

for (const viewport of [
  { width: 820, height: 700 },
  { width: 390, height: 700 },
])
  test(`a touch scrolls routes, and moves stops once it rested on them, in a window of ${viewport.width} pixels`, async ({
    open,
    world,
  }) => {
    const { planner, numbers, path } = await arrange(world)
    const page = await open(planner, path, { viewport })
    const { stop, row, head, said, expectSaved } = planPage(page)
    await expect(stop('118', 'Alba')).toBeVisible()
    const touch = await touchOn(page)
    const timeline = page
      .getByRole('region', { name: es('planning.timeline.label') })
      .locator('[data-plan-scroll]')
    const boxOf = async (part: Locator) => {
      const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return { left: x, top: y, right: x + width, bottom: y + height, middle: y + height / 2 }
    }
    const { right, bottom } = await boxOf(timeline)
    const routes = page.getByRole('region', { name: new RegExp(es('planning.route.label', { vehicle: '' })) })
    const expectTaken = await collectTaken(page, numbers)
    const isAimedAt = (vehicle: string, position: number, within?: { timeout: number }) =>
      expect(said(`${es('planEditor.move.atGap', { vehicle, position })}:`)).toBeAttached(within)
    /** Moves to a place that may still scroll, until it is aimed at. */
    const aimAt = (vehicle: string, position: number, placeOf: () => Promise<{ x: number; y: number }>) =>
      expect(async () => {
        const { x, y } = await placeOf()
        await touch.moveTo(x, y)
        await isAimedAt(vehicle, position, { timeout: 1_000 })
      }).toPass()
    const atRow = (number: string, x: number) => async () => ({ x, y: (await boxOf(row(number))).middle })
    await page.getByRole('button', { name: es('planning.timeline.zoomIn') }).click()

    await touch.swipe(stop('118', 'Cielo'), -90, 0)
    await expect.poll(() => timeline.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(50)
    await touch.swipe(stop('118', 'Estero'), 0, -90)
    await expect.poll(() => timeline.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(50)
    await expectTaken()
    await timeline.evaluate((box) => box.scrollTo(0, 0))

    await touch.rest(stop('118', 'Brisa'))
    await expectTaken('Brisa')
    await aimAt('205', 1, atRow('205', right - 100))
    await touch.lift()
    await expect(stop('205', 'Brisa')).toBeVisible()
    await expect(routes).toHaveCount(0)

    await touch.rest(stop('118', 'Alba'))
    await expectTaken('Brisa', 'Alba')
    await touch.moveTo(right - 6, (await boxOf(row('118'))).middle)
    await isAimedAt('118', 10)
    await touch.lift()
    await expect(stop('118', 'Alba')).toHaveAccessibleName(/^Parada 9,/)

    await touch.rest(stop('118', 'Jardín'))
    await expectTaken('Brisa', 'Alba', 'Jardín')
    await touch.moveTo(right - 100, bottom - 6)
    // Beyond where the row that it comes from is drawn no more.
    await expect
      .poll(() =>
        timeline.evaluate(
          ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
        ),
      )
      .toBeLessThan(2)
    await aimAt('237', 1, atRow('237', right - 120))
    await touch.lift()
    await expect(stop('237', 'Jardín')).toBeVisible()
    await expectSaved()

    await timeline.evaluate((box) => box.scrollTo(0, 0))
    await touch.tap(head('118'))
    await expect(routes).toBeVisible()
    const list = routes.locator('[data-plan-scroll]')
    const stops = list.locator('[data-stop]')
    const item = (customer: string) => stops.filter({ hasText: customer })
    await touch.swipe(item('Duna'), 0, -60)
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(20)
    await touch.rest(item('Duna'))
    await expectTaken('Brisa', 'Alba', 'Jardín', 'Duna')
    // Near its upper edge the list scrolls under the touch, until the touch has left the edge.
    await aimAt('118', 4, async () => {
      const { left, bottom: y } = await boxOf(item('Estero'))
      return { x: left + 60, y: y - 4 }
    })
    await touch.lift()
    await expect(stops.nth(2)).toContainText('Duna')
    await expectSaved()
  })
