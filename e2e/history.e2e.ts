import type { Page } from '@playwright/test'
import { fleets } from '../tools/demo/demo-data.ts'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

const viewport = { width: 1180, height: 820 }
const [taxis] = fleets

/** A vehicle of the demo with a week of history, and its last complete day. */
const vehicleWithPast = (world: World) =>
  world.build(async (tx) => {
    const [found] = await tx.sql<{ id: string; number: string; day: string }>(
      `select v.id, v.vehicle_number as number, max(d.day) as day
        from vehicles.vehicles v join telemetry.days d on d.vehicle_id = v.id
        join organisation.fleets f on f.id = v.fleet_id
        where f.name = $1 and v.archived_at is null and d.records > 50
          and d.day < (select max(day) from telemetry.days)
        group by 1, 2 order by v.vehicle_number limit 1`,
      [taxis.name],
    )
    if (!found) throw new Error('The demo has no history.')
    return found
  })

const clock = (page: Page) => page.getByRole('slider', { name: es('history.replay.timeline') })

test('a day is replayed by slider, by keyboard and by the play button', async ({ open, world }) => {
  const vehicle = await vehicleWithPast(world)
  const page = await open(await world.demo('despacho'), `/fleet/history/${vehicle.id}?date=${vehicle.day}`, {
    viewport,
  })
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(vehicle.number) })).toBeVisible()
  await expect(clock(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(new RegExp(es('history.replay.whole', { total: '[0-9,.]+' })))).toBeVisible()
  const sliderValue = async (name: 'now' | 'min' | 'max') =>
    Number(await clock(page).getAttribute(`aria-value${name}`))
  const seconds = () => sliderValue('now')
  await clock(page).press('Home')
  const first = await sliderValue('min')
  await expect.poll(seconds).toBe(first)
  await clock(page).press('ArrowRight')
  await expect.poll(seconds).toBe(first + 10)
  await clock(page).press('Shift+ArrowRight')
  await expect.poll(seconds).toBe(first + 70)
  await page.getByRole('button', { name: '60×' }).click()
  await page.getByRole('button', { name: es('history.replay.play'), exact: true }).click()
  await expect.poll(seconds).toBeGreaterThan(first + 130)
  await clock(page).press('End')
  const last = await sliderValue('max')
  await expect.poll(seconds).toBe(last)
  expect(last).toBeGreaterThan(first + 3_600)

  const trip = page
    .getByRole('list', { name: es('history.leg.list') })
    .getByRole('button', { name: new RegExp(`^${es('history.leg.trip')} 1 `) })
  await trip.click()
  await expect(page).toHaveURL(/leg=/)
  await expect.poll(seconds).toBeLessThan(last)
  await expect(page.getByRole('button', { name: es('history.replay.wider') })).toBeEnabled()
  await page.getByRole('button', { name: es('history.replay.wholeDay') }).click()
  await expect(page.getByRole('button', { name: es('history.replay.wider') })).toBeDisabled()
  await page.getByRole('switch', { name: es('history.map.fullDay') }).click()
  await expect(page).toHaveURL(/full=0/)
  await page.getByRole('tab', { name: es('history.tab.positions') }).click()
  await expect(page.getByRole('table', { name: es('history.positions.label') })).toContainText('km/h')
  await page.getByRole('tab', { name: es('history.tab.statistics') }).click()
  await expect(page.getByText(es('history.stats.range')).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('days without positions cannot be selected, and an empty day shows a message', async ({
  open,
  world,
}) => {
  const vehicle = await vehicleWithPast(world)
  const page = await open(await world.demo('despacho'), `/fleet/history/${vehicle.id}?date=2020-02-29`, {
    viewport: { width: 390, height: 800 },
    language: 'en',
  })
  await expect(page.getByText(en('history.empty.day', { date: '29/02/2020' }))).toBeVisible({
    timeout: 20_000,
  })
  expect(await overflowPixels(page)).toBe(0)
  await page.getByRole('button', { name: en('history.day.next') }).click()
  await expect(page.getByRole('slider')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: en('history.day.previous') })).toBeDisabled()
  expect(await overflowPixels(page)).toBe(0)
})
