import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { destination } from '@rumbo/geo'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  arrangeFenceGateways,
  type FenceGateway,
  type FenceGateways,
  zocalo,
} from '../testing/fence-gateways.testing.ts'
import { forgetOldCrossings } from './geofences.crossings.actions.ts'

let at: FenceGateways
let a: FenceGateway
let vehicle: { id: string; imei: string }

beforeAll(async () => {
  at = await arrangeFenceGateways()
})
afterAll(() => at.close())
beforeEach(async () => {
  vehicle = await at.addVehicle()
})
afterEach(async () => {
  await at.test.build((tx) => tx.sql('update geofences.fences set archived_at = now(), zone_id = null'))
  await a.end()
})

type Given = FenceTrigger extends infer One ? (One extends FenceTrigger ? Omit<One, 'id'> : never) : never
const usual = {
  severity: 'warning' as const,
  schedule: { windows: [], holidays: 'any' as const },
  cooldownSeconds: 0,
}
/** A fence with these triggers, and a gateway that knows it. */
async function guard(triggers: readonly Given[], given: Partial<Geofence> = {}): Promise<Geofence> {
  const fence = await at.addFence({
    triggers: triggers.map((trigger) => ({ ...trigger, id: uuid() }) as FenceTrigger),
    ...given,
  })
  a = await at.start()
  return fence
}
const drive: (east: readonly number[], given?: Parameters<FenceGateways['drive']>[3]) => Promise<void> = (
  east,
  given,
) => at.drive(a, vehicle.imei, east, given)
const found = async () =>
  (await at.events(vehicle.id)).map(({ type, kind, occurrences, detail }) => ({
    ...{ type, kind, occurrences, detail },
  }))
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)
const route = {
  kind: 'route' as const,
  path: [destination(zocalo, 270, 1_000), destination(zocalo, 90, 1_000)],
  halfWidthMetres: 100,
  mode: 'one_way' as const,
}

