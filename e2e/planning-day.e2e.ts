import { minuteMs } from '@rumbo/contract/time-units'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { toMidnightMs } from './harness/midnight.ts'
import {
  deliveries,
  fleetToPlan,
  hoursAroundNow,
  inMinutes,
  planningViewport,
  planOf,
  planPage,
  reservedByPlan,
} from './harness/planning.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

const phoneViewport = { width: 390, height: 844 }
/** The engine runs every two seconds. */
const engine = { timeout: 45_000 }

test('a published plan reserves its vehicles, the driver makes its first stops, and the live day shows them', async ({
  open,
  world,
}) => {
  test.skip(toMidnightMs() < 15 * minuteMs, 'Just before midnight the stops of now are those of tomorrow.')
  test.setTimeout(240_000)
  const { planner, vehicles } = await fleetToPlan(
    world,
    { '118': { loadKg: 900, north: 0.3 }, '204': { loadKg: 900, north: -1 } },
    { from: inMinutes(-10), hours: 7, isRunning: true },
  )
  const visits = await deliveries(world, planner, [
    { customer: 'Alba', north: 0.5, east: 0.2, dispatchTime: inMinutes(0) },
    { customer: 'Brisa', north: 1, east: 0.4, dispatchTime: inMinutes(0) },
    {
      customer: 'Duna',
      north: 2,
      east: 1,
      dispatchTime: inMinutes(90),
      window: [inMinutes(120), inMinutes(180)],
    },
    {
      customer: 'Cielo',
      isWaiting: true,
      north: -2,
      east: 1,
      dispatchTime: inMinutes(60),
      window: [inMinutes(120), inMinutes(180)],
    },
  ])
  const hours = hoursAroundNow()
  const path = await planOf(world, planner, {
    name: 'Reparto',
    visits,
    vehicles,
    routes: { '118': ['Alba', 'Brisa', 'Duna'], '204': ['Cielo'] },
    startsAt: { '118': inMinutes(0) },
    ...hours,
  })
  const office = await open(planner, path, { viewport: planningViewport })
  const { button, row } = planPage(office)
  await button(es('planPanels.publish.open')).click()
  const publish = office.getByRole('dialog', { name: es('planPanels.publish.title') })
  await expect(publish).toContainText(es('planPanels.publish.reserves', { count: 4 }))
  await publish.getByRole('button', { name: es('planPanels.publish.confirm') }).click()
  const done = office.getByRole('dialog', { name: es('planPanels.publish.done') })
  await expect(done).toContainText(es('planPanels.publish.result', { reserved: 4, released: 0 }))
  await done.getByRole('button', { name: es('ui.close') }).click()

  const monitor = await office.context().newPage()
  await monitor.setViewportSize(planningViewport)
  await monitor.goto('/dispatch')
  const item = (name: 'waiting' | 'monitoring', customer: string) =>
    monitor
      .getByRole('region', { name: es(`dispatch.${name}.title`), exact: true })
      .getByRole('listitem')
      .filter({ hasText: customer })
  await expect(item('waiting', 'Cielo')).toContainText(reservedByPlan('204', 'Reparto', hours.date))
  await expect(item('monitoring', 'Alba')).toContainText('118', engine)
  await expect(item('monitoring', 'Alba')).toContainText(es('dispatch.next.byPlan', { name: '' }).trim())
  await monitor.goto(`/map?unit=${vehicles.get('118')?.vehicleId}`)
  const card = monitor.getByRole('region', { name: es('map.popup.label', { number: '118' }), exact: true })
  await card.getByRole('button', { name: es('services.route.ahead', { count: 3 }) }).click(engine)
  const left = card.getByRole('list', { name: es('services.route.stops', { number: '118' }) })
  await expect(left.getByRole('listitem')).toContainText(['Calle Alba', 'Calle Brisa', 'Calle Duna'])
  await expect(left.getByRole('listitem').first()).toContainText(/Se espera a las \d\d:\d\d/, engine)
  await expect(card.getByRole('link', { name: /Reparto/ })).toHaveAttribute('href', /plan=/)
  expect(await findViolations(monitor)).toEqual([])
  await monitor.close()

  const driver = vehicles.get('118')
  if (!driver) throw new Error('118 has no driver.')
  const phone = await open(driver, '/driver', { viewport: phoneViewport })
  const route = phone.getByRole('region', { name: es('driver.route.today') })
  // In the evening, the last stop is in the card of the next day.
  const stops = phone.getByRole('region', { name: /^Ruta de/ }).getByRole('listitem')
  await expect(stops).toContainText(['Calle Alba', 'Calle Brisa', 'Calle Duna'])
  await expect(stops.first()).toHaveAttribute('aria-current', 'step')
  expect(await findViolations(phone)).toEqual([])
  expect(await overflowPixels(phone)).toBe(0)
  for (const [at, customer] of (['Alba', 'Brisa'] as const).entries()) {
    const card = phone
      .getByRole('region', { name: /^Servicio \d+$/ })
      .filter({ hasText: `Calle ${customer}` })
    await card.getByRole('button', { name: es('driver.service.arrived') }).click(engine)
    await card.getByRole('button', { name: es('driver.service.beginDelivery') }).click(engine)
    // Its only stop is made: the card names no address any more.
    await phone.getByRole('button', { name: es('driver.service.complete') }).click(engine)
    await expect(route).toContainText(new RegExp(`${at + 1} de [23] paradas`), engine)
  }

  await button(es('planningLive.live.toggle')).click()
  const live = (count: number) =>
    row('118').getByRole('list', {
      name: es('planningLive.live.row', { vehicle: '118', done: count, count: 3 }),
    })
  await expect(live(2).getByRole('listitem').first()).toContainText(/^1: Hecha a las \d\d:\d\d/, engine)
  await expect(live(2).getByRole('listitem').nth(2)).toContainText(/^3: Se espera a las \d\d:\d\d/, engine)
})
