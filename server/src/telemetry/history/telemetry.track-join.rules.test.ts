import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'
import { positionFlag } from '../telemetry.rules.ts'
import { isShown } from './telemetry.history.rules.ts'
import { copyPosition, mergePositions, packHour } from './telemetry.hours.rules.ts'
import { type OpenRows, type StoredTrack, trackColumnNames } from './telemetry.track.rules.ts'
import { type TrackHours, trackInSteps } from './telemetry.track-join.rules.ts'

const from = Date.parse('2026-03-02T12:00:00Z')
const whole = { fromMs: from, toMs: from + 3_600_000 }
const epoch2000 = Date.UTC(2000, 0, 1)

const orNull = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null })
const position = fc.record({
  // Close together, so that many share a second or a moment.
  fixTime: fc.integer({ min: 0, max: 5_000 }).map((ms) => from + ms),
  reportHash: fc.bigInt({ min: -3n, max: 3n }),
  receivedAt: fc.constant(from),
  latitude: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  longitude: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  odometerMetres: orNull(2_147_483_647),
  speedTenths: fc.integer({ min: 0, max: 32_767 }),
  heading: orNull(359),
  altitude: fc.option(fc.integer({ min: -32_767, max: 32_767 }), { nil: null }),
  flags: fc.constantFrom(0, positionFlag.invalid, positionFlag.ignitionKnown | positionFlag.ignitionOn),
  satellites: orNull(254),
  batteryPercent: orNull(100),
  fuelPercent: orNull(100),
  signalPercent: orNull(100),
})
type Position = { [Name in keyof StoredPositions]: StoredPositions[Name][number] }

function columnsOf(rows: readonly Position[]): StoredPositions {
  const columns = newStoredPositions()
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      (columns[name as keyof StoredPositions] as unknown[]).push(value)
  return columns
}
const secondOf = ({ fixTime }: Position) => Math.round((fixTime - epoch2000) / 1000)
const byHash = (a: Position, b: Position) =>
  a.reportHash < b.reportHash ? -1 : Number(a.reportHash > b.reportHash)
const inOrder = (rows: readonly Position[]) => rows.toSorted((a, b) => a.fixTime - b.fixTime || byHash(a, b))
/** As the index of an open day has them. */
const asIndexed = (rows: readonly Position[]) =>
  rows.toSorted((a, b) => secondOf(a) - secondOf(b) || byHash(a, b))

/** Rows as PostgreSQL sends them. */
function sent(rows: readonly Position[]): OpenRows {
  const eights = (of: (row: Position) => bigint) => {
    const bytes = Buffer.alloc(rows.length * 8)
    for (const [at, row] of rows.entries()) bytes.writeBigInt64BE(BigInt.asIntN(64, of(row)), at * 8)
    return bytes
  }
  const bits = (value: number | null, mark: number, width: number) =>
    BigInt.asUintN(width, BigInt(value ?? mark))
  const levels = (row: Position) =>
    (bits(row.satellites, 255, 8) << 24n) |
    (bits(row.batteryPercent, 255, 8) << 16n) |
    (bits(row.fuelPercent, 255, 8) << 8n) |
    bits(row.signalPercent, 255, 8)
  return {
    count: rows.length,
    times: eights(({ fixTime }) => BigInt(fixTime - epoch2000) * 1_000n),
    places: eights((row) => (bits(row.latitude, 0, 32) << 32n) | bits(row.longitude, 0, 32)),
    readings: eights((row) => (bits(row.odometerMetres, -1, 32) << 32n) | levels(row)),
    motions: eights(
      (row) =>
        (bits(row.speedTenths, 0, 16) << 48n) |
        (bits(row.heading, -1, 16) << 32n) |
        (bits(row.altitude, -32_768, 16) << 16n) |
        bits(row.flags, 0, 16),
    ),
    hashes: eights(({ reportHash }) => reportHash),
  }
}

function read(hours: TrackHours): StoredTrack {
  const steps = trackInSteps(hours, whole)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
const numbersOf = ({ columns, count }: StoredTrack) =>
  trackColumnNames.map((name) => [...columns[name].subarray(0, count)])
const numbersExpected = (positions: StoredPositions) => {
  const shown = newStoredPositions()
  for (let at = 0; at < positions.fixTime.length; at += 1)
    if (isShown(positions, at)) copyPosition(positions, at, shown)
  return trackColumnNames.map((name) => shown[name].map((value) => value ?? Number.NaN))
}
const unique = fc.uniqueArray(position, {
  selector: ({ fixTime, reportHash }) => `${fixTime} ${reportHash}`,
  maxLength: 60,
})

describe('a track of stored hours', () => {
  it('equals the rows of an open day, ordered by time, and by hash within a second', () => {
    fc.assert(
      fc.property(unique, (rows) => {
        const track = read({ closed: [], open: [sent(asIndexed(rows))], late: null })
        expect(numbersOf(track)).toEqual(numbersExpected(columnsOf(inOrder(rows))))
      }),
    )
  })

  it('merges late points in order, without duplicates', () => {
    fc.assert(
      fc.property(unique, fc.array(fc.nat(2)), fc.boolean(), (rows, places, isClosed) => {
        const placeOf = (at: number) => places[at % Math.max(1, places.length)] ?? 0
        const here = rows.filter((_, at) => placeOf(at) !== 1)
        const late = rows.filter((_, at) => placeOf(at) !== 0)
        const stored = isClosed
          ? { closed: [packHour(columnsOf(inOrder(here)))], open: [] }
          : { closed: [], open: [sent(asIndexed(here))] }
        const track = read({ ...stored, late: sent(inOrder(late)) })
        const expected = mergePositions(columnsOf(inOrder(here)), columnsOf(inOrder(late)))
        expect(numbersOf(track)).toEqual(numbersExpected(expected))
      }),
    )
  })
})
