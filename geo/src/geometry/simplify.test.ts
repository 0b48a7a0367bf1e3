import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceMetres } from './distance.ts'
import { simplifyTrack } from './simplify.ts'

interface Track {
  latitudes: number[]
  longitudes: number[]
}

/** A drive of one point a second through a city: straights, turns and stops. */
function drive(points: number): Track {
  const latitudes: number[] = []
  const longitudes: number[] = []
  let [latitude, longitude, heading, state] = [19.4326, -99.1332, 0, 7]
  for (let at = 0; at < points; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const chance = state / 2_147_483_648
    if (chance < 0.02) heading += Math.PI / 2
    else heading += (chance - 0.5) * 0.05
    const metres = at % 600 < 120 ? 0.5 * chance : 12
    latitude += (Math.cos(heading) * metres) / 111_195
    longitude += (Math.sin(heading) * metres) / 104_800
    latitudes.push(latitude)
    longitudes.push(longitude)
  }
  return { latitudes, longitudes }
}

/** Metres from a point to the straight line between two others, sampled on the globe. */
function metresToLine({ latitudes, longitudes }: Track, at: number, from: number, to: number): number {
  const place = (index: number) => ({ latitude: latitudes[index] ?? 0, longitude: longitudes[index] ?? 0 })
  const [a, b, point] = [place(from), place(to), place(at)]
  let nearest = Number.POSITIVE_INFINITY
  for (let step = 0; step <= 400; step += 1) {
    const part = step / 400
    const on = {
      latitude: a.latitude + (b.latitude - a.latitude) * part,
      longitude: a.longitude + (b.longitude - a.longitude) * part,
    }
    nearest = Math.min(nearest, distanceMetres(on, point))
  }
  return nearest
}

const city = fc
  .array(
    fc.record({
      latitude: fc.double({ min: 19.3, max: 19.5, noNaN: true }),
      longitude: fc.double({ min: -99.3, max: -99.1, noNaN: true }),
    }),
    { minLength: 0, maxLength: 60 },
  )
  .map((points) => ({
    latitudes: points.map(({ latitude }) => latitude),
    longitudes: points.map(({ longitude }) => longitude),
  }))

describe('a simplified track', () => {
  it('keeps the first, the last and the required points, in order and within the limit', () => {
    fc.assert(
      fc.property(
        city,
        fc.integer({ min: 2, max: 30 }),
        fc.array(fc.nat(59), { maxLength: 5 }),
        (track, limit, keep) => {
          const count = track.latitudes.length
          const { kept } = simplifyTrack(track.latitudes, track.longitudes, { limit, keep })
          expect([...kept].sort((a, b) => a - b)).toEqual(kept)
          expect(new Set(kept).size).toBe(kept.length)
          const asked = [0, count - 1, ...keep].filter((at) => at >= 0 && at < count)
          for (const at of asked) expect(kept).toContain(at)
          expect(kept.length).toBeLessThanOrEqual(Math.max(limit, new Set(asked).size))
          if (count <= limit) expect(kept.length).toBe(count)
        },
      ),
    )
  })

  it('is never further from a point than the tolerance it reports', () => {
    fc.assert(
      fc.property(city, fc.integer({ min: 2, max: 20 }), (track, limit) => {
        const { kept, toleranceMetres } = simplifyTrack(track.latitudes, track.longitudes, { limit })
        for (let place = 1; place < kept.length; place += 1) {
          const [from = 0, to = 0] = [kept[place - 1], kept[place]]
          for (let at = from + 1; at < to; at += 1)
            // The plane is true within 1 %, and the line is looked at every four hundredth.
            expect(metresToLine(track, at, from, to)).toBeLessThanOrEqual(toleranceMetres * 1.02 + 100)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('deviates from a drive by a few metres only', () => {
    const { latitudes, longitudes } = drive(20_000)
    const { kept, toleranceMetres } = simplifyTrack(latitudes, longitudes, { limit: 2_000 })
    expect(kept).toHaveLength(2_000)
    expect(toleranceMetres).toBeGreaterThan(0)
    expect(toleranceMetres).toBeLessThan(25)
  })

  it('removes the points of a straight line and keeps a corner', () => {
    const latitudes = [19, 19.001, 19.002, 19.003, 19.003, 19.003]
    const longitudes = [-99, -99, -99, -99, -98.999, -98.998]
    expect(simplifyTrack(latitudes, longitudes, { limit: 3 })).toEqual({
      kept: [0, 3, 5],
      toleranceMetres: expect.closeTo(0, 6),
    })
  })

  it('keeps the end of a dead end that was driven in and out', () => {
    const out = Array.from({ length: 50 }, (_, at) => 19 + at * 0.0001)
    const latitudes = [...out, 19.005, ...out.toReversed()]
    const longitudes = latitudes.map(() => -99)
    const { kept } = simplifyTrack(latitudes, longitudes, { limit: 3 })
    expect(kept).toEqual([0, 50, 100])
  })

  it('crosses the 180th meridian without a line around the globe', () => {
    const longitudes = [179.998, 179.999, -180, -179.999, -179.998]
    const { toleranceMetres } = simplifyTrack([0, 0, 0, 0, 0], longitudes, { limit: 2 })
    expect(toleranceMetres).toBeCloseTo(0, 6)
  })

  it('simplifies a day of 86,400 points quickly', () => {
    const { latitudes, longitudes } = drive(86_400)
    simplifyTrack(latitudes, longitudes, { limit: 2_000 })
    const before = process.cpuUsage()
    const { kept } = simplifyTrack(latitudes, longitudes, { limit: 2_000 })
    const { user, system } = process.cpuUsage(before)
    // 9 to 17 ms once warm. The processor's own time: a busy machine takes longer by the clock.
    expect((user + system) / 1_000).toBeLessThan(500)
    expect(kept).toHaveLength(2_000)
  })
})
