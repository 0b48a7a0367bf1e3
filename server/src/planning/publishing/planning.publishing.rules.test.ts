import { someOrder, somePlan, somePlanVehicle, someWorkspace } from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { publicationOf } from './planning.publishing.rules.ts'

it('publishes no times in the past where the fixed departure of a running route has passed', async () => {
  const eleven = '2026-11-23T17:00:00.000Z'
  const workspace = someWorkspace({ now: eleven, vehicles: [somePlanVehicle({ from: eleven })] })
  const arrivalOf = async (startsAt: string | null) => {
    const visits = [{ serviceId: 's1', stopId: 'stop-1', lock: null }]
    const plan = somePlan({ content: { routes: [{ vehicleId: 'v118', visits, startsAt, isLocked: false }] } })
    const chosen = new Map([['s1', someOrder()]])
    const { stops } = await publicationOf({ plan, workspace, published: new Set() }, chosen, async (legs) =>
      legs.map(() => 600),
    )
    return stops.map(({ arrivesAt }) => arrivesAt)
  }
  expect(await arrivalOf('2026-11-23T14:00:00.000Z')).toEqual(['2026-11-23T17:10:00.000Z'])
  expect(await arrivalOf(null)).toEqual(['2026-11-23T17:10:00.000Z'])
  expect(await arrivalOf('2026-11-23T18:00:00.000Z')).toEqual(['2026-11-23T18:10:00.000Z'])
})
