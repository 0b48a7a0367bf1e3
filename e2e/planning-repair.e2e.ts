import { changeCauses } from '@rumbo/server/vehicles/status/vehicles.status.actions'
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

test('a vehicle goes out of service: repair gives its stops to another one, and publishing moves the reservations', async ({
  open,
  world,
}) => {
  test.setTimeout(240_000)
  const { planner, vehicles } = await fleetToPlan(
    world,
    { '118': { loadKg: 900, north: 1 }, '204': { loadKg: 900, north: -1 } },
    { from: inMinutes(-10), hours: 7, isRunning: true },
  )
  const later = {
    dispatchTime: inMinutes(60),
    window: [inMinutes(120), inMinutes(300)],
    isWaiting: true,
  } as const
  const visits = await deliveries(world, planner, [
    { customer: 'Alba', north: 2, east: 1, ...later },
    { customer: 'Brisa', north: 3, east: 2, ...later },
    { customer: 'Cielo', north: -2, east: 1, ...later },
  ])
  const hours = hoursAroundNow()
  const path = await planOf(world, planner, {
    name: 'Reparto',
    visits,
    vehicles,
    routes: { '118': ['Alba', 'Brisa'], '204': ['Cielo'] },
    ...hours,
  })
  const page = await open(planner, path, { viewport: planningViewport })
  const { button, stop } = planPage(page)
  const publish = async (open: string, says: string) => {
    await button(open).click()
    const ask = page.getByRole('dialog', { name: es('planPanels.publish.title') })
    await expect(ask).toContainText(says)
    await ask.getByRole('button', { name: es('planPanels.publish.confirm') }).click()
    const done = page.getByRole('dialog', { name: es('planPanels.publish.done') })
    await expect(done).toContainText(es('planPanels.publish.result', { reserved: 3, released: 0 }))
    await done.getByRole('button', { name: es('ui.close') }).click()
  }
  await publish(es('planPanels.publish.open'), es('planPanels.publish.reserves', { count: 3 }))
  const monitor = await page.context().newPage()
  await monitor.setViewportSize(planningViewport)
  await monitor.goto('/dispatch')
  const expectReserved = (customer: string, vehicle: string) =>
    expect(
      monitor
        .getByRole('region', { name: es('dispatch.waiting.title'), exact: true })
        .getByRole('listitem')
        .filter({ hasText: customer }),
    ).toContainText(reservedByPlan(vehicle, 'Reparto', hours.date))
  await expectReserved('Alba', '118')
  await expectReserved('Brisa', '118')

  await world.build((tx) =>
    changeCauses(tx, [
      {
        vehicleId: vehicles.get('118')?.vehicleId ?? '',
        cause: 'out_of_service',
        sourceId: null,
        holds: true,
      },
    ]),
  )
  await page.getByRole('button', { name: es('planningLive.live.toggle') }).click()
  const risk = page.getByRole('region', { name: es('planningLive.risk.title') })
  await expect(risk.getByRole('button', { name: /Alba/ })).toContainText(
    es('planningLive.live.obstacle.out_of_service'),
    { timeout: 90_000 },
  )
  await risk.getByRole('button', { name: es('planningLive.risk.repair') }).click()
  const search = page.getByRole('region', { name: es('planPanels.run.title') })
  await expect(
    search.getByRole('radio', { name: new RegExp(`^${es('planPanels.run.mode.repair')}`) }),
  ).toBeChecked()
  await search.getByRole('button', { name: es('planPanels.run.seconds', { count: 5 }) }).click()
  await search.getByRole('button', { name: es('planPanels.run.start') }).click()
  const proposal = page.getByRole('region', { name: es('planPanels.proposal.title') })
  await expect(proposal.getByText(es('planPanels.proposal.changes', { count: 2 }))).toBeVisible({
    timeout: 45_000,
  })
  await proposal.getByRole('button', { name: es('planPanels.proposal.acceptAll') }).click()
  for (const customer of ['Alba', 'Brisa', 'Cielo']) await expect(stop('204', customer)).toBeVisible()

  await publish(es('planPanels.publish.again'), es('planPanels.publish.changed', { count: 2 }))
  for (const customer of ['Alba', 'Brisa', 'Cielo']) await expectReserved(customer, '204')
})
