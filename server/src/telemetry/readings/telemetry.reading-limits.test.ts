import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { describe, expect, it } from 'vitest'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { unpackLatest, unpackReadings } from './telemetry.reading-packing.rules.ts'
import { readingsIn } from './telemetry.reading-state.ts'

const harness = useIntakeHarness('file')
const { read, report } = harness

const maxBytes = 8_192
const extras = (given: DeviceReport['extras'], secondsAgo = 0) => report({ extras: given }, secondsAgo)
/** As many readings as are given, each with a text of its own that is as long as one may be. */
const texts = (prefix: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${prefix} ${at}x`, `${prefix} ${at} `.padEnd(500, 'ñ')]),
  )

const rows = () =>
  read<{ readings: Buffer }>(
    'select readings from telemetry.readings where vehicle_no = $1 order by stated_at, report_hash',
    [harness.vehicle.no],
  )
const namesIn = (packed: Buffer) => [...unpackReadings(packed, 0)].map(({ name: { name } }) => name)
async function latestRow() {
  const [row] = await read<{ readings: Buffer; as_of: Date }>(
    'select readings, as_of from telemetry.latest_readings where vehicle_no = $1',
    [harness.vehicle.no],
  )
  if (!row) throw new Error('The vehicle has no latest readings.')
  return row
}
const latestNames = async () => {
  const { readings, as_of } = await latestRow()
  return [...unpackLatest(readings, as_of.getTime())].map(({ name: { name } }) => name)
}
function inMemory() {
  const kept = harness.intake.stateOf(harness.vehicle.imei)?.readings
  if (!kept || !('places' in kept)) throw new Error('The gateway has no readings.')
  return [...readingsIn(kept)].map(({ name: { name }, value }) => ({ name, value }))
}

describe('what a report may add to the history', () => {
  it('has a limit in bytes; how many readings were left out is a reading itself', async () => {
    await harness.intake.accept(extras({ temperature1: 4, ...texts('odd', 100) }))
    const [row] = await rows()
    const names = namesIn(row?.readings ?? Buffer.alloc(0))
    expect(row?.readings.length).toBeLessThanOrEqual(maxBytes)
    expect(names[0]).toBe('temperature1')
    expect(inMemory()).toContainEqual({ name: 'readingsLeftOut', value: 101 - names.length })
  })

  it('is as little of a late report', async () => {
    await harness.intake.accept(extras({ temperature1: 4 }))
    await harness.intake.accept(extras(texts('late', 100), 3_600))
    const sizes = (await rows()).map(({ readings }) => readings.length)
    expect(sizes).toHaveLength(2)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes)
  })

  it('leaves whole what a device with many sensors states', async () => {
    const many = Object.fromEntries(Array.from({ length: 240 }, (_, at) => [`io${at + 1}`, at * 1_000_000]))
    await harness.intake.accept(extras(many))
    const [row] = await rows()
    expect(namesIn(row?.readings ?? Buffer.alloc(0))).toHaveLength(240)
    expect(inMemory().map(({ name }) => name)).not.toContain('readingsLeftOut')
  })
})

describe('how many readings were left out', () => {
  const leftOut = () => inMemory().find(({ name }) => name === 'readingsLeftOut')?.value

  it.each([
    ['a text', { readingsLeftOut: 'many' }],
    ['a number', { readingsLeftOut: 700 }],
    ['a number marked as implausible', { readingsLeftOutRaw: 700 }],
  ])('is not what a device states: %s', async (_what, given) => {
    await harness.intake.accept(extras({ ...given, ...texts('odd', 100) }))
    const names = namesIn((await rows())[0]?.readings ?? Buffer.alloc(0))
    expect(names).not.toContain('readingsLeftOut')
    expect(leftOut()).toBe(101 - names.length)
  })

  it('counts what the decoder had no room for', async () => {
    await harness.intake.accept({ ...extras({ temperature1: 4 }), readingsLeftOut: 7 })
    expect(inMemory()).toEqual([
      { name: 'temperature1', value: 4 },
      { name: 'readingsLeftOut', value: 7 },
    ])
  })

  it('counts what the report and what the vehicle has no room for', async () => {
    const named = (count: number, prefix: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix} ${at}x`, at]))
    await harness.intake.accept(extras(named(200, 'one'), 300))
    await harness.intake.accept(extras(named(190, 'two'), 290))
    // Of 260 names, 10 are more than a report may have; of the other 250, the vehicle has room for 10.
    await harness.intake.accept(extras(named(260, 'three'), 280))
    expect(leftOut()).toBe(250)
    await harness.intake.accept(extras({ 'one 0x': 5, ...named(20, 'four') }, 200))
    expect(leftOut()).toBe(20)
    await harness.intake.accept(extras({ 'one 0x': 6, ...named(20, 'four') }, 190))
    expect(leftOut()).toBe(20)
  })
})