describe('triggers', () => {
  it('with a cool-down are quiet after an event, also after a restart, and by the device’s clock', async () => {
    await guard([{ kind: 'entry', ...usual, cooldownSeconds: 900 }])
    await drive([-1000, 0, 1000, 0, 1000])
    expect(await found()).toMatchObject([{ type: 'geofence_entry', occurrences: 1 }])
    expect(await at.crossings(vehicle.id)).toHaveLength(4)
    await a.end()
    a = await at.start()
    await drive([0, 1000])
    expect(await found()).toMatchObject([{ occurrences: 1 }])
    await drive(times(20, 1000))
    await drive([0])
    expect(await found()).toMatchObject([{ occurrences: 2 }])
  })

  it('keep quiet for one vehicle, not for another', async () => {
    await guard([{ kind: 'entry', ...usual, cooldownSeconds: 86_400 }])
    const other = await at.addVehicle()
    await drive([-1000, 0])
    await at.drive(a, other.imei, [-1000, 0])
    expect(await at.events(other.id)).toHaveLength(1)
  })

  it('count in their hours and days only, in the zone of the company', async () => {
    // It is Monday 2 March 2026, 8:00 in Mexico City, 14:00 in UTC.
    const at8 = (days: number[], from: string, to: string, holidays: 'any' | 'only' = 'any') => ({
      ...usual,
      schedule: { windows: [{ days, from, to }], holidays },
    })
    await guard([
      { kind: 'entry', ...at8([1], '07:30', '09:00') },
      { kind: 'exit', ...at8([1], '13:30', '15:00') },
      { kind: 'exit', ...at8([1], '07:30', '09:00', 'only') },
      { kind: 'exit', ...at8([2, 3], '07:30', '09:00') },
    ])
    await drive([-1000, 0, 1000])
    expect(await found()).toMatchObject([{ type: 'geofence_entry' }])
    expect(await at.crossings(vehicle.id)).toEqual(['entry', 'exit'])
  })

  it('of one kind are raised each by itself, once a stay', async () => {
    const fence = await guard([
      { kind: 'dwell', minutes: 2, ...usual },
      { kind: 'dwell', minutes: 4, ...usual, severity: 'critical' },
    ])
    const [first, second] = fence.triggers.map(({ id }) => id)
    const raised = async () => (await at.events(vehicle.id)).map(({ ruleId }) => ruleId)
    await drive([-1000, ...times(4, 0)])
    expect(await raised()).toEqual([first])
    await a.end()
    a = await at.start()
    await drive(times(3, 5))
    expect(await raised()).toEqual([first, second])
    await drive(times(30, 0))
    expect(await found()).toMatchObject([
      { type: 'custom', kind: 'fence_dwell', occurrences: 1, detail: { minutes: 2 } },
      { kind: 'fence_dwell', occurrences: 1, detail: { minutes: 4 } },
    ])
  })

  it('of stays begin to count when their hours begin', async () => {
    // Driven from 8:00 on.
    const from = { windows: [{ days: [1], from: '08:10', to: '12:00' }], holidays: 'any' as const }
    await guard([{ kind: 'dwell', minutes: 2, ...usual, schedule: from }])
    await drive([-1000, ...times(10, 0)])
    expect(await found()).toEqual([])
    await drive(times(10, 0))
    expect(await found()).toMatchObject([{ kind: 'fence_dwell', occurrences: 1 }])
  })

  it('report who is too fast for so long, with the figures', async () => {
    await guard([{ kind: 'speeding', limitKmh: 40, seconds: 20, ...usual }])
    await drive([-1000, 0], { speedKmh: 60 })
    await drive([20], { speedKmh: 30 })
    expect(await found()).toEqual([])
    await drive([0, 50, 100, 150], { speedKmh: 61, seconds: 10 })
    expect(await found()).toEqual([
      {
        type: 'speeding',
        kind: null,
        occurrences: 1,
        detail: { limitOf: 'fence', limitKmh: 40, speedKmh: 61, seconds: 20 },
      },
    ])
  })

  it('report who is too fast by the lowest limit where fences overlap, and by the other one beyond it', async () => {
    const seconds = 20
    const slow = await at.addFence({
      shape: { kind: 'circle', center: zocalo, radiusMetres: 2_000 },
      triggers: [{ id: uuid(), kind: 'speeding', limitKmh: 40, seconds, ...usual }],
    })
    await guard([{ kind: 'speeding', limitKmh: 50, seconds, ...usual }])
    await drive([-3000, -2300, -1600, -1000, -500], { speedKmh: 30 })
    await drive([-100, 0, 100, 150], { speedKmh: 61, seconds: 10 })
    const titles = async () =>
      (await at.events(vehicle.id)).map(({ title, detail }) => [title, detail?.limitKmh])
    expect(await titles()).toEqual([[slow.name, 40]])
    await at.manager('DELETE', `/geofences/${slow.id}`)
    await a.settled()
    await drive([100, 50, 0, -50], { speedKmh: 61, seconds: 10 })
    expect((await titles()).map(([, limit]) => limit)).toEqual([40, 50])
  })

  it('of a route report who drives against it, leaves it, or misses a checkpoint', async () => {
    const spot = await at.addFence({
      isActive: false,
      shape: { kind: 'circle', center: destination(zocalo, 0, 400), radiusMetres: 30 },
      triggers: [],
    })
    const begin = await at.addFence({
      isActive: false,
      shape: { kind: 'circle', center: destination(zocalo, 270, 900), radiusMetres: 60 },
      triggers: [],
    })
    await guard(
      [
        { kind: 'wrong_direction', ...usual },
        { kind: 'off_route', metres: 200, seconds: 10, ...usual },
        { kind: 'missed_checkpoint', fenceIds: [begin.id, spot.id], ...usual },
      ],
      { shape: route },
    )
    await drive([-1500, -900, -600, -300, 0, 300])
    expect(await found()).toEqual([])
    await drive([1000, 1500, 1900, 2300])
    expect(await found()).toMatchObject([
      { type: 'custom', kind: 'missed_checkpoint', detail: { checkpoint: 2 } },
      { type: 'custom', kind: 'off_route', detail: { metres: 200, seconds: 40 } },
    ])
    await drive([1500, 900, 600, 300], { headingDegrees: 270 })
    expect((await found()).map(({ kind }) => kind)).toContain('wrong_direction')
  })

  it('that are critical make their vehicle critical, others do not', async () => {
    const status = () =>
      at.test.build(async (tx) => {
        const [row] = await tx.sql<{ status: string }>('select status from vehicles.vehicles where id = $1', [
          vehicle.id,
        ])
        return row?.status
      })
    await guard([
      { kind: 'entry', ...usual },
      { kind: 'exit', ...usual, severity: 'critical' },
    ])
    await drive([-1000, 0])
    expect(await status()).toBe('active')
    await drive([1000])
    expect(await status()).toBe('critical')
  })
})

it('entries and exits are kept as long as the history of the company', async () => {
  await guard([])
  await drive([-1000, 0, 1000], { from: at.test.clock.now().getTime() - 40 * dayMs })
  const keep = (days: number) =>
    at.test.build((tx) =>
      tx.sql('update organisation.companies set history_days = $2 where id = $1', [at.at.companyId, days]),
    )
  await keep(41)
  await forgetOldCrossings(at.test.database)
  expect(await at.crossings(vehicle.id)).toEqual(['entry', 'exit'])
  await keep(39)
  await forgetOldCrossings(at.test.database)
  expect(await at.crossings(vehicle.id)).toEqual([])
  await keep(180)
})
