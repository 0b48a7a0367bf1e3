import { describe, expect, it } from 'vitest'
import { someLiveVehicle } from '../live/live.factory.ts'
import { eighthOf } from '../map/map-model.ts'
import {
  circle,
  isWithin,
  listed,
  maxRows,
  nudge,
  passes,
  radarRows,
  reachBeside,
  readMaxMinutes,
  readPoint,
  ringAreas,
  ringPoints,
  skillsOf,
  sourcesFor,
  strayed,
  withoutHoles,
  writePoint,
} from './radar.rules.ts'

const now = 1_800_000_000_000
const target = { latitude: 19.43, longitude: -99.13 }
const at = (id: string, longitude: number | null, some = {}) =>
  someLiveVehicle({ id, at: now, latitude: longitude === null ? null : 19.43, longitude, ...some })
const arrival = (id: string, durationSeconds: number) => ({
  id,
  durationSeconds,
  distanceMetres: 900,
  isEstimate: false,
})

describe('the sweep', () => {
  it('sorts by arrival, then old positions, then vehicles without one', () => {
    const rows = radarRows(
      [at('none', null), at('old', -99.13, { at: now - 90_000 }), at('far', -99.12), at('near', -99.11)],
      target,
      [arrival('near', 120), arrival('far', 300), arrival('old', 10)],
      now,
    )
    expect(rows.map(({ vehicle }) => vehicle.id)).toEqual(['near', 'far', 'old', 'none'])
    expect(rows[0]?.bearingDegrees).toBeCloseTo(90, 0)
    expect(rows[3]).toMatchObject({ distanceMetres: null, seconds: null })
  })

  it('sorts by distance while no times are known', () => {
    const rows = radarRows([at('b', -99.1), at('a', -99.12)], target, [], now)
    expect(rows.map(({ vehicle }) => vehicle.id)).toEqual(['a', 'b'])
    expect(rows.map((row) => isWithin(row, 'near'))).toEqual([true, true])
  })

  it('requests arrivals only for vehicles with a position, also across the date line', () => {
    const east = { latitude: 0, longitude: 179.99 }
    const vehicles = [at('far', 170), at('beyond', -179.99, { latitude: 0 }), at('none', null)]
    expect(sourcesFor(vehicles, east).map(({ id }) => id)).toEqual(['beyond', 'far'])
  })

  const filter = { statuses: [], types: [], seats: 0, skill: '', fuel: 0, battery: 0 }
  it('filters by status, type and seats; unknown seats are too few', () => {
    expect(passes(at('a', 0), filter)).toBe(true)
    expect(passes(at('a', 0, { seats: null }), { ...filter, seats: 4 })).toBe(false)
    expect(passes(at('a', 0, { seats: 7, type: 'van' }), { ...filter, seats: 4, types: ['van'] })).toBe(true)
    expect(passes(at('a', 0, { status: 'inactive' }), { ...filter, statuses: ['active'] })).toBe(false)
  })

  it('filters by skill, fuel and battery; an unknown level is too low', () => {
    const some = { skills: ['Grúa'], fuelLevel: 25, batteryLevel: null }
    expect(passes(at('a', 0, some), { ...filter, skill: 'Grúa', fuel: 25 })).toBe(true)
    expect(passes(at('a', 0, some), { ...filter, skill: 'Frío' })).toBe(false)
    expect(passes(at('a', 0, some), { ...filter, fuel: 50 })).toBe(false)
    expect(passes(at('a', 0, some), { ...filter, battery: 10 })).toBe(false)
    const fleet = [at('a', 0, { skills: ['Zanja', 'ágil'] }), at('b', 0, { skills: ['ágil', 'Ñandú'] })]
    expect(skillsOf(fleet, 'es')).toEqual(['ágil', 'Ñandú', 'Zanja'])
  })

  it('is limited to the requested minutes, and ignores invalid ones in the address', () => {
    const [row] = radarRows([at('a', -99.12)], target, [arrival('a', 400)], now)
    if (row === undefined) throw new Error('There is one vehicle.')
    expect([isWithin(row, 'near'), isWithin(row, 'near', 7), isWithin(row, 'near', 6)]).toEqual([
      true,
      true,
      false,
    ])
    const read = ['7', '15', '0', '-3', '2.5', 'x', ''].map((text) => readMaxMinutes(text, 'near'))
    expect(read).toEqual([7, null, null, null, null, null, null])
    expect(readMaxMinutes('25', 'middle')).toBe(25)
  })

  it('shows who approaches, but not for an old position', () => {
    const vehicles = [at('new', -99.12), at('old', -99.12, { at: now - 90_000 })]
    const closing = new Map([
      ['new', 30],
      ['old', 30],
    ])
    expect(radarRows(vehicles, target, [], now, closing).map(({ closingKmh }) => closingKmh)).toEqual([
      30,
      null,
    ])
  })
})

