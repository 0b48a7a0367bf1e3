import { describe, expect, it } from 'vitest'
import { newStoredPositions } from '../intake/telemetry.state.ts'
import { positionFlag } from '../telemetry.rules.ts'
import { addPosition } from './telemetry.history.factory.ts'
import { packHour } from './telemetry.hours.rules.ts'
import { chooseInSteps, newTrack, removeHidden, shownColumns, unpackTrack } from './telemetry.track.rules.ts'

const from = Date.parse('2026-03-02T12:00:00Z')

function hour(seconds: number) {
  const positions = newStoredPositions()
  for (let second = 0; second < seconds; second += 1)
    addPosition(positions, {
      ...{ timeMs: from + second * 1000, latitude: 19 + second * 1e-5, longitude: -99 - second * 1e-5 },
      ...{
        speedKmh: second % 90,
        headingDegrees: 315,
        odometerMetres: second,
        ignition: true,
        fuelPercent: 60,
      },
    })
  return positions
}

describe('a packed hour as a track', () => {
  it('equals the positions that were packed', () => {
    const positions = hour(900)
    positions.heading[3] = null
    positions.satellites.fill(null)
    const track = newTrack({ size: 8 })
    unpackTrack(packHour(positions), track, { fromMs: from, toMs: from + 900_000 })
    expect(track.count).toBe(900)
    const shown = shownColumns(track, [0, 3, 899])
    expect(shown.time).toEqual([from, from + 3_000, from + 899_000])
    expect(shown.heading).toEqual([315, null, 315])
    expect(shown.latitude[2]).toBeCloseTo(19.00899, 9)
    expect(shown.longitude[2]).toBeCloseTo(-99.00899, 9)
    expect([shown.speedKmh[2], shown.satellites[2], shown.ignition[2], shown.odometerMetres[2]]).toEqual([
      89,
      null,
      true,
      899,
    ])
  })

  it('omits points outside the range or without a place, and continues with the next hour', () => {
    const positions = hour(10)
    positions.flags[4] = positionFlag.invalid
    const track = newTrack({ size: 2 })
    unpackTrack(packHour(positions), track, { fromMs: from + 2_000, toMs: from + 8_000 })
    unpackTrack(packHour(hour(3)), track, { fromMs: 0, toMs: from + 1_000 })
    removeHidden(track)
    const seconds = [...track.columns.fixTime.subarray(0, track.count)].map((time) => (time - from) / 1000)
    expect(seconds).toEqual([2, 3, 5, 6, 7, 0])
  })

  it('can be sampled at intervals', () => {
    const track = newTrack()
    unpackTrack(packHour(hour(9_000)), track, { fromMs: 0, toMs: Number.POSITIVE_INFINITY })
    const steps = chooseInSteps(track, 100)
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count += 1
    expect(count).toBeGreaterThan(4)
    expect(step.value.length).toBeLessThanOrEqual(100)
    expect([step.value[0], step.value.at(-1)]).toEqual([0, 8_999])
  })

  it('refuses hours packed by a newer version', () => {
    expect(() => unpackTrack(Uint8Array.of(9, 0), newTrack(), { fromMs: 0, toMs: 1 })).toThrow(
      /newer version/,
    )
  })
})
