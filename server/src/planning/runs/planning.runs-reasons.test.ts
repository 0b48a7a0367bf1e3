import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import { describe, expect, it } from 'vitest'
import { routeOf } from '../testing/planning.routes.ts'
import { placeAt, servicesIn, useRunsHarness, workOnce } from './planning.runs.harness.ts'

const at = useRunsHarness()

describe('orders are left out with the reason', () => {
  it('that no vehicle has as many seats, the equipment, or the time', async () => {
    await at.vehicle('201', { seats: 4 })
    const large = await at.order({ requiredSeats: 9 })
    const skilled = await at.order({ requiredSkills: ['rampa'] })
    const missed = await at.order({ from: placeAt(100, 0), window: [0, 10] })
    const { leftOut } = await at.proposal()
    const reasonOf = ({ id }: { id: string }) => leftOut.find(({ serviceId }) => serviceId === id)
    expect(reasonOf(large)).toMatchObject({ code: 'capacity', dimension: 'seats', needed: 9, largest: 4 })
    expect(reasonOf(skilled)).toMatchObject({ code: 'skills', missing: ['rampa'] })
    expect(reasonOf(missed)).toMatchObject({
      code: 'window_impossible',
      stopId: missed.plannedStops[0]?.id,
      window: { until: at.minutes(10) },
    })
    expect(reasonOf(missed)?.late).toBeGreaterThan(600)
  })

  it('that two windows exclude each other', async () => {
    const vehicleId = await at.vehicle('201')
    const here = await at.order({
      from: placeAt(1, 0),
      to: placeAt(2, 0),
      window: [10, 30],
      priorityLevel: 'high',
    })
    const there = await at.order({ from: placeAt(-60, 0), to: placeAt(-61, 0), window: [35, 45] })
    const { leftOut, content } = await at.proposal()
    expect(servicesIn(content, vehicleId)).toEqual([here.id])
    expect(leftOut).toMatchObject([{ serviceId: there.id }])
    expect(['window', 'window_impossible']).toContain(leftOut[0]?.code)
  })

  it('that is kept where only some are searched for, until they are planned or over', async () => {
    const vehicleId = await at.vehicle('201', { seats: 4 })
    const [large, huge, gone] = [
      await at.order({ requiredSeats: 9 }),
      await at.order({ requiredSeats: 20 }),
      await at.order({ requiredSeats: 12 }),
    ]
    const reasonsOf = ({ leftOut }: Pick<PlanRun, 'leftOut'>) =>
      Object.fromEntries(leftOut.map(({ serviceId, code, needed }) => [serviceId, `${code} ${needed}`]))
    const all = { [large.id]: 'capacity 9', [huge.id]: 'capacity 20', [gone.id]: 'capacity 12' }
    expect(reasonsOf(await at.proposal())).toEqual(all)
    const chosen = await at.order()
    const { body: waiting } = await at.begin({ mode: 'insert', serviceIds: [chosen.id] })
    expect(reasonsOf(waiting)).toEqual(all)
    await at.test.build((tx) =>
      tx.sql("update services.services set status = 'cancelled_by_central' where id = $1", [gone.id]),
    )
    await workOnce(at.test)
    const run = await at.run(waiting.id)
    expect(run.status).toBe('finished')
    expect(reasonsOf(run)).toEqual({ [large.id]: 'capacity 9', [huge.id]: 'capacity 20' })
    await at.save({ routes: [routeOf(vehicleId, huge)] })
    const { leftOut } = await at.proposal({ mode: 'insert', serviceIds: [chosen.id] })
    expect(leftOut.map(({ serviceId }) => serviceId)).toContain(large.id)
    expect(leftOut.map(({ serviceId }) => serviceId)).not.toContain(gone.id)
  })
})
