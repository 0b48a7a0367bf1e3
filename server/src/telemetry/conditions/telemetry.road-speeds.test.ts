import type { Event } from '@rumbo/contract/events.contract'
import { describe, expect, it, vi } from 'vitest'
import { commitConditions } from '../../assembly/commit-conditions.ts'
import { pipelineWith } from '../../assembly/position-pipeline.ts'
import { recordAlarms } from '../../events/index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { createRoadSpeeds, type RoadSpeeds } from './telemetry.road-speeds.ts'

const harness = useIntakeHarness('test')
type LimitsOf = Parameters<typeof createRoadSpeeds>[0]['limitsOf']

let speeds: RoadSpeeds
/** Another gateway, with nothing in its memory. */
async function restart(limitsOf: LimitsOf) {
  await harness.intake.drain()
  speeds = createRoadSpeeds({ limitsOf, clock: harness.test.clock, collectMs: 0 })
  harness.intake = await harness.fleet.startIntake({
    commitAlarms: recordAlarms,
    commitConditions,
    pipeline: pipelineWith({ roadSpeeds: speeds }),
  })
}
const setWanted = (isWanted: boolean) =>
  harness.test.build((tx) => tx.sql('update organisation.companies set road_speed_limits = $1', [isWanted]))
async function begin(limitsOf: LimitsOf, { isWanted = true, ownLimit = null as number | null } = {}) {
  await harness.test.build(async (tx) => {
    await tx.sql('update organisation.companies set road_speed_limits = $1', [isWanted])
    await tx.sql('update vehicles.vehicles set speed_limit_kmh = $1', [ownLimit])
    tx.forgetDevices([harness.vehicle.imei])
  })
  await restart(limitsOf)
}
const limited =
  (limitKmh: number | null): LimitsOf =>
  async (places) =>
    places.map(() => limitKmh)

const isAnswered = () => speeds.after(harness.vehicle.no, 0).some(({ at }) => at === harness.nowMs())
const send = (speedKmh: number, given: object = {}, fix: object = {}) => {
  harness.test.clock.advance(10)
  return harness.intake.accept(harness.report({ ...given, fix: { speedKmh, headingDegrees: 90, ...fix } }))
}
/** Reports every ten seconds, each sent when the road of the one before is known. */
async function drive(...speedsKmh: number[]) {
  for (const speedKmh of speedsKmh) {
    await send(speedKmh)
    await vi.waitFor(() => expect(isAnswered()).toBe(true))
  }
}
const found = () =>
  harness.read<Pick<Event, 'kind' | 'occurrences' | 'detail'> & { at: Date; latitude: number }>(
    'select kind, occurrences, detail, occurred_at as at from events.events where vehicle_id = $1',
    [harness.vehicle.id],
  )

