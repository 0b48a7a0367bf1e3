import { describe, expect, it } from 'vitest'
import { someLiveVehicle } from '../live/live.factory.ts'
import {
  asRows,
  asText,
  columnsIn,
  inOrder,
  isProblem,
  nextIndex,
  pageAfter,
  pageOf,
  reliefs,
  wallPlace,
} from './grid.rules.ts'

describe('the grid', () => {
  it('fills the width with tiles, at least one', () => {
    expect(columnsIn(1400, 196)).toBe(6)
    expect(columnsIn(0, 196)).toBe(1)
  })

  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowDown', 3, 9],
    ['ArrowDown', 17, 17],
    ['ArrowUp', 3, 3],
    ['End', 3, 19],
    ['PageDown', 3, 15],
    ['PageUp', 3, 0],
  ])('%s moves from %i to %i of twenty in rows of six', (key, from, to) => {
    expect(nextIndex(key, from, 20, 6, 2)).toBe(to)
  })

  it('ignores other keys, and does not move without vehicles', () => {
    expect(nextIndex('x', 3, 20, 6, 2)).toBeNull()
    expect(nextIndex('ArrowRight', 0, 0, 6, 2)).toBeNull()
  })

  it('shows all rows on the wall page by page, then starts again', () => {
    const after = (firstRow: number) => pageAfter({ firstRow, rowsInSight: 5, rows: 12, isAtEnd: false })
    expect(after(0)).toBe(5)
    expect(after(5)).toBe(10)
    expect(after(10)).toBe(0)
  })

  it('starts again on a wall that cuts off its last row', () => {
    const [step, rows, clientHeight] = [71, 20, 985]
    const scrollHeight = rows * step
    const box = { scrollTop: 0, clientHeight, scrollHeight }
    const pages: number[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      pages.push(pageOf(wallPlace(box, step, rows)).page)
      box.scrollTop = Math.min(pageAfter(wallPlace(box, step, rows)) * step, scrollHeight - clientHeight)
    }
    expect(pages).toEqual([1, 2, 1, 2])
  })

  it.each([
    [0, 1],
    [5, 2],
    // The last page is aligned to the last row, not to the page before.
    [7, 3],
  ])('counts the pages of the wall from row %i: %i of 3', (firstRow, page) => {
    expect(pageOf({ firstRow, rowsInSight: 5, rows: 12, isAtEnd: false })).toEqual({ page, pages: 3 })
  })

  it('puts the vehicle with the oldest report first', () => {
    const [recent, silent, never] = [
      someLiveVehicle({ vehicleNumber: '1', at: 9000 }),
      someLiveVehicle({ vehicleNumber: '2', at: 1000 }),
      someLiveVehicle({ vehicleNumber: '3', at: null }),
    ]
    expect(inOrder([recent, silent, never], 'silent')).toEqual([never, silent, recent])
    expect(inOrder([recent, silent, never], 'number')).toEqual([recent, silent, never])
  })
})

describe('what needs attention', () => {
  const now = 1_000_000
  it.each([
    ['critical', now, true],
    ['alarmed', now, true],
    ['occupied', now, false],
    ['occupied', now - 61_000, true],
    ['active', now - 61_000, false],
  ] as const)('%s last reported at %i: %s', (status, at, expected) => {
    expect(isProblem(someLiveVehicle({ status, at }), now)).toBe(expected)
  })
})

describe('filters that hide every vehicle', () => {
  const vehicles = [
    someLiveVehicle({ vehicleNumber: '118', status: 'active', at: 0 }),
    someLiveVehicle({ vehicleNumber: '119', status: 'occupied', at: 0 }),
    someLiveVehicle({ vehicleNumber: '205', status: 'occupied', at: 0 }),
  ]
  const none = { search: '', statuses: [], onlyProblems: false }

  it('counts for each filter how many vehicles it hides by itself', () => {
    expect(reliefs(vehicles, { ...none, search: '118', statuses: ['occupied'] }, 0)).toEqual([
      { name: 'search', shown: 2 },
      { name: 'statuses', shown: 1 },
    ])
  })

  it('include those that do not help alone, but none that is not set', () => {
    expect(reliefs(vehicles, { ...none, search: 'xyz', onlyProblems: true }, 0)).toEqual([
      { name: 'search', shown: 0 },
      { name: 'onlyProblems', shown: 0 },
    ])
    expect(reliefs(vehicles, { ...none, search: '  ' }, 0)).toEqual([])
  })
})

it('exports a cell for every column, empty where unknown', () => {
  const rows = asRows(
    [
      someLiveVehicle({
        vehicleNumber: 'T-1',
        at: 5,
        latitude: 19.4,
        longitude: -99.123456,
        fuelLevel: null,
      }),
    ],
    { status: (status) => status, moment: (at) => `moment ${at}`, fleet: null },
  )
  expect(rows[0]?.[0]).toBe('T-1')
  expect(rows[0]?.[6]).toBe('')
  expect(rows[0]?.slice(10)).toEqual([19.4, -99.12346, 'moment 5'])
})

it('formats a line for each vehicle, omitting an unknown speed', () => {
  const text = asText(
    [
      someLiveVehicle({ vehicleNumber: 'T-1', plateNumber: 'AAA-1', status: 'active', speedKmh: 31 }),
      someLiveVehicle({ vehicleNumber: 'T-2', plateNumber: 'AAA-2', status: 'inactive', speedKmh: null }),
    ],
    { status: (status) => status, speed: (speedKmh) => `${speedKmh} km/h`, fleet: null },
  )
  expect(text).toBe('T-1 · AAA-1 · active · 31 km/h\nT-2 · AAA-2 · inactive')
})

it('names the fleet after the number where several are shown', () => {
  const vehicles = [
    someLiveVehicle({ vehicleNumber: 'T-1', fleetId: 'f2', plateNumber: 'AAA-1', speedKmh: null }),
  ]
  const words = { status: () => 'active', fleet: (id: string) => `Fleet ${id}` }
  expect(asText(vehicles, { ...words, speed: String })).toBe('T-1 · Fleet f2 · AAA-1 · active')
  expect(asRows(vehicles, { ...words, moment: String })[0]?.slice(0, 4)).toEqual([
    'T-1',
    'Fleet f2',
    'active',
    'AAA-1',
  ])
})
