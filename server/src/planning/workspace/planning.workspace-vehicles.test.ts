import { describe, expect, it } from 'vitest'
import { angel, zocalo } from '../../services/services.factory.ts'
import { routeOf } from '../testing/planning.routes.ts'
import { codesOf, unfitOf, useWorkspaceHarness } from './planning.workspace.harness.ts'

const at = useWorkspaceHarness()

describe('vehicles of a plan', () => {
  it('may drive in their shift within its hours, with breaks', async () => {
    const one = await at.vehicle({ seats: 4, loadKg: 350 })
    await at.shift(one, '2026-03-03T12:00:00.000Z', 9, {
      breaks: [
        { afterMinutes: 240, minutes: 30 },
        { afterMinutes: 10, minutes: 15 },
      ],
    })
    const night = await at.vehicle()
    await at.shift(night, '2026-03-03T03:00:00.000Z', 8)
    const { vehicles } = await at.read(await at.plan({ startTime: '06:30', endTime: '14:00' }))
    expect(vehicles.find(({ vehicleId }) => vehicleId === one.id)).toMatchObject({
      seats: 4,
      loadKg: 350,
      driverName: 'Iván Mora',
      from: '2026-03-03T12:30:00.000Z',
      until: '2026-03-03T20:00:00.000Z',
      breaks: [
        { from: '2026-03-03T15:30:00.000Z', until: '2026-03-03T16:30:00.000Z', minutes: 30 },
        { from: '2026-03-03T12:30:00.000Z', until: '2026-03-03T12:40:00.000Z', minutes: 15 },
      ],
      unfit: null,
    })
    expect(vehicles.find(({ vehicleId }) => vehicleId === night.id)).toMatchObject({
      from: null,
      shiftId: null,
      unfit: 'no_shift',
    })
  })

  it('are planned in their first shift of several, and the plan names those that have further ones', async () => {
    const [single, twice, later] = [
      await at.vehicle({ vehicleNumber: '301' }),
      await at.vehicle({ vehicleNumber: '302' }),
      await at.vehicle({ vehicleNumber: '303' }),
    ]
    for (const each of [single, twice, later]) await at.shift(each, '2026-03-03T12:00:00.000Z', 8)
    for (const each of [twice, later]) await at.shift(each, '2026-03-03T20:00:00.000Z', 8)
    const day = await at.read(await at.plan())
    expect(day.vehicles.find(({ vehicleId }) => vehicleId === twice.id)).toMatchObject({
      from: '2026-03-03T12:00:00.000Z',
      until: '2026-03-03T20:00:00.000Z',
    })
    expect(day.warnings).toMatchObject([{ code: 'further_shifts', vehicleNumber: '302, 303' }])
    expect(codesOf(await at.read(await at.plan({ startTime: '06:00', endTime: '14:00' })))).toEqual([])
  })

  it('say why they cannot be planned', async () => {
    const [fit, broken, expired, unlicensed, unplaced, off] = [
      await at.vehicle(),
      await at.vehicle({ causes: ['maintenance', 'alarmed'] }),
      await at.vehicle({ insuranceExpiresOn: '2026-03-02' }),
      await at.vehicle(),
      await at.vehicle({}, null),
      await at.vehicle(),
    ]
    for (const each of [fit, broken, expired, unplaced]) await at.shift(each, '2026-03-03T12:00:00.000Z', 8)
    await at.shift(unlicensed, '2026-03-03T12:00:00.000Z', 8, { expiresOn: '2026-03-02' })
    const made = await at.plan({
      content: { routes: [routeOf(off.id, await at.service()), routeOf(broken.id, await at.service())] },
    })
    const workspace = await at.read(made)
    expect(unfitOf(workspace)).toEqual({
      [fit.id]: null,
      [broken.id]: 'inactive',
      [expired.id]: 'documents',
      [unlicensed.id]: 'documents',
      [unplaced.id]: 'no_start',
      [off.id]: 'no_shift',
    })
    expect(workspace.warnings).toMatchObject([
      { code: 'vehicle_gone', vehicleId: off.id },
      { code: 'vehicle_gone', vehicleId: broken.id },
    ])
  })

  it('start and end at the depot if there is one, else where they are', async () => {
    const one = await at.vehicle({}, angel)
    await at.shift(one, '2026-03-03T12:00:00.000Z', 8)
    const made = await at.plan()
    const without = await at.read(made)
    expect(without.places).toEqual([angel])
    expect(without.vehicles).toMatchObject([{ startPlace: 0, endPlace: 0 }])
    const depot = { address: 'Base', latitude: 19.4, longitude: -99.1 }
    const with_ = await at.read(await at.plan({ settings: { ...made.settings, depot } }))
    expect(with_).toMatchObject({ depotPlace: 0, vehicles: [{ startPlace: 0, endPlace: 0 }] })
    // Where a vehicle stands that starts elsewhere is none: it would be asked of the road engine each time.
    expect(with_.places).toEqual([{ latitude: 19.4, longitude: -99.1 }])
    await at.vehicle({}, zocalo)
    const withUnfit = await at.read(made)
    expect(withUnfit.places).toEqual([angel])
    expect(withUnfit.vehicles.map(({ unfit, startPlace }) => [unfit, startPlace])).toEqual(
      expect.arrayContaining([['no_shift', null]]),
    )
  })

  it('start now where they are during the day, if they are on the way', async () => {
    // 9:00 in Mexico City.
    const now = at.test.clock.now().toISOString()
    const [driving, waiting] = [await at.vehicle({}, angel), await at.vehicle({}, angel)]
    for (const each of [driving, waiting]) await at.shift(each, '2026-03-02T12:00:00.000Z', 12)
    const ride = await at.service({ dispatchTime: '2026-03-02T14:30:00.000Z' })
    await at.setStatus(ride.id, 'in_progress', driving)
    const base = await at.plan({ date: '2026-03-02' })
    const depot = { address: 'Base', latitude: 19.4, longitude: -99.1 }
    const { vehicles, places, depotPlace } = await at.read(
      await at.plan({ date: '2026-03-02', settings: { ...base.settings, depot } }),
    )
    const of = ({ id }: { id: string }) => vehicles.find(({ vehicleId }) => vehicleId === id)
    expect(of(driving)).toMatchObject({ from: now, endPlace: depotPlace })
    expect(places[of(driving)?.startPlace ?? -1]).toEqual(angel)
    expect(of(waiting)).toMatchObject({ from: now, startPlace: depotPlace })
  })
})
