import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildFleet } from '../../organisation/organisation.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { angel, zocalo } from '../../services/services.factory.ts'
import { routeOf } from '../testing/planning.routes.ts'
import { codesOf, stop, unfitOf, useWorkspaceHarness } from './planning.workspace.harness.ts'

const at = useWorkspaceHarness()
const idsOf = ({ orders }: PlanWorkspace) => orders.map(({ serviceId }) => serviceId).sort()

describe('orders of a plan', () => {
  it('are the open services of its day, by dispatch time or a window', async () => {
    const byTime = await at.service()
    const byWindow = await at.service({
      dispatchTime: '2026-03-02T20:00:00.000Z',
      plannedStops: [
        stop('pickup', zocalo, ['2026-03-03T05:30:00.000Z', '2026-03-03T06:30:00.000Z']),
        stop('drop', angel),
      ],
    })
    // At midnight of the day and of the next one.
    const first = await at.service({ dispatchTime: '2026-03-03T06:00:00.000Z' })
    await at.service({ dispatchTime: '2026-03-04T06:00:00.000Z' })
    await at.service({ dispatchTime: '2026-03-02T20:00:00.000Z' })
    const cancelled = await at.service()
    await at.setStatus(cancelled.id, 'cancelled_by_client')
    const other = await at.test.build(
      async (tx) => (await buildFleet(tx, { companyId: at.place.companyId })).id,
    )
    await at.service({ fleetId: other })
    const workspace = await at.read(await at.plan())
    expect(idsOf(workspace)).toEqual([byTime.id, byWindow.id, first.id].sort())
    expect(workspace).toMatchObject({
      timeZone: 'America/Mexico_City',
      origin: '2026-03-03T06:00:00.000Z',
      depotPlace: null,
      isCut: false,
      warnings: [],
    })
    // Both places once.
    expect(workspace.places).toEqual([zocalo, angel])
    expect(workspace.orders.find(({ serviceId }) => serviceId === byTime.id)).toMatchObject({
      serviceNumber: byTime.serviceNumber,
      state: 'open',
      priorityLevel: 'medium',
      onlyVehicleIds: null,
      otherPlanId: null,
      stops: [
        { stopType: 'pickup', place: 0, windowStart: null, arrived: null, isCancelled: false },
        { stopType: 'drop', place: 1 },
      ],
    })
  })

  it('are those of a night shift past midnight, and of a day of 25 hours', async () => {
    const late = await at.service({ dispatchTime: '2026-03-04T11:59:00.000Z' })
    await at.service({ dispatchTime: '2026-03-04T12:00:00.000Z' })
    await at.service({ dispatchTime: '2026-03-04T03:00:00.000Z' })
    expect(idsOf(await at.read(await at.plan({ startTime: '22:00', endTime: '06:00' })))).toEqual([late.id])
    await at.test.build((tx) =>
      tx.sql(`update organisation.companies set time_zone = 'America/Tijuana' where id = $1`, [
        at.place.companyId,
      ]),
    )
    const last = await at.service({ dispatchTime: '2026-11-02T07:59:00.000Z' })
    await at.service({ dispatchTime: '2026-11-02T08:00:00.000Z' })
    expect(idsOf(await at.read(await at.plan({ date: '2026-11-01' })))).toEqual([last.id])
  })

  it('that the plan contains stay, with what became of them', async () => {
    const [one, two] = [await at.vehicle(), await at.vehicle()]
    for (const each of [one, two]) await at.shift(each, '2026-03-03T12:00:00.000Z', 8)
    const [cancelled, completed, elsewhere, moved, gone, kept] = [
      await at.service(),
      await at.service(),
      await at.service(),
      await at.service(),
      await at.service(),
      await at.service(),
    ]
    const made = await at.plan({
      content: { routes: [routeOf(one.id, cancelled, completed, elsewhere, moved, gone, kept)] },
    })
    await at.setStatus(cancelled.id, 'cancelled_by_central')
    await at.setStatus(completed.id, 'completed', one)
    await at.setStatus(elsewhere.id, 'in_progress', two)
    await at.setStatus(kept.id, 'created')
    await at.test.build(async (tx) => {
      await tx.sql(`update services.services set dispatch_time = '2026-03-09T16:00:00Z' where id = $1`, [
        moved.id,
      ])
      await tx.sql('update services.services set archived_at = now() where id = $1', [gone.id])
    })
    const workspace = await at.read(made)
    expect(idsOf(workspace)).toEqual(
      [cancelled, completed, elsewhere, moved, kept].map(({ id }) => id).sort(),
    )
    const states = Object.fromEntries(workspace.orders.map(({ serviceId, state }) => [serviceId, state]))
    expect(states).toMatchObject({
      [cancelled.id]: 'cancelled',
      [completed.id]: 'completed',
      [elsewhere.id]: 'under_way',
      [moved.id]: 'open',
    })
    expect(workspace.warnings).toHaveLength(5)
    expect(workspace.warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'service_cancelled', serviceId: cancelled.id }),
        expect.objectContaining({ code: 'service_cancelled', serviceId: completed.id }),
        expect.objectContaining({
          code: 'service_elsewhere',
          serviceId: elsewhere.id,
          vehicleId: one.id,
          vehicleNumber: two.vehicleNumber,
        }),
        expect.objectContaining({ code: 'service_gone', serviceId: moved.id }),
        expect.objectContaining({ code: 'service_gone', serviceId: gone.id }),
      ]),
    )
  })

  it('may go only where zones and reservations of people allow', async () => {
    const zone = await at.test.build((tx) => buildZone(tx, { ...at.place, name: 'Centro' }))
    const [central, free] = [await at.vehicle({ workingZoneIds: [zone.id] }), await at.vehicle()]
    for (const each of [central, free]) await at.shift(each, '2026-03-03T12:00:00.000Z', 8)
    const inside = await at.service()
    const outside = await at.service({ plannedStops: [stop('pickup', angel), stop('drop', zocalo)] })
    const reserved = await at.service()
    await at.test.build((tx) =>
      tx.sql(
        `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, is_estimate,
           reserved_at, reserved_by, reserved_by_name) values ($1, $2, $3, $4, $5, 1, true, now(), $6, 'Ana')`,
        [reserved.id, at.place.companyId, at.place.fleetId, free.id, free.vehicleNumber, uuid()],
      ),
    )
    const { orders } = await at.read(await at.plan())
    const of = (id: string) => orders.find(({ serviceId }) => serviceId === id)
    expect(of(inside.id)?.onlyVehicleIds?.toSorted()).toEqual([central.id, free.id].sort())
    expect(of(inside.id)?.zoneName).toBe('Centro')
    expect(of(outside.id)).toMatchObject({ onlyVehicleIds: [free.id], zoneName: null })
    expect(of(reserved.id)?.onlyVehicleIds).toEqual([free.id])
  })

  it('of another published plan, and the vehicles it has, are left to it', async () => {
    const [busy, free] = [await at.vehicle(), await at.vehicle()]
    for (const each of [busy, free]) await at.shift(each, '2026-03-03T12:00:00.000Z', 8)
    const ride = await at.service()
    const [other, made] = [await at.plan(), await at.plan({ startTime: '06:00', endTime: '20:00' })]
    const publish = (isPublished: boolean) =>
      at.test.build((tx) =>
        tx.sql('update planning.plans set published_at = $2 where id = $1', [
          other.id,
          isPublished ? tx.now : null,
        ]),
      )
    await publish(true)
    await at.test.build((tx) =>
      tx.sql(
        `insert into planning.published_stops (stop_id, service_id, plan_id, company_id, fleet_id, vehicle_id, sequence,
           arrives_at, begins_at, departs_at) values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
        [ride.plannedStops[0]?.id, ride.id, other.id, at.place.companyId, at.place.fleetId, busy.id, tx.now],
      ),
    )
    const workspace = await at.read(made)
    expect(workspace.orders).toMatchObject([{ serviceId: ride.id, otherPlanId: other.id }])
    expect(unfitOf(workspace)).toEqual({ [busy.id]: 'other_plan', [free.id]: null })
    expect(codesOf(workspace)).not.toContain('trial')
    // A draft of the same hours tries things out with them.
    const trial = await at.read(await at.plan())
    expect(trial.orders).toMatchObject([{ serviceId: ride.id, otherPlanId: null, onlyVehicleIds: null }])
    expect(unfitOf(trial)).toEqual({ [busy.id]: null, [free.id]: null })
    expect(codesOf(trial)).toContain('trial')
    expect(unfitOf(await at.read(other))).toEqual({ [busy.id]: null, [free.id]: null })
    // Hours that do not overlap.
    expect(unfitOf(await at.read(await at.plan({ date: '2026-03-04' })))[busy.id]).toBe('no_shift')
    // Withdrawn: what was under way keeps its published stops, and is nobody's any more.
    await publish(false)
    const after = await at.read(made)
    expect(after.orders).toMatchObject([{ serviceId: ride.id, otherPlanId: null }])
    expect(unfitOf(after)).toEqual({ [busy.id]: null, [free.id]: null })
  })

  it('of one customer at one place and time are doubted', async () => {
    const window: [string, string] = ['2026-03-03T16:00:00.000Z', '2026-03-03T17:00:00.000Z']
    const within = (from: string, to: string) => ({
      plannedStops: [stop('pickup', zocalo, [from, to]), stop('drop', angel)],
    })
    const first = await at.service({ customerPhone: '+52 55 1111 2222', ...within(...window) })
    const samePhone = await at.service({
      customerPhone: '+525511112222',
      ...within('2026-03-03T16:30:00.000Z', '2026-03-03T18:00:00.000Z'),
      dispatchTime: '2026-03-03T16:01:00.000Z',
    })
    await at.service({
      customerPhone: '+52 55 1111 2222',
      ...within('2026-03-03T20:00:00.000Z', '2026-03-03T21:00:00.000Z'),
    })
    await at.service({ customerPhone: '+52 55 3333 4444', ...within(...window) })
    // From the same shop to another house.
    await at.service({
      customerPhone: '+52 55 1111 2222',
      plannedStops: [stop('pickup', zocalo, window), stop('drop', { latitude: 19.5, longitude: -99.2 })],
    })
    const { warnings } = await at.read(await at.plan())
    expect(warnings).toMatchObject([{ code: 'duplicate', serviceId: samePhone.id, otherServiceId: first.id }])
  })
})