describe('a vehicle with as many names as it may have', () => {
  const numbered = (round: number) =>
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`own ${round} ${at}x`, at]))

  it('stores no new name, neither now nor with a late report; its own go on', async () => {
    await harness.intake.accept(extras(numbered(0), 300))
    await harness.intake.accept(extras(numbered(1), 200))
    const before = (await rows()).length
    expect(before).toBe(2)
    for (const round of [2, 3]) await harness.intake.accept(extras(numbered(round), 100 - round))
    await harness.intake.accept(extras(numbered(4), 3_600))
    expect(await rows()).toHaveLength(before)
    expect(inMemory()).toContainEqual({ name: 'readingsLeftOut', value: 200 })
    await harness.intake.accept(extras({ 'own 0 7x': 70, brandNew: 1 }))
    expect(namesIn((await rows()).at(-1)?.readings ?? Buffer.alloc(0))).toEqual(['own 0 7x'])
  })

  it('counts the names of late reports too, also of those before its first one in time', async () => {
    const { intake } = harness
    const storedNames = async () => new Set((await rows()).flatMap(({ readings }) => namesIn(readings)))
    await intake.accept(report())
    for (const round of [0, 1, 2, 3]) await intake.accept(extras(numbered(round), 3_600 + round))
    expect((await storedNames()).size).toBe(400)
    await intake.accept(extras(numbered(4)))
    expect(inMemory()).toEqual([{ name: 'readingsLeftOut', value: 200 }])
    await intake.accept(extras(numbered(1)))
    expect(inMemory()).toHaveLength(201)
    expect((await storedNames()).size).toBe(400)
  })

  it('gives no place to the names of a report that the database refuses', async () => {
    const { intake } = harness
    await intake.accept(extras(numbered(0), 300))
    await intake.accept({ ...extras(numbered(1), 200), reportHash: 2n ** 64n })
    expect(await harness.rejected()).toMatchObject([{ reason: 'data_error' }])
    await intake.accept(extras(numbered(2), 100))
    const names = inMemory().map(({ name }) => name)
    expect(names).toHaveLength(400)
    expect(names).toContain('own 2 199x')
  })

  it('keeps texts up to a limit', async () => {
    for (let round = 0; round < 30; round += 1) {
      // The row of the latest is written once a minute.
      harness.test.clock.advance(61)
      await harness.intake.accept(extras(texts(`round ${round}`, 14)))
    }
    // Not by a text more: those of one report count as well.
    const kept = harness.intake.stateOf(harness.vehicle.imei)?.readings
    expect(kept && 'places' in kept ? kept.characters : 0).toBeLessThanOrEqual(32_768)
    const { readings } = await latestRow()
    expect(readings.length).toBeLessThan(100_000)
    expect(inMemory().map(({ name }) => name)).toContain('readingsLeftOut')
  })
})

describe('a single latest value', () => {
  it('goes once it is older than the company keeps its history, and with it its name', async () => {
    await harness.intake.accept(extras({ temperature1: 4, wingspan: 12 }, 180 * 86_400 - 1_800))
    harness.test.clock.advance(61)
    await harness.intake.accept(extras({ wingspan: 13 }))
    expect(await latestNames()).toEqual(['temperature1', 'wingspan'])
    harness.test.clock.advance(3_600)
    await harness.intake.accept(extras({ door: true }))
    expect((await latestNames()).sort()).toEqual(['door', 'wingspan'])
    expect(
      inMemory()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['door', 'wingspan'])
  })
})
