import { standingSince } from '@rumbo/contract/telemetry.freshness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VehicleState } from './intake/telemetry.state.ts'
import { packPositions, unpackPositions } from './live/telemetry.position-packets.ts'
import { buildReport } from './telemetry.factory.ts'
import { alarmId, drivenMetres, isUsableFix, timingOf, whole } from './telemetry.rules.ts'

const receivedAt = new Date('2026-03-02T15:00:00Z')
const report = buildReport({ deviceIdentifier: '1', receivedAt })
const never = { asOf: Number.NEGATIVE_INFINITY, lastReportHash: 0n }
const longAgo = receivedAt.getTime() - 7 * 86_400_000

describe('timing of a fix', () => {
  const at = (time: Date) => ({ ...report, fix: { ...(report.fix as NonNullable<typeof report.fix>), time } })

  it('is live if newer, late if older, and a duplicate if the same report', () => {
    const known = { asOf: receivedAt.getTime(), lastReportHash: report.reportHash }
    expect(timingOf(report, never, longAgo)).toBe('live')
    expect(timingOf(report, known, longAgo)).toBe('duplicate')
    expect(timingOf({ ...report, reportHash: 99n }, known, longAgo)).toBe('late')
    expect(timingOf({ ...report, fix: null }, known, longAgo)).toBe('none')
  })

  it('has limits: ten minutes ahead, the oldest open day, and no time', () => {
    expect(timingOf(at(new Date(receivedAt.getTime() + 600_000)), never, longAgo)).toBe('live')
    expect(timingOf(at(new Date(receivedAt.getTime() + 600_001)), never, longAgo)).toBe('future')
    expect(timingOf(at(new Date(longAgo)), never, longAgo)).toBe('live')
    expect(timingOf(at(new Date(longAgo - 1)), never, longAgo)).toBe('too_old')
    expect(timingOf(at(new Date(Number.NaN)), never, longAgo)).toBe('future')
  })
})

describe('fixes and metres', () => {
  it('null island and no validity are unusable', () => {
    const fix = report.fix as NonNullable<typeof report.fix>
    expect(isUsableFix(fix)).toBe(true)
    expect(isUsableFix({ ...fix, latitude: 0, longitude: 0 })).toBe(false)
    expect(isUsableFix({ ...fix, isValid: false })).toBe(false)
    expect(isUsableFix({ ...fix, latitude: Number.NaN })).toBe(false)
  })

  it('drift of a parked receiver and an impossible jump add no distance', () => {
    expect(drivenMetres(20, 10, 0)).toBe(0)
    expect(drivenMetres(5_000, 10, 80)).toBe(0)
    expect(drivenMetres(200, 10, 72)).toBe(200)
    expect(drivenMetres(200, 0, 72)).toBe(0)
  })

  it('integers are limited to the range of their column', () => {
    expect([whole(1e9, 0, 100), whole(-5, 0, 100), whole(Number.NaN, 0, 1), whole(undefined, 0, 1)]).toEqual([
      100,
      0,
      null,
      null,
    ])
  })
})

it('an alarm keeps its identity when sent again, and differs by vehicle and kind', () => {
  const again = { ...report, receivedAt: new Date(receivedAt.getTime() + 5_000) }
  expect(alarmId('v', 'sos', again)).toBe(alarmId('v', 'sos', report))
  expect(alarmId('v', 'tow', report)).not.toBe(alarmId('v', 'sos', report))
  expect(alarmId('w', 'sos', report)).not.toBe(alarmId('v', 'sos', report))
})

describe('position packets', () => {
  const percent = fc.option(fc.integer({ min: 0, max: 100 }))
  const state = fc.record({
    vehicleId: fc.uuid(),
    fleetId: fc.constantFrom('01a1fd4d-2772-7065-9d76-9523819a79f7', '01a1fd4d-2772-7065-9d76-9523819a79f8'),
    asOf: fc.integer({ min: 0, max: 4e12 }),
    latitude: fc.integer({ min: -9e8, max: 9e8 }).map((stored) => stored / 1e7),
    longitude: fc.integer({ min: -18e8, max: 18e8 }).map((stored) => stored / 1e7),
    speedKmh: fc.option(fc.integer({ min: 0, max: 3000 }).map((tenths) => tenths / 10)),
    heading: fc.option(fc.integer({ min: 0, max: 360 })),
    ignition: fc.option(fc.boolean()),
    fuelPercent: percent,
    batteryPercent: percent,
    signalPercent: percent,
    satellites: percent,
    movement: fc.record({
      tripStartedAt: fc.option(fc.integer({ min: 0, max: 4e12 })),
      standSince: fc.option(fc.integer({ min: 0, max: 4e12 })),
    }),
  })

  it('encode and decode every state, each packet below the limit of NOTIFY', () => {
    fc.assert(
      fc.property(fc.array(state, { maxLength: 400 }), (states) => {
        const packets = packPositions(states as unknown as VehicleState[])
        for (const packet of packets) expect(packet.length).toBeLessThan(8_000)
        expect(packets.flatMap(unpackPositions)).toEqual(
          states.map(
            ({ vehicleId, asOf, fuelPercent, batteryPercent, signalPercent, movement, ...same }) => ({
              ...same,
              standSince: movement.tripStartedAt === null ? standingSince(movement.standSince, asOf) : null,
              id: vehicleId,
              at: asOf,
              fuelLevel: fuelPercent,
              batteryLevel: batteryPercent,
              gpsSignal: signalPercent,
            }),
          ),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('omit vehicles without a fix, and decode invalid data as empty', () => {
    expect(packPositions([{ asOf: Number.NEGATIVE_INFINITY } as VehicleState])).toEqual([])
    expect(unpackPositions('rubbish')).toEqual([])
    expect(unpackPositions('')).toEqual([])
  })
})