describe('speeding above the limit of the road', () => {
  it('is an event that states the limit of the road, once an episode, at the fix that confirmed it', async () => {
    await begin(limited(60))
    const start = harness.nowMs()
    await drive(75, 82, 74, 76, 77, 75)
    const [event, ...others] = await found()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      kind: 'overspeed',
      occurrences: 1,
      detail: { limitKmh: 60, maxKmh: 82, seconds: 20, limitOf: 'road' },
    })
    expect(event?.at.getTime()).toBe(start + 30_000)
  })

  it('goes on over a restart in its middle, and is found once', async () => {
    await begin(limited(60))
    await drive(75, 75)
    await restart(limited(60))
    await drive(75, 75, 75)
    await restart(limited(60))
    await drive(75, 75, 75)
    expect(await found()).toMatchObject([{ occurrences: 1 }])
  })

  it('is another occurrence after half a minute within the limit', async () => {
    await begin(limited(60))
    await drive(75, 75, 75, 40, 25, 25, 40, 75, 75, 75, 75)
    expect(await found()).toMatchObject([{ occurrences: 2 }])
  })

  it.each<[string, number | null, number[]]>([
    ['within the margin of ten', 60, [69, 69, 69, 69, 69]],
    ['of two fixes', 60, [75, 75, 55, 75, 75, 55]],
    ['where no limit is known', null, [120, 120, 120, 120, 120]],
  ])('is none %s', async (_, limitKmh, speedsKmh) => {
    await begin(limited(limitKmh))
    await drive(...speedsKmh)
    expect(await found()).toEqual([])
  })

  it('is none where the road changes its limit, or is unknown in between', async () => {
    const limits = [60, 60, null, 60, 60, 40, 40, 60, 60]
    await begin(async () => [limits.shift() ?? null])
    await drive(...limits.map(() => 75))
    expect(await found()).toEqual([])
  })

  it('is not looked for unless the company wants it, and asks for no road of a slow vehicle', async () => {
    const limitsOf = vi.fn(limited(60))
    await begin(limitsOf, { isWanted: false })
    for (const speedKmh of [75, 75, 75, 75, 75]) await send(speedKmh)
    await begin(limitsOf)
    for (const speedKmh of [0, 25, 29]) await send(speedKmh)
    await send(75, {}, { accuracyMetres: 80 })
    await send(75, {}, { headingDegrees: null })
    expect(limitsOf).not.toHaveBeenCalled()
    expect(await found()).toEqual([])
  })

  it('waits for nothing: reports are committed while the roads do not answer, and judged when they do', async () => {
    const answers: (() => void)[] = []
    await begin((places) => new Promise((resolve) => answers.push(() => resolve(places.map(() => 60)))))
    for (const speedKmh of [75, 75, 75, 75]) await send(speedKmh)
    expect(await harness.times()).toHaveLength(4)
    expect(await found()).toEqual([])
    for (let known = 0; known < 4; known = speeds.after(harness.vehicle.no, 0).length) {
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
      answers.shift()?.()
      await new Promise(setImmediate)
    }
    await send(20)
    expect(await found()).toMatchObject([{ occurrences: 1, detail: { limitOf: 'road' } }])
  })

  it('is found in a gateway that runs already as soon as the company wants it', async () => {
    await begin(limited(60), { isWanted: false })
    await harness.test.build((tx) => tx.sql('update organisation.companies set road_speed_limits = true'))
    await expect
      .poll(async () => {
        await send(75)
        await new Promise(setImmediate)
        return (await found()).length
      })
      .toBe(1)
  })

  it('that the vehicle’s own limit or its device found as well is one event', async () => {
    await begin(limited(60), { ownLimit: 50 })
    await drive(75, 75, 75, 75, 75)
    expect(await found()).toMatchObject([{ occurrences: 1, detail: { limitKmh: 50, limitOf: 'vehicle' } }])
  })

  it('that was found by the road is not found again by the vehicle’s own limit', async () => {
    await begin(limited(60))
    await drive(75, 75, 75, 75)
    await begin(limited(60), { ownLimit: 50 })
    await drive(75, 75, 75, 75)
    expect(await found()).toMatchObject([{ occurrences: 1, detail: { limitOf: 'road' } }])
  })

  it('holds back the vehicle’s own limit only while limits of roads are known', async () => {
    const limits = [60, 60, 60, 60]
    await begin(async (places) => places.map(() => limits.shift() ?? null), { ownLimit: 100 })
    await drive(75, 75, 75, 75)
    expect(await found()).toMatchObject([{ occurrences: 1, detail: { limitOf: 'road' } }])
    await drive(...Array.from({ length: 17 }, () => 140))
    expect(await found()).toMatchObject([{ occurrences: 1 }])
    await drive(...Array.from({ length: 6 }, () => 140))
    expect(await found()).toMatchObject([{ occurrences: 2 }])
    // Two hours later it is still the same.
    for (let minute = 0; minute < 120; minute += 2) {
      harness.test.clock.advance(110)
      await drive(140)
    }
    expect(await found()).toMatchObject([{ occurrences: 2 }])
  })

  it('is not found again after a gap that ends with an inaccurate fix', async () => {
    await begin(limited(60))
    await drive(75, 75, 75, 75)
    harness.test.clock.advance(240)
    for (const speedKmh of [75, 75, 20]) await send(speedKmh, {}, { accuracyMetres: 80 })
    expect(await found()).toMatchObject([{ occurrences: 1 }])
  })

  it('is not found again when the company wants it again', async () => {
    await begin(limited(60))
    await drive(75, 75, 75, 75)
    const isNoted = async () => {
      await send(75)
      return speeds.waitingSince(harness.vehicle.no, 0) !== null
    }
    await setWanted(false)
    await expect.poll(isNoted).toBe(false)
    await setWanted(true)
    await expect.poll(isNoted).toBe(true)
    await send(20, {}, { accuracyMetres: 80 })
    expect(await found()).toMatchObject([{ occurrences: 1 }])
  })

  it('is found in a backlog that came at once, however long', async () => {
    let answer: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await begin(async (places) => {
      await isAsked
      return places.map(() => 60)
    })
    const speedsKmh = [75, 75, 75, 75, ...Array.from({ length: 120 }, () => 55)]
    harness.test.clock.advance(10 * speedsKmh.length)
    for (const [at, speedKmh] of speedsKmh.entries()) {
      const secondsAgo = 10 * (speedsKmh.length - at)
      const fix = { time: new Date(harness.nowMs() - secondsAgo * 1000), speedKmh, headingDegrees: 90 }
      await harness.intake.accept(harness.report({ fix }))
    }
    answer()
    await vi.waitFor(() => expect(speeds.after(harness.vehicle.no, 0)).toHaveLength(speedsKmh.length))
    await send(55)
    expect(await found()).toMatchObject([{ occurrences: 1, detail: { limitOf: 'road', maxKmh: 75 } }])
  })
})
