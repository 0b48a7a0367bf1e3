import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrangeVehiclePeople, type VehiclePeople } from '../vehicles/testing/vehicle-people.testing.ts'
import { boundsOfShape, problemsOfShape } from './geofences.shapes.rules.ts'
import { geofenceEndpoints } from './index.ts'

let test: TestApp
let at: VehiclePeople
beforeAll(async () => {
  test = await createTestApp({ answers: geofenceEndpoints })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

interface Refusal {
  code: string
  errors: { path: string; code: string; message: string }[]
}
const create = (shape: object, given: object = {}) =>
  at.lead<Geofence & Refusal>('POST', '/geofences', {
    body: { fleetId: at.fleetId, name: 'Base', shape, ...given },
  })
const place = (latitude: number, longitude: number) => ({ latitude, longitude })
const polygon = (...corners: [number, number][]) => ({
  kind: 'polygon' as const,
  corners: corners.map(([latitude, longitude]) => place(latitude, longitude)),
})
const route = (...path: [number, number][]) => ({
  kind: 'route' as const,
  path: path.map(([latitude, longitude]) => place(latitude, longitude)),
  halfWidthMetres: 50,
  mode: 'free' as const,
})
const circle = (latitude: number, longitude: number, radiusMetres = 250) => ({
  kind: 'circle' as const,
  center: place(latitude, longitude),
  radiusMetres,
})
const square = polygon([19.4, -99.2], [19.4, -99.1], [19.5, -99.1], [19.5, -99.2])
/** A star-shaped ring around the centre of Mexico City. */
const ring = (count: number) =>
  polygon(
    ...Array.from({ length: count }, (_, index): [number, number] => {
      const [angle, size] = [(2 * Math.PI * index) / count, index % 2 === 0 ? 0.1 : 0.09]
      return [19.4 + size * Math.sin(angle), -99.1 + size * Math.cos(angle)]
    }),
  )

describe('a shape', () => {
  it.each<[string, object, string, string]>([
    ['whose sides cross', polygon([0, 0], [1, 1], [1, 0], [0, 1]), 'corners', 'sides_cross'],
    ['without an area', polygon([0, 0], [1, 1], [2, 2]), 'corners', 'sides_cross'],
    ['that repeats its first corner', polygon([0, 0], [0, 1], [1, 1], [0, 0]), 'corners', 'sides_cross'],
    ['with two corners', polygon([0, 0], [1, 1]), 'corners', 'too_short'],
    ['with 10,001 corners', ring(10_001), 'corners', 'too_long'],
    ['around a pole', polygon([80, 0], [80, 120], [80, -120]), 'corners', 'over_pole'],
    ['with a corner on a pole', polygon([-90, 0], [-80, 10], [-80, -10]), 'corners', 'over_pole'],
    [
      'over half of the world',
      polygon([0, -120], [0, -30], [0, 60], [10, 100], [10, -30]),
      'corners',
      'too_wide',
    ],
    ['that is a circle over a pole', circle(89.9, 20, 50_000), 'center', 'over_pole'],
    ['beyond a pole', circle(91, 0), 'center.latitude', 'too_big'],
    ['beyond the world', circle(0, -180.5), 'center.longitude', 'too_small'],
    ['of no radius', circle(19, -99, 0), 'radiusMetres', 'too_small'],
    [
      'that is a corridor of 0 m',
      { ...route([0, 0], [1, 1]), halfWidthMetres: 0 },
      'halfWidthMetres',
      'too_small',
    ],
    ['that is a path of one place', route([1, 1], [1, 1]), 'path', 'too_short'],
    ['that is a corridor over a pole', route([89, 0], [90, 90]), 'path', 'over_pole'],
    ['without numbers', { ...circle(0, 0), radiusMetres: 'x' }, 'radiusMetres', 'wrong_type'],
    ['with holes', { ...square, holes: [square.corners] }, 'holes', 'unknown_field'],
    ['of another kind', { kind: 'square' }, 'kind', 'wrong_format'],
  ])('%s is refused with its field', async (_name, shape, field, code) => {
    const { status, body } = await create(shape)
    expect(status).toBe(422)
    expect(body.errors.map(({ path, code: given }) => [path, given])).toContainEqual([
      `body.shape.${field}`,
      code,
    ])
  })

  it('of 10,000 corners is stored whole, and thinned for the map', async () => {
    const shape = ring(10_000)
    const { status, body } = await create(shape)
    expect(status).toBe(201)
    expect(body.shape).toEqual(shape)
    const { items } = (
      await at.viewer<{ items: { shape: FenceShape }[] }>('GET', `/geofences/map?fleetId=${at.fleetId}`)
    ).body
    expect(items[0]?.shape).toMatchObject({ kind: 'polygon' })
    expect(items[0]?.shape.kind === 'polygon' && items[0].shape.corners.length).toBe(48)
  })

  it('is on the map with the lowest speed limit of its triggers', async () => {
    const usual = { severity: 'warning', schedule: { windows: [], holidays: 'any' }, cooldownSeconds: 0 }
    const limit = (limitKmh: number) => ({ kind: 'speeding', limitKmh, seconds: 10, ...usual })
    await create(square, {
      name: 'Con límites',
      triggers: [limit(50), { kind: 'entry', ...usual }, limit(30)],
    })
    await create(square, { name: 'Sin límite', triggers: [{ kind: 'entry', ...usual }] })
    const { items } = (
      await at.viewer<{ items: { name: string; limitKmh: number | null }[] }>(
        'GET',
        `/geofences/map?fleetId=${at.fleetId}`,
      )
    ).body
    expect(items.map(({ name, limitKmh }) => [name, limitKmh])).toEqual([
      ['Con límites', 30],
      ['Sin límite', null],
    ])
  })

  it('may lie over the 180th meridian, and is found on a map on either side', async () => {
    const fiji = polygon([-17, 179], [-17, -179], [-16, -179], [-16, 179])
    expect(problemsOfShape(fiji)).toEqual([])
    expect(boundsOfShape(fiji)).toEqual({ west: 179, south: -17, east: -179, north: -16 })
    await create(fiji, { name: 'Fiyi' })
    await create(square, { name: 'Centro' })
    await create(circle(19.45, -99.15), { name: 'Apagada', isActive: false })
    const onMap = async (west: number, east: number, south = -90, north = 90) => {
      const view = `west=${west}&east=${east}&south=${south}&north=${north}`
      const { body } = await at.viewer<{ items: { name: string }[]; isComplete: boolean }>(
        'GET',
        `/geofences/map?fleetId=${at.fleetId}&${view}`,
      )
      expect(body.isComplete).toBe(true)
      return body.items.map(({ name }) => name)
    }
    expect(await onMap(178, 180)).toEqual(['Fiyi'])
    expect(await onMap(-180, -179.5)).toEqual(['Fiyi'])
    expect(await onMap(179.5, -179.5)).toEqual(['Fiyi'])
    expect(await onMap(-100, -99)).toEqual(['Centro'])
    expect(await onMap(-180, 180)).toEqual(['Centro', 'Fiyi'])
    expect(await onMap(-100, -99, 20, 21)).toEqual([])
    expect(await onMap(-178, 178)).toEqual(['Centro'])
  })

  it('has a box with its radius or half width', () => {
    const round = boundsOfShape(circle(60, 179.999, 1_000))
    expect(round.north - 60).toBeCloseTo(0.009, 3)
    expect(round.east).toBeCloseTo(-179.983, 3)
    const line = boundsOfShape(route([0, 0], [0, 1]))
    expect(line.west).toBeCloseTo(-0.00045, 5)
    expect(line.north).toBeCloseTo(0.00045, 5)
  })

  it.each<[string, object, object, string, string]>([
    ['off its route', square, { kind: 'off_route', metres: 50 }, 'kind', 'trigger_of_routes'],
    ['the wrong way', circle(19, -99), { kind: 'wrong_direction' }, 'kind', 'trigger_of_routes'],
    ['the wrong way', route([0, 0], [1, 1]), { kind: 'wrong_direction' }, 'kind', 'route_without_direction'],
    ['for no time', square, { kind: 'dwell', minutes: 0 }, 'minutes', 'too_small'],
    [
      'at no hour',
      square,
      { kind: 'entry', schedule: { windows: [{ days: [8], from: '25:00', to: '06:00' }] } },
      'schedule.windows.0.from',
      'wrong_format',
    ],
  ])(
    'is not watched for a vehicle %s where that has no sense',
    async (_name, shape, trigger, field, code) => {
      const { body } = await create(shape, { triggers: [trigger] })
      expect(body.errors.map(({ path, code: given }) => [path, given])).toContainEqual([
        `body.triggers.0.${field}`,
        code,
      ])
    },
  )
})
