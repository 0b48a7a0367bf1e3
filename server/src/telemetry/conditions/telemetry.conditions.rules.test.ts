import { describe, expect, it } from 'vitest'
import { conditionsOf, conditionsText, noConditions } from './telemetry.conditions.ts'
import { type CrashWatch, followStop, judgeStop } from './telemetry.crash.rules.ts'
import { followHarsh, type Harsh, trustDevice } from './telemetry.harsh.rules.ts'
import { followLevel, type LowLevel } from './telemetry.levels.rules.ts'
import { followSpeeding, type Speeding } from './telemetry.speeding.rules.ts'
import { followUse, type OutOfHours } from './telemetry.use.rules.ts'

const minute = 60_000
/** Fixes at these seconds. */
type Fixes = readonly (readonly [seconds: number, speedKmh: number])[]
const every = (seconds: number, speeds: readonly number[], from = 0): Fixes =>
  speeds.map((speed, index) => [from + index * seconds, speed] as const)

describe('speeding', () => {
  const follow = (fixes: Fixes, limitKmh: number | null = 80) => {
    let state: Speeding | null = null
    return fixes.flatMap(([seconds, speedKmh]) => {
      const next = followSpeeding(state, { at: seconds * 1000, speedKmh }, limitKmh)
      // Kept as text in between, as a restart does.
      state = conditionsOf(conditionsText({ ...noConditions, speeding: next.state }))?.speeding ?? null
      return next.found ? [{ at: seconds, ...next.found }] : []
    })
  }

  it('is found once it has lasted ten seconds, and once an episode', () => {
    expect(follow(every(5, [70, 90, 95, 97, 99, 99, 99, 99]))).toEqual([
      { at: 15, limitKmh: 80, maxKmh: 97, seconds: 10 },
    ])
    expect(follow(every(30, [90, 92, 94, 91]))).toEqual([{ at: 30, limitKmh: 80, maxKmh: 92, seconds: 30 }])
  })

  it('needs a second fix above the limit, and no fix below in between', () => {
    expect(follow(every(10, [70, 140, 70, 140, 70, 140]))).toEqual([])
  })

  it('is not within the tolerance of the receiver, and not without a limit', () => {
    expect(follow(every(10, [84, 84.9, 84, 84]))).toEqual([])
    expect(follow(every(10, [140, 140, 140]), null)).toEqual([])
  })

  it('is one episode through short moments below the limit, and another after half a minute', () => {
    expect(follow(every(10, [90, 90, 0, 90, 79, 82, 79, 90, 90]))).toHaveLength(1)
    expect(follow([...every(10, [90, 90, 70, 70, 70, 70]), ...every(10, [90, 90], 60)])).toHaveLength(2)
  })

  it('says nothing of the time between two fixes far apart', () => {
    expect(follow(every(200, [90, 90, 90, 90]))).toEqual([])
  })

  it('ends with the limit', () => {
    const raised = followSpeeding(null, { at: 0, speedKmh: 90 }, 80).state
    expect(followSpeeding(raised, { at: 10_000, speedKmh: 90 }, null)).toEqual({ state: null, found: null })
  })
})

describe('harsh braking and acceleration', () => {
  const follow = (fixes: Fixes, before: Harsh | null = null) => {
    let state = before
    return fixes.flatMap(([seconds, speedKmh], index) => {
      const [previousSeconds, previousKmh] = fixes[index - 1] ?? []
      const previous =
        previousSeconds === undefined || previousKmh === undefined
          ? null
          : { at: previousSeconds * 1000, speedKmh: previousKmh }
      const next = followHarsh(state, previous, { at: seconds * 1000, speedKmh })
      state = conditionsOf(conditionsText({ ...noConditions, harsh: next.state }))?.harsh ?? null
      return next.found ? [next.found] : []
    })
  }

  it('are found from speeds a second apart, with the fix that confirms them', () => {
    expect(follow(every(1, [60, 60, 46, 33, 30]))).toEqual([
      { kind: 'harsh_braking', at: 2_000, fromKmh: 60, toKmh: 46, metresPerSecond2: 3.9 },
    ])
    expect(follow(every(1, [20, 32, 43, 50]))).toMatchObject([{ kind: 'harsh_acceleration', at: 1_000 }])
  })

  it('are measured over a whole second where fixes come faster', () => {
    // Within a fifth of a second it looks like 8 m/s².
    expect(follow(every(0.2, [60, 54, 56, 58, 59, 60, 60, 60, 60, 60, 60]))).toEqual([])
    const braking = Array.from({ length: 16 }, (_, index) => 60 - index * 3)
    expect(follow(every(0.2, braking))).toMatchObject([{ kind: 'harsh_braking', fromKmh: 60, toKmh: 45 }])
  })

  it('are not one wrong speed, nor what no tyre can do', () => {
    expect(follow(every(1, [60, 60, 46, 60, 60]))).toEqual([])
    expect(follow(every(1, [60, 0, 0, 0]))).toEqual([])
    expect(follow(every(1, [10, 0, 14, 0, 0]))).toEqual([])
  })

  it('are unknown from fixes farther apart than a second', () => {
    expect(follow(every(2, [90, 60, 30, 0, 0]))).toEqual([])
  })

  it('are found once a manoeuvre', () => {
    expect(follow(every(1, [110, 96, 82, 68, 54, 40, 26, 12, 12]))).toHaveLength(1)
  })

  it('are left to a device that reports them by itself', () => {
    expect(follow(every(1, [60, 60, 46, 33, 30]), trustDevice(0))).toEqual([])
  })
})

