import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'
import { copyPosition, mergePositions, packHour, unpackHour } from './telemetry.hours.rules.ts'

const orNull = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { nil: null })
const position = fc.record({
  fixTime: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  reportHash: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  receivedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  latitude: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  longitude: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  odometerMetres: orNull(fc.integer({ min: 0, max: 2_147_483_647 })),
  speedTenths: fc.integer({ min: 0, max: 32_767 }),
  heading: orNull(fc.integer({ min: 0, max: 360 })),
  altitude: orNull(fc.integer({ min: -32_768, max: 32_767 })),
  flags: fc.integer({ min: 0, max: 63 }),
  satellites: orNull(fc.integer({ min: 0, max: 255 })),
  batteryPercent: orNull(fc.integer({ min: 0, max: 100 })),
  fuelPercent: orNull(fc.constant(50)),
  signalPercent: fc.constant(null),
})
type Position = { [Name in keyof StoredPositions]: StoredPositions[Name][number] }

function columnsOf(rows: readonly Position[]): StoredPositions {
  const columns = newStoredPositions()
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      (columns[name as keyof StoredPositions] as unknown[]).push(value)
  return columns
}
const inOrder = (rows: readonly Position[]) =>
  rows.toSorted(
    (a, b) =>
      a.fixTime - b.fixTime || (a.reportHash < b.reportHash ? -1 : Number(a.reportHash > b.reportHash)),
  )
const keyOf = ({ fixTime, reportHash }: Position) => `${fixTime} ${reportHash}`
const unique = (rows: readonly Position[]) => [...new Map(rows.map((row) => [keyOf(row), row])).values()]

describe('packed hours', () => {
  it('are unpacked to the same positions', () => {
    fc.assert(
      fc.property(
        fc.array(position, { maxLength: 40 }),
        fc.array(position, { maxLength: 5 }),
        (rows, before) => {
          const found = columnsOf(before)
          unpackHour(packHour(columnsOf(rows)), found)
          expect(found).toEqual(columnsOf([...before, ...rows]))
        },
      ),
    )
  })

  it('of a newer format are refused, not misread', () => {
    expect(() => unpackHour(Buffer.from([9, 0]), newStoredPositions())).toThrow(/newer version/)
  })

  it('are merged in order without duplicates', () => {
    fc.assert(
      fc.property(fc.uniqueArray(position, { selector: keyOf }), fc.array(fc.nat(2)), (rows, places) => {
        const placeOf = (at: number) => places[at % Math.max(1, places.length)] ?? 0
        const one = inOrder(rows.filter((_, at) => placeOf(at) !== 1))
        const other = inOrder(rows.filter((_, at) => placeOf(at) !== 0))
        expect(mergePositions(columnsOf(one), columnsOf(other))).toEqual(
          columnsOf(inOrder(unique([...one, ...other]))),
        )
      }),
    )
  })

  it('allow copying one position', () => {
    const to = newStoredPositions()
    fc.assert(
      fc.property(position, (row) => {
        copyPosition(columnsOf([row]), 0, to)
        expect(to.latitude.at(-1)).toBe(row.latitude)
        expect(to.reportHash.at(-1)).toBe(row.reportHash)
      }),
    )
  })
})