describe('the target', () => {
  it.each(['19.43,-99.13', '-90,180'])('parses %s', (text) => {
    expect(readPoint(text)).not.toBeNull()
  })
  it.each(['', '19.43', ',', '91,0', '0,181', 'a,b', '1,2,3'])('refuses %j', (text) => {
    expect(readPoint(text)).toBeNull()
  })
  it('is moved by arrow keys, across the date line to the other side', () => {
    expect(nudge(target, 'ArrowUp', 1000).latitude).toBeGreaterThan(19.43)
    expect(nudge({ latitude: 0, longitude: 179.9999 }, 'ArrowRight', 1000).longitude).toBeLessThan(-179)
    expect(nudge(target, 'x', 1000)).toEqual(target)
    expect(readPoint(writePoint(target))).toEqual(target)
  })
  it('has closed circles that do not jump at the date line', () => {
    const ring = circle({ latitude: 0, longitude: 179.99 }, 5000)
    expect(ring[0]?.[0]).toBeCloseTo(ring.at(-1)?.[0] ?? Number.NaN, 6)
    expect(Math.max(...ring.map(([longitude]) => longitude))).toBeGreaterThan(180)
  })
  it('names compass directions and reaches', () => {
    expect([0, 44, 359].map(eighthOf)).toEqual([0, 1, 0])
    expect([reachBeside('near', -1), reachBeside('near', 1), reachBeside('far', 1)]).toEqual([
      'near',
      'middle',
      'far',
    ])
  })
})

describe('the list', () => {
  const rows = radarRows([at('near', -99.12), at('far', -98), at('none', null)], target, [], now)
  const within = rows.filter((row) => isWithin(row, 'near'))
  const ids = (chosenId: string | null) => listed(rows, within, chosenId).map(({ vehicle }) => vehicle.id)

  it('contains vehicles within reach, then those without a position', () => {
    expect(ids(null)).toEqual(['near', 'none'])
    expect(ids('near')).toEqual(['near', 'none'])
  })
  it('keeps the chosen one where the list is limited', () => {
    const many = radarRows(
      Array.from({ length: maxRows + 5 }, (_, index) => at(`v${index}`, -99.12)),
      target,
      [],
      now,
    )
    const chosen = many.at(-1)?.vehicle.id ?? ''
    const shown = listed(many, many, chosen)
    expect(shown).toHaveLength(maxRows + 1)
    expect(shown.at(-1)?.vehicle.id).toBe(chosen)
  })
  it('contains the chosen one, however far away', () => {
    expect(ids('far')).toEqual(['near', 'none', 'far'])
    expect(ids('unknown')).toEqual(['near', 'none'])
  })
})

it('follows a target only when it is about to leave the map', () => {
  expect(strayed(target, { latitude: 19.44, longitude: -99.13 }, 'near')).toBe(false)
  expect(strayed(target, { latitude: 19.46, longitude: -99.13 }, 'near')).toBe(true)
  expect(strayed(target, { latitude: 19.46, longitude: -99.13 }, 'far')).toBe(false)
})

it('fills the holes of rings', () => {
  const ring: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  expect(withoutHoles({ type: 'MultiPolygon', coordinates: [[ring, ring], [ring]] }).coordinates).toEqual([
    [ring],
    [ring],
  ])
  const areas = ringAreas(
    [{ label: '5 min', geometry: { type: 'Polygon', coordinates: [ring, ring] } }],
    false,
  )
  expect(ringPoints(areas)).toHaveLength(ring.length)
})