describe('a low level', () => {
  const follow = (
    stated: readonly (readonly [minutes: number, percent: number | undefined])[],
    rising = false,
  ) => {
    let state: LowLevel | null = null
    return stated.flatMap(([minutes, percent]) => {
      const next = followLevel(state, minutes * minute, percent, rising)
      state = next.state
      return next.found === null ? [] : [[minutes, next.found]]
    })
  }

  it('is found after a minute, and again only once it was filled', () => {
    expect(
      follow([
        [0, 16],
        [1, 14],
        [2, 13],
        [3, 12],
        [4, 20],
        [5, 14],
        [6, 13],
        [7, 14],
      ]),
    ).toEqual([[2, 13]])
    expect(
      follow([
        [0, 14],
        [1, 14],
        [2, 80],
        [3, 14],
        [4, 14],
      ]),
    ).toEqual([
      [1, 14],
      [4, 14],
    ])
  })

  it('is not a single statement, nor what is missing, zero or impossible', () => {
    expect(
      follow([
        [0, 14],
        [1, 40],
        [2, 14],
        [3, 40],
      ]),
    ).toEqual([])
    expect(
      follow([
        [0, 0],
        [1, 0],
        [2, 0],
        [3, -5],
        [4, Number.NaN],
        [5, undefined],
        [6, undefined],
      ]),
    ).toEqual([])
    expect(
      follow([
        [0, 14],
        [1, undefined],
        [2, 0],
        [3, 14],
      ]),
    ).toEqual([[3, 14]])
  })

  it('of a battery that is being charged is none', () => {
    expect(
      follow(
        [
          [0, 10],
          [1, 11],
          [2, 12],
        ],
        true,
      ),
    ).toEqual([])
  })
})

describe('a crash', () => {
  const place = { latitude: 19.4, longitude: -99.1 }
  const follow = (fixes: Fixes, before: CrashWatch | null = null) => {
    let state = before
    fixes.forEach(([seconds, speedKmh], index) => {
      const [previousSeconds, previousKmh] = fixes[index - 1] ?? []
      const previous =
        previousSeconds === undefined || previousKmh === undefined
          ? null
          : { at: previousSeconds * 1000, speedKmh: previousKmh }
      const next = followStop(state, previous, {
        ...{ at: seconds * 1000, arrivedAt: seconds * 1000, speedKmh },
        ...place,
      })
      state = conditionsOf(conditionsText({ ...noConditions, crash: next }))?.crash ?? null
    })
    return state
  }
  const stopped = () => follow(every(1, [62, 61, 38, 12, 0]))

  it('is a hard stop after which the vehicle stands with its ignition off', () => {
    const watch = stopped()
    expect(watch?.stop).toMatchObject({ at: 4_000, fromKmh: 61, seconds: 3, ...place })
    expect(judgeStop(watch, 50_000, false).found).toBeNull()
    expect(judgeStop(watch, 64_000, false)).toEqual({ state: null, found: watch?.stop })
  })

  it('is a stop between two fixes, too', () => {
    expect(
      follow([
        [0, 70],
        [3, 0],
      ])?.stop,
    ).toMatchObject({ fromKmh: 70, seconds: 3 })
  })

  it('is none where the vehicle drives on, or its engine runs on', () => {
    expect(follow([...every(1, [62, 61, 38, 12, 0, 0]), [20, 15]])).toBeNull()
    expect(judgeStop(stopped(), 130_000, true)).toEqual({ state: null, found: null })
    expect(judgeStop(stopped(), 130_000, null)).toEqual({ state: null, found: null })
  })

  it('is none after ordinary braking, from a low speed, or from fixes far apart', () => {
    expect(follow(every(1, [50, 40, 30, 20, 10, 0]))?.stop ?? null).toBeNull()
    expect(follow(every(1, [30, 12, 0]))?.stop ?? null).toBeNull()
    expect(
      follow([
        [0, 90],
        [10, 0],
      ]),
    ).toBeNull()
  })
})

describe('use outside the hours', () => {
  const follow = (fixes: Fixes, isAllowed: (seconds: number) => boolean = () => false) => {
    let state: OutOfHours | null = null
    return fixes.flatMap(([seconds, speedKmh]) => {
      const next = followUse(state, { at: seconds * 1000, speedKmh }, () => isAllowed(seconds))
      state = next.state
      return next.since === null ? [] : [[seconds, next.since / 1000]]
    })
  }

  it('is found after a minute of movement, and again while it goes on', () => {
    expect(
      follow(
        every(
          60,
          Array.from({ length: 13 }, () => 40),
        ),
      ),
    ).toEqual([
      [60, 0],
      [660, 0],
    ])
  })

  it('is not standing or being pushed, and not within the hours', () => {
    expect(follow(every(60, [0, 3, 9, 0, 9]))).toEqual([])
    expect(follow(every(60, [40, 40, 40]), () => true)).toEqual([])
    expect(follow(every(60, [40, 0, 0]))).toEqual([])
  })

  it('begins anew after half an hour without movement', () => {
    expect(
      follow([
        [0, 40],
        [60, 40],
        [2_000, 0],
        [4_000, 40],
        [4_060, 40],
      ]),
    ).toEqual([
      [60, 0],
      [4_060, 4_000],
    ])
  })
})
